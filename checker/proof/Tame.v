(** * Tame games: misère sums that are as easy as Nim

    In misère play there are no Grundy values that add up in general, but for tame games there are (Conway). Each component has two
    values: if they are equal it is firm, and if they are 0 and 1 in some order it is fickle. A sum is won or lost by the exclusive or of
    the first values, with the last bit changed where all components are fickle. Here every claim about a component is checked from its
    options, and [tame_sound] draws the conclusion for sums of any components that were checked, Nim heaps included. *)

From Coq Require Import List Bool NArith PArith FMapPositive Lia.
From LastMove Require Import Law Lists Rules Position NimSum Grundy Values.
Import ListNotations.
Open Scope N_scope.

(** ** A move in a position is a move in one of its components *)

Lemma heaps_forth (f : list N -> position) (ways : N -> N -> list (move * list N)) :
  (forall l, options (f l) = map f (map snd (changes ways 0 l))) ->
  (forall i j a m new, In (m, new) (ways i a) -> exists n, In (n, new) (ways j a)) ->
  (forall l, components (f l) = map (fun h => f [h]) l) ->
  forall l q, In q (options (f l)) -> exists l1 c l2 c', components (f l) = l1 ++ c :: l2 /\ In c' (options c) /\
    components q = l1 ++ components c' ++ l2.
Proof.
  intros S P C l q I. apply (in_f_options N f ways S P) in I as (l1 & a & l2 & new & -> & I & ->).
  exists (map (fun h => f [h]) l1), (f [a]), (map (fun h => f [h]) l2), (f new). rewrite !C, !map_app. repeat split; auto.
  apply (in_f_single N f ways S P). exists new. auto.
Qed.

Lemma heaps_back (f : list N -> position) (ways : N -> N -> list (move * list N)) :
  (forall l, options (f l) = map f (map snd (changes ways 0 l))) ->
  (forall i j a m new, In (m, new) (ways i a) -> exists n, In (n, new) (ways j a)) ->
  (forall l, components (f l) = map (fun h => f [h]) l) ->
  forall l l1 c l2 c', components (f l) = l1 ++ c :: l2 -> In c' (options c) ->
    exists q, In q (options (f l)) /\ components q = l1 ++ components c' ++ l2.
Proof.
  intros S P C l l1 c l2 c' E I. rewrite C in E. apply map_eq_app in E as (k1 & r & -> & <- & E).
  apply map_eq_cons in E as (a & k2 & -> & <- & <-). apply (in_f_single N f ways S P) in I as (new & I & ->).
  exists (f (k1 ++ new ++ k2)). split; [| rewrite !C, !map_app; reflexivity].
  apply (in_f_options N f ways S P). exists k1, a, k2, new. auto.
Qed.

Lemma nim_place_free i j a m new : In (m, new) (nim_ways i a) -> exists n, In (n, new) (nim_ways j a).
Proof.
  unfold nim_ways. intros I. apply in_map_iff in I as (k & E & I). injection E as _ <-. exists (LowerHeap j k).
  apply in_map_iff. exists k. auto.
Qed.

Lemma subtraction_place_free s i j a m new :
  In (m, new) (subtraction_ways s i a) -> exists n, In (n, new) (subtraction_ways s j a).
Proof.
  unfold subtraction_ways. intros I. apply in_map_iff in I as (x & E & I). injection E as _ <-. exists (LowerHeap j (a - x)).
  apply in_map_iff. exists x. auto.
Qed.

Lemma octal_place_free d c i j a m new : In (m, new) (octal_ways d c i a) -> exists n, In (n, new) (octal_ways d c j a).
Proof.
  unfold octal_ways. intros I. destruct (a =? 0); [destruct I |].
  apply in_flat_map in I as (t & T & I). apply in_flat_map in I as (b & B & I). exists (Split j new).
  apply in_flat_map. exists t. split; auto. apply in_flat_map. exists b. split; auto.
  destruct (N.testbit _ _ && _); [| destruct I]. apply in_map_iff in I as (x & E & I). injection E as _ <-.
  apply in_map_iff. exists x. auto.
Qed.

Lemma single_forth p q : components p = [p] -> In q (options p) -> exists l1 c l2 c', components p = l1 ++ c :: l2 /\
  In c' (options c) /\ components q = l1 ++ components c' ++ l2.
