(** * LM1: NimG-RM on undirected graphs, normal play, by labels

    Duchêne and Renault gave a rule for NimG-RM on undirected graphs that is false as printed. This is the rule that takes its place: a
    vertex of weight 0 is P; a vertex of positive weight is N if and only if it has a loop, or no neighbour, or a neighbour of strictly
    smaller weight that is P. It decides boards of any size in one sweep, for every start, and here it is proved from the rules of the
    game. Labels that satisfy the rule at each vertex are the outcomes ([labels_sound]). *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Law Lists Rules Position Matching.
Import ListNotations.
Open Scope N_scope.

Notation weight w u := (get w u 0%N).

Definition no_neighbour (g : graph) (u : N) : bool := match neighbours g u with [] => true | _ => false end.

(** The rule at a vertex, the labels of the others being given; [true] is N. *)
Definition rule (g : graph) (w : list N) (label : N -> bool) (u : N) : bool :=
  (0 <? get w u 0) &&
  (arc g u u || no_neighbour g u ||
   existsb (fun v => (get w v 0 <? get w u 0) && negb (label v)) (neighbours g u)).

Section Labels.
  Variable g : graph.
  Hypothesis symmetric : forall u v, arc g u v = true -> arc g v u = true.

  Lemma rule_true w label u : rule g w label u = true <->
    0 < get w u 0 /\ (arc g u u = true \/ neighbours g u = [] \/
      exists v, arc g u v = true /\ get w v 0 < get w u 0 /\ label v = false).
  Proof.
    unfold rule, no_neighbour. rewrite andb_true_iff, !orb_true_iff, N.ltb_lt, existsb_exists.
    assert (E : (match neighbours g u with [] => true | _ => false end = true) <-> neighbours g u = []).
    { destruct (neighbours g u); split; congruence. }
    rewrite E. split; intros [P H]; split; auto.
    - destruct H as [[H | H] | (v & I & H)]; auto. right. right. exists v. apply andb_true_iff in H as [H K].
      apply N.ltb_lt in H. apply negb_true_iff in K. repeat split; auto. apply member_in. exact I.
    - destruct H as [H | [H | (v & I & L & K)]]; auto. right. exists v. apply member_in in I.
      apply N.ltb_lt in L. rewrite L, K. auto.
  Qed.

  Lemma rule_ext w a b u : (forall v, get w v 0 < get w u 0 -> a v = b v) -> rule g w a u = rule g w b u.
  Proof.
    intros H. apply eq_true_iff_eq. rewrite !rule_true. split; intros [P [C | [C | (v & A & L & K)]]]; split; auto;
      right; right; exists v; repeat split; auto; rewrite <- K; [symmetry |]; apply H; exact L.
  Qed.

  (** The labels that the rule gives. They go by weight, so as many rounds as the weight are enough. *)
  Fixpoint rounds (n : nat) (w : list N) (u : N) : bool :=
    match n with
    | O => false
    | S n => rule g w (rounds n w) u
    end.

  Definition label (w : list N) (u : N) : bool := rounds (S (N.to_nat (weight w u))) w u.

  Lemma rounds_enough (w : list N) n : forall m u, (N.to_nat (weight w u) < n)%nat -> (N.to_nat (weight w u) < m)%nat ->
    rounds n w u = rounds m w u.
  Proof.
    induction n as [| n IH]; intros m u A B; [lia |]. destruct m as [| m]; [lia |]. simpl. apply rule_ext.
    intros v L. apply IH; lia.
  Qed.

  Lemma label_rule w u : label w u = rule g w (label w) u.
  Proof.
    unfold label at 1. cbn [rounds]. apply rule_ext. intros v L. unfold label. apply rounds_enough; lia.
  Qed.

  (** No other labels satisfy the rule everywhere. *)
  Lemma label_unique w other : (forall u, other u = rule g w other u) -> forall u, other u = label w u.
  Proof.
    intros H. assert (K : forall n u, (N.to_nat (weight w u) < n)%nat -> other u = label w u).
    { induction n as [| n IH]; intros u R; [lia |]. rewrite H, label_rule. apply rule_ext. intros v L. apply IH. lia. }
    intros u. apply (K (S (N.to_nat (weight w u)))). lia.
  Qed.

  (** Labels of lighter vertices do not notice that [u] is lowered. *)
  Lemma label_local w u k : k < get w u 0 -> forall n x, (N.to_nat (weight w x) < n)%nat -> x <> u -> get w x 0 <= k ->
    label (set w u k) x = label w x.
  Proof.
    intros K n. induction n as [| n IH]; intros x R X L; [lia |].
    assert (U : get (set w u k) u 0 = k) by (apply (get_set_eq w u (get w u 0)); lia).
    assert (O : forall y, y <> u -> get (set w u k) y 0 = get w y 0) by (intros y Y; apply get_set_neq; congruence).
    rewrite !label_rule. apply eq_true_iff_eq. rewrite !rule_true, (O x X).
    split; intros [P [C | [C | (v & A & LT & F)]]]; split; auto; right; right; exists v.
    - assert (V : v <> u) by (intros ->; lia). rewrite (O v V) in LT. rewrite IH in F by (auto; lia). auto.
    - assert (V : v <> u) by (intros ->; lia). rewrite (O v V). rewrite IH by (auto; lia). auto.
  Qed.

  Definition rm_options (p : list N * option N) : list (list N * option N) := map snd (rm_moves g p).

  Lemma in_rm_options w u q : In q (rm_options (w, Some u)) <-> exists k, k < get w u 0 /\
    ((neighbours g u = [] /\ q = (set w u k, None)) \/ exists v, arc g u v = true /\ q = (set w u k, Some v)).
  Proof.
    unfold rm_options, rm_moves, arc. rewrite in_map_iff. simpl. split.
    - intros ([m r] & <- & I). apply in_flat_map in I as (k & B & I). apply in_below in B.
      apply in_map_iff in I as (v & E & I). injection E as _ <-. exists k. split; auto.
      destruct (neighbours g u) as [| a l] eqn:NB.
      + destruct I as [<- | []]. auto.
      + right. change (In v (map Some (a :: l))) in I. apply in_map_iff in I as (x & <- & I). exists x. split; auto. apply member_in. exact I.
    - intros (k & B & H). apply in_below in B. destruct H as [[NB ->] | (v & A & ->)].
      + exists (LowerAndSlide k None, (set w u k, None)). split; auto. apply in_flat_map. exists k. split; auto.
        rewrite NB. left. reflexivity.
      + apply member_in in A. exists (LowerAndSlide k (Some v), (set w u k, Some v)). split; auto.
        apply in_flat_map. exists k. split; auto. apply in_map_iff. exists (Some v). split; auto.
        destruct (neighbours g u) as [| a l]; [destruct A |]. apply (in_map Some (a :: l)). exact A.
  Qed.

  Theorem lm1 w u : Outcome rm_options false (w, Some u) (label w u).
  Proof.
    assert (K : forall n w u, (total N.to_nat w < n)%nat -> Outcome rm_options false (w, Some u) (label w u)).
    { clear w u. induction n as [| n IH]; intros w u R; [lia |].
      assert (D : forall k v, k < get w u 0 -> Outcome rm_options false (set w u k, Some v) (label (set w u k) v)).
      { intros k v L. apply IH. pose proof (total_set w u k L). lia. }
      destruct (label w u) eqn:LU; simpl.
      - rewrite label_rule, rule_true in LU. destruct LU as [P [C | [C | (v & A & L & F)]]].
        + (* a loop: empty the vertex and stay *)
          apply win_move with (set w u 0, Some u).
          * apply in_rm_options. exists 0. split; auto. right. exists u. auto.
          * specialize (D 0 u P). replace (label (set w u 0) u) with false in D; [exact D |]. symmetry.
            apply not_true_iff_false. rewrite label_rule, rule_true, (get_set_eq w u (get w u 0)) by (auto; lia). lia.
        + (* no neighbour: the game ends *)
          apply win_move with (set w u 0, None).
          * apply in_rm_options. exists 0. auto.
          * apply lose_stuck; reflexivity.
        + (* a lighter neighbour that is P: down to its weight, and there *)
          assert (V : v <> u) by (intros ->; lia).
          apply win_move with (set w u (get w v 0), Some v).
          * apply in_rm_options. exists (get w v 0). split; auto. right. exists v. auto.
          * specialize (D (get w v 0) v L). rewrite (label_local w u _ L (S (N.to_nat (weight w v)))), F in D by (auto; lia).
            exact D.
      - assert (NL : rule g w (label w) u <> true) by (rewrite <- label_rule, LU; discriminate). rewrite rule_true in NL.
        apply lose_intro; auto. intros q I. apply in_rm_options in I as (k & L & H).
        assert (P : 0 < get w u 0) by lia.
        assert (LOOP : arc g u u <> true) by (intros X; apply NL; auto).
        assert (NB : neighbours g u <> []) by (intros X; apply NL; auto).
        assert (ALL : forall y, arc g u y = true -> get w y 0 < get w u 0 -> label w y = true).
        { intros y A LT. destruct (label w y) eqn:F; auto. exfalso. apply NL. split; auto. right. right. exists y. auto. }
        destruct H as [[C _] | (v & A & ->)]; [contradiction |].
        assert (V : v <> u) by (intros ->; contradiction).
        assert (O : forall y, y <> u -> get (set w u k) y 0 = get w y 0) by (intros y Y; apply get_set_neq; congruence).
        assert (U : get (set w u k) u 0 = k) by (apply (get_set_eq w u (get w u 0)); lia).
        specialize (D k v L). replace (label (set w u k) v) with true in D; [exact D |]. symmetry.
        destruct (N.le_gt_cases (get w v 0) k) as [LE | GT].
        + rewrite (label_local w u k L (S (N.to_nat (weight w v)))) by (auto; lia). apply ALL; auto. lia.
        + rewrite label_rule, rule_true, (O v V). split; [lia |]. right. right. exists u.
          rewrite U. repeat split; auto. rewrite label_rule. apply not_true_iff_false. rewrite rule_true, U.
          intros [PK [C | [C | (y & AY & LT & F)]]]; auto.
          assert (Y : y <> u) by (intros ->; contradiction). rewrite (O y Y) in LT.
          rewrite (label_local w u k L (S (N.to_nat (weight w y)))), ALL in F by (auto; lia). discriminate. }
    apply (K (S (total N.to_nat w))). lia.
  Qed.
End Labels.

(** ** The check *)

Definition labels_outcome (g : graph) (w : list N) (u : N) (lost : list N) : option bool :=
  let n := N.max (N.of_nat (length g)) (N.of_nat (length w)) in
  let label v := (v <? n) && negb (member v lost) in
  if symmetric_ok g && forallb (fun v => Bool.eqb (label v) (rule g w label v)) (below n) then Some (label u) else None.

Theorem labels_sound g w u lost wins :
  labels_outcome g w u lost = Some wins -> Has false (NimGRM g w (Some u)) wins.
Proof.
  unfold labels_outcome. set (n := N.max _ _). set (lab := fun v => (v <? n) && negb (member v lost)).
  destruct (symmetric_ok g && _) eqn:C; [| discriminate]. intros [= <-]. apply andb_true_iff in C as [S C].
  pose proof (symmetric_ok_true g S) as SY. rewrite forallb_forall in C.
  assert (H : forall v, lab v = rule g w lab v).
  { intros v. destruct (N.lt_ge_cases v n) as [L | L].
    - apply in_below in L. apply Bool.eqb_prop. apply C. exact L.
    - unfold lab at 1. replace (v <? n) with false by (symmetry; apply N.ltb_ge; exact L). simpl. unfold rule.
      unfold get at 1. rewrite nth_overflow by lia. reflexivity. }
  change ((u <? n) && negb (member u lost)) with (lab u). rewrite (label_unique g w lab H u).
  apply (outcome_of _ (rm_moves g) (fun q => NimGRM g (fst q) (snd q)) false (w, Some u)); [intros []; reflexivity |].
  apply lm1. exact SY.
Qed.

(** LM13: a loop under the token is all that is needed. Empty the vertex and stay; directed or not. *)
Definition loop_outcome (g : graph) (w : list N) (u : N) : option bool :=
  if get w u 0 =? 0 then Some false else if arc g u u then Some true else None.

Theorem loop_sound g w u wins : loop_outcome g w u = Some wins -> Has false (NimGRM g w (Some u)) wins.
Proof.
  unfold loop_outcome. intros O.
  apply (outcome_of _ (rm_moves g) (fun q => NimGRM g (fst q) (snd q)) false (w, Some u)); [intros []; reflexivity |].
  assert (Z : forall w, get w u 0 = 0 -> Lose (rm_options g) false (w, Some u)).
  { intros x E. apply lose_intro; auto. intros q I. apply in_rm_options in I as (k & L & _). lia. }
  destruct (get w u 0 =? 0) eqn:E.
  - injection O as <-. apply N.eqb_eq in E. apply Z. exact E.
  - apply N.eqb_neq in E. destruct (arc g u u) eqn:A; [| discriminate]. injection O as <-.
    apply win_move with (set w u 0, Some u).
    + apply in_rm_options. exists 0. split; [lia |]. right. exists u. auto.
    + apply Z. apply (get_set_eq w u (get w u 0)); auto.
Qed.
