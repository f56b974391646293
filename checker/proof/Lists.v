(** * Small facts about lists of numbers

    What the rules of the games need of lists: the numbers below a number, looking up and changing one entry, sums, and changing one
    member of a list in every way. Nothing here is about games; it is apart so that the rules can be read without it. *)

From Coq Require Import List Bool NArith Lia.
Import ListNotations.
Open Scope N_scope.

(** 0, 1, ..., n - 1. *)
Fixpoint count_from (k : N) (n : nat) : list N :=
  match n with
  | O => []
  | S n => k :: count_from (N.succ k) n
  end.

Definition below (n : N) : list N := count_from 0 (N.to_nat n).

Lemma below_seq n : below n = map N.of_nat (seq 0 (N.to_nat n)).
Proof.
  unfold below. change 0 with (N.of_nat 0). generalize O as k. induction (N.to_nat n) as [| m IH]; intros k; [reflexivity |].
  cbn [count_from seq map]. rewrite <- Nat2N.inj_succ, IH. reflexivity.
Qed.

Lemma in_below k n : In k (below n) <-> k < n.
Proof.
  rewrite below_seq. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intros H. exists (N.to_nat k). rewrite in_seq. lia.
Qed.

Definition member (v : N) (l : list N) : bool := existsb (N.eqb v) l.

Lemma member_in v l : member v l = true <-> In v l.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (x & I & E). apply N.eqb_eq in E. subst. exact I.
  - intros I. exists v. rewrite N.eqb_refl. auto.
Qed.

Lemma member_not_in v l : member v l = false <-> ~ In v l.
Proof. rewrite <- member_in. destruct (member v l); split; congruence. Qed.

Definition without (v : N) (l : list N) : list N := filter (fun x => negb (x =? v)) l.

Lemma in_without v x l : In x (without v l) <-> In x l /\ x <> v.
Proof. unfold without. rewrite filter_In, negb_true_iff, N.eqb_neq. reflexivity. Qed.

Lemma without_le v l : (length (without v l) <= length l)%nat.
Proof. induction l as [| a l IH]; simpl; [lia |]. destruct (negb (a =? v)); simpl; lia. Qed.

Lemma without_lt v l : In v l -> (length (without v l) < length l)%nat.
Proof.
  induction l as [| a l IH]; simpl; intros []; subst.
  - rewrite N.eqb_refl. simpl. pose proof (without_le v l). unfold without in *. lia.
  - specialize (IH H). destruct (negb (a =? v)); unfold without in *; simpl; lia.
Qed.

(** Entry number [i], or the default where there is none; the same list with another entry there. *)
Definition get {A} (l : list A) (i : N) (default : A) : A := nth (N.to_nat i) l default.

Fixpoint set_nth {A} (i : nat) (x : A) (l : list A) : list A :=
  match l, i with
  | [], _ => []
  | _ :: l, O => x :: l
  | a :: l, S i => a :: set_nth i x l
  end.

Definition set {A} (l : list A) (i : N) (x : A) : list A := set_nth (N.to_nat i) x l.

Lemma set_nth_length {A} i (x : A) l : length (set_nth i x l) = length l.
Proof. revert i. induction l; destruct i; simpl; auto. Qed.

Lemma nth_set_nth_eq {A} i (x d : A) l : (i < length l)%nat -> nth i (set_nth i x l) d = x.
Proof. revert i. induction l; destruct i; simpl; intros; try lia; auto. apply IHl. lia. Qed.

Lemma nth_set_nth_neq {A} i j (x d : A) l : i <> j -> nth j (set_nth i x l) d = nth j l d.
Proof. revert i j. induction l; destruct i, j; simpl; intros; auto; congruence. Qed.

Lemma get_set_eq l i k x : get l i 0 = k -> k <> 0 -> get (set l i x) i 0 = x.
Proof.
  unfold get, set. intros E P. apply nth_set_nth_eq.
  destruct (PeanoNat.Nat.lt_ge_cases (N.to_nat i) (length l)); auto. rewrite nth_overflow in E; congruence.
Qed.

Lemma get_set_neq l i j (x : N) : i <> j -> get (set l i x) j 0 = get l j 0.
Proof. unfold get, set. intros H. apply nth_set_nth_neq. lia. Qed.

(** The sum of a size over a list. *)
Section Total.
  Variable A : Type.
  Variable size : A -> nat.

  Fixpoint total (l : list A) : nat :=
    match l with
    | [] => O
    | a :: l => (size a + total l)%nat
    end.
End Total.

Arguments total {A}.

Lemma total_app {A} (size : A -> nat) l m : total size (l ++ m) = (total size l + total size m)%nat.
Proof. induction l; simpl; lia. Qed.

Lemma total_set l i k : k < get l i 0 -> (total N.to_nat (set l i k) < total N.to_nat l)%nat.
Proof.
  unfold get, set. generalize (N.to_nat i). clear i. induction l as [| a l IH]; destruct n; simpl; intros H; try lia.
  specialize (IH n H). lia.
Qed.

(** Every way to change one member of a list: [ways i a] has what may stand in the place of [a], with a name. *)
Section Changes.
  Variables (A B : Type) (ways : N -> A -> list (B * list A)).

  Fixpoint changes (i : N) (l : list A) : list (B * list A) :=
    match l with
    | [] => []
    | a :: rest =>
        map (fun c => (fst c, snd c ++ rest)) (ways i a) ++ map (fun c => (fst c, a :: snd c)) (changes (i + 1) rest)
    end.

  Lemma in_changes m l' : forall l i, In (m, l') (changes i l) <->
    exists l1 a l2 new, l = l1 ++ a :: l2 /\ In (m, new) (ways (i + N.of_nat (length l1)) a) /\ l' = l1 ++ new ++ l2.
  Proof.
    intros l. revert l'. induction l as [| a rest IH]; intros l' i; simpl.
    - split; [intros [] | intros ([| ] & ? & ? & ? & E & _); discriminate].
    - rewrite in_app_iff, !in_map_iff. split.
      + intros [([n new] & E & I) | ([n new] & E & I)]; injection E as <- <-; simpl in *.
        * exists [], a, rest, new. simpl. rewrite N.add_0_r. auto.
        * apply IH in I as (l1 & b & l2 & w & -> & I & ->). exists (a :: l1), b, l2, w. simpl.
          replace (i + N.pos (Pos.of_succ_nat (length l1))) with (i + 1 + N.of_nat (length l1)) by lia. auto.
      + intros ([| x l1] & b & l2 & w & E & I & ->); injection E as -> ->; simpl in *.
        * left. exists (m, w). rewrite N.add_0_r in I. auto.
        * right. exists (m, l1 ++ w ++ l2). split; auto. apply IH. exists l1, b, l2, w.
          replace (i + 1 + N.of_nat (length l1)) with (i + N.pos (Pos.of_succ_nat (length l1))) by lia. auto.
  Qed.

  Lemma changes_lower (size : A -> nat) i l m l' :
    (forall j a n new, In a l -> In (n, new) (ways j a) -> (total size new < size a)%nat) ->
    In (m, l') (changes i l) -> (total size l' < total size l)%nat.
  Proof.
    intros H I. apply in_changes in I as (l1 & a & l2 & new & -> & I & ->).
    apply H in I; [| apply in_app_iff; simpl; auto]. rewrite !total_app. simpl. lia.
  Qed.
End Changes.

Arguments changes {A B}.
Arguments in_changes {A B}.
