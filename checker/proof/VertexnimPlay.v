(** * LM4: Vertexnim, misère play against normal play

    Misère play is as a rule the harder convention. In Vertexnim it is not: unless all weights are 1, both conventions have the same
    outcome ([same_outcome]); and if all are 1, the parity of the number of vertices decides ([all_ones]). If only the token's weight is
    not 1, the player to move wins ([only_token_heavy]). So whoever solves one convention has solved both. It holds for graphs and
    digraphs, with and without loops, as long as every vertex can be reached from every other one; contraction keeps that. *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Law Lists Rules Position.
Import ListNotations.
Open Scope N_scope.

Notation weight w u := (get w u 0%N).

(** ** Graphs in which all vertices with tokens reach each other *)

Inductive path (g : graph) : N -> N -> Prop :=
| path_here a : path g a a
| path_step a b c : arc g a b = true -> path g b c -> path g a c.

Lemma path_trans g a b c : path g a b -> path g b c -> path g a c.
Proof. induction 1; auto. intros. apply path_step with b; auto. Qed.

Definition live (w : list N) (u : N) : Prop := weight w u <> 0.

Definition within (g : graph) (u : N) : Prop := u < N.of_nat (length g).

(** Arcs join vertices with tokens, and these reach each other. *)
Definition connected (g : graph) (w : list N) : Prop :=
  (forall a b, arc g a b = true -> live w a /\ live w b) /\
  (forall a, live w a -> within g a) /\
  (forall a b, live w a -> live w b -> path g a b).

Lemma contract_length g u : length (contract g u) = length g.
Proof. unfold contract. rewrite below_seq, !map_length, seq_length. lia. Qed.

Lemma contract_arc g u a x : within g a -> within g x ->
  (arc (contract g u) a x = true <->
   a <> u /\ x <> u /\ (arc g a x = true \/ (arc g a u = true /\ arc g u x = true))).
Proof.
  unfold within. intros A X. unfold arc at 1, neighbours, contract, get.
  set (row := fun v => if v =? u then [] else filter (fun x => negb (x =? u) && (arc g v x || arc g v u && arc g u x))
    (below (N.of_nat (length g)))).
  rewrite (nth_indep _ [] (row 0)) by (rewrite below_seq, !map_length, seq_length; lia).
  rewrite map_nth, nth_below by lia. rewrite N2Nat.id. unfold row.
  destruct (a =? u) eqn:E.
  - apply N.eqb_eq in E. subst. split; [intros H; discriminate H | intros [H _]; congruence].
  - apply N.eqb_neq in E. rewrite member_in, filter_In, in_below, andb_true_iff, negb_true_iff, N.eqb_neq, orb_true_iff,
      andb_true_iff. tauto.
Qed.

Lemma arc_within g a x : arc g a x = true -> within g a.
Proof.
  unfold arc, neighbours, get, within. rewrite member_in. intros I. apply N.nle_gt. intros L.
  rewrite nth_overflow in I; [destruct I | lia].
Qed.

Lemma contract_arc_within g u a x : arc (contract g u) a x = true -> within g a /\ within g x.
Proof.
  intros A. pose proof (arc_within _ _ _ A) as W. unfold within in *. rewrite contract_length in W. split; auto.
  unfold arc, neighbours, contract, get in A.
  set (row := fun v => if v =? u then [] else filter (fun x => negb (x =? u) && (arc g v x || arc g v u && arc g u x))
    (below (N.of_nat (length g)))) in A.
  rewrite (nth_indep _ [] (row 0)) in A by (rewrite below_seq, !map_length, seq_length; lia).
  rewrite map_nth, nth_below in A by lia. rewrite N2Nat.id in A. unfold row in A.
  destruct (a =? u); [discriminate A |]. rewrite member_in, filter_In, in_below in A. tauto.
Qed.

(** A way that does not begin or end in [u] can go round it after the contraction. *)
Lemma contract_path g u : (forall a b, arc g a b = true -> within g b) -> forall x b, path g x b -> b <> u ->
  (x <> u -> path (contract g u) x b) /\
  (x = u -> forall a, a <> u -> arc g a u = true -> path (contract g u) a b).
Proof.
  intros W x b P. induction P as [a | a c b A P IH]; intros B.
  - split; [constructor | intros E; congruence].
  - destruct (IH B) as [I1 I2]. split.
    + intros NE. destruct (N.eq_dec c u) as [-> | C]; [apply I2; auto |].
      apply path_step with c; auto. apply contract_arc; [apply arc_within in A; exact A | apply W in A; exact A |]. auto.
    + intros -> d D AD. destruct (N.eq_dec c u) as [-> | C]; [apply I2; auto |].
      apply path_step with c; auto. apply contract_arc; [apply arc_within in AD; exact AD | apply W in A; exact A |]. auto.
Qed.

Lemma live_set w u k v : v <> u -> (live (set w u k) v <-> live w v).
Proof. intros H. unfold live. rewrite get_set_neq by congruence. reflexivity. Qed.

Lemma live_set_here w u k : live w u -> weight (set w u k) u = k.
Proof. unfold live. intros H. apply (get_set_eq w u (weight w u)); auto. Qed.

(** Both ways to lower a weight keep a graph connected. *)
Lemma connected_contract g w u : connected g w -> live w u -> connected (contract g u) (set w u 0).
Proof.
  intros (AL & WI & PA) U. assert (Z : weight (set w u 0) u = 0) by (apply live_set_here; exact U).
  assert (NU : forall v, live (set w u 0) v -> v <> u) by (intros v L ->; unfold live in L; congruence).
  assert (WB : forall a b, arc g a b = true -> within g b) by (intros a b A; apply WI; apply (AL a b A)).
  split; [| split].
  - intros a b A. pose proof (contract_arc_within g u a b A) as [WA WBB]. apply contract_arc in A as (NA & NB & H); auto.
    rewrite !live_set by auto. destruct H as [H | [H1 H2]]; [apply AL; exact H |]. apply AL in H1, H2. tauto.
  - intros a L. pose proof (NU a L) as NA. apply live_set in L; auto. apply WI in L. unfold within in *.
    rewrite contract_length. exact L.
  - intros a b LA LB. pose proof (NU a LA) as NA. pose proof (NU b LB) as NB.
    apply live_set in LA; auto. apply live_set in LB; auto.
    exact (proj1 (contract_path g u WB a b (PA a b LA LB) NB) NA).
Qed.

Lemma connected_lower g w u k : connected g w -> live w u -> k <> 0 -> connected g (set w u k).
Proof.
  intros (AL & WI & PA) U K.
  assert (E : forall v, live (set w u k) v <-> live w v).
  { intros v. destruct (N.eq_dec v u) as [-> | NE]; [| apply live_set; exact NE].
    unfold live. rewrite live_set_here by exact U. unfold live in U. tauto. }
  split; [| split].
  - intros a b A. rewrite !E. apply AL. exact A.
  - intros a L. apply WI, E. exact L.
  - intros a b LA LB. apply PA; apply E; assumption.
Qed.

(** A vertex that leads to no other one is alone. *)
Lemma alone g w u v : connected g w -> live w u -> live w v -> without u (neighbours g u) = [] -> v = u.
Proof.
  intros (AL & WI & PA) U V NB. pose proof (PA u v U V) as P.
  assert (S : forall x, arc g u x = true -> x = u).
  { intros x A. destruct (N.eq_dec x u) as [| NE]; auto. exfalso. unfold arc in A. apply member_in in A.
    assert (I : In x (without u (neighbours g u))) by (apply in_without; auto). rewrite NB in I. destruct I. }
  remember u as s eqn:E. rewrite E in S. revert E. clear - P S. induction P as [a | a c b A P IH]; auto.
  intros ->. assert (C : c = u) by (apply S; exact A). rewrite (IH C). exact C.
Qed.

(** ** What moves do *)

Definition state := (graph * (list N * option N))%type.
Definition vertexnim_options (s : state) : list state := map snd (vertexnim_moves s).

(** The token stands on a vertex with tokens; it has left the board when there is none. *)
Definition proper (s : state) : Prop :=
  connected (fst s) (fst (snd s)) /\
  match snd (snd s) with
  | Some u => live (fst (snd s)) u
  | None => forall v, ~ live (fst (snd s)) v
  end.

(** A move lowers the weight under the token to some [k], and leads to a proper position. *)
Lemma options_lower g w u q : proper (g, (w, Some u)) -> In q (vertexnim_options (g, (w, Some u))) ->
  proper q /\ exists k, k < weight w u /\ fst (snd q) = set w u k.
Proof.
  intros [C U] I. simpl in C, U. unfold vertexnim_options in I. apply in_map_iff in I as ([m r] & E & I). simpl in E. subst r.
  pose proof C as (AL & WI & PA). unfold vertexnim_moves in I.
  destruct (weight w u =? 0) eqn:Z; [destruct I |]. apply N.eqb_neq in Z.
  assert (OTH : forall v, In v (without u (neighbours g u)) -> v <> u /\ live w v).
  { intros v J. apply in_without in J as [J NE]. split; auto. apply member_in in J. apply (AL u v J). }
  apply in_app_iff in I as [I | I].
  - apply in_map_iff in I as (t & E & I). injection E as _ <-. cbn [fst snd]. split; [| exists 0; split; auto; lia].
    split; cbn [fst snd]; [apply connected_contract; auto |].
    destruct (without u (neighbours g u)) as [| a l] eqn:OT.
    + destruct I as [<- | []]. intros v L. destruct (N.eq_dec v u) as [-> | NE].
      * unfold live in L. rewrite live_set_here in L; auto.
      * apply live_set in L; auto. apply NE. apply (alone g w u v C U L OT).
    + change (In t (map Some (a :: l))) in I. apply in_map_iff in I as (v & <- & I). apply OTH in I as [NE L].
      apply live_set; auto.
  - apply in_flat_map in I as (k & B & I). apply in_map_iff in I as (v & E & I). injection E as _ <-. cbn [fst snd].
    apply filter_In in B as [B K]. apply in_below in B. apply N.leb_le in K.
    split; [| exists k; auto]. split; cbn [fst snd]; [apply connected_lower; auto; lia |].
    assert (H : v = u \/ In v (without u (neighbours g u))).
    { destruct (match without u (neighbours g u) with [] => true | _ => arc g u u end); [destruct I as [<- | I] |]; auto. }
    destruct H as [-> | H].
    + unfold live. rewrite live_set_here by exact U. lia.
    + apply OTH in H as [NE L]. apply live_set; auto.
Qed.

(** Every smaller weight can be left. *)
Lemma options_exist g w u k : k < weight w u ->
  exists q, In q (vertexnim_options (g, (w, Some u))) /\ fst (snd q) = set w u k.
Proof.
  intros L. unfold vertexnim_options, vertexnim_moves. replace (weight w u =? 0) with false by (symmetry; apply N.eqb_neq; lia).
  rewrite map_app. destruct (N.eq_dec k 0) as [-> | K].
  - destruct (without u (neighbours g u)) as [| a l].
    + exists (contract g u, (set w u 0, None)). split; [left |]; reflexivity.
    + exists (contract g u, (set w u 0, Some a)). split; [left |]; reflexivity.
  - set (targets := if match without u (neighbours g u) with [] => true | _ => arc g u u end
                    then u :: without u (neighbours g u) else without u (neighbours g u)).
    assert (T : exists v, In v targets).
    { unfold targets. destruct (without u (neighbours g u)) as [| a l]; [exists u; simpl; auto |].
      exists a. destruct (arc g u u); simpl; auto. }
    destruct T as (v & T). exists (g, (set w u k, Some v)). split; auto. apply in_app_iff. right.
    apply in_map_iff. exists (LowerAndSlide k (Some v), (g, (set w u k, Some v))). split; auto.
    apply in_flat_map. exists k. split; [| apply in_map_iff; exists v; auto].
    apply filter_In. rewrite in_below, N.leb_le. lia.
Qed.

Lemma total_set_exactly l i k : k < weight l i ->
  (total N.to_nat (set l i k) + N.to_nat (weight l i - k) = total N.to_nat l)%nat.
Proof.
  unfold get, set. generalize (N.to_nat i). clear i. induction l as [| a l IH]; intros [| n] H; simpl in *; try lia.
  specialize (IH n H). lia.
Qed.

(** ** All weights 1: only the number of vertices matters *)

Definition ones (w : list N) : Prop := forall v, weight w v <= 1.

Lemma ones_set w u k : ones w -> k <= 1 -> ones (set w u k).
Proof.
  intros O K v. destruct (N.eq_dec v u) as [-> | NE]; [| rewrite get_set_neq by congruence; apply O].
  destruct (N.eq_dec (weight w u) 0) as [Z | Z]; [| rewrite (get_set_eq w u (weight w u)); auto].
  unfold get, set in *. destruct (PeanoNat.Nat.lt_ge_cases (N.to_nat u) (length w)) as [L | L].
  - rewrite nth_set_nth_eq; auto.
  - rewrite nth_overflow; [lia |]. rewrite set_nth_length. exact L.
Qed.

Lemma none_live w : (forall v, ~ live w v) -> total N.to_nat w = O.
Proof.
  intros H. induction w as [| a w IH]; [reflexivity |]. simpl.
  assert (A : a = 0). { destruct (N.eq_dec a 0); auto. exfalso. apply (H 0). exact n. }
  subst. rewrite IH; [reflexivity |]. intros v L. apply (H (N.succ v)). unfold live, get in *.
  rewrite N2Nat.inj_succ. exact L.
Qed.

Theorem all_ones misere s : proper s -> ones (fst (snd s)) ->
  Outcome vertexnim_options misere s (xorb (Nat.odd (total N.to_nat (fst (snd s)))) misere).
Proof.
  assert (K : forall n s, (total N.to_nat (fst (snd s)) < n)%nat -> proper s -> ones (fst (snd s)) ->
    Outcome vertexnim_options misere s (xorb (Nat.odd (total N.to_nat (fst (snd s)))) misere)).
  { clear s. induction n as [| n IH]; intros [g [w [u |]]] R P O; cbn [fst snd] in *; try lia.
    - pose proof P as [_ U]. cbn [fst snd] in U. unfold live in U. pose proof (O u).
      assert (ONE : weight w u = 1) by lia.
      assert (D : forall q, In q (vertexnim_options (g, (w, Some u))) ->
        Outcome vertexnim_options misere q (negb (xorb (Nat.odd (total N.to_nat w)) misere))).
      { intros q I. pose proof (options_lower g w u q P I) as (PQ & k & L & E). assert (k = 0) by lia. subst k.
        pose proof (total_set_exactly w u 0 L) as T. rewrite ONE in T. change (N.to_nat (1 - 0)) with 1%nat in T.
        specialize (IH q). rewrite E in IH. rewrite <- T, PeanoNat.Nat.add_1_r, PeanoNat.Nat.odd_succ, <- PeanoNat.Nat.negb_odd.
        rewrite negb_xorb_l, negb_involutive. apply IH; auto; [lia |]. apply ones_set; auto; lia. }
      destruct (options_exist g w u 0) as (q & I & _); [lia |].
      destruct (xorb (Nat.odd (total N.to_nat w)) misere); simpl in *.
      + apply win_move with q; [exact I | exact (D q I)].
      + apply lose_intro; [intros E; rewrite E in I; destruct I | exact D].
    - pose proof P as [_ U]. cbn [fst snd] in U. rewrite (none_live w U). simpl.
      destruct misere; simpl; [apply win_stuck | apply lose_stuck]; reflexivity. }
  apply (K (S (total N.to_nat (fst (snd s))))). lia.
Qed.

(** If only the token's weight is more than 1, there is a move to an even and one to an odd number of ones. *)
Theorem only_token_heavy misere g w u : proper (g, (w, Some u)) -> 2 <= weight w u ->
  (forall v, v <> u -> weight w v <= 1) -> Win vertexnim_options misere (g, (w, Some u)).
Proof.
  intros P H O.
  assert (D : forall k, k <= 1 -> exists q, In q (vertexnim_options (g, (w, Some u))) /\
    Outcome vertexnim_options misere q (xorb (Nat.odd (total N.to_nat (set w u k))) misere)).
  { intros k K. destruct (options_exist g w u k) as (q & I & E); [lia |]. exists q. split; auto. rewrite <- E.
    apply all_ones; [apply (options_lower g w u q P I) |]. rewrite E. intros v.
    destruct (N.eq_dec v u) as [-> | NE]; [| rewrite get_set_neq by congruence; apply O; exact NE].
    rewrite (get_set_eq w u (weight w u)); auto; lia. }
  destruct (D 0) as (q0 & I0 & O0); [lia |]. destruct (D 1) as (q1 & I1 & O1); [lia |].
  assert (T : total N.to_nat (set w u 1) = S (total N.to_nat (set w u 0))).
  { pose proof (total_set_exactly w u 0). pose proof (total_set_exactly w u 1). lia. }
  rewrite T, PeanoNat.Nat.odd_succ, <- PeanoNat.Nat.negb_odd in O1.
  destruct (Nat.odd (total N.to_nat (set w u 0))), misere; simpl in O0, O1;
    (apply win_move with q0; [exact I0 | exact O0]) || (apply win_move with q1; [exact I1 | exact O1]).
Qed.

(** ** Unless all weights are 1, both conventions have the same outcome *)

Lemma alike l : (forall q, In q l -> exists b, Outcome vertexnim_options false q b /\ Outcome vertexnim_options true q b) ->
  (exists q, In q l /\ Lose vertexnim_options false q /\ Lose vertexnim_options true q) \/
  (forall q, In q l -> Win vertexnim_options false q /\ Win vertexnim_options true q).
Proof.
  induction l as [| a l IH]; intros H; [right; intros q [] |].
  destruct (H a (or_introl eq_refl)) as ([|] & N & M); [| left; exists a; simpl; auto].
  destruct IH as [(q & I & L) | A].
  - intros q I. apply H. simpl. auto.
  - left. exists q. simpl. auto.
  - right. intros q [<- | I]; auto.
Qed.

Theorem same_outcome s : proper s -> (exists v, 2 <= weight (fst (snd s)) v) ->
  exists b, Outcome vertexnim_options false s b /\ Outcome vertexnim_options true s b.
Proof.
  assert (K : forall n s, (total N.to_nat (fst (snd s)) < n)%nat -> proper s -> (exists v, 2 <= weight (fst (snd s)) v) ->
    exists b, Outcome vertexnim_options false s b /\ Outcome vertexnim_options true s b).
  { clear s. induction n as [| n IH]; intros [g [w t]] R P (v & V); cbn [fst snd] in *; [lia |].
    destruct t as [u |].
    2: { exfalso. destruct P as [_ P]. apply (P v). unfold live. cbn [fst snd]. lia. }
    destruct (existsb (fun x => negb (x =? u) && (2 <=? weight w x)) (below (N.of_nat (length w)))) eqn:E.
    - apply existsb_exists in E as (x & _ & E). apply andb_true_iff in E as [XU X2]. apply negb_true_iff, N.eqb_neq in XU.
      apply N.leb_le in X2.
      destruct (alike (vertexnim_options (g, (w, Some u)))) as [(q & I & L1 & L2) | A].
      + intros q I. destruct (options_lower g w u q P I) as (PQ & k & L & EQ). apply IH; auto.
        * rewrite EQ. pose proof (total_set w u k L). lia.
        * exists x. rewrite EQ, get_set_neq by congruence. exact X2.
      + exists true. split; apply win_move with q; auto.
      + exists false. destruct P as [C U]. cbn [fst snd] in U. unfold live in U.
        destruct (options_exist g w u 0) as (q & I & _); [lia |].
        split; apply lose_intro; try (intros E; rewrite E in I; destruct I); intros r J; apply A; exact J.
    - assert (O : forall x, x <> u -> weight w x <= 1).
      { intros x XU. apply N.nlt_ge. intros X. apply not_true_iff_false in E. apply E. apply existsb_exists. exists x.
        split; [| apply andb_true_iff; split; [apply negb_true_iff, N.eqb_neq; exact XU | apply N.leb_le; lia]].
        apply in_below. apply N.nle_gt. intros L. unfold get in X. rewrite nth_overflow in X; lia. }
      assert (U : 2 <= weight w u).
      { destruct (N.eq_dec v u) as [-> | NE]; [exact V |]. specialize (O v NE). lia. }
      exists true. split; apply only_token_heavy; auto. }
  apply (K (S (total N.to_nat (fst (snd s))))). lia.
Qed.

(** ** The check *)

(** Arcs that grow a tree: each begins in a vertex that was reached before. *)
Fixpoint grow (step : N -> N -> bool) (seen : list N) (tree : list (N * N)) : option (list N) :=
  match tree with
  | [] => Some seen
  | (a, b) :: tree => if member a seen && step a b then grow step (b :: seen) tree else None
  end.

Lemma grow_out g r : forall tree seen all, (forall x, In x seen -> path g r x) -> grow (arc g) seen tree = Some all ->
  forall x, In x all -> path g r x.
Proof.
  induction tree as [| [a b] tree IH]; simpl; intros seen all H G; [injection G as <-; exact H |].
  destruct (member a seen && arc g a b) eqn:E; [| discriminate]. apply andb_true_iff in E as [M A]. apply member_in in M.
  apply (IH (b :: seen) all); auto. intros x [<- | I]; auto. apply path_trans with a; auto.
  apply path_step with b; [exact A | constructor].
Qed.

Lemma grow_in g r : forall tree seen all, (forall x, In x seen -> path g x r) ->
  grow (fun a b => arc g b a) seen tree = Some all -> forall x, In x all -> path g x r.
Proof.
  induction tree as [| [a b] tree IH]; simpl; intros seen all H G; [injection G as <-; exact H |].
  destruct (member a seen && arc g b a) eqn:E; [| discriminate]. apply andb_true_iff in E as [M A]. apply member_in in M.
  apply (IH (b :: seen) all); auto. intros x [<- | I]; auto. apply path_step with a; auto.
Qed.

Definition connected_ok (g : graph) (w : list N) (u : N) (outward inward : list (N * N)) : bool :=
  let all := below (N.of_nat (length w)) in
  Nat.leb (length w) (length g) &&
  forallb (fun a => forallb (fun b => negb (weight w a =? 0) && negb (weight w b =? 0)) (neighbours g a))
          (below (N.of_nat (length g))) &&
  match grow (arc g) [u] outward, grow (fun a b => arc g b a) [u] inward with
  | Some seen, Some back => forallb (fun v => (weight w v =? 0) || (member v seen && member v back)) all
  | _, _ => false
  end.

Lemma connected_ok_true g w u outward inward : connected_ok g w u outward inward = true -> connected g w.
Proof.
  unfold connected_ok. rewrite !andb_true_iff. intros [[L A] T]. apply PeanoNat.Nat.leb_le in L.
  destruct (grow (arc g) [u] outward) as [seen |] eqn:S; [| discriminate].
  destruct (grow (fun a b => arc g b a) [u] inward) as [back |] eqn:B; [| discriminate].
  assert (LW : forall v, live w v -> v < N.of_nat (length w)).
  { intros v V. apply N.nle_gt. intros LE. apply V. unfold get. apply nth_overflow. lia. }
  assert (R : forall v, live w v -> path g u v /\ path g v u).
  { intros v V. rewrite forallb_forall in T. specialize (T v). rewrite in_below in T. specialize (T (LW v V)).
    apply orb_true_iff in T as [Z | T]; [apply N.eqb_eq in Z; contradiction |]. apply andb_true_iff in T as [MS MB].
    apply member_in in MS, MB. split.
    - apply (grow_out g u outward [u] seen); auto. intros x [<- | []]. constructor.
    - apply (grow_in g u inward [u] back); auto. intros x [<- | []]. constructor. }
  split; [| split].
  - intros a b AB. rewrite forallb_forall in A. specialize (A a). rewrite in_below in A.
    specialize (A (arc_within g a b AB)). rewrite forallb_forall in A. unfold arc in AB. apply member_in in AB.
    specialize (A b AB). rewrite andb_true_iff, !negb_true_iff, !N.eqb_neq in A. exact A.
  - intros a V. apply LW in V. unfold within. lia.
  - intros a b VA VB. apply path_trans with u; apply R; assumption.
Qed.

(** Vertexnim in which all weights but the token's are 1. *)
Definition ones_outcome (misere : bool) (g : graph) (w : list N) (u : N) (outward inward : list (N * N)) : option bool :=
  if connected_ok g w u outward inward && negb (weight w u =? 0) &&
     forallb (fun v => (v =? u) || (weight w v <=? 1)) (below (N.of_nat (length w)))
  then if weight w u =? 1 then Some (xorb (N.odd (fold_right N.add 0 w)) misere) else Some true
  else None.

Lemma total_sum w : N.of_nat (total N.to_nat w) = fold_right N.add 0 w.
Proof. induction w as [| a w IH]; simpl; [reflexivity |]. rewrite <- IH. lia. Qed.

Lemma odd_of_nat n : N.odd (N.of_nat n) = Nat.odd n.
Proof.
  induction n as [| n IH]; [reflexivity |].
  rewrite Nat2N.inj_succ, N.odd_succ, PeanoNat.Nat.odd_succ, <- N.negb_odd, <- PeanoNat.Nat.negb_odd, IH. reflexivity.
Qed.

Theorem ones_sound misere g w u outward inward wins :
  ones_outcome misere g w u outward inward = Some wins -> Has misere (Vertexnim g w (Some u)) wins.
Proof.
  unfold ones_outcome. intros H.
  apply (outcome_of _ vertexnim_moves (fun q => Vertexnim (fst q) (fst (snd q)) (snd (snd q))) misere (g, (w, Some u)));
    [intros [? []]; reflexivity |].
  destruct (connected_ok g w u outward inward && _ && _) eqn:C; [| discriminate].
  rewrite !andb_true_iff in C. destruct C as [[C U] O]. apply connected_ok_true in C. apply negb_true_iff, N.eqb_neq in U.
  assert (P : proper (g, (w, Some u))) by (split; [exact C | exact U]).
  assert (R : forall v, v <> u -> weight w v <= 1).
  { intros v NE. destruct (N.lt_ge_cases v (N.of_nat (length w))) as [L | L].
    - rewrite forallb_forall in O. specialize (O v). rewrite in_below in O. specialize (O L).
      apply orb_true_iff in O as [E | E]; [apply N.eqb_eq in E; contradiction | apply N.leb_le; exact E].
    - unfold get. rewrite nth_overflow; lia. }
  destruct (weight w u =? 1) eqn:E; injection H as <-.
  - apply N.eqb_eq in E. rewrite <- total_sum, odd_of_nat. apply (all_ones misere (g, (w, Some u)) P).
    intros v. simpl. destruct (N.eq_dec v u) as [-> | NE]; [lia | auto].
  - apply N.eqb_neq in E. apply only_token_heavy; auto. lia.
Qed.

(** Evidence for one convention is evidence for the other. *)
Theorem other_convention g w u outward inward misere wins :
  connected_ok g w u outward inward = true -> weight w u <> 0 -> existsb (fun x => 2 <=? x) w = true ->
  Outcome vertexnim_options (negb misere) (g, (w, Some u)) wins -> Outcome vertexnim_options misere (g, (w, Some u)) wins.
Proof.
  intros C U E O. apply connected_ok_true in C.
  assert (P : proper (g, (w, Some u))) by (split; [exact C | exact U]).
  assert (H : exists v, 2 <= weight w v).
  { apply existsb_exists in E as (x & I & L). apply N.leb_le in L. apply (In_nth _ _ 0) in I as (i & _ & <-).
    exists (N.of_nat i). unfold get. rewrite Nat2N.id. exact L. }
  destruct (same_outcome (g, (w, Some u)) P H) as (b & N & M).
  destruct misere; simpl in O; [rewrite (outcome_unique _ _ _ _ _ _ O N) | rewrite (outcome_unique _ _ _ _ _ _ O M)];
    assumption.
Qed.
