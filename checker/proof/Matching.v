(** * Matchings decide normal Vertex Geography on undirected graphs

    The theorem of Fraenkel, Scheinerman and Ullman (1993): who moves wins if and only if every maximum matching covers the token's
    vertex. It is the reason why boards of thousands of vertices can be solved. A certificate is a matching and a barrier: a set of vertices
    and the parts that are left without it; together they bound the size of all matchings ([odd_set_bound]), so nothing has to be
    believed of the algorithm that found them. From certificate to outcome: [matching_sound]. *)

From Coq Require Import List Bool NArith Lia Permutation.
From LastMove Require Import Law Lists Rules Position.
Import ListNotations.
Open Scope N_scope.

Section Graph.
  Variable adjacent : N -> N -> bool.

  (** The vertices that a list of edges covers, and what a matching of some vertices is. *)
  Definition covered (M : list (N * N)) : list N := flat_map (fun e => [fst e; snd e]) M.

  Definition matching (V : list N) (M : list (N * N)) : Prop :=
    NoDup (covered M) /\ (forall a b, In (a, b) M -> adjacent a b = true) /\ (forall x, In x (covered M) -> In x V).

  Lemma covered_length M : length (covered M) = (2 * length M)%nat.
  Proof. induction M; simpl; lia. Qed.

  (** ** How large a matching can be *)

  Definition inside (P : list N) (e : N * N) : bool := member (fst e) P && member (snd e) P.
  Definition touches (A : list N) (e : N * N) : bool := member (fst e) A || member (snd e) A.

  Lemma nodup_covered_filter f M : NoDup (covered M) -> NoDup (covered (filter f M)).
  Proof.
    induction M as [| [a b] M IH]; cbn [covered flat_map app fst snd]; intros H; [constructor |].
    inversion H as [| ? ? Ha Hb]; inversion Hb as [| ? ? Hb1 Hb2]; subst. simpl.
    assert (S : forall x, In x (covered (filter f M)) -> In x (covered M)).
    { unfold covered. intros x. rewrite !in_flat_map. intros (e & I & X). apply filter_In in I. exists e. tauto. }
    destruct (f (a, b)); auto. simpl. constructor; [| constructor]; auto.
    intros [-> | I]; [apply Ha; left; auto | apply Ha; right; apply S; exact I].
  Qed.

  Lemma inside_few P M : NoDup (covered M) -> (2 * length (filter (inside P) M) <= length P)%nat.
  Proof.
    intros H. rewrite <- covered_length. apply NoDup_incl_length; [apply nodup_covered_filter; exact H |].
    intros x I. unfold covered in I. apply in_flat_map in I as ([a b] & I & X). apply filter_In in I as [_ I].
    unfold inside in I. apply andb_true_iff in I as [A B]. apply member_in in A, B. simpl in *.
    destruct X as [<- | [<- | []]]; auto.
  Qed.

  (** An end of each edge that touches [A], in [A]. *)
  Lemma touching_few A M : NoDup (covered M) -> (length (filter (touches A) M) <= length A)%nat.
  Proof.
    intros H. set (ends := map (fun e => if member (fst e) A then fst e else snd e) (filter (touches A) M)).
    replace (length (filter (touches A) M)) with (length ends) by apply map_length.
    apply NoDup_incl_length.
    - unfold ends. clear ends. induction M as [| [a b] M IH]; [constructor |]. cbn [covered flat_map app fst snd] in H.
      inversion H as [| ? ? Ha Hb]; inversion Hb as [| ? ? Hb1 Hb2]; subst. simpl.
      destruct (touches A (a, b)) eqn:T; auto. simpl. constructor; auto. intros I.
      apply in_map_iff in I as ([c d] & E & I). apply filter_In in I as [I _].
      assert (C : In c (covered M) /\ In d (covered M)).
      { split; unfold covered; apply in_flat_map; exists (c, d); simpl; auto. }
      destruct C as [C D]. simpl in E. destruct (member a A), (member c A); subst.
      + apply Ha. right. exact C.
      + apply Ha. right. exact D.
      + apply Hb1. exact C.
      + apply Hb1. exact D.
    - intros x I. unfold ends in I. apply in_map_iff in I as ([a b] & <- & I). apply filter_In in I as [_ I].
      unfold touches in I. simpl in *. destruct (member a A) eqn:E; [apply member_in; exact E |]. apply member_in. exact I.
  Qed.

  Fixpoint half_sizes (parts : list (list N)) : nat :=
    match parts with
    | [] => O
    | P :: parts => (Nat.div2 (length P) + half_sizes parts)%nat
    end.

  Definition bound (A : list N) (parts : list (list N)) : nat := (length A + half_sizes parts)%nat.

  Lemma parts_few parts M : NoDup (covered M) ->
    (length (filter (fun e => existsb (fun P => inside P e) parts) M) <= half_sizes parts)%nat.
  Proof.
    intros H. induction parts as [| P parts IH]; simpl.
    - induction M as [| e M IHM]; simpl; [lia |]. apply IHM. destruct e. cbn [covered flat_map app] in H.
      inversion H as [| ? ? _ H1]. inversion H1. assumption.
    - pose proof (inside_few P M H) as L.
      assert (S : (length (filter (fun e => inside P e || existsb (fun P => inside P e) parts) M) <=
        length (filter (inside P) M) + length (filter (fun e => existsb (fun P => inside P e) parts) M))%nat).
      { clear. induction M as [| e M IH]; simpl; [lia |].
        destruct (inside P e), (existsb (fun P => inside P e) parts); simpl; lia. }
      assert (Q : (length (filter (inside P) M) <= Nat.div2 (length P))%nat).
      { rewrite PeanoNat.Nat.div2_div. apply PeanoNat.Nat.div_le_lower_bound; lia. }
      lia.
  Qed.

  (** If every edge touches [A] or is inside a part, no matching is larger than the bound. *)
  Theorem odd_set_bound V A parts M : matching V M ->
    (forall a b, In a V -> In b V -> adjacent a b = true ->
       touches A (a, b) = true \/ existsb (fun P => inside P (a, b)) parts = true) ->
    (length M <= bound A parts)%nat.
  Proof.
    intros (ND & AR & IN) C. unfold bound.
    pose proof (touching_few A M ND). pose proof (parts_few parts M ND).
    assert (S : (length M <= length (filter (touches A) M) +
      length (filter (fun e => existsb (fun P => inside P e) parts) M))%nat); [| lia].
    assert (K : forall e, In e M -> touches A e = true \/ existsb (fun P => inside P e) parts = true).
    { intros [a b] I. apply C; [apply IN | apply IN | apply AR; exact I]; unfold covered; apply in_flat_map;
        exists (a, b); simpl; auto. }
    clear - K. induction M as [| e M IH]; simpl; [lia |].
    assert (L := IH (fun e I => K e (or_intror I))).
    destruct (K e (or_introl eq_refl)) as [-> | ->]; [destruct (existsb _ parts) | destruct (touches A e)]; simpl; lia.
  Qed.
