(** * Even kernels: normal Edge Geography on undirected graphs

    On bipartite graphs Edge Geography is linear algebra (Fraenkel, Scheinerman, Ullman). The heart of it needs no bipartite graph: let
    no edge join two vertices of a set S, and let every vertex outside have an even number of edges into S. Then the token on S is lost:
    whatever edge is used leaves an odd number at the vertex it leads to, so some edge leads back into S, and all is even again
    ([kernel_lost]). A token from which an edge leads to such a set of what is left is won. *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Law Lists Rules Position.
Import ListNotations.
Open Scope N_scope.

Notation edge := (N * N)%type.

Definition eg_options (p : N * list edge) : list (N * list edge) := map snd (eg_moves false (fst p) [] (snd p)).

(** A move takes out one edge that leads from the token. *)
Lemma eg_forth t edges : forall seen m v rest, In (m, (v, rest)) (eg_moves false t seen edges) ->
  exists l1 e l2, edges = l1 ++ e :: l2 /\ leads false t e = Some v /\ rest = l1 ++ l2.
Proof.
  induction edges as [| e edges IH]; cbn [eg_moves]; intros seen m v rest I; [destruct I |].
  assert (L : forall s, In (m, (v, rest)) (map (fun c => (fst c, (fst (snd c), e :: snd (snd c)))) (eg_moves false t s edges)) ->
    exists l1 e0 l2, e :: edges = l1 ++ e0 :: l2 /\ leads false t e0 = Some v /\ rest = l1 ++ l2).
  { intros s J. apply in_map_iff in J as ([n [w r]] & E & J). injection E as _ <- <-.
    apply IH in J as (l1 & d & l2 & -> & D & R). cbn [fst snd] in *. subst r. exists (e :: l1), d, l2. auto. }
  destruct (leads false t e) as [w |] eqn:LE; [| eauto]. destruct (member w seen); [eauto |].
  destruct I as [E | I]; [| eauto]. injection E as _ <- <-. exists [], e, edges. auto.
Qed.

(** Wherever an edge leads, some move goes. *)
Lemma eg_back t edges : forall seen e v, In e edges -> leads false t e = Some v -> ~ In v seen ->
  exists m rest, In (m, (v, rest)) (eg_moves false t seen edges).
Proof.
  induction edges as [| d edges IH]; intros seen e v I L NS; [destruct I |]. cbn [eg_moves].
  assert (M : forall s, (exists m rest, In (m, (v, rest)) (eg_moves false t s edges)) ->
    exists m rest, In (m, (v, rest)) (map (fun c => (fst c, (fst (snd c), d :: snd (snd c)))) (eg_moves false t s edges))).
  { intros s (m & rest & J). exists m, (d :: rest). apply in_map_iff. exists (m, (v, rest)). auto. }
  destruct (leads false t d) as [w |] eqn:LD.
  - destruct (N.eq_dec w v) as [-> | NE].
    + destruct (member v seen) eqn:MS; [apply member_in in MS; contradiction |]. exists (Slide v), edges. left. reflexivity.
    + destruct I as [-> | I]; [congruence |]. destruct (member w seen) eqn:MS.
      * apply M. apply IH with e; auto.
      * destruct (M (w :: seen)) as (m & rest & J); [apply IH with e; auto; intros [E | E]; auto |].
        exists m, rest. right. exact J.
  - destruct I as [-> | I]; [congruence |]. apply M. apply IH with e; auto.
Qed.

(** ** Counting edges into a set *)

Definition into (S : list N) (b : N) (e : edge) : bool := match leads false b e with Some v => member v S | None => false end.

Definition odd_into (S : list N) (b : N) (edges : list edge) : bool := fold_right (fun e o => xorb (into S b e) o) false edges.

Lemma odd_into_middle S b l1 e l2 : odd_into S b (l1 ++ e :: l2) = xorb (into S b e) (odd_into S b (l1 ++ l2)).
Proof.
  induction l1 as [| a l1 IH]; simpl; auto. unfold odd_into in *. rewrite IH, <- !xorb_assoc_reverse, (xorb_comm (into S b a)).
  reflexivity.
Qed.

Lemma odd_some S b edges : odd_into S b edges = true -> exists e v, In e edges /\ leads false b e = Some v /\ In v S.
Proof.
  induction edges as [| e edges IH]; cbn [odd_into fold_right]; intros O; [discriminate |].
  destruct (into S b e) eqn:I.
  - unfold into in I. destruct (leads false b e) as [v |] eqn:L; [| discriminate]. apply member_in in I. exists e, v. simpl. auto.
  - rewrite xorb_false_l in O. destruct (IH O) as (d & v & J & L & M). exists d, v. simpl. auto.
Qed.

Lemma leads_back b e v : leads false b e = Some v -> leads false v e = Some b.
Proof.
  unfold leads. destruct e as [x y]. simpl. destruct (x =? b) eqn:XB.
  - intros [= <-]. apply N.eqb_eq in XB. subst. destruct (b =? y) eqn:BY; [apply N.eqb_eq in BY; subst; reflexivity |].
    rewrite N.eqb_refl. reflexivity.
  - destruct (y =? b) eqn:YB; [| discriminate]. intros [= <-]. apply N.eqb_eq in YB. subst. rewrite N.eqb_refl. reflexivity.
Qed.

(** An edge between [b] and [v] leads from no third vertex. *)
Lemma leads_other b e v c : leads false b e = Some v -> c <> b -> c <> v -> leads false c e = None.
Proof.
  unfold leads. destruct e as [x y]. simpl. intros H NB NV.
  destruct (x =? b) eqn:XB; [| destruct (y =? b) eqn:YB; [| discriminate]]; injection H as ->;
    rewrite ?N.eqb_eq in *; subst.
  - replace (b =? c) with false by (symmetry; apply N.eqb_neq; congruence).
    replace (v =? c) with false by (symmetry; apply N.eqb_neq; congruence). reflexivity.
  - replace (v =? c) with false by (symmetry; apply N.eqb_neq; congruence).
    replace (b =? c) with false by (symmetry; apply N.eqb_neq; congruence). reflexivity.
Qed.

(** ** Even kernels *)

Definition even_kernel (S : list N) (edges : list edge) : Prop :=
  (forall e a b, In e edges -> leads false a e = Some b -> In a S -> ~ In b S) /\
  (forall b, ~ In b S -> odd_into S b edges = false).

Theorem kernel_lost n : forall S t edges, (length edges < n)%nat -> In t S -> even_kernel S edges ->
  Lose eg_options false (t, edges).
Proof.
  induction n as [| n IH]; intros S t edges R T (IND & EV); [lia |].
  apply lose_intro; auto. intros [b rest] I. unfold eg_options in I. apply in_map_iff in I as ([m q] & E & I).
  cbn [snd fst] in E, I. subst q. apply eg_forth in I as (l1 & e & l2 & EQ & L & ->).
  assert (NB : ~ In b S) by (apply (IND e t b); auto; rewrite EQ; apply in_app_iff; simpl; auto).
  assert (ODD : odd_into S b (l1 ++ l2) = true).
  { pose proof (EV b NB) as O. rewrite EQ, odd_into_middle in O. unfold into in O. rewrite (leads_back _ _ _ L) in O.
    apply member_in in T. rewrite T in O. rewrite xorb_true_l in O. apply negb_false_iff. exact O. }
  apply odd_some in ODD as SOME. destruct SOME as (d & s & J & D & SS).
  destruct (eg_back b (l1 ++ l2) [] d s J D) as (m' & rest & I'); [intros [] |].
  apply win_move with (s, rest).
  { unfold eg_options. apply in_map_iff. exists (m', (s, rest)). auto. }
  apply eg_forth in I' as (k1 & d' & k2 & EQ2 & D' & ->).
  assert (SUB : forall x, In x (k1 ++ k2) -> In x edges).
  { intros x X. assert (Y : In x (l1 ++ l2)) by (rewrite EQ2; apply in_app_iff in X; apply in_app_iff; simpl; tauto).
    rewrite EQ. apply in_app_iff in Y. apply in_app_iff. simpl. tauto. }
  apply (IH S); auto.
  - assert (L1 : length edges = (1 + length (l1 ++ l2))%nat) by (rewrite EQ, !app_length; simpl; lia).
    assert (L2 : length (l1 ++ l2) = (1 + length (k1 ++ k2))%nat) by (rewrite EQ2, !app_length; simpl; lia).
    lia.
  - split; [intros x a c X; apply IND, SUB; exact X |].
    intros c NC. destruct (N.eq_dec c b) as [-> | NE].
    + rewrite EQ2, odd_into_middle in ODD. unfold into in ODD. rewrite D' in ODD. apply member_in in SS. rewrite SS in ODD.
      rewrite xorb_true_l in ODD. apply negb_true_iff. exact ODD.
    + pose proof (EV c NC) as O. rewrite EQ, odd_into_middle, EQ2, odd_into_middle in O. unfold into in O.
      rewrite (leads_other t e b c L) in O; [| intros ->; contradiction | exact NE].
      rewrite (leads_other b d' s c D') in O; [| exact NE | intros ->; contradiction].
      rewrite !xorb_false_l in O. exact O.
Qed.

(** ** The check *)

Definition ends (edges : list edge) : list N := flat_map (fun e => [fst e; snd e]) edges.

Definition kernel_ok (S : list N) (edges : list edge) : bool :=
  forallb (fun e => negb (member (fst e) S && member (snd e) S)) edges &&
  forallb (fun b => member b S || negb (odd_into S b edges)) (ends edges).

Lemma no_edges S b edges : ~ In b (ends edges) -> odd_into S b edges = false.
Proof.
  induction edges as [| [x y] edges IH]; intros NI; [reflexivity |]. cbn [odd_into fold_right ends flat_map app fst snd] in *.
  unfold odd_into in IH. rewrite IH; [| intros I; apply NI; simpl; auto].
  unfold into, leads. simpl. replace (x =? b) with false by (symmetry; apply N.eqb_neq; intros ->; apply NI; simpl; auto).
  replace (y =? b) with false by (symmetry; apply N.eqb_neq; intros ->; apply NI; simpl; auto). reflexivity.
Qed.

Lemma kernel_ok_true S edges : kernel_ok S edges = true -> even_kernel S edges.
Proof.
  unfold kernel_ok. rewrite andb_true_iff, !forallb_forall. intros [A B]. split.
  - intros [x y] a b I L SA SB. specialize (A (x, y) I). apply negb_true_iff in A. cbn [fst snd] in A.
    unfold leads in L. cbn [fst snd] in L. apply member_in in SA, SB.
    destruct (x =? a) eqn:XA; [| destruct (y =? a) eqn:YA; [| discriminate]]; injection L as ->;
      rewrite ?N.eqb_eq in *; subst; rewrite SA, SB in A; discriminate.
  - intros b NB. destruct (member b (ends edges)) eqn:E.
    + apply member_in in E. specialize (B b E). apply member_not_in in NB. rewrite NB in B. simpl in B.
      apply negb_true_iff. exact B.
    + apply no_edges. apply member_not_in. exact E.
Qed.

(** With the token on the set it must be a kernel; otherwise it must become one by some move onto it. *)
Definition kernel_outcome (S : list N) (t : N) (edges : list edge) : option bool :=
  if member t S then if kernel_ok S edges then Some false else None
  else if existsb (fun c => member (fst (snd c)) S && kernel_ok S (snd (snd c))) (eg_moves false t [] edges) then Some true
  else None.

Theorem kernel_sound S t edges wins : kernel_outcome S t edges = Some wins -> Has false (EdgeGeography false t edges) wins.
Proof.
  unfold kernel_outcome. intros O.
  apply (outcome_of _ (fun p => eg_moves false (fst p) [] (snd p)) (fun q => EdgeGeography false (fst q) (snd q)) false (t, edges));
    [intros []; reflexivity |].
  destruct (member t S) eqn:T.
  - destruct (kernel_ok S edges) eqn:K; [| discriminate]. injection O as <-. apply member_in in T. apply kernel_ok_true in K.
    apply (kernel_lost (Datatypes.S (length edges)) S); auto.
  - destruct (existsb _ _) eqn:X; [| discriminate]. injection O as <-. apply existsb_exists in X as ([m [v rest]] & I & X).
    cbn [fst snd] in X. apply andb_true_iff in X as [M K]. apply member_in in M. apply kernel_ok_true in K.
    apply win_move with (v, rest).
    + apply in_map_iff. exists (m, (v, rest)). auto.
    + apply (kernel_lost (Datatypes.S (length rest)) S); auto.
Qed.
