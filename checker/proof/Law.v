(** * The law: who wins a finite impartial game

    Two players move in turn, from a position to one of finitely many others. In normal play who cannot move loses, in misère play
    who cannot move wins. [Win p] and [Lose p] say, for the player to move in [p], that he can win whatever the other does, or that
    he cannot; nothing else is ever meant by "N" and "P" in these files. The law is stated once, for both conventions and all
    games, and everything that a checker accepts is a proof of one of these two. We show that no position has both outcomes, and
    that every position from which play must end has one of them. *)

From Coq Require Import List Bool.
Import ListNotations.

Section Law.
  Variable pos : Type.
  Variable options : pos -> list pos.
  Variable misere : bool.

  Inductive Win : pos -> Prop :=
  | win_stuck p : misere = true -> options p = [] -> Win p
  | win_move p q : In q (options p) -> Lose q -> Win p
  with Lose : pos -> Prop :=
  | lose_stuck p : misere = false -> options p = [] -> Lose p
  | lose_all p : options p <> [] -> (forall q, In q (options p) -> Win q) -> Lose p.

  (** An outcome as a truth value: [true] is N, the player to move wins; [false] is P, he loses. *)
  Definition Outcome (p : pos) (wins : bool) : Prop := if wins then Win p else Lose p.

  Scheme Win_ind2 := Induction for Win Sort Prop
  with Lose_ind2 := Induction for Lose Sort Prop.

  Theorem not_both : forall p, Win p -> Lose p -> False.
  Proof.
    intros p W.
    apply (Win_ind2 (fun p _ => Lose p -> False) (fun p _ => Win p -> False)) with (p := p); auto; clear p W.
    - intros p M E L. inversion L as [x M' E' | x NE A]; subst; [congruence | contradiction].
    - intros p q I L H Lp. apply H. inversion Lp as [x M' E' | x NE A]; subst; [rewrite E' in I; destruct I | auto].
    - intros p M E W. inversion W as [x M' E' | x q I L]; subst; [congruence | rewrite E in I; destruct I].
    - intros p NE A H W. inversion W as [x M' E' | x q I L]; subst; [contradiction | exact (H q I L)].
  Qed.

  Corollary outcome_unique p a b : Outcome p a -> Outcome p b -> a = b.
  Proof. destruct a, b; simpl; intros A B; auto; exfalso; apply (not_both p); assumption. Qed.

  Definition Next (q p : pos) : Prop := In q (options p).

  (** Either some position of a list is lost, or all are won, if each is one or the other. *)
  Lemma some_lost_or_all_won l :
    (forall q, In q l -> Win q \/ Lose q) -> (exists q, In q l /\ Lose q) \/ (forall q, In q l -> Win q).
  Proof.
    induction l as [|a l IH]; intros H; [right; intros q [] |].
    destruct (H a (or_introl eq_refl)) as [W | L]; [| left; exists a; simpl; auto].
    destruct IH as [(q & I & L) | A].
    - intros q I. apply H. simpl; auto.
    - left. exists q. simpl; auto.
    - right. intros q [<- | I]; auto.
  Qed.

  Theorem determined p : Acc Next p -> Win p \/ Lose p.
  Proof.
    induction 1 as [p _ IH].
    destruct (options p) as [|q0 l] eqn:E.
    - destruct misere eqn:M; [left; apply win_stuck | right; apply lose_stuck]; auto.
    - destruct (some_lost_or_all_won (options p)) as [(q & I & L) | A].
      + intros q I. apply IH. exact I.
      + left. apply win_move with q; auto.
      + right. apply lose_all; auto. rewrite E. discriminate.
  Qed.

  (** Play ends if every move lowers a number. *)
  Lemma ends_by_rank (rank : pos -> nat) : (forall p q, In q (options p) -> rank q < rank p) -> forall p, Acc Next p.
  Proof.
    intros D. assert (K : forall n p, rank p < n -> Acc Next p).
    { induction n as [|n IH]; intros p R; [inversion R |].
      constructor. intros q I. apply IH. apply PeanoNat.Nat.lt_le_trans with (rank p); [auto |].
      apply PeanoNat.Nat.lt_succ_r. exact R. }
    intros p. apply (K (S (rank p))). constructor.
  Qed.

  (** How outcomes are usually shown: from what is known of the options. *)
  Lemma lose_intro p : (options p = [] -> misere = false) -> (forall q, In q (options p) -> Win q) -> Lose p.
  Proof.
    intros S A. destruct (options p) as [|q l] eqn:E.
    - apply lose_stuck; auto.
    - apply lose_all; rewrite E; [discriminate | exact A].
  Qed.
End Law.

Arguments Win {pos}.
Arguments Lose {pos}.
Arguments Outcome {pos}.
Arguments Next {pos}.

(** A part of a game that play does not leave has the outcomes it has alone: [f] puts its positions into the larger game. *)
Section Embedding.
  Variables (A B : Type) (f : A -> B) (opA : A -> list A) (opB : B -> list B) (misere : bool).
  Hypothesis same : forall a, opB (f a) = map f (opA a).

  Theorem embed a wins : Outcome opA misere a wins -> Outcome opB misere (f a) wins.
  Proof.
    assert (K : forall a, Win opA misere a -> Win opB misere (f a)).
    { intros x W. apply (Win_ind2 A opA misere (fun x _ => Win opB misere (f x)) (fun x _ => Lose opB misere (f x)))
        with (p := x); auto; clear x W.
      - intros p M E. apply win_stuck; auto. rewrite same, E. reflexivity.
      - intros p q I _ L. apply win_move with (f q); auto. rewrite same. apply in_map. exact I.
      - intros p M E. apply lose_stuck; auto. rewrite same, E. reflexivity.
      - intros p NE _ H. apply lose_intro.
        + rewrite same. intros E. apply map_eq_nil in E. contradiction.
        + rewrite same. intros q I. apply in_map_iff in I as (r & <- & I). auto. }
    destruct wins; simpl; auto.
    intros L. apply lose_intro.
    - intros E. rewrite same in E. apply map_eq_nil in E. inversion L; congruence.
    - intros q I. rewrite same in I. apply in_map_iff in I as (r & <- & I).
      apply K. inversion L as [x M E | x NE H]; subst; [rewrite E in I; destruct I | auto].
  Qed.
End Embedding.
