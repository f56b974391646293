(** * Strategies and lost sets: evidence for any game, checked by its rules alone

    A search of a million positions can leave behind a short witness. [run] reads one as a list of steps, the last positions first:
    each step names a position, who wins it, and the earlier steps that its moves lead to. A won position needs one move to a lost
    one; of a lost position every move must lead to a won one. Whatever [run] accepts is true ([run_sound]), for every game and
    both conventions, even if the list was made by a program with faults. [lost_set_sound] is the same for a bare set of lost
    positions in which every move out is answered by a move back in; there it matters that play ends. *)

From Coq Require Import List Bool PArith FMapPositive.
From LastMove Require Import Law.
Import ListNotations.

Section Strategy.
  Variable pos : Type.
  Variable options : pos -> list pos.
  Variable misere : bool.
  Variable eqb : pos -> pos -> bool.
  Hypothesis eqb_eq : forall p q, eqb p q = true -> p = q.

  Notation Win := (Win options misere).
  Notation Lose := (Lose options misere).
  Notation Outcome := (Outcome options misere).

  (** A step: its number, its position, who wins, and the numbers of the steps that its moves lead to (in their order, if all). *)
  Record step := Step { number : positive; place : pos; wins : bool; next : list positive }.

  Definition known := PositiveMap.t (pos * bool).

  (** The claim filed under [k] is that [p] has the outcome [b]. *)
  Definition claims (K : known) (k : positive) (p : pos) (b : bool) : bool :=
    match PositiveMap.find k K with
    | Some (q, c) => eqb q p && Bool.eqb b c
    | None => false
    end.

  Definition one_lost (K : known) (ms : list pos) (ks : list positive) : bool :=
    existsb (fun k => existsb (fun q => claims K k q false) ms) ks.

  Fixpoint all_won (K : known) (ms : list pos) (ks : list positive) : bool :=
    match ms, ks with
    | [], _ => true
    | q :: ms, k :: ks => claims K k q true && all_won K ms ks
    | _ :: _, [] => false
    end.

  Definition is_stuck (ms : list pos) : bool := match ms with [] => true | _ => false end.

  Definition step_ok (K : known) (s : step) : bool :=
    let ms := options (place s) in
    if wins s then (is_stuck ms && misere) || one_lost K ms (next s)
    else (negb (is_stuck ms) || negb misere) && all_won K ms (next s).

  Fixpoint run (steps : list step) (K : known) : option known :=
    match steps with
    | [] => Some K
    | s :: rest => if step_ok K s then run rest (PositiveMap.add (number s) (place s, wins s) K) else None
    end.

  (** The outcome of a position, if the steps prove it in the one numbered [root]. *)
  Definition strategy_outcome (steps : list step) (root : positive) (p : pos) : option bool :=
    match run steps (PositiveMap.empty _) with
    | Some K => if claims K root p true then Some true else if claims K root p false then Some false else None
    | None => None
    end.

  Definition all_true (K : known) : Prop := forall k p b, PositiveMap.find k K = Some (p, b) -> Outcome p b.

  Lemma claims_true K k p b : all_true K -> claims K k p b = true -> Outcome p b.
  Proof.
    unfold claims. intros T C. destruct (PositiveMap.find k K) as [[q c] |] eqn:F; [| discriminate].
    apply andb_true_iff in C as [E B]. apply eqb_eq in E. apply Bool.eqb_prop in B. subst. apply (T k). exact F.
  Qed.

  Lemma one_lost_true K ms ks : all_true K -> one_lost K ms ks = true -> exists q, In q ms /\ Lose q.
  Proof.
    unfold one_lost. intros T O. apply existsb_exists in O as (k & _ & O). apply existsb_exists in O as (q & I & C).
    exists q. split; auto. apply (claims_true K k q false); auto.
  Qed.

  Lemma all_won_true K ms : all_true K -> forall ks, all_won K ms ks = true -> forall q, In q ms -> Win q.
  Proof.
    intros T. induction ms as [| m ms IH]; intros ks A q I; [destruct I |].
    destruct ks as [| k ks]; [discriminate |]. simpl in A. apply andb_true_iff in A as [C A].
    destruct I as [<- | I]; [apply (claims_true K k m true); auto | apply (IH ks); auto].
  Qed.

  Lemma is_stuck_nil ms : is_stuck ms = true -> ms = [].
  Proof. destruct ms; [reflexivity | discriminate]. Qed.

  Lemma step_sound K s : all_true K -> step_ok K s = true -> Outcome (place s) (wins s).
  Proof.
    unfold step_ok. intros T O. destruct (wins s); simpl.
    - apply orb_true_iff in O as [S | O].
      + apply andb_true_iff in S as [S M]. apply win_stuck; auto. apply is_stuck_nil; auto.
      + apply one_lost_true in O as (q & I & L); auto. apply win_move with q; auto.
    - apply andb_true_iff in O as [S A]. apply lose_intro.
      + intros E. rewrite E in S. simpl in S. apply negb_true_iff in S. exact S.
      + apply (all_won_true K _ T (next s)). exact A.
  Qed.

  Theorem run_sound steps : forall K K', all_true K -> run steps K = Some K' -> all_true K'.
  Proof.
    induction steps as [| s steps IH]; simpl; intros K K' T R; [injection R as <-; exact T |].
    destruct (step_ok K s) eqn:O; [| discriminate]. apply IH in R; auto.
    intros k p b F. destruct (Pos.eq_dec k (number s)) as [-> | NE].
    - rewrite PositiveMap.gss in F. injection F as <- <-. apply step_sound with K; auto.
    - rewrite PositiveMap.gso in F; auto. apply (T k). exact F.
  Qed.

  Theorem strategy_sound steps root p b : strategy_outcome steps root p = Some b -> Outcome p b.
  Proof.
    unfold strategy_outcome. destruct (run steps (PositiveMap.empty _)) as [K |] eqn:R; [| discriminate].
    assert (T : all_true K).
    { apply run_sound in R; auto. intros k q c F. rewrite PositiveMap.gempty in F. discriminate. }
    destruct (claims K root p true) eqn:W; [intros [= <-]; apply (claims_true K root); auto |].
    destruct (claims K root p false) eqn:L; [intros [= <-]; apply (claims_true K root); auto | discriminate].
  Qed.

  (** A set of positions, each move out of which is answered by a move back into it, or wins because it leaves no move. *)
  Section LostSet.
    Variable lost : pos -> Prop.
    Hypothesis ends : forall p, Acc (Next options) p.
    Hypothesis no_stuck : forall p, lost p -> options p = [] -> misere = false.
    Hypothesis answered : forall p q, lost p -> In q (options p) ->
      (options q = [] /\ misere = true) \/ (exists r, In r (options q) /\ lost r).

    Theorem lost_set_sound p : lost p -> Lose p.
    Proof.
      assert (K : forall p, Acc (Next options) p -> (lost p -> Lose p) /\ forall q, In q (options p) -> lost q -> Lose q).
      { clear p. induction 1 as [p _ IH]. split; [| intros q I; exact (proj1 (IH q I))].
        intros L. apply lose_intro; [apply no_stuck; auto |].
        intros q I. destruct (answered p q L I) as [[E M] | (r & Ir & Lr)]; [apply win_stuck; auto |].
        apply win_move with r; auto. exact (proj2 (IH q I) r Ir Lr). }
      exact (proj1 (K p (ends p))).
    Qed.
  End LostSet.
End Strategy.

Arguments step {pos}.
Arguments Step {pos}.
Arguments number {pos}.
Arguments place {pos}.
Arguments wins {pos}.
Arguments next {pos}.
Arguments strategy_outcome {pos}.
