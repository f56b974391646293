(** * Sprague and Grundy: sums in normal play

    Every position has a Grundy value, the least number that none of its options has; it is lost if and only if the value is 0, and the
    value of a sum is the exclusive or of the values of its parts. So large sums are decided part by part. A certificate says of
    components what their values are, or what they are not; each claim is checked against those made before ([learn_sound]). *)

From Coq Require Import List Bool NArith PArith FMapPositive FinFun Lia.
From LastMove Require Import Law Lists Rules Position NimSum.
Import ListNotations.
Open Scope N_scope.

(** ** The least number that is not in a list *)

Fixpoint mex_from (fuel : nat) (k : N) (l : list N) : N :=
  match fuel with
  | O => k
  | S fuel => if member k l then mex_from fuel (k + 1) l else k
  end.

Definition mex (l : list N) : N := mex_from (S (length l)) 0 l.

Lemma mex_from_spec l : forall fuel k, (forall j, j < k -> In j l) -> (N.to_nat k + fuel = S (length l))%nat ->
  (forall j, j < mex_from fuel k l -> In j l) /\ ~ In (mex_from fuel k l) l.
Proof.
  induction fuel as [| fuel IH]; simpl; intros k B F.
  - split; [exact B |]. exfalso.
    assert (L : (length (below k) <= length l)%nat).
    { apply NoDup_incl_length.
      - unfold below. apply Injective_map_NoDup; [intros a b; apply Nat2N.inj | apply seq_NoDup].
      - intros j I. apply B. apply in_below. exact I. }
    unfold below in L. rewrite map_length, seq_length in L. lia.
  - destruct (member k l) eqn:M.
    + apply member_in in M. apply IH; [| lia]. intros j L. destruct (N.eq_dec j k) as [-> | NE]; auto. apply B. lia.
    + apply member_not_in in M. auto.
Qed.

Lemma mex_below l k : k < mex l -> In k l.
Proof. apply (mex_from_spec l (S (length l)) 0); [lia | reflexivity]. Qed.

Lemma mex_not_in l : ~ In (mex l) l.
Proof. apply (mex_from_spec l (S (length l)) 0); [lia | reflexivity]. Qed.

Lemma mex_unique l g : ~ In g l -> (forall k, k < g -> In k l) -> mex l = g.
Proof.
  intros A B. destruct (N.lt_trichotomy (mex l) g) as [L | [E | L]]; auto; exfalso.
  - apply (mex_not_in l). apply B. exact L.
  - apply A. apply mex_below. exact L.
Qed.

(** ** Grundy values of positions *)

Fixpoint grundy_rounds (n : nat) (p : position) : N :=
  match n with
  | O => 0
  | S n => mex (map (grundy_rounds n) (options p))
  end.

Definition grundy (p : position) : N := grundy_rounds (S (measure p)) p.

Lemma grundy_rounds_enough n : forall m p, (measure p < n)%nat -> (measure p < m)%nat -> grundy_rounds n p = grundy_rounds m p.
Proof.
  induction n as [| n IH]; intros m p A B; [lia |]. destruct m as [| m]; [lia |]. simpl. f_equal. apply map_ext_in.
  intros q I. apply options_lower in I. apply IH; lia.
Qed.

Lemma grundy_mex p : grundy p = mex (map grundy (options p)).
Proof.
  unfold grundy at 1. cbn [grundy_rounds]. f_equal. apply map_ext_in. intros q I. apply options_lower in I.
  apply grundy_rounds_enough; lia.
Qed.

Lemma grundy_intro p g : (forall q, In q (options p) -> grundy q <> g) ->
  (forall k, k < g -> exists q, In q (options p) /\ grundy q = k) -> grundy p = g.
Proof.
  intros A B. rewrite grundy_mex. apply mex_unique.
  - intros I. apply in_map_iff in I as (q & E & I). apply (A q); auto.
  - intros k L. destruct (B k L) as (q & I & <-). apply in_map. exact I.
