(** * LM25: a hexagon in place of every arc

    Normal Vertex Geography on a digraph becomes misère Vertex Geography on an undirected graph, if every arc from [u] to [v] is
    replaced by a copy of this graph, with [u] joined to A and [v] to B:
<<
    A-P  P-Q  Q-B  B-R  R-T  T-S  S-P  R-Z
>>
    A vertex may have a pendant neighbour besides; it needs one unless it is on two arcs, or is the start and on one.
    Whoever goes into a copy at A gets through it to [v] if he wants to; if he does not, or cannot because [v] is visited, the other
    player makes him stay, and wins. Whoever goes into a copy at B loses there. So the moves in the one game are those in the
    other. The proof follows play through one copy, vertex by vertex, and is then an induction on the law. *)

From Coq Require Import List Bool Arith Lia.
From LastMove Require Import Law.
Import ListNotations.

(** Vertex Geography where neighbours are listed: a position is the token's vertex and the vertices that are gone. *)
Section Geography.
  Variables (place : Type) (same : place -> place -> bool) (near : place -> list place).
  Hypothesis same_eq : forall a b, same a b = true <-> a = b.

  Definition unvisited (gone : list place) (v : place) : bool := negb (existsb (same v) gone).
  Definition slides (p : place * list place) : list (place * list place) :=
    map (fun v => (v, v :: snd p)) (filter (unvisited (snd p)) (near (fst p))).

  Lemma unvisited_true gone v : unvisited gone v = true <-> ~ In v gone.
  Proof.
    unfold unvisited. rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. split; intros H I; apply H.
    - exists v. split; [exact I |]. apply same_eq. reflexivity.
    - destruct I as (x & I & E). apply same_eq in E. subst. exact I.
  Qed.

  Lemma in_slides t gone q : In q (slides (t, gone)) <-> exists v, In v (near t) /\ ~ In v gone /\ q = (v, v :: gone).
  Proof.
    unfold slides. simpl. rewrite in_map_iff. split.
    - intros (v & <- & I). apply filter_In in I as [I F]. apply unvisited_true in F. exists v. auto.
    - intros (v & I & F & ->). exists v. split; auto. apply filter_In. split; auto. apply unvisited_true. exact F.
  Qed.

  Lemma no_slides t gone : (forall v, In v (near t) -> In v gone) -> slides (t, gone) = [].
  Proof.
    intros H. destruct (slides (t, gone)) as [| q l] eqn:E; auto. exfalso.
    assert (I : In q (slides (t, gone))) by (rewrite E; simpl; auto).
    apply in_slides in I as (v & I & F & _). auto.
  Qed.

  Lemma wins_by misere t gone v :
    In v (near t) -> ~ In v gone -> Lose slides misere (v, v :: gone) -> Win slides misere (t, gone).
  Proof. intros I F L. apply win_move with (v, v :: gone); auto. apply in_slides. exists v. auto. Qed.

  Lemma stuck_wins t gone : (forall v, In v (near t) -> In v gone) -> Win slides true (t, gone).
  Proof. intros H. apply win_stuck; auto. apply no_slides. exact H. Qed.

  Lemma loses_by t gone v : In v (near t) -> ~ In v gone ->
    (forall v, In v (near t) -> ~ In v gone -> Win slides true (v, v :: gone)) -> Lose slides true (t, gone).
  Proof.
    intros I F W. apply lose_all.
    - intros E. assert (X : In (v, v :: gone) (slides (t, gone))) by (apply in_slides; exists v; auto). rewrite E in X. destruct X.
    - intros q X. apply in_slides in X as (w & J & G & ->). auto.
  Qed.
End Geography.

Inductive point := A | P | Q | B | R | T | S | Z.
Inductive place := Old (v : nat) | Copy (i : nat) (x : point) | Pendant (v : nat).

Definition point_eq_dec (x y : point) : {x = y} + {x <> y}.
Proof. decide equality. Defined.
Definition place_eq_dec (x y : place) : {x = y} + {x <> y}.
Proof. decide equality; try apply Nat.eq_dec. apply point_eq_dec. Defined.
Definition same_place (x y : place) : bool := if place_eq_dec x y then true else false.

Lemma same_place_eq x y : same_place x y = true <-> x = y.
Proof. unfold same_place. destruct (place_eq_dec x y); split; intros; auto; try discriminate; contradiction. Qed.

Definition next_in_copy (x : point) : list point :=
  match x with
  | A => [P] | P => [A; Q; S] | Q => [P; B] | B => [Q; R] | R => [B; T; Z] | T => [R; S] | S => [T; P] | Z => [R]
  end.

Section Gadget.
  (** The digraph: an arc for each number below [count]; the start; which vertices have a pendant neighbour. *)
  Variables (count : nat) (src dst : nat -> nat) (start : nat) (leaf : nat -> bool).

  Definition arcs_from (u : nat) : list nat := map dst (filter (fun i => src i =? u) (seq 0 count)).

  Definition near (x : place) : list place :=
    match x with
    | Old u =>
        (if leaf u then [Pendant u] else []) ++
        flat_map (fun i => (if src i =? u then [Copy i A] else []) ++ (if dst i =? u then [Copy i B] else [])) (seq 0 count)
    | Copy i x =>
        map (Copy i) (next_in_copy x) ++ match x with A => [Old (src i)] | B => [Old (dst i)] | _ => [] end
    | Pendant u => [Old u]
    end.

  Definition directed := slides nat Nat.eqb arcs_from.
  Definition undirected := slides place same_place near.

  Definition touches (i v : nat) : Prop := src i = v \/ dst i = v.
  Hypothesis enough : forall v, leaf v = true \/
    (exists i j, i < count /\ j < count /\ i <> j /\ touches i v /\ touches j v) \/
    (v = start /\ exists i, i < count /\ touches i v).

  Lemma in_arcs u v : In v (arcs_from u) <-> exists i, i < count /\ src i = u /\ dst i = v.
  Proof.
    unfold arcs_from. rewrite in_map_iff. split.
    - intros (i & E & I). apply filter_In in I as [I F]. apply in_seq in I. apply Nat.eqb_eq in F. exists i. repeat split; auto; lia.
    - intros (i & L & F & E). exists i. split; auto. apply filter_In. rewrite in_seq, Nat.eqb_eq. split; auto; lia.
  Qed.

  Lemma in_near_old u y : In y (near (Old u)) <->
    (leaf u = true /\ y = Pendant u) \/
    exists i, i < count /\ ((src i = u /\ y = Copy i A) \/ (dst i = u /\ y = Copy i B)).
  Proof.
    simpl. rewrite in_app_iff, in_flat_map. split.
    - intros [I | (i & L & I)].
      + destruct (leaf u); [| destruct I]. destruct I as [<- | []]. auto.
      + right. exists i. apply in_seq in L. split; [lia |]. apply in_app_iff in I as [I | I].
        * destruct (src i =? u) eqn:E; [| destruct I]. apply Nat.eqb_eq in E. destruct I as [<- | []]. auto.
        * destruct (dst i =? u) eqn:E; [| destruct I]. apply Nat.eqb_eq in E. destruct I as [<- | []]. auto.
    - intros [[F ->] | (i & L & C)].
      + left. rewrite F. simpl. auto.
      + right. exists i. split; [apply in_seq; lia |]. apply in_app_iff.
        destruct C as [[E ->] | [E ->]]; [left | right]; rewrite E, Nat.eqb_refl; simpl; auto.
  Qed.

  Definition fresh (gone : list place) (i : nat) : Prop := forall x, ~ In (Copy i x) gone.

  (** Play through one copy, whole and with the token at its entry. What may follow at [v] is the hypothesis of each lemma. *)
  Section Inside.
    Variables (gone : list place) (i : nat).
    Hypothesis whole : fresh gone i.

    Let wins := wins_by place same_place near same_place_eq true.
    Let loses := loses_by place same_place near same_place_eq.
    Let stuck := stuck_wins place same_place near same_place_eq.

    (** Into the copy at B: the other player wins, and A is never entered. *)
    Lemma at_b : In (Old (dst i)) gone -> Win undirected true (Copy i B, Copy i B :: gone).
    Proof.
      intros V. apply wins with (Copy i Q); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      apply loses with (Copy i P); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      intros y I F. simpl in I. destruct I as [<- | [<- | []]]; [| exfalso; apply F; simpl; auto].
      apply wins with (Copy i S); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      apply loses with (Copy i T); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      intros y I G. simpl in I. destruct I as [<- | [<- | []]]; [| exfalso; apply G; simpl; auto].
      apply wins with (Copy i R); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      apply loses with (Copy i Z); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      intros y I K. simpl in I. destruct I as [<- | [<- | [<- | []]]]; try (exfalso; apply K; simpl; tauto).
      apply stuck. intros v [<- | []]. simpl. auto.
    Qed.

    Definition through (mid : list place) : Prop :=
      (forall y, In y mid -> exists x, y = Copy i x) /\ In (Copy i A) mid /\ In (Copy i B) mid.

    (** Into the copy at A, where going on to [v] is good for who entered: he wins. *)
    Lemma at_a_good : In (Old (src i)) gone -> ~ In (Old (dst i)) gone ->
      (forall mid, through mid -> Lose undirected true (Old (dst i), Old (dst i) :: mid ++ gone)) ->
      Lose undirected true (Copy i A, Copy i A :: gone).
    Proof.
      intros U V X.
      apply loses with (Copy i P); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      intros y I F. simpl in I. destruct I as [<- | [<- | []]]; [| exfalso; apply F; simpl; auto].
      apply wins with (Copy i Q); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      apply loses with (Copy i B); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      intros y I G. simpl in I. destruct I as [<- | [<- | []]]; [exfalso; apply G; simpl; auto |].
      apply wins with (Old (dst i)); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (V H) |].
      apply (X [Copy i B; Copy i Q; Copy i P; Copy i A]). split; [| simpl; tauto].
      simpl. intros y Y. repeat destruct Y as [<- | Y]; eauto. destruct Y.
    Qed.

    (** Into the copy at A, where [v] is visited or going there is bad: the other player wins. *)
    Lemma at_a_bad : In (Old (src i)) gone ->
      (In (Old (dst i)) gone \/ forall mid, through mid -> Win undirected true (Old (dst i), Old (dst i) :: mid ++ gone)) ->
      Win undirected true (Copy i A, Copy i A :: gone).
    Proof.
      intros U X.
      apply wins with (Copy i P); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      apply loses with (Copy i Q); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
      intros y I F. simpl in I. destruct I as [<- | [<- | [<- | []]]]; [exfalso; apply F; simpl; auto | |].
      - (* by Q: the other one goes on to B *)
        apply wins with (Copy i B); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
        apply loses with (Copy i R); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
        intros y I G. simpl in I. destruct I as [<- | [<- | [<- | []]]]; [exfalso; apply G; simpl; auto | |].
        + apply wins with (Copy i T); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
          apply loses with (Copy i S); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
          intros y I K. simpl in I. destruct I as [<- | [<- | []]]; [exfalso; apply K; simpl; auto |].
          apply stuck. intros v I. simpl in I. destruct I as [<- | [<- | []]]; simpl; tauto.
        + destruct X as [V | X]; [exfalso; apply G; simpl; tauto |].
          apply (X [Copy i B; Copy i Q; Copy i P; Copy i A]). split; [| simpl; tauto].
          simpl. intros y Y. repeat destruct Y as [<- | Y]; eauto. destruct Y.
      - (* by S: the other one goes round by T and R to B *)
        apply wins with (Copy i T); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
        apply loses with (Copy i R); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
        intros y I G. simpl in I. destruct I as [<- | [<- | []]]; [| exfalso; apply G; simpl; auto].
        apply wins with (Copy i B); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
        apply loses with (Copy i Q); [simpl; auto | intros H; repeat destruct H as [H | H]; try discriminate; exact (whole _ H) |].
        intros y I K. simpl in I. destruct I as [<- | [<- | [<- | []]]]; [| exfalso; apply K; simpl; auto |].
        + apply stuck. intros v I. simpl in I. destruct I as [<- | [<- | []]]; simpl; tauto.
        + destruct X as [V | X]; [exfalso; apply K; simpl; tauto |].
          apply (X [Copy i B; Copy i R; Copy i T; Copy i S; Copy i P; Copy i A]). split; [| simpl; tauto].
          simpl. intros y Y. repeat destruct Y as [<- | Y]; eauto. destruct Y.
    Qed.
  End Inside.

  (** An old position: the token came from the start through copies that it entered at A and left at B, the last one [last]. *)
  Record old (last : option nat) (u : nat) (visited : list nat) (gone : list place) : Prop := {
    old_vertices : forall w, In (Old w) gone <-> In w visited;
    old_token : In u visited;
    old_start : In start visited;
    old_pendants : forall w, ~ In (Pendant w) gone;
    old_copies : forall i, i < count ->
      fresh gone i \/ (In (Copy i A) gone /\ In (Copy i B) gone /\ In (src i) visited /\ In (dst i) visited);
    old_here : forall i, i < count -> touches i u -> last <> Some i -> fresh gone i;
    old_last : last = None \/ u <> start }.

  Lemma old_next last u visited gone i mid : old last u visited gone -> i < count -> src i = u -> ~ In (dst i) visited ->
    through i mid -> old (Some i) (dst i) (dst i :: visited) (Old (dst i) :: mid ++ gone).
  Proof.
    intros [V K ST PE C _ _] L E F (O & MA & MB). split.
    - intros w. simpl. rewrite in_app_iff, V. split.
      + intros [X | [X | X]]; [injection X as <-; auto | apply O in X as (x & X); discriminate | auto].
      + intros [X | X]; [subst w; auto | auto].
    - simpl. auto.
    - simpl. auto.
    - intros w [X | X]; [discriminate |]. apply in_app_iff in X as [X | X]; [apply O in X as (x & X); discriminate | exact (PE w X)].
    - intros j J. destruct (Nat.eq_dec j i) as [-> | NE].
      + right. simpl. rewrite !in_app_iff. subst u. auto.
      + destruct (C j J) as [N | (X & Y & D & G)]; [left | right].
        * intros x [I | I]; [discriminate |]. apply in_app_iff in I as [I | I]; [| exact (N x I)].
          apply O in I as (y & I). injection I as <- _. contradiction.
        * simpl. rewrite !in_app_iff. auto.
    - intros j J TO NE. destruct (C j J) as [N | (X & Y & D & G)].
      + intros x [I | I]; [discriminate |]. apply in_app_iff in I as [I | I]; [| exact (N x I)].
        apply O in I as (y & I). injection I as <- _. contradiction.
      + exfalso. destruct TO as [TO | TO]; rewrite TO in *; contradiction.
    - right. intros X. apply F. rewrite X. exact ST.
  Qed.

  (** In an old position nobody is stuck. *)
  Lemma old_moves last u visited gone : old last u visited gone -> exists y, In y (near (Old u)) /\ ~ In y gone.
  Proof.
    intros [_ _ _ PE _ H LA].
    assert (K : forall i, i < count -> touches i u -> last <> Some i -> exists y, In y (near (Old u)) /\ ~ In y gone).
    { intros i L TO NE. pose proof (H i L TO NE) as N. destruct TO as [TO | TO].
      - exists (Copy i A). split; [| apply N]. apply in_near_old. right. exists i. auto.
      - exists (Copy i B). split; [| apply N]. apply in_near_old. right. exists i. auto. }
    destruct (enough u) as [LF | [(i & j & I & J & NE & TI & TJ) | (E & i & I & TI)]].
    - exists (Pendant u). split; [| apply PE]. apply in_near_old. auto.
    - destruct last as [c |]; [| apply (K i); auto; discriminate].
      destruct (Nat.eq_dec c i) as [-> | D]; [apply (K j) | apply (K i)]; auto; intros X; injection X; auto.
    - destruct LA as [-> | LA]; [| contradiction]. apply (K i); auto. discriminate.
  Qed.

  Lemma not_used last u visited gone i : old last u visited gone -> i < count ->
    ~ In (Copy i A) gone \/ ~ In (Copy i B) gone -> fresh gone i.
  Proof. intros [_ _ _ _ C _ _] L N. destruct (C i L) as [F | (X & Y & _)]; auto. destruct N; contradiction. Qed.

  Lemma stays_lost last u visited gone : old last u visited gone ->
    (forall v last gone, In v (arcs_from u) -> ~ In v visited -> old last v (v :: visited) gone -> Win undirected true (Old v, gone)) ->
    Lose undirected true (Old u, gone).
  Proof.
    intros O IH. destruct (old_moves _ _ _ _ O) as (y & I & F).
    apply (loses_by place same_place near same_place_eq) with y; auto. clear y I F. intros y I F.
    assert (HERE : In (Old u) gone) by (apply (old_vertices _ _ _ _ O); apply (old_token _ _ _ _ O)).
    apply in_near_old in I as [[LF ->] | (i & L & [[E ->] | [E ->]])].
    - apply stuck_wins; [exact same_place_eq |]. intros v [<- | []]. simpl. auto.
    - assert (N : fresh gone i) by (apply (not_used _ _ _ _ i O L); auto).
      apply at_a_bad; auto; [rewrite E; exact HERE |].
      destruct (in_dec Nat.eq_dec (dst i) visited) as [V | V]; [left; apply (old_vertices _ _ _ _ O); exact V | right].
      intros mid M. apply (IH (dst i) (Some i)); auto; [apply in_arcs; exists i; auto |].
      apply old_next with last u; auto.
    - assert (N : fresh gone i) by (apply (not_used _ _ _ _ i O L); auto).
      apply at_b; auto. rewrite E. exact HERE.
  Qed.

  Theorem carried p wins : Outcome directed false p wins ->
    forall last gone, old last (fst p) (snd p) gone -> Outcome undirected true (Old (fst p), gone) wins.
  Proof.
    set (W := fun p (_ : Win directed false p) => forall last gone, old last (fst p) (snd p) gone -> Win undirected true (Old (fst p), gone)).
    set (X := fun p (_ : Lose directed false p) => forall last gone, old last (fst p) (snd p) gone -> Lose undirected true (Old (fst p), gone)).
    assert (stuck : forall p (M : false = true) (E : directed p = []), W p (win_stuck _ _ _ p M E)) by discriminate.
    assert (move : forall p q (I : In q (directed p)) (L : Lose directed false q), X q L -> W p (win_move _ _ _ p q I L)).
    { intros [u visited] q I L H last gone O. apply in_slides in I as (v & I & F & ->); [| exact Nat.eqb_eq].
      apply in_arcs in I as (i & LI & E & <-). simpl in *.
      assert (D : ~ In (Old (dst i)) gone) by (rewrite (old_vertices _ _ _ _ O); exact F).
      assert (HERE : In (Old u) gone) by (apply (old_vertices _ _ _ _ O); apply (old_token _ _ _ _ O)).
      assert (N : fresh gone i).
      { destruct (old_copies _ _ _ _ O i LI) as [N | (_ & _ & _ & V)]; auto. contradiction. }
      apply (wins_by place same_place near same_place_eq) with (Copy i A); [| apply N |].
      - apply in_near_old. right. exists i. auto.
      - apply at_a_good; auto; [rewrite E; exact HERE |]. intros mid M. apply (H (Some i)). apply old_next with last u; auto. }
    assert (lost : forall p, (forall q, In q (directed p) -> forall last gone,
        old last (fst q) (snd q) gone -> Win undirected true (Old (fst q), gone)) ->
      forall last gone, old last (fst p) (snd p) gone -> Lose undirected true (Old (fst p), gone)).
    { intros [u visited] H last gone O. simpl in *. apply (stays_lost last u visited gone O). intros v l g I F OV.
      apply (H (v, v :: visited)) with l; auto. apply in_slides; [exact Nat.eqb_eq |]. exists v. auto. }
    assert (none : forall p (M : false = false) (E : directed p = []), X p (lose_stuck _ _ _ p M E)).
    { intros p0 M E. unfold X. apply lost. rewrite E. intros q []. }
    assert (all : forall p (NE : directed p <> []) (H : forall q, In q (directed p) -> Win directed false q),
      (forall q (I : In q (directed p)), W q (H q I)) -> X p (lose_all _ _ _ p NE H)).
    { intros p0 NE H IH. unfold X. apply lost. exact IH. }
    destruct wins; simpl; intros O.
    - exact (Win_ind2 _ directed false W X stuck move none all p O).
    - exact (Lose_ind2 _ directed false W X stuck move none all p O).
  Qed.

  (** In the digraph play ends, so each start is won or lost there, and the other game has the same outcome. *)
  Lemma directed_ends : forall p, Acc (Next directed) p.
  Proof.
    apply (ends_by_rank _ _ (fun p => length (filter (unvisited nat Nat.eqb (snd p)) (nodup Nat.eq_dec (map dst (seq 0 count)))))).
    intros [u visited] q I. apply in_slides in I as (v & I & F & ->); [| exact Nat.eqb_eq]. simpl.
    apply in_arcs in I as (i & L & _ & <-).
    assert (M : In (dst i) (nodup Nat.eq_dec (map dst (seq 0 count)))) by (apply nodup_In, in_map, in_seq; lia).
    induction (nodup Nat.eq_dec (map dst (seq 0 count))) as [| w l IH]; [destruct M |].
    assert (LE : forall l, length (filter (unvisited nat Nat.eqb (dst i :: visited)) l) <= length (filter (unvisited nat Nat.eqb visited) l)).
    { clear. induction l as [| w l IH]; simpl; auto.
      destruct (unvisited nat Nat.eqb (dst i :: visited) w) eqn:X, (unvisited nat Nat.eqb visited w) eqn:Y; simpl; try lia.
      apply unvisited_true in X; [| exact Nat.eqb_eq]. exfalso. apply not_true_iff_false in Y. apply Y.
      apply unvisited_true; [exact Nat.eqb_eq |]. intros I. apply X. simpl. auto. }
    simpl. destruct M as [-> | M].
    - assert (Y : unvisited nat Nat.eqb visited (dst i) = true) by (apply unvisited_true; [exact Nat.eqb_eq | exact F]).
      assert (X : unvisited nat Nat.eqb (dst i :: visited) (dst i) = false).
      { apply not_true_iff_false. intros X. apply unvisited_true in X; [| exact Nat.eqb_eq]. apply X. simpl. auto. }
      rewrite X, Y. simpl. specialize (LE l). lia.
    - specialize (IH M). specialize (LE [w]). simpl in LE.
      destruct (unvisited nat Nat.eqb (dst i :: visited) w), (unvisited nat Nat.eqb visited w); simpl in *; lia.
  Qed.

  Theorem lm25 wins : Outcome directed false (start, [start]) wins <-> Outcome undirected true (Old start, [Old start]) wins.
  Proof.
    assert (F : forall w, Outcome directed false (start, [start]) w -> Outcome undirected true (Old start, [Old start]) w).
    { intros w O. apply (carried _ w O None). split; simpl; auto.
      - intros v. split; intros [E | []]; left; [injection E as <- | subst]; reflexivity.
      - intros v [E | []]. discriminate.
      - intros i _. left. intros x [E | []]. discriminate.
      - intros i _ _ _ x [E | []]. discriminate. }
    split; [apply F |]. intros O. destruct (determined _ _ false _ (directed_ends (start, [start]))) as [D | D].
    - assert (E : wins = true) by (apply (outcome_unique _ _ _ _ _ _ O); apply (F true); exact D). subst. exact D.
    - assert (E : wins = false) by (apply (outcome_unique _ _ _ _ _ _ O); apply (F false); exact D). subst. exact D.
  Qed.
End Gadget.
