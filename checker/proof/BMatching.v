(** * LM28: NimG-MR in normal play, by b-matchings

    A b-matching takes edges, each as often as one likes, so that no vertex is on more of them than its weight. On bipartite graphs they
    decide NimG-MR, whatever the size of the weights. The heart of it needs no bipartite graph. Let [full] and [free] be sets of vertices
    without a common member, and let a b-matching between them fill every vertex of [full]. If all moves out of [free] lead to [full],
    the token on [free] is lost: whoever lowers a vertex of [full] takes back some edge of the b-matching that it is on; the other end of
    that edge is then not filled, and to go there and to lower it by 1 is an answer that leaves everything as it was ([filled_lost]). So a
    token that can go to a vertex of [free] that is not filled is won ([unfilled_won]). Such sets are what a certificate shows: the barrier
    and one side of the rest are [full]. *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Law Lists Rules Position.
Import ListNotations.
Open Scope N_scope.

(** A b-matching: edges, each from [full] to [free], and how often they are taken. How much of it leaves a vertex, and how much arrives. *)
Notation taken := (N * N * N)%type.

Fixpoint leaving (F : list taken) (v : N) : N :=
  match F with
  | [] => 0
  | (a, _, x) :: F => (if a =? v then x else 0) + leaving F v
  end.

Fixpoint arriving (F : list taken) (v : N) : N :=
  match F with
  | [] => 0
  | (_, b, x) :: F => (if b =? v then x else 0) + arriving F v
  end.

(** Less can leave [v]: then less arrives at some vertex, nowhere more, and what leaves other vertices stays. *)
Lemma take_back v F : forall k, k < leaving F v -> exists F' t x,
  leaving F' v = k /\ (forall y, y <> v -> leaving F' y = leaving F y) /\
  (forall b, arriving F' b <= arriving F b) /\ arriving F' t < arriving F t /\ In (v, t, x) F /\
  (forall a b z, In (a, b, z) F' -> exists z', In (a, b, z') F).
Proof.
  induction F as [| [[a b] x] F IH]; cbn [leaving arriving]; intros k K; [lia |].
  assert (KEEP : forall (F' : list taken) (z : N), (forall c d y, In (c, d, y) F' -> exists y', In (c, d, y') F) ->
    forall c d y, In (c, d, y) ((a, b, z) :: F') -> exists y', In (c, d, y') ((a, b, x) :: F)).
  { intros F' z H c d y [E | I]; [injection E as <- <- _; exists x; simpl; auto |].
    apply H in I as (y' & I). exists y'. simpl. auto. }
  destruct (N.eq_dec a v) as [-> | NE].
  - rewrite N.eqb_refl in K. destruct (N.lt_ge_cases k (leaving F v)) as [L | L].
    + destruct (IH k L) as (F' & t & z & LV & LO & AR & LT & I & S). exists ((v, b, 0) :: F'), t, z.
      cbn [leaving arriving]. rewrite N.eqb_refl. split; [lia | split; [| split; [| split; [| split]]]].
      * intros y Y. rewrite (LO y Y). replace (v =? y) with false by (symmetry; apply N.eqb_neq; congruence). lia.
      * intros c. specialize (AR c). destruct (b =? c); lia.
      * destruct (b =? t); lia.
      * simpl. auto.
      * apply KEEP. exact S.
    + exists ((v, b, k - leaving F v) :: F), b, x. cbn [leaving arriving]. rewrite !N.eqb_refl.
      split; [lia | split; [| split; [| split; [| split]]]].
      * intros y Y. replace (v =? y) with false by (symmetry; apply N.eqb_neq; congruence). lia.
      * intros c. destruct (b =? c); lia.
      * lia.
      * simpl. auto.
      * apply KEEP. intros c d y I. exists y. exact I.
  - replace (a =? v) with false in * by (symmetry; apply N.eqb_neq; exact NE).
    destruct (IH k K) as (F' & t & z & LV & LO & AR & LT & I & S). exists ((a, b, x) :: F'), t, z.
    cbn [leaving arriving]. replace (a =? v) with false by (symmetry; apply N.eqb_neq; exact NE).
    split; [lia | split; [| split; [| split; [| split]]]].
    + intros y Y. rewrite (LO y Y). reflexivity.
    + intros c. specialize (AR c). lia.
    + lia.
    + simpl. auto.
    + apply KEEP. exact S.
Qed.

Section Game.
  Variables (g : graph) (full free : list N).

  Definition mr_options (p : list N * N) : list (list N * N) := map snd (mr_moves g p).

  Lemma in_mr_options w u q : In q (mr_options (w, u)) <->
    exists v k, arc g u v = true /\ k < get w v 0 /\ q = (set w v k, v).
  Proof.
    unfold mr_options, mr_moves, arc. rewrite in_map_iff. simpl. split.
    - intros ([m r] & <- & I). apply in_flat_map in I as (v & A & I). apply in_map_iff in I as (k & E & B).
      injection E as _ <-. apply in_below in B. exists v, k. apply member_in in A. auto.
    - intros (v & k & A & B & ->). exists (SlideAndLower v k, (set w v k, v)). split; auto. apply in_flat_map. exists v.
      apply member_in in A. apply in_below in B. split; auto. apply in_map_iff. exists k. auto.
  Qed.

  Hypothesis apart : forall v, In v full -> In v free -> False.

  (** The b-matching fills [full] and goes to [free] along arcs. *)
  Definition fills (w : list N) (F : list taken) : Prop :=
    (forall a b x, In (a, b, x) F -> arc g a b = true /\ In b free) /\
    (forall v, In v full -> leaving F v = get w v 0) /\
    (forall b, In b free -> arriving F b <= get w b 0).

  (** All moves out of [free] lead to [full]. *)
  Definition closed (w : list N) : Prop :=
    forall u v, In u free -> arc g u v = true -> 0 < get w v 0 -> In v full.

  Lemma get_set_le w v k y : k <= get w v 0 -> get (set w v k) y 0 <= get w y 0.
  Proof.
    intros K. destruct (N.eq_dec v y) as [<- | NE]; [| rewrite get_set_neq by exact NE; lia].
    destruct (N.eq_dec (get w v 0) 0) as [Z | P]; [| rewrite (get_set_eq w v (get w v 0)) by auto; lia].
    assert (k = 0) by lia. subst. unfold get, set in *. clear K.
    revert Z. generalize (N.to_nat v). clear v. induction w as [| a w IH]; intros [| i] Z; simpl in *; auto; lia.
  Qed.

  Lemma closed_lower w v k : k <= get w v 0 -> closed w -> closed (set w v k).
  Proof. intros K C u y U A P. apply (C u y U A). pose proof (get_set_le w v k y K). lia. Qed.

  Theorem filled_lost w F u : fills w F -> closed w -> In u free -> Lose mr_options false (w, u).
  Proof.
    assert (K : forall n w F u, (total N.to_nat w < n)%nat -> fills w F -> closed w -> In u free ->
      Lose mr_options false (w, u)); [| apply (K (S (total N.to_nat w))); lia].
    clear w F u. induction n as [| n IH]; intros w F u R (AR & FULL & FREE) C U; [lia |].
    apply lose_intro; auto. intros q I. apply in_mr_options in I as (v & k & A & L & ->).
    assert (V : In v full) by (apply (C u v U A); lia).
    rewrite <- (FULL v V) in L. destruct (take_back v F k L) as (F' & t & x & LV & LO & LE & LT & I & S).
    destruct (AR v t x I) as [AT T]. rewrite (FULL v V) in L.
    assert (NE : v <> t) by (intros <-; apply (apart v); auto).
    assert (WT : get (set w v k) t 0 = get w t 0) by (apply get_set_neq; exact NE).
    pose proof (FREE t T) as FT.
    apply win_move with (set (set w v k) t (get w t 0 - 1), t).
    { apply in_mr_options. exists t, (get w t 0 - 1). rewrite WT. repeat split; auto; lia. }
    apply IH with F'; auto.
    - pose proof (total_set w v k L). pose proof (total_set (set w v k) t (get w t 0 - 1)) as D. rewrite WT in D. lia.
    - split; [| split].
      + intros a b z J. apply S in J as (z' & J). apply (AR a b z'). exact J.
      + intros y Y. rewrite get_set_neq by (intros <-; apply (apart t); auto).
        destruct (N.eq_dec y v) as [-> | YV]; [rewrite LV; symmetry; apply (get_set_eq w v (get w v 0)); auto; lia |].
        rewrite get_set_neq by auto. rewrite (LO y YV). apply FULL. exact Y.
      + intros b B. destruct (N.eq_dec t b) as [<- | NB].
        * rewrite (get_set_eq _ t (get w t 0)) by (auto; lia). lia.
        * rewrite get_set_neq by exact NB. rewrite get_set_neq by (intros <-; apply (apart v); auto).
          pose proof (LE b). pose proof (FREE b B). lia.
    - apply closed_lower; [rewrite WT; lia |]. apply closed_lower; [lia | exact C].
  Qed.

  Theorem unfilled_won w F u t : fills w F -> closed w -> arc g u t = true -> In t free -> arriving F t < get w t 0 ->
    Win mr_options false (w, u).
  Proof.
    intros (AR & FULL & FREE) C A T LT. apply win_move with (set w t (get w t 0 - 1), t).
    { apply in_mr_options. exists t, (get w t 0 - 1). repeat split; auto; lia. }
    apply filled_lost with F; auto.
    - split; [| split]; auto.
      + intros y Y. rewrite get_set_neq by (intros <-; apply (apart t); auto). auto.
      + intros b B. destruct (N.eq_dec t b) as [<- | NB].
        * rewrite (get_set_eq _ t (get w t 0)) by (auto; lia). lia.
        * rewrite get_set_neq by exact NB. auto.
    - apply closed_lower; [lia | exact C].
  Qed.
End Game.

(** ** The check *)

Definition fills_ok (g : graph) (full free : list N) (w : list N) (F : list taken) : bool :=
  forallb (fun v => negb (member v free)) full &&
  forallb (fun e => arc g (fst (fst e)) (snd (fst e)) && member (snd (fst e)) free) F &&
  forallb (fun v => leaving F v =? get w v 0) full &&
  forallb (fun b => arriving F b <=? get w b 0) free &&
  forallb (fun u => forallb (fun v => (get w v 0 =? 0) || member v full) (neighbours g u)) free.

(** The outcome of the token on [u]: lost on [free], won where it can go to the vertex of [free] that is named. *)
Definition b_matching_outcome (g : graph) (w : list N) (u : N) (full free : list N) (F : list taken) (to : option N)
  : option bool :=
  if fills_ok g full free w F then
    match to with
    | None => if member u free then Some false else None
    | Some t => if arc g u t && member t free && (arriving F t <? get w t 0) then Some true else None
    end
  else None.

Theorem b_matching_sound g w u full free F to wins :
  b_matching_outcome g w u full free F to = Some wins -> Has false (NimGMR g w u) wins.
Proof.
  unfold b_matching_outcome, fills_ok. intros O.
  apply (outcome_of _ (mr_moves g) (fun q => NimGMR g (fst q) (snd q)) false (w, u)); [intros []; reflexivity |].
  destruct (_ && _ && _ && _ && _) eqn:C; [| discriminate]. rewrite !andb_true_iff, !forallb_forall in C.
  destruct C as [[[[AP AR] FULL] FREE] CL].
  assert (apart : forall v, In v full -> In v free -> False).
  { intros v A B. specialize (AP v A). apply negb_true_iff, member_not_in in AP. contradiction. }
  assert (F1 : fills g full free w F).
  { split; [| split].
    - intros a b x I. specialize (AR _ I). apply andb_true_iff in AR as [A B]. split; [exact A | apply member_in; exact B].
    - intros v V. apply N.eqb_eq. apply FULL. exact V.
    - intros b B. apply N.leb_le. apply FREE. exact B. }
  assert (C1 : closed g full free w).
  { intros x v X A P. specialize (CL x X). rewrite forallb_forall in CL. apply member_in in A. specialize (CL v A).
    apply orb_true_iff in CL as [Z | M]; [apply N.eqb_eq in Z; lia | apply member_in; exact M]. }
  destruct to as [t |].
  - destruct (_ && _) eqn:T; [| discriminate]. injection O as <-. rewrite !andb_true_iff in T. destruct T as [[A T] L].
    apply member_in in T. apply N.ltb_lt in L. apply (unfilled_won g full free apart w F u t); auto.
  - destruct (member u free) eqn:U; [| discriminate]. injection O as <-. apply member_in in U.
    apply (filled_lost g full free apart w F u); auto.
Qed.