Qed.

Lemma grundy_other p q : In q (options p) -> grundy q <> grundy p.
Proof. intros I E. apply (mex_not_in (map grundy (options p))). rewrite <- grundy_mex, <- E. apply in_map. exact I. Qed.

Lemma grundy_less p k : k < grundy p -> exists q, In q (options p) /\ grundy q = k.
Proof. rewrite grundy_mex. intros L. apply mex_below, in_map_iff in L as (q & E & I). exists q. auto. Qed.

Theorem grundy_outcome p : Has false p (negb (grundy p =? 0)).
Proof.
  assert (K : forall n p, (measure p < n)%nat -> Has false p (negb (grundy p =? 0))).
  { clear p. induction n as [| n IH]; intros p R; [lia |].
    assert (D : forall q, In q (options p) -> Has false q (negb (grundy q =? 0))).
    { intros q I. apply IH. apply options_lower in I. lia. }
    destruct (grundy p =? 0) eqn:E; simpl.
    - apply N.eqb_eq in E. apply lose_intro; auto. intros q I. specialize (D q I). apply grundy_other in I.
      replace (grundy q =? 0) with false in D; [exact D |]. symmetry. apply N.eqb_neq. congruence.
    - apply N.eqb_neq in E. destruct (grundy_less p 0) as (q & I & Z); [lia |]. specialize (D q I). rewrite Z in D.
      apply win_move with q; [exact I | exact D]. }
  apply (K (S (measure p))). lia.
Qed.

(** ** Games that fall into components *)

(** A target that is below the exclusive or of a list can be reached by lowering a member. *)
Lemma xor_reach l k : k < xor_all l -> exists l1 a l2, l = l1 ++ a :: l2 /\ N.lxor k (xor_all (l1 ++ l2)) < a.
Proof.
  intros L. assert (NZ : xor_all (k :: l) <> 0).
  { simpl. intros E. apply N.lxor_eq in E. change (fold_right N.lxor 0 l) with (xor_all l) in E. lia. }
  apply xor_lower in NZ as ([| x l1] & a & l2 & E & LT); injection E as -> ->.
  - simpl in LT. change (fold_right N.lxor 0 l2) with (xor_all l2) in LT. lia.
  - exists l1, a, l2. auto.
Qed.

