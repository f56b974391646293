(** * The checker, and the one theorem about it

    [judge] takes a position, a convention and a certificate, and says who wins, or nothing. [judge_sound] is all that a reader needs of
    these files: whatever [judge] says is the law. It is extracted to OCaml as it stands here; what surrounds it there reads
    JSON and brings certificates into this form, and cannot make [judge] say anything false of a position. *)

From Coq Require Import List Bool NArith PArith.
From LastMove Require Import Law Lists Rules Position Strategy NimSum Matching BMatching Labels VertexnimPlay Grundy Values Tame EvenKernel.
Import ListNotations.

Inductive certificate :=
| ByStrategy (steps : list (@step position)) (root : positive)
| ByNimSum
| ByMatching (edges : list (N * N)) (barrier : list N) (parts : list (list N))
| ByBMatching (full free : list N) (edges : list (N * N * N)) (to : option N)
| ByLabels (lost : list N)
| ByLoop
| ByOnes (outward inward : list (N * N))
| ByValues (claims : list (position * claim))
| ByPairs (claims : list (position * (N * bool)))
| ByKernel (kernel : list N).

Definition judge (misere : bool) (p : position) (c : certificate) : option bool :=
  match c with
  | ByStrategy steps root => strategy_outcome options misere eqb steps root p
  | ByNimSum => match p with Nim heaps => Some (nim_wins misere heaps) | _ => None end
  | ByMatching edges barrier parts =>
      match misere, p with
      | false, VertexGeography g t others => matching_outcome g t others edges barrier parts
      | _, _ => None
      end
  | ByBMatching full free edges to =>
      match misere, p with false, NimGMR g w u => b_matching_outcome g w u full free edges to | _, _ => None end
  | ByLabels lost => match misere, p with false, NimGRM g w (Some u) => labels_outcome g w u lost | _, _ => None end
  | ByLoop => match misere, p with false, NimGRM g w (Some u) => loop_outcome g w u | _, _ => None end
  | ByOnes outward inward =>
      match p with Vertexnim g w (Some u) => ones_outcome misere g w u outward inward | _ => None end
  | ByValues claims => if misere then None else value_outcome claims p
  | ByPairs claims => if misere then tame_claims_outcome claims p else None
  | ByKernel kernel => match misere, p with false, EdgeGeography false t edges => kernel_outcome kernel t edges | _, _ => None end
  end.

Theorem judge_sound misere p c wins : judge misere p c = Some wins -> Has misere p wins.
Proof.
  destruct c as [steps root | | edges barrier parts | full free edges to | lost | | outward inward | claims | claims | kernel]; simpl.
  - apply strategy_sound. exact eqb_eq.
  - destruct p; try discriminate. intros [= <-]. apply nim_decided.
  - destruct misere; [discriminate |]. destruct p; try discriminate. apply matching_sound.
  - destruct misere; [discriminate |]. destruct p; try discriminate. apply b_matching_sound.
  - destruct misere; [discriminate |]. destruct p as [ | | | | g w [u |] | | | | | | | | |]; try discriminate. apply labels_sound.
  - destruct misere; [discriminate |]. destruct p as [ | | | | g w [u |] | | | | | | | | |]; try discriminate. apply loop_sound.
  - destruct p as [ | | | | | | g w [u |] | | | | | | |]; try discriminate. apply ones_sound.
  - destruct misere; [discriminate |]. apply value_sound.
  - destruct misere; [| discriminate]. apply tame_sound.
  - destruct misere; [discriminate |]. destruct p as [ | | | [] t edges | | | | | | | | | |]; try discriminate. apply kernel_sound.
Qed.

(** No two certificates prove different outcomes. *)
Corollary judge_consistent misere p c d a b : judge misere p c = Some a -> judge misere p d = Some b -> a = b.
Proof. intros A B. apply judge_sound in A, B. eapply outcome_unique; eassumption. Qed.
