(** * Bouton's theorem: Nim in both conventions

    Nim with heaps of any size is decided by one exclusive or, the oldest theorem of the field (1902). In normal play who moves loses
    if and only if the nim-sum of the heaps is 0. In misère play the same holds while some heap has more than one token; when none
    has, it is the other way round. So the checker needs no evidence at all, and heaps may have hundreds of digits. *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Law Lists Rules Position.
Import ListNotations.
Open Scope N_scope.

Definition xor_all (l : list N) : N := fold_right N.lxor 0 l.

Lemma xor_app l m : xor_all (l ++ m) = N.lxor (xor_all l) (xor_all m).
Proof. induction l as [| a l IH]; simpl; [reflexivity |]. rewrite IH, N.lxor_assoc. reflexivity. Qed.

Lemma xor_middle l1 a l2 : xor_all (l1 ++ a :: l2) = N.lxor a (xor_all (l1 ++ l2)).
Proof.
  rewrite !xor_app. simpl. rewrite <- N.lxor_assoc, (N.lxor_comm (xor_all l1)), N.lxor_assoc. reflexivity.
Qed.

(** The exclusive or of two numbers is 0 for equal ones only. *)
Lemma xor_cancel a b r : N.lxor a r = N.lxor b r -> a = b.
Proof.
  intros E. apply (f_equal (fun x => N.lxor x r)) in E. rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in E. exact E.
Qed.

(** A number is larger than another one if it has a bit that the other has not, and all higher bits are equal. *)
Lemma higher_bit a c b : N.testbit a b = true -> N.testbit c b = false ->
  (forall m, b < m -> N.testbit a m = N.testbit c m) -> c < a.
Proof.
  intros A C H. apply N.nle_gt. intros L. apply (N.div_le_mono _ _ (2 ^ b)) in L; [| apply N.pow_nonzero; lia].
  assert (E : a / 2 ^ b / 2 = c / 2 ^ b / 2).
  { rewrite !N.div_div by (try apply N.pow_nonzero; lia). replace (2 ^ b * 2) with (2 ^ (b + 1)) by (rewrite N.pow_add_r; lia).
    rewrite <- !N.shiftr_div_pow2. apply N.bits_inj. intros k. rewrite !N.shiftr_spec by lia. apply H. lia. }
  apply N.testbit_true in A. apply N.testbit_false in C.
  pose proof (N.div_mod (a / 2 ^ b) 2) as DA. pose proof (N.div_mod (c / 2 ^ b) 2) as DC. lia.
Qed.

(** If the exclusive or of a list is not 0, it can be made 0 by lowering a member. *)
Lemma some_bit l b : N.testbit (xor_all l) b = true -> exists l1 a l2, l = l1 ++ a :: l2 /\ N.testbit a b = true.
Proof.
  induction l as [| a l IH]; cbn [xor_all fold_right]; intros T; [rewrite N.bits_0 in T; discriminate |].
  destruct (N.testbit a b) eqn:A; [exists [], a, l; auto |].
  change (N.testbit (N.lxor a (xor_all l)) b = true) in T. rewrite N.lxor_spec, A, xorb_false_l in T.
  destruct (IH T) as (l1 & c & l2 & -> & C). exists (a :: l1), c, l2. auto.
Qed.

Lemma xor_lower l : xor_all l <> 0 ->
  exists l1 a l2, l = l1 ++ a :: l2 /\ xor_all (l1 ++ l2) < a.
Proof.
  intros X. pose proof (N.bit_log2 _ X) as T. destruct (some_bit _ _ T) as (l1 & a & l2 & -> & A).
  exists l1, a, l2. split; auto. set (x := xor_all (l1 ++ a :: l2)) in *.
  assert (R : xor_all (l1 ++ l2) = N.lxor a x).
  { unfold x. rewrite xor_middle, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity. }
  rewrite R. apply (higher_bit _ _ (N.log2 x)); auto.
  - rewrite N.lxor_spec, A, T. reflexivity.
  - intros m M. rewrite N.lxor_spec, (N.bits_above_log2 x m M), xorb_false_r. reflexivity.
Qed.

(** The options of Nim: one heap is lowered. *)
Definition nim_options (heaps : list N) : list (list N) := map snd (nim_moves heaps).

Lemma in_nim_options h h' : In h' (nim_options h) <-> exists l1 a l2 k, h = l1 ++ a :: l2 /\ k < a /\ h' = l1 ++ k :: l2.
Proof.
  unfold nim_options. rewrite in_map_iff. split.
  - intros ([m q] & E & I). simpl in E. subst q. apply in_changes in I as (l1 & a & l2 & new & -> & I & ->).
    apply in_map_iff in I as (k & E & I). injection E as _ <-. apply in_below in I. exists l1, a, l2, k. auto.
  - intros (l1 & a & l2 & k & -> & L & ->). exists (LowerHeap (0 + N.of_nat (length l1)) k, l1 ++ [k] ++ l2). split; auto.
    apply in_changes. exists l1, a, l2, [k]. repeat split; auto. apply in_map_iff. exists k. rewrite in_below. auto.
Qed.

(** Whether no heap has more than one token. *)
Definition all_small (h : list N) : bool := forallb (fun a => a <=? 1) h.

Lemma all_small_middle l1 a l2 : all_small (l1 ++ a :: l2) = (a <=? 1) && all_small (l1 ++ l2).
Proof. unfold all_small. rewrite !forallb_app. simpl. destruct (a <=? 1), (forallb _ l1); reflexivity. Qed.

Lemma all_small_xor h : all_small h = true -> xor_all h <= 1.
Proof.
  induction h as [| a h IH]; simpl; [lia |]. rewrite andb_true_iff, N.leb_le. intros [A S]. specialize (IH S).
  change (fold_right N.lxor 0 h) with (xor_all h).
  assert (a = 0 \/ a = 1) as [-> | ->] by lia; assert (xor_all h = 0 \/ xor_all h = 1) as [-> | ->] by lia; simpl; lia.
Qed.

Definition nim_wins (misere : bool) (h : list N) : bool :=
  if misere && all_small h then xor_all h =? 0 else negb (xor_all h =? 0).

(** One lemma for each direction: every move from a lost position leads to a won one, from a won one some move to a lost one. *)
Lemma nim_lost misere h h' : nim_wins misere h = false -> In h' (nim_options h) -> nim_wins misere h' = true.
Proof.
  intros W I. apply in_nim_options in I as (l1 & a & l2 & k & -> & L & ->).
  unfold nim_wins in *. rewrite all_small_middle, xor_middle in *. set (r := xor_all (l1 ++ l2)) in *.
  destruct misere; cbn [andb] in *.
  - destruct (all_small (l1 ++ l2)) eqn:S; rewrite ?andb_true_r, ?andb_false_r in *.
    + apply all_small_xor in S. fold r in S.
      assert (r = 0 \/ r = 1) as [R | R] by lia; rewrite R in *.
      * rewrite N.lxor_0_r in *. destruct (a <=? 1) eqn:A.
        -- apply N.leb_le in A. apply N.eqb_neq in W. assert (a = 1) by lia. assert (k = 0) by lia. subst. reflexivity.
        -- apply N.leb_gt in A. apply negb_false_iff, N.eqb_eq in W. lia.
      * destruct (a <=? 1) eqn:A.
        -- apply N.leb_le in A. assert (a = 1) by lia. subst a. discriminate W.
        -- apply N.leb_gt in A. apply negb_false_iff, N.eqb_eq, N.lxor_eq in W. lia.
    + apply negb_true_iff, N.eqb_neq. apply negb_false_iff, N.eqb_eq, N.lxor_eq in W. intros K. apply N.lxor_eq in K. lia.
  - apply negb_true_iff, N.eqb_neq. apply negb_false_iff, N.eqb_eq, N.lxor_eq in W. intros K. apply N.lxor_eq in K. lia.
Qed.

Lemma nim_won misere h : nim_wins misere h = true -> (misere = true /\ nim_options h = []) \/
  exists h', In h' (nim_options h) /\ nim_wins misere h' = false.
Proof.
  intros W. unfold nim_wins in W. destruct (misere && all_small h) eqn:MS.
  - apply andb_true_iff in MS as [-> S]. destruct (nim_options h) as [| h' o] eqn:O; [left; auto |].
    right. exists h'. split; [left; reflexivity |].
    assert (I : In h' (nim_options h)) by (rewrite O; left; reflexivity).
    apply in_nim_options in I as (l1 & a & l2 & k & -> & L & ->). unfold nim_wins.
    rewrite all_small_middle, xor_middle in *. apply andb_true_iff in S as [A S]. apply N.leb_le in A. rewrite S.
    assert (a = 1) by lia. assert (k = 0) by lia. subst. simpl. apply N.eqb_eq, N.lxor_eq in W. rewrite <- W. reflexivity.
  - right. apply negb_true_iff, N.eqb_neq in W. destruct (xor_lower h W) as (l1 & a & l2 & -> & L).
    set (r := xor_all (l1 ++ l2)) in *. rewrite all_small_middle in MS. destruct (misere && all_small (l1 ++ l2)) eqn:S.
    + (* All other heaps are small: leave an odd number of heaps of 1. *)
      apply andb_true_iff in S as [-> S]. rewrite S, andb_true_r in MS. simpl in MS. apply N.leb_gt in MS.
      assert (R : r <= 1) by (apply all_small_xor; exact S).
      exists (l1 ++ N.lxor r 1 :: l2). split.
      * apply in_nim_options. exists l1, a, l2, (N.lxor r 1). repeat split; auto.
        assert (r = 0 \/ r = 1) as [-> | ->] by lia; simpl; lia.
      * unfold nim_wins. rewrite all_small_middle, xor_middle, S. fold r.
        assert (r = 0 \/ r = 1) as [-> | ->] by lia; reflexivity.
    + exists (l1 ++ r :: l2). split.
      * apply in_nim_options. exists l1, a, l2, r. auto.
      * unfold nim_wins. rewrite all_small_middle, xor_middle. fold r. rewrite N.lxor_nilpotent.
        destruct misere; cbn [andb] in *; [rewrite S, andb_false_r |]; reflexivity.
Qed.

Theorem bouton misere h : Outcome nim_options misere h (nim_wins misere h).
Proof.
  assert (K : forall n h, (total N.to_nat h < n)%nat -> Outcome nim_options misere h (nim_wins misere h)).
  { clear h. induction n as [| n IH]; intros h R; [lia |].
    assert (D : forall h', In h' (nim_options h) -> Outcome nim_options misere h' (nim_wins misere h')).
    { intros h' I. apply IH. unfold nim_options in I. apply in_map_iff in I as ([m q] & E & I). simpl in E. subst q.
      apply nim_lower in I. lia. }
    destruct (nim_wins misere h) eqn:W; simpl.
    - apply nim_won in W as [[M O] | (h' & I & L)]; [apply win_stuck; auto |].
      apply win_move with h'; auto. specialize (D h' I). rewrite L in D. exact D.
    - apply lose_intro.
      + intros O. destruct misere; auto. exfalso. unfold nim_wins in W.
        destruct (true && all_small h) eqn:S.
        * apply N.eqb_neq in W. apply xor_lower in W as (l1 & a & l2 & -> & L).
          assert (I : In (l1 ++ xor_all (l1 ++ l2) :: l2) (nim_options (l1 ++ a :: l2))).
          { apply in_nim_options. exists l1, a, l2, (xor_all (l1 ++ l2)). auto. }
          rewrite O in I. destruct I.
        * simpl in S. unfold all_small in S. apply Bool.not_true_iff_false in S. apply S. apply forallb_forall.
          intros a I. apply N.leb_le. apply N.nlt_ge. intros L. apply in_split in I as (l1 & l2 & ->).
          assert (I : In (l1 ++ 0 :: l2) (nim_options (l1 ++ a :: l2))).
          { apply in_nim_options. exists l1, a, l2, 0. repeat split; auto. lia. }
          rewrite O in I. destruct I.
      + intros h' I. specialize (D h' I). rewrite (nim_lost misere h h' W I) in D. exact D. }
  apply (K (S (total N.to_nat h))). lia.
Qed.

Corollary nim_decided misere heaps : Has misere (Nim heaps) (nim_wins misere heaps).
Proof. apply (outcome_of _ nim_moves Nim); [reflexivity | apply bouton]. Qed.
