(** * The checker, and the one theorem about it

    [judge] takes a position, a convention and a certificate, and says who wins, or nothing. [judge_sound] is all that a reader needs of
    these files: whatever [judge] says is the law. It is extracted to OCaml as it stands here; what surrounds it there reads
    JSON and brings certificates into this form, and cannot make [judge] say anything false of a position. *)

From Coq Require Import List Bool NArith PArith.
From LastMove Require Import Law Lists Rules Position Strategy.
Import ListNotations.

Inductive certificate :=
| ByStrategy (steps : list (@step position)) (root : positive).

Definition judge (misere : bool) (p : position) (c : certificate) : option bool :=
  match c with
  | ByStrategy steps root => strategy_outcome options misere eqb steps root p
  end.

Theorem judge_sound misere p c wins : judge misere p c = Some wins -> Has misere p wins.
Proof.
  destruct c as [steps root].
  - simpl. apply strategy_sound. exact eqb_eq.
Qed.

(** No two certificates prove different outcomes. *)
Corollary judge_consistent misere p c d a b : judge misere p c = Some a -> judge misere p d = Some b -> a = b.
Proof. intros A B. apply judge_sound in A, B. eapply outcome_unique; eassumption. Qed.