Section Components.
  Variable A : Type.
  Variable f : list A -> position.
  Variable ways : N -> A -> list (move * list A).
  Hypothesis same : forall l, options (f l) = map f (map snd (changes ways 0 l)).
  Hypothesis place_free : forall i j a m new, In (m, new) (ways i a) -> exists n, In (n, new) (ways j a).

  Lemma in_f_options l q : In q (options (f l)) <->
    exists l1 a l2 new, l = l1 ++ a :: l2 /\ (exists m, In (m, new) (ways 0 a)) /\ q = f (l1 ++ new ++ l2).
  Proof.
    rewrite same, map_map, in_map_iff. split.
    - intros ([m l'] & <- & I). apply in_changes in I as (l1 & a & l2 & new & -> & I & ->).
      apply (place_free _ 0) in I. exists l1, a, l2, new. auto.
    - intros (l1 & a & l2 & new & -> & (m & I) & ->). apply (place_free _ (0 + N.of_nat (length l1))) in I as (n & I).
      exists (n, l1 ++ new ++ l2). split; auto. apply in_changes. exists l1, a, l2, new. auto.
  Qed.

  Lemma in_f_single a q : In q (options (f [a])) <-> exists new, (exists m, In (m, new) (ways 0 a)) /\ q = f new.
  Proof.
    rewrite in_f_options. split.
    - intros ([| x l1] & b & l2 & new & E & I & ->).
      + injection E as -> <-. exists new. split; auto. simpl. rewrite app_nil_r. reflexivity.
      + injection E as -> E. destruct l1; discriminate.
    - intros (new & I & ->). exists [], a, [], new. simpl. rewrite app_nil_r. auto.
  Qed.

  Definition alone_value (a : A) : N := grundy (f [a]).

  Hypothesis size_middle : forall l1 a l2, (measure (f [a]) <= measure (f (l1 ++ a :: l2)))%nat.

  Theorem grundy_components l : grundy (f l) = xor_all (map alone_value l).
  Proof.
    assert (K : forall n l, (measure (f l) < n)%nat -> grundy (f l) = xor_all (map alone_value l)).
    { clear l. induction n as [| n IH]; intros l R; [lia |].
      assert (NEW : forall l1 a l2 new m, l = l1 ++ a :: l2 -> In (m, new) (ways 0 a) ->
        grundy (f (l1 ++ new ++ l2)) = N.lxor (grundy (f new)) (xor_all (map alone_value (l1 ++ l2))) /\
        In (f new) (options (f [a])) /\ In (f (l1 ++ new ++ l2)) (options (f l))).
      { intros l1 a l2 new m -> I.
        assert (I1 : In (f new) (options (f [a]))) by (apply in_f_single; exists new; eauto).
        assert (I2 : In (f (l1 ++ new ++ l2)) (options (f (l1 ++ a :: l2)))) by (apply in_f_options; exists l1, a, l2, new; eauto).
        split; auto. pose proof (options_lower _ _ I1). pose proof (options_lower _ _ I2). pose proof (size_middle l1 a l2).
        rewrite (IH (l1 ++ new ++ l2)), (IH new) by lia. rewrite !map_app, !xor_app.
        rewrite <- !N.lxor_assoc. rewrite (N.lxor_comm (xor_all (map alone_value l1))). reflexivity. }
      apply grundy_intro.
      - intros q I E. apply in_f_options in I as (l1 & a & l2 & new & EL & (m & I) & ->).
        destruct (NEW l1 a l2 new m EL I) as (V & I1 & _). apply grundy_other in I1. apply I1.
        rewrite V, EL, (map_app _ l1 (a :: l2)) in E. cbn [map] in E. rewrite xor_middle, <- map_app in E.
        apply xor_cancel in E. exact E.
      - intros k L. apply xor_reach in L as (m1 & b & m2 & E & L). apply map_eq_app in E as (l1 & r & EL & E1 & E2).
        apply map_eq_cons in E2 as (a & l2 & -> & <- & <-). subst m1.
        apply grundy_less in L as (q & I & V). apply in_f_single in I as (new & (m & I) & ->).
        destruct (NEW l1 a l2 new m EL I) as (W & _ & I2). exists (f (l1 ++ new ++ l2)). split; auto.
        rewrite W, V, <- map_app, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. reflexivity. }
    apply (K (S (measure (f l)))). lia.
  Qed.
End Components.

Lemma options_of {A} (step : list A -> list (move * list A)) (f : list A -> position) l :
  moves (f l) = map (relabel f) (step l) -> options (f l) = map f (map snd (step l)).
Proof. unfold options. intros ->. rewrite !map_map. reflexivity. Qed.

Lemma total_middle {A} (s : A -> nat) l1 a l2 : (total s [a] <= total s (l1 ++ a :: l2))%nat.
Proof. rewrite total_app. simpl. lia. Qed.

(** Octal games and subtraction games: heap by heap. *)
Theorem grundy_octal d c heaps : grundy (Octal d c heaps) = xor_all (map (fun h => grundy (Octal d c [h])) heaps).
Proof.
  apply (grundy_components N (Octal d c) (octal_ways d c)).
  - intros l. apply options_of. reflexivity.
  - intros i j a m new I. unfold octal_ways in *. destruct (a =? 0); [destruct I |].
    apply in_flat_map in I as (t & T & I). apply in_flat_map in I as (b & B & I). exists (Split j new).
    apply in_flat_map. exists t. split; auto. apply in_flat_map. exists b. split; auto.
    destruct (N.testbit _ _ && _); [| destruct I]. apply in_map_iff in I as (x & E & I). injection E as _ <-.
    apply in_map_iff. exists x. auto.
  - intros. apply total_middle.
Qed.

Theorem grundy_subtraction s heaps : grundy (Subtraction s heaps) = xor_all (map (fun h => grundy (Subtraction s [h])) heaps).
Proof.
  apply (grundy_components N (Subtraction s) (subtraction_ways s)).
  - intros l. apply options_of. reflexivity.
  - intros i j a m new I. unfold subtraction_ways in *. apply in_map_iff in I as (x & E & I). injection E as _ <-.
    exists (LowerHeap j (a - x)). apply in_map_iff. exists x. auto.
  - intros. apply total_middle.
Qed.

(** Nim heaps are their own values. *)
Lemma grundy_heap h : grundy (Nim [h]) = h.
Proof.
  induction h as [h IH] using (well_founded_induction N.lt_wf_0). apply grundy_intro.
  - intros q I. apply in_map_iff in I as ([m r] & <- & I). apply in_relabel in I as (l & -> & I). simpl in *.
    assert (J : In l (nim_options [h])) by (apply in_map_iff; exists (m, l); auto).
    apply in_nim_options in J as ([| x l1] & a & l2 & k & E & L & ->); injection E as -> E; [| destruct l1; discriminate].
    subst l2. simpl. rewrite IH by exact L. lia.
  - intros k L. exists (Nim [k]). split; [| apply IH; exact L].
    assert (J : In [k] (nim_options [h])) by (apply in_nim_options; exists [], h, [], k; auto).
    apply in_map_iff in J as ([m l] & E & I). simpl in E. subst l. apply in_options. exists m. apply in_relabel. exists [k]. auto.
Qed.

Theorem grundy_nim heaps : grundy (Nim heaps) = xor_all heaps.
Proof.
  rewrite (grundy_components N Nim nim_ways).
  - rewrite (map_ext _ (fun h => h)); [rewrite map_id; reflexivity |]. intros h. apply grundy_heap.
  - intros l. apply options_of. reflexivity.
  - intros i j a m new I. unfold nim_ways in *. apply in_map_iff in I as (k & E & I). injection E as _ <-.
    exists (LowerHeap j k). apply in_map_iff. exists k. auto.
  - intros. apply total_middle.
Qed.

(** Sums: the theorem of Sprague and Grundy. *)
Lemma grundy_sum_of_one p : grundy (Sum [p]) = grundy p.
Proof.
  assert (K : forall n p, (measure p < n)%nat -> grundy (Sum [p]) = grundy p); [| apply (K (S (measure p))); lia].
  clear p. induction n as [| n IH]; intros p R; [lia |]. apply grundy_intro.
  - intros q I. apply in_options_sum in I as ([| x l1] & a & l2 & a' & E & I & ->); injection E as -> E;
      [| destruct l1; discriminate]. subst l2. simpl. rewrite IH by (apply options_lower in I; lia). apply grundy_other. exact I.
  - intros k L. apply grundy_less in L as (q & I & <-). exists (Sum [q]). split.
    + apply in_options_sum. exists [], p, [], q. auto.
    + apply IH. apply options_lower in I. lia.
Qed.

Theorem sprague_grundy parts : grundy (Sum parts) = xor_all (map grundy parts).
Proof.
  rewrite (grundy_components position Sum (fun i p => map (fun c => (PartMove i (fst c), [snd c])) (moves p))).
  - f_equal. apply map_ext. exact grundy_sum_of_one.
  - intros l. apply options_of. reflexivity.
  - intros i j a m new I. apply in_map_iff in I as (c & E & I). injection E as _ <-. exists (PartMove j (fst c)).
    apply in_map_iff. exists c. auto.
  - intros. apply total_middle.
Qed.