End Graph.

(** ** Taking an edge out of a matching *)

Lemma take_edge x M : In x (covered M) ->
  exists y M', Permutation (covered M) (x :: y :: covered M') /\ length M = S (length M') /\
    (In (x, y) M \/ In (y, x) M) /\ (forall e, In e M' -> In e M).
Proof.
  unfold covered. rewrite in_flat_map. intros ([a b] & I & Hx).
  destruct (in_split _ _ I) as (M1 & M2 & ->).
  assert (P : Permutation (flat_map (fun e => [fst e; snd e]) (M1 ++ (a, b) :: M2))
                          (a :: b :: flat_map (fun e => [fst e; snd e]) (M1 ++ M2))).
  { rewrite !flat_map_app. simpl. symmetry. rewrite <- (Permutation_middle _ _ a). constructor.
    rewrite <- (Permutation_middle _ _ b). reflexivity. }
  assert (Q : forall e, In e (M1 ++ M2) -> In e (M1 ++ (a, b) :: M2)).
  { intros e. rewrite !in_app_iff. simpl. tauto. }
  assert (L : length (M1 ++ (a, b) :: M2) = S (length (M1 ++ M2))) by (rewrite !app_length; simpl; lia).
  simpl in Hx. destruct Hx as [<- | [<- | []]].
  - exists b, (M1 ++ M2). auto.
  - exists a, (M1 ++ M2). repeat split; auto. rewrite P. constructor.