Proof. intros C I. exists [], p, [], q. rewrite C. simpl. rewrite app_nil_r. auto. Qed.

Theorem component_forth p : forall q, In q (options p) -> exists l1 c l2 c', components p = l1 ++ c :: l2 /\
  In c' (options c) /\ components q = l1 ++ components c' ++ l2.
Proof.
  induction p as [p H | parts IH] using position_induction.
  - destruct p; try contradiction; intros q; try (apply single_forth; reflexivity).
    + apply (heaps_forth Nim nim_ways); [intros l; apply options_of; reflexivity | apply nim_place_free | reflexivity].
    + apply (heaps_forth (Octal digits cycle) (octal_ways digits cycle));
        [intros l; apply options_of; reflexivity | apply octal_place_free | reflexivity].
    + apply (heaps_forth (Subtraction amounts) (subtraction_ways amounts));
        [intros l; apply options_of; reflexivity | apply subtraction_place_free | reflexivity].
  - intros q I. apply in_options_sum in I as (m1 & p & m2 & p' & -> & I & ->).
    apply IH in I as (l1 & c & l2 & c' & E & I & F); [| apply in_app_iff; simpl; auto].
    exists (flat_map components m1 ++ l1), c, (l2 ++ flat_map components m2), c'. cbn [components].
    rewrite !flat_map_app. simpl. rewrite E, F, <- !app_assoc. simpl. auto.
Qed.

Lemma single_back p l1 c l2 c' : components p = [p] -> components p = l1 ++ c :: l2 -> In c' (options c) ->
  exists q, In q (options p) /\ components q = l1 ++ components c' ++ l2.
Proof.
  intros C E I. rewrite C in E. destruct l1 as [| x l1]; injection E as -> E; [| destruct l1; discriminate].
  subst l2. exists c'. simpl. rewrite app_nil_r. auto.
Qed.

Lemma flat_map_split {A B} (f : A -> list B) l : forall l1 c l2, flat_map f l = l1 ++ c :: l2 ->
  exists m1 a m2 k1 k2, l = m1 ++ a :: m2 /\ f a = k1 ++ c :: k2 /\ l1 = flat_map f m1 ++ k1 /\ l2 = k2 ++ flat_map f m2.
Proof.
  induction l as [| a l IH]; simpl; intros l1 c l2 E; [destruct l1; discriminate |].
  apply app_eq_app in E as (x & [[E1 E2] | [E1 E2]]).
  - destruct x as [| y x].
    + simpl in E2. rewrite app_nil_r in E1. symmetry in E2.
      destruct (IH [] c l2) as (m1 & b & m2 & k1 & k2 & -> & F & L1 & L2); [exact E2 |].
      exists (a :: m1), b, m2, k1, k2. simpl. rewrite <- app_assoc, <- L1, app_nil_r. auto.
    + injection E2 as -> E2. exists [], a, l, l1, x. auto.
  - destruct (IH x c l2 E2) as (m1 & b & m2 & k1 & k2 & -> & F & -> & ->).
    exists (a :: m1), b, m2, k1, k2. simpl. rewrite <- app_assoc, <- E1. auto.
Qed.

Theorem component_back p : forall l1 c l2 c', components p = l1 ++ c :: l2 -> In c' (options c) ->
  exists q, In q (options p) /\ components q = l1 ++ components c' ++ l2.
Proof.
  induction p as [p H | parts IH] using position_induction.
  - destruct p; try contradiction; intros l1 x l2 c'; try (apply single_back; reflexivity).
    + apply (heaps_back Nim nim_ways); [intros l; apply options_of; reflexivity | apply nim_place_free | reflexivity].
    + apply (heaps_back (Octal digits cycle) (octal_ways digits cycle));
        [intros l; apply options_of; reflexivity | apply octal_place_free | reflexivity].
    + apply (heaps_back (Subtraction amounts) (subtraction_ways amounts));
        [intros l; apply options_of; reflexivity | apply subtraction_place_free | reflexivity].
  - intros l1 c l2 c' E I. cbn [components] in E.
    apply flat_map_split in E as (m1 & p & m2 & k1 & k2 & -> & F & -> & ->).
    destruct (IH p ltac:(apply in_app_iff; simpl; auto) k1 c k2 c' F I) as (q & J & G).
    exists (Sum (m1 ++ q :: m2)). split.
    + apply in_options_sum. exists m1, p, m2, q. auto.
    + cbn [components]. rewrite flat_map_app. simpl. rewrite G, <- !app_assoc. reflexivity.
Qed.

(** ** Pairs of values *)

(** The value in normal play, and whether the component is fickle. The value in misère play follows. *)
Definition pair := (N * bool)%type.

Definition misere_value (v : pair) : N := if snd v then N.lxor (fst v) 1 else fst v.

Definition add (v w : pair) : pair := (N.lxor (fst v) (fst w), snd v && snd w).

Section Sums.
  Variable pair_of : position -> option pair.

  Fixpoint added (l : list position) : option pair :=
    match l with
    | [] => Some (0, true)
    | c :: l => match pair_of c, added l with Some v, Some w => Some (add v w) | _, _ => None end
    end.

  (** What must hold of a component: its values are the least that no option has, 1 in misère play where there is no option. *)
  Definition follows (c : position) (v : pair) : Prop :=
    (snd v = true -> fst v <= 1) /\
    (options c = [] -> v = (0, true)) /\
    (forall q, In q (options c) -> exists w, added (components q) = Some w /\ fst w <> fst v /\ misere_value w <> misere_value v) /\
    (forall k, k < fst v -> exists q w, In q (options c) /\ added (components q) = Some w /\ fst w = k) /\
    (options c <> [] -> forall k, k < misere_value v ->
       exists q w, In q (options c) /\ added (components q) = Some w /\ misere_value w = k).

  Hypothesis all_follow : forall c v, pair_of c = Some v -> follows c v.

  Lemma added_app l m v : added (l ++ m) = Some v ->
    exists a b, added l = Some a /\ added m = Some b /\ v = add a b.
  Proof.
    revert v. induction l as [| c l IH]; simpl; intros v E.
    - exists (0, true), v. destruct v. auto.
    - destruct (pair_of c) as [x |]; [| discriminate]. destruct (added (l ++ m)) as [y |]; [| discriminate].
      injection E as <-. destruct (IH y eq_refl) as (a & b & -> & -> & ->). exists (add x a), b. repeat split; auto.
      unfold add. simpl. rewrite N.lxor_assoc, andb_assoc. reflexivity.
  Qed.

  Lemma app_added l m a b : added l = Some a -> added m = Some b -> added (l ++ m) = Some (add a b).
  Proof.
    revert a. induction l as [| c l IH]; simpl; intros a A B.
    - injection A as <-. rewrite B. destruct b. reflexivity.
    - destruct (pair_of c) as [x |]; [| discriminate]. destruct (added l) as [y |]; [| discriminate]. injection A as <-.
      rewrite (IH y eq_refl B). f_equal. unfold add. simpl. rewrite N.lxor_assoc, andb_assoc. reflexivity.
  Qed.

  (** The pair of a sum, seen from one component: that of the component, and that of the others. *)
  Lemma added_middle l1 c l2 v : added (l1 ++ c :: l2) = Some v ->
    exists x r, pair_of c = Some x /\ added (l1 ++ l2) = Some r /\ v = add x r.
  Proof.
    intros E. apply added_app in E as (a & b & A & B & ->). simpl in B. destruct (pair_of c) as [x |]; [| discriminate].
    destruct (added l2) as [y |] eqn:Y; [| discriminate]. injection B as <-. exists x, (add a y). repeat split; auto.
    - apply app_added; auto.
    - unfold add. simpl. rewrite <- !N.lxor_assoc, (N.lxor_comm (fst a)), !andb_assoc, (andb_comm (snd a)). reflexivity.
  Qed.

  Lemma added_replaced l1 new l2 r w : added (l1 ++ l2) = Some r -> added new = Some w -> added (l1 ++ new ++ l2) = Some (add w r).
  Proof.
    intros R W. apply added_app in R as (a & b & A & B & ->).
    rewrite (app_added l1 (new ++ l2) a (add w b) A (app_added new l2 w b W B)). f_equal.
    unfold add. simpl. rewrite <- !N.lxor_assoc, (N.lxor_comm (fst a)), !andb_assoc, (andb_comm (snd a)). reflexivity.
  Qed.

  Lemma misere_value_add w r : misere_value (add w r) = if snd r then N.lxor (misere_value w) (fst r) else N.lxor (fst w) (fst r).
  Proof.
    unfold misere_value, add. simpl. destruct (snd w), (snd r); simpl; auto.
    rewrite !N.lxor_assoc, (N.lxor_comm 1). reflexivity.
  Qed.

  (** No option of a sum has its misère value. *)
  Lemma sum_other p v q : added (components p) = Some v -> In q (options p) ->
    exists w, added (components q) = Some w /\ misere_value w <> misere_value v.
  Proof.
    intros A I. apply component_forth in I as (l1 & c & l2 & c' & E & I & F). rewrite E in A.
    apply added_middle in A as (x & r & X & R & ->). destruct (all_follow c x X) as (_ & _ & O & _).
    destruct (O c' I) as (w & W & N1 & N2). exists (add w r). rewrite F. split; [apply added_replaced; auto |].
    rewrite !misere_value_add. destruct (snd r); intros C; apply xor_cancel in C; contradiction.
  Qed.

  Definition first_value (c : position) : N := match pair_of c with Some v => fst v | None => 0 end.

  Lemma added_first l : forall v, added l = Some v -> fst v = xor_all (map first_value l).
  Proof.
    induction l as [| c l IH]; simpl; intros v E; [injection E as <-; reflexivity |]. unfold first_value at 1.
    destruct (pair_of c) as [x |]; [| discriminate]. destruct (added l) as [y |]; [| discriminate]. injection E as <-. simpl.
    rewrite (IH y eq_refl). reflexivity.
  Qed.

  Lemma fickle_small l : forall v, added l = Some v -> snd v = true -> fst v <= 1.
  Proof.
    induction l as [| c l IH]; simpl; intros v E F; [injection E as <-; simpl; lia |].
    destruct (pair_of c) as [x |] eqn:X; [| discriminate]. destruct (added l) as [y |]; [| discriminate]. injection E as <-.
    simpl in *. apply andb_true_iff in F as [F G]. specialize (IH y eq_refl G). destruct (all_follow c x X) as (S & _).
    specialize (S F). assert (fst x = 0 \/ fst x = 1) as [-> | ->] by lia; assert (fst y = 0 \/ fst y = 1) as [-> | ->] by lia;
      simpl; lia.
  Qed.

  (** If its misère value is not 0 and there is a move, some option has the value 0. *)
  Lemma sum_zero p v : added (components p) = Some v -> options p <> [] -> misere_value v <> 0 ->
    exists q w, In q (options p) /\ added (components q) = Some w /\ misere_value w = 0.
  Proof.
    intros A NE NZ.
    (* It is enough to find a component with an option that brings the sum to 0. *)
    assert (ENOUGH : forall l1 c l2 x r, components p = l1 ++ c :: l2 -> pair_of c = Some x -> added (l1 ++ l2) = Some r ->
      (exists q w, In q (options c) /\ added (components q) = Some w /\ (if snd r then misere_value w else fst w) = fst r) ->
      exists q w, In q (options p) /\ added (components q) = Some w /\ misere_value w = 0).
    { intros l1 c l2 x r E X R (c' & w & I & W & V). destruct (component_back p l1 c l2 c' E I) as (q & J & F).
      exists q, (add w r). rewrite F. repeat split; auto; [apply added_replaced; auto |].
      rewrite misere_value_add. destruct (snd r); rewrite V; apply N.lxor_nilpotent. }
    destruct (snd v) eqn:FV.
    - (* all are fickle *)
      assert (SOME : exists q0, In q0 (options p)).
      { destruct (options p) as [| q0 o]; [contradiction |]. exists q0. left. reflexivity. }
      destruct SOME as (q0 & I0). destruct (component_forth p q0 I0) as (l1 & c & l2 & c' & E & I & _).
      pose proof A as A'. rewrite E in A'. apply added_middle in A' as (x & r & X & R & EV).
      rewrite EV in FV. simpl in FV. apply andb_true_iff in FV as [FX FR].
      apply (ENOUGH l1 c l2 x r E X R).
      rewrite FR. destruct (all_follow c x X) as (S & _ & OT & LP & LM). specialize (S FX).
      assert (SR : fst r <= 1) by (apply (fickle_small _ r R FR)).
      assert (NC : options c <> []) by (intros Z; rewrite Z in I; destruct I).
      assert (MX : misere_value x = N.lxor (fst x) 1) by (unfold misere_value; rewrite FX; reflexivity).
      assert (EQ : fst r = fst x).
      { rewrite EV in NZ. unfold misere_value, add in NZ. simpl in NZ. rewrite FX, FR in NZ. simpl in NZ.
        assert (fst x = 0 \/ fst x = 1) as [X0 | X0] by lia; assert (fst r = 0 \/ fst r = 1) as [R0 | R0] by lia;
          rewrite X0, R0 in *; auto; exfalso; apply NZ; reflexivity. }
      rewrite EQ. assert (fst x = 0 \/ fst x = 1) as [Z | Z] by lia.
      + rewrite Z in *. destruct (LM NC 0) as (q & w & J & W & V); [rewrite MX; reflexivity |]. exists q, w. auto.
      + rewrite Z in *. destruct (LP 0) as (q & w & J & W & V); [reflexivity |]. exists q, w. repeat split; auto.
        destruct (OT q J) as (w' & W' & _ & N2). rewrite W in W'. injection W' as <-. rewrite MX in N2.
        unfold misere_value in *. rewrite V in *. destruct (snd w); [reflexivity | exfalso; apply N2; reflexivity].
    - (* some component is firm *)
      assert (NX : xor_all (map first_value (components p)) <> 0).
      { rewrite <- (added_first _ v A). unfold misere_value in NZ. rewrite FV in NZ. exact NZ. }
      apply xor_lower in NX as (m1 & a & m2 & EM & LT). apply map_eq_app in EM as (l1 & s & E & E1 & E2).
      apply map_eq_cons in E2 as (c & l2 & -> & EA & <-). subst m1. rewrite <- map_app in LT.
      pose proof A as A'. rewrite E in A'. apply added_middle in A' as (x & r & X & R & EV).
      rewrite <- (added_first _ r R) in LT. unfold first_value in EA. rewrite X in EA. subst a.
      apply (ENOUGH l1 c l2 x r E X R). destruct (all_follow c x X) as (S & ST & OT & LP & LM). destruct (snd r) eqn:FR.
      + (* the others are fickle, so this one is firm *)
        rewrite EV in FV. simpl in FV. rewrite FR, andb_true_r in FV.
        apply LM; [intros Z; apply ST in Z; subst x; discriminate |]. unfold misere_value. rewrite FV. exact LT.
      + destruct (LP (fst r) LT) as (q & w & J & W & V). exists q, w. auto.
  Qed.

  Theorem tame_outcome p v : added (components p) = Some v -> Has true p (negb (misere_value v =? 0)).
  Proof.
    assert (K : forall n p v, (measure p < n)%nat -> added (components p) = Some v -> Has true p (negb (misere_value v =? 0))).
    { clear p v. induction n as [| n IH]; intros p v R A; [lia |].
      destruct (misere_value v =? 0) eqn:Z; simpl.
      - apply N.eqb_eq in Z. apply lose_intro.
        + intros O. exfalso. assert (C : forall l1 c l2, components p = l1 ++ c :: l2 -> pair_of c = Some (0, true) \/ pair_of c = None).
          { intros l1 c l2 E. destruct (pair_of c) as [x |] eqn:X; auto. left. destruct (all_follow c x X) as (_ & S & _).
            rewrite S; auto. destruct (options c) as [| c' o] eqn:OC; auto. exfalso.
            destruct (component_back p l1 c l2 c' E) as (q & I & _); [rewrite OC; left; reflexivity |]. rewrite O in I. destruct I. }
          assert (V : v = (0, true)).
          { revert v A Z C. clear. induction (components p) as [| c l IH]; simpl; intros v A Z C; [injection A as <-; reflexivity |].
            destruct (C [] c l eq_refl) as [X | X]; rewrite X in A; [| discriminate].
            destruct (added l) as [y |]; [| discriminate]. injection A as <-.
            replace (add (0, true) y) with y in * by (destruct y; reflexivity). apply IH; auto.
            intros l1 d l2 ->. apply (C (c :: l1) d l2). reflexivity. }
          subst v. discriminate Z.
        + intros q I. destruct (sum_other p v q A I) as (w & W & NE). pose proof (options_lower _ _ I).
          assert (D := IH q w ltac:(lia) W). replace (misere_value w =? 0) with false in D; [exact D |].
          symmetry. apply N.eqb_neq. congruence.
      - apply N.eqb_neq in Z. destruct (options p) as [| q0 o] eqn:O; [apply win_stuck; auto |].
        destruct (sum_zero p v A) as (q & w & I & W & V); auto; [rewrite O; discriminate |].
        pose proof (options_lower _ _ I). assert (D := IH q w ltac:(lia) W). rewrite V in D. apply win_move with q; auto. }
    apply (K (S (measure p))). lia.
  Qed.
End Sums.

(** ** Learning *)

Definition pairs_known := PositiveMap.t (list (position * pair)).

Definition pair_bucket (K : pairs_known) (p : position) : list (position * pair) :=
  match PositiveMap.find (key p) K with Some l => l | None => [] end.

(** Nim heaps are known: firm from 2 on, fickle below. *)
Definition pair_of (K : pairs_known) (p : position) : option pair :=
  match p with
  | Nim [h] => Some (h, h <=? 1)
  | _ => match find (fun e => eqb p (fst e)) (pair_bucket K p) with Some e => Some (snd e) | None => None end
  end.

Definition is_pair (e : option pair) (test : pair -> bool) : bool := match e with Some w => test w | None => false end.

Definition follows_ok (K : pairs_known) (c : position) (v : pair) : bool :=
  let es := map (fun q => added (pair_of K) (components q)) (options c) in
  (negb (snd v) || (fst v <=? 1)) &&
  match es with [] => (fst v =? 0) && snd v | _ => forallb (fun k => existsb (fun e => is_pair e (fun w => misere_value w =? k)) es) (below (misere_value v)) end &&
  forallb (fun e => is_pair e (fun w => negb (fst w =? fst v) && negb (misere_value w =? misere_value v))) es &&
  forallb (fun k => existsb (fun e => is_pair e (fun w => fst w =? k)) es) (below (fst v)).

Lemma some_pair K c test : existsb (fun e => is_pair e test) (map (fun q => added (pair_of K) (components q)) (options c)) = true ->
  exists q w, In q (options c) /\ added (pair_of K) (components q) = Some w /\ test w = true.
Proof.
  intros E. apply existsb_exists in E as (e & I & T). apply in_map_iff in I as (q & E & I). destruct e as [w |]; [| discriminate].
  exists q, w. auto.
Qed.

Lemma follows_ok_true K c v : follows_ok K c v = true -> follows (pair_of K) c v.
Proof.
  unfold follows_ok. rewrite !andb_true_iff. intros [[[S M] O] L]. rewrite forallb_forall in O, L. split; [| split; [| split; [| split]]].
  - intros F. rewrite F in S. apply N.leb_le. exact S.
  - intros E. rewrite E in M. simpl in M. apply andb_true_iff in M as [A B]. apply N.eqb_eq in A. destruct v. simpl in *. congruence.
  - intros q I. specialize (O (added (pair_of K) (components q))). rewrite in_map_iff in O.
    specialize (O (ex_intro _ q (conj eq_refl I))). destruct (added (pair_of K) (components q)) as [w |]; [| discriminate].
    simpl in O. rewrite andb_true_iff, !negb_true_iff, !N.eqb_neq in O. exists w. tauto.
  - intros k B. apply in_below in B. apply L in B. apply some_pair in B as (q & w & I & A & T). apply N.eqb_eq in T.
    exists q, w. auto.
  - intros NE k B. destruct (options c) as [| q0 o] eqn:E; [contradiction |]. rewrite <- E in *.
    assert (M' : forallb (fun k => existsb (fun e => is_pair e (fun w => misere_value w =? k))
      (map (fun q => added (pair_of K) (components q)) (options c))) (below (misere_value v)) = true).
    { rewrite E in *. exact M. }
    rewrite forallb_forall in M'. apply in_below in B. apply M' in B. apply some_pair in B as (q & w & I & A & T).
    apply N.eqb_eq in T. exists q, w. auto.
Qed.

(** A Nim heap has the values that it is said to have. *)
Lemma nim_follows K h : follows (pair_of K) (Nim [h]) (h, h <=? 1).
Proof.
  assert (OPT : forall q, In q (options (Nim [h])) <-> exists k, k < h /\ q = Nim [k]).
  { intros q. rewrite (in_f_single N Nim nim_ways); [| intros l; apply options_of; reflexivity | apply nim_place_free]. split.
    - intros (new & (m & I) & ->). apply in_map_iff in I as (k & E & I). injection E as _ <-. apply in_below in I. exists k. auto.
    - intros (k & L & ->). exists [k]. split; auto. exists (LowerHeap 0 k). apply in_map_iff. exists k. rewrite in_below. auto. }
  assert (ADD : forall k, added (pair_of K) (components (Nim [k])) = Some (k, k <=? 1)).
  { intros k. simpl. unfold add. simpl. rewrite N.lxor_0_r, andb_true_r. reflexivity. }
  assert (MV : forall k, misere_value (k, k <=? 1) = if k <=? 1 then 1 - k else k).
  { intros k. unfold misere_value. simpl. destruct (k <=? 1) eqn:E; auto. apply N.leb_le in E.
    assert (k = 0 \/ k = 1) as [-> | ->] by lia; reflexivity. }
  split; [| split; [| split; [| split]]].
  - simpl. apply N.leb_le.
  - intros E. destruct (N.eq_dec h 0) as [-> | NZ]; [reflexivity |]. exfalso.
    assert (I : In (Nim [0]) (options (Nim [h]))) by (apply OPT; exists 0; split; auto; lia). rewrite E in I. destruct I.
  - intros q I. apply OPT in I as (k & L & ->). exists (k, k <=? 1). rewrite ADD, !MV. split; [reflexivity |]. split; [cbn [fst]; lia |].
    destruct (k <=? 1) eqn:A, (h <=? 1) eqn:B; rewrite ?N.leb_le, ?N.leb_gt in *; lia.
  - simpl. intros k L. exists (Nim [k]), (k, k <=? 1). rewrite ADD. repeat split; auto. apply OPT. exists k. auto.
  - intros NE k. rewrite MV. intros L. assert (P : 0 < h).
    { destruct (N.eq_dec h 0) as [-> | NZ]; [| lia]. exfalso. apply NE. reflexivity. }
    assert (X : exists j, j < h /\ (if j <=? 1 then 1 - j else j) = k).
    { destruct (h <=? 1) eqn:B; rewrite ?N.leb_le, ?N.leb_gt in *; [lia |].
      destruct (N.eq_dec k 0) as [-> | NZ]; [exists 1; change (1 <=? 1) with true; cbn iota; lia |]. destruct (N.eq_dec k 1) as [-> | NO]; [exists 0; change (0 <=? 1) with true; cbn iota; lia |].
      exists k. split; auto. replace (k <=? 1) with false; auto. symmetry. apply N.leb_gt. lia. }
    destruct X as (j & LJ & EJ). exists (Nim [j]), (j, j <=? 1). rewrite ADD, MV. repeat split; auto. apply OPT. exists j. auto.
Qed.

(** What follows from some pairs follows from more of them. *)
Lemma added_more (f g : position -> option pair) : (forall c v, f c = Some v -> g c = Some v) ->
  forall l v, added f l = Some v -> added g l = Some v.
Proof.
  intros H. induction l as [| c l IH]; simpl; intros v E; auto. destruct (f c) as [x |] eqn:X; [| discriminate].
  destruct (added f l) as [y |]; [| discriminate]. rewrite (H c x X), (IH y eq_refl). exact E.
Qed.

Lemma follows_more (f g : position -> option pair) c v : (forall d w, f d = Some w -> g d = Some w) -> follows f c v -> follows g c v.
Proof.
  intros H (A & B & C & D & E). pose proof (added_more f g H) as M. split; [| split; [| split; [| split]]]; auto.
  - intros q I. destruct (C q I) as (w & W & N). exists w. auto.
  - intros k L. destruct (D k L) as (q & w & I & W & N). exists q, w. auto.
  - intros NE k L. destruct (E NE k L) as (q & w & I & W & N). exists q, w. auto.
Qed.

Definition fresh (K : pairs_known) (p : position) : bool := match pair_of K p with None => true | Some _ => false end.

Fixpoint learn_pairs (claims : list (position * pair)) (K : pairs_known) : option pairs_known :=
  match claims with
  | [] => Some K
  | (p, v) :: claims =>
      if fresh K p && follows_ok K p v then learn_pairs claims (PositiveMap.add (key p) ((p, v) :: pair_bucket K p) K) else None
  end.

Lemma pair_of_add K p v c w : pair_of (PositiveMap.add (key p) ((p, v) :: pair_bucket K p) K) c = Some w ->
  (c = p /\ w = v) \/ pair_of K c = Some w.
Proof.
  assert (G : forall r, match find (fun e => eqb c (fst e)) (pair_bucket (PositiveMap.add (key p) ((p, v) :: pair_bucket K p) K) c) with
      Some e => Some (snd e) | None => None end = Some r ->
    (c = p /\ r = v) \/ match find (fun e => eqb c (fst e)) (pair_bucket K c) with Some e => Some (snd e) | None => None end = Some r).
  { intros r. unfold pair_bucket at 1. destruct (Pos.eq_dec (key c) (key p)) as [E | NE].
    - rewrite E, PositiveMap.gss. simpl. destruct (eqb c p) eqn:Q.
      + intros [= <-]. left. apply eqb_eq in Q. auto.
      + unfold pair_bucket. rewrite E. auto.
    - rewrite PositiveMap.gso by exact NE. auto. }
  destruct c as [[| h [|]] | | | | | | | | | | | | |]; auto; exact (G w).
Qed.

Lemma add_pair_of K p v c w : fresh K p = true -> pair_of K c = Some w ->
  pair_of (PositiveMap.add (key p) ((p, v) :: pair_bucket K p) K) c = Some w.
Proof.
  intros F E. assert (NE : eqb c p = false).
  { apply not_true_iff_false. intros Q. apply eqb_eq in Q. subst. unfold fresh in F. rewrite E in F. discriminate. }
  assert (G : match find (fun e => eqb c (fst e)) (pair_bucket K c) with Some e => Some (snd e) | None => None end = Some w ->
    match find (fun e => eqb c (fst e)) (pair_bucket (PositiveMap.add (key p) ((p, v) :: pair_bucket K p) K) c) with
      Some e => Some (snd e) | None => None end = Some w).
  { unfold pair_bucket at 2. destruct (Pos.eq_dec (key c) (key p)) as [Q | Q].
    - rewrite Q, PositiveMap.gss. simpl. rewrite NE. unfold pair_bucket. rewrite Q. auto.
    - rewrite PositiveMap.gso by exact Q. auto. }
  destruct c as [[| h [|]] | | | | | | | | | | | | |]; auto; exact (G E).
Qed.

Definition all_pairs_follow (K : pairs_known) : Prop := forall c v, pair_of K c = Some v -> follows (pair_of K) c v.

Theorem learn_pairs_sound claims : forall K K', all_pairs_follow K -> learn_pairs claims K = Some K' -> all_pairs_follow K'.
Proof.
  induction claims as [| [p v] claims IH]; cbn [learn_pairs]; intros K K' T L; [injection L as <-; exact T |].
  destruct (fresh K p && follows_ok K p v) eqn:O; [| discriminate]. apply andb_true_iff in O as [F O].
  apply follows_ok_true in O. apply IH in L; auto. intros c w E.
  apply follows_more with (f := pair_of K); [intros d x; apply add_pair_of; exact F |].
  apply pair_of_add in E as [[-> ->] | E]; auto.
Qed.

Lemma empty_follows : all_pairs_follow (PositiveMap.empty _).
Proof.
  intros c v E. assert (B : forall p, pair_bucket (PositiveMap.empty _) p = []).
  { intros p. unfold pair_bucket. rewrite PositiveMap.gempty. reflexivity. }
  destruct c as [[| h [|]] | | | | | | | | | | | | |]; cbn [pair_of] in E; try (rewrite B in E; discriminate).
  injection E as <-. apply nim_follows.
Qed.

(** Who wins in misère play, by what the claims say. *)
Definition tame_claims_outcome (claims : list (position * pair)) (p : position) : option bool :=
  match learn_pairs claims (PositiveMap.empty _) with
  | None => None
  | Some K => match added (pair_of K) (components p) with Some v => Some (negb (misere_value v =? 0)) | None => None end
  end.

Theorem tame_sound claims p wins : tame_claims_outcome claims p = Some wins -> Has true p wins.
Proof.
  unfold tame_claims_outcome. destruct (learn_pairs claims (PositiveMap.empty _)) as [K |] eqn:L; [| discriminate].
  apply learn_pairs_sound in L; [| apply empty_follows].
  destruct (added (pair_of K) (components p)) as [v |] eqn:A; [| discriminate]. intros [= <-].
  apply (tame_outcome (pair_of K) L). exact A.
Qed.