Qed.

(** ** The game *)

Section Geography.
  Variable g : graph.
  Hypothesis symmetric : forall u v, arc g u v = true -> arc g v u = true.

  Definition vg_options (p : N * list N) : list (N * list N) := map snd (vg_moves g p).
  Notation Wins := (Win vg_options false).
  Notation Loses := (Lose vg_options false).
  Notation matching := (matching (arc g)).

  Lemma in_vg_options t V q :
    In q (vg_options (t, V)) <-> exists v, In v V /\ arc g t v = true /\ q = (v, without v V).
  Proof.
    unfold vg_options, vg_moves. rewrite map_map, in_map_iff. simpl. split.
    - intros (v & <- & I). apply filter_In in I as [I A]. exists v. auto.
    - intros (v & I & A & ->). exists v. rewrite filter_In. auto.
  Qed.

  (** The answer along a matching: where [v] is covered by [M], which does not cover the token, the partner of [v] is still there. *)
  Lemma partner t V M v : matching (t :: V) M -> ~ In t (covered M) -> In v (covered M) -> In v V ->
    exists w M', In w V /\ w <> v /\ arc g v w = true /\ length M = S (length M') /\
      matching (w :: without w (without v V)) M' /\ ~ In w (covered M').
  Proof.
    intros (ND & AR & IN) FREE C I. destruct (take_edge _ _ C) as (w & M' & P & L & ED & SUB).
    assert (ND' := Permutation_NoDup P ND). inversion ND' as [| ? ? N1 ND1]; inversion ND1 as [| ? ? N2 ND2]; subst.
    assert (OF : forall x, In x (w :: covered M') -> In x (covered M)).
    { intros x X. apply Permutation_in with (1 := Permutation_sym P). right. exact X. }
    assert (inV : forall x, In x (w :: covered M') -> In x V).
    { intros x X. apply OF in X. destruct (IN x X) as [<- | J]; [contradiction | exact J]. }
    exists w, M'. repeat split; auto.
    - apply inV. simpl. auto.
    - intros ->. apply N1. left. reflexivity.
    - destruct ED as [E | E]; apply AR in E; auto.
    - intros x X. destruct (N.eq_dec x w) as [-> | NE]; [left; reflexivity | right].
      rewrite !in_without. repeat split; auto.
      + apply inV. right. exact X.
      + intros ->. apply N1. right. exact X.
  Qed.

  Theorem matching_lose n : forall t V M, (length V < n)%nat -> ~ In t V -> matching (t :: V) M ->
    (forall M', matching (t :: V) M' -> (length M' <= length M)%nat) -> ~ In t (covered M) -> Loses (t, V).
  Proof.
    induction n as [| n IH]; intros t V M R T MA MAX FREE; [lia |].
    apply lose_intro; auto. intros q I. apply in_vg_options in I as (v & I & A & ->).
    assert (tv : t <> v) by congruence.
    assert (C : In v (covered M)).
    { destruct (member v (covered M)) eqn:F; [apply member_in; exact F | exfalso]. apply member_not_in in F.
      destruct MA as (ND & AR & IN). assert (B : matching (t :: V) ((t, v) :: M)).
      { split; [| split]; simpl.
        - constructor; [simpl; intros [-> | X]; auto | constructor; auto].
        - intros a b [E | X]; [injection E as <- <- |]; auto.
        - intros x [<- | [<- | X]]; auto. apply IN in X. exact X. }
      apply MAX in B. simpl in B. lia. }
    destruct (partner t V M v MA FREE C I) as (w & M' & wV & wv & vw & L & MA' & FREE').
    apply win_move with (w, without w (without v V)).
    { apply in_vg_options. exists w. rewrite in_without. auto. }
    apply IH with M'; auto.
    - pose proof (without_lt v V I). pose proof (without_le w (without v V)). lia.
    - rewrite in_without. tauto.
    - intros B (BND & BAR & BIN).
      assert (SUB : forall x, In x (covered B) -> In x V /\ x <> v).
      { intros x X. apply BIN in X as [<- | X]; auto. rewrite !in_without in X. tauto. }
      assert (G : matching (t :: V) ((t, v) :: B)).
      { split; [| split]; simpl.
        - constructor; [| constructor; auto].
          + simpl. intros [-> | X]; [congruence |]. apply SUB in X. tauto.
          + intros X. apply SUB in X. tauto.
        - intros a b [E | X]; [injection E as <- <- |]; auto.
        - intros x [<- | [<- | X]]; auto. right. apply SUB. exact X. }
      apply MAX in G. simpl in G. lia.
  Qed.

  (** A matching that is larger than every matching without the token's vertex. *)
  Theorem matching_win t V M : ~ In t V -> matching (t :: V) M ->
    (forall M', matching V M' -> (length M' < length M)%nat) -> Wins (t, V).
  Proof.
    intros T (ND & AR & IN) MAX.
    assert (C : In t (covered M)).
    { destruct (member t (covered M)) eqn:F; [apply member_in; exact F | exfalso]. apply member_not_in in F.
      assert (B : matching V M).
      { split; [| split]; auto. intros x X. destruct (IN x X) as [<- | J]; [contradiction | exact J]. }
      apply MAX in B. lia. }
    destruct (take_edge _ _ C) as (w & M' & P & L & ED & SUB).
    assert (ND' := Permutation_NoDup P ND). inversion ND' as [| ? ? N1 ND1]; inversion ND1 as [| ? ? N2 ND2]; subst.
    assert (inV : forall x, In x (w :: covered M') -> In x V).
    { intros x X. assert (Y : In x (covered M)) by (apply Permutation_in with (1 := Permutation_sym P); right; exact X).
      destruct (IN x Y) as [<- | J]; [contradiction | exact J]. }
    assert (wV : In w V) by (apply inV; simpl; auto).
    apply win_move with (w, without w V).
    { apply in_vg_options. exists w. repeat split; auto. destruct ED as [E | E]; apply AR in E; auto. }
    apply matching_lose with (n := S (length (without w V))) (M := M'); auto.
    - rewrite in_without. tauto.
    - split; [| split]; auto. intros x X. destruct (N.eq_dec x w) as [-> | NE]; [left; reflexivity | right].
      rewrite in_without. split; auto. apply inV. right. exact X.
    - intros B (BND & BAR & BIN). assert (G : matching V B).
      { split; [| split]; auto. intros x X. apply BIN in X as [<- | X]; auto. rewrite in_without in X. tauto. }
      apply MAX in G. lia.
  Qed.
End Geography.

(** ** The check *)

Definition symmetric_ok (g : graph) : bool :=
  forallb (fun u => forallb (fun v => arc g v u) (neighbours g u)) (below (N.of_nat (length g))).

Lemma symmetric_ok_true g : symmetric_ok g = true -> forall u v, arc g u v = true -> arc g v u = true.
Proof.
  unfold symmetric_ok. rewrite forallb_forall. intros H u v A. unfold arc in A. apply member_in in A.
  assert (L : u < N.of_nat (length g)).
  { apply N.nle_gt. intros L. unfold neighbours, get in A. rewrite nth_overflow in A; [destruct A | lia]. }
  apply in_below in L. specialize (H u L). rewrite forallb_forall in H. apply H. exact A.
Qed.

Fixpoint no_repeat (l : list N) : bool :=
  match l with
  | [] => true
  | a :: l => negb (member a l) && no_repeat l
  end.

Lemma no_repeat_true l : no_repeat l = true -> NoDup l.
Proof.
  induction l as [| a l IH]; simpl; intros H; constructor; apply andb_true_iff in H as [A B]; auto.
  apply negb_true_iff, member_not_in in A. exact A.
Qed.

Definition matching_ok (g : graph) (V : list N) (M : list (N * N)) : bool :=
  no_repeat (covered M) && forallb (fun e => arc g (fst e) (snd e)) M && forallb (fun x => member x V) (covered M).

Lemma matching_ok_true g V M : matching_ok g V M = true -> matching (arc g) V M.
Proof.
  unfold matching_ok. rewrite !andb_true_iff, !forallb_forall. intros [[R A] C]. split; [| split].
  - apply no_repeat_true. exact R.
  - intros a b I. apply (A (a, b)). exact I.
  - intros x I. apply member_in. apply C. exact I.
Qed.

(** Whether every edge between vertices of [V] touches the barrier or is inside a part. *)
Definition barrier_ok (g : graph) (V A : list N) (parts : list (list N)) : bool :=
  forallb (fun u => forallb (fun v =>
    negb (member v V) || touches A (u, v) || existsb (fun P => inside P (u, v)) parts) (neighbours g u)) V.

Lemma barrier_ok_bound g V A parts M : barrier_ok g V A parts = true -> matching (arc g) V M ->
  (length M <= bound A parts)%nat.
Proof.
  unfold barrier_ok. rewrite forallb_forall. intros B MA. apply (odd_set_bound (arc g) V); auto.
  intros a b IA IB AD. specialize (B a IA). rewrite forallb_forall in B. unfold arc in AD. apply member_in in AD.
  specialize (B b AD). apply member_in in IB. rewrite IB in B. simpl in B. apply orb_true_iff in B. exact B.
Qed.

(** The outcome of normal Vertex Geography on an undirected graph. *)
Definition matching_outcome (g : graph) (t : N) (V : list N) (M : list (N * N)) (A : list N) (parts : list (list N))
  : option bool :=
  let A' := without t A in
  let parts' := map (without t) parts in
  if symmetric_ok g && negb (member t V) && matching_ok g (t :: V) M then
    if negb (member t (covered M)) && Nat.leb (bound A parts) (length M) && barrier_ok g (t :: V) A parts then Some false
    else if Nat.ltb (bound A' parts') (length M) && barrier_ok g V A' parts' then Some true
    else None
  else None.

Theorem matching_sound g t V M A parts wins :
  matching_outcome g t V M A parts = Some wins -> Has false (VertexGeography g t V) wins.
Proof.
  unfold matching_outcome. intros O.
  apply (outcome_of _ (vg_moves g) (fun q => VertexGeography g (fst q) (snd q)) false (t, V)); [intros []; reflexivity |].
  destruct (symmetric_ok g && _ && _) eqn:C; [| discriminate]. apply andb_true_iff in C as [C MA].
  apply andb_true_iff in C as [C T]. pose proof (symmetric_ok_true g C) as SY. apply matching_ok_true in MA.
  apply negb_true_iff, member_not_in in T.
  destruct (negb (member t (covered M)) && _ && _) eqn:L.
  - injection O as <-. rewrite !andb_true_iff in L. destruct L as [[F B] K].
    apply negb_true_iff, member_not_in in F. apply PeanoNat.Nat.leb_le in B.
    apply (matching_lose g SY (S (length V))) with (M := M); auto.
    intros M' MA'. pose proof (barrier_ok_bound g _ _ _ M' K MA'). lia.
  - destruct (Nat.ltb _ _ && _) eqn:W; [| discriminate]. injection O as <-. apply andb_true_iff in W as [B K].
    apply PeanoNat.Nat.ltb_lt in B. apply (matching_win g SY) with (M := M); auto.
    intros M' MA'. pose proof (barrier_ok_bound g _ _ _ M' K MA'). lia.
Qed.
