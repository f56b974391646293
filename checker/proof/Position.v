(** * Positions of all games, and sums of them

    One type for the positions of every game of lastmove, so that sums can have parts of different games and one checker serves all.
    [moves] puts the rules together; a sum moves in exactly one of its parts. Play always ends ([ends]), so by the law every
    position is N or P and not both ([every_position]). *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Law Lists Rules.
Import ListNotations.
Open Scope N_scope.

Inductive position :=
| Nim (heaps : list N)
| AdjacentNim (heaps : list N)
| VertexGeography (g : graph) (token : N) (others : list N)
| EdgeGeography (directed : bool) (token : N) (edges : list (N * N))
| NimGRM (g : graph) (weights : list N) (token : option N)
| NimGMR (g : graph) (weights : list N) (token : N)
| Vertexnim (g : graph) (weights : list N) (token : option N)
| VertexnimMR (g : graph) (weights : list N) (token : N)
| EdgeNimG (directed : bool) (edges : list (N * N)) (weights : list N) (token : N)
| Octal (digits cycle heaps : list N)
| Subtraction (amounts heaps : list N)
| Dag (g : graph) (heights : list N) (token : N)
| Kayles (edges : bool) (g : graph) (others : list N)
| Sum (parts : list position).

Definition relabel {A B C} (f : B -> C) (c : A * B) : A * C := (fst c, f (snd c)).

Fixpoint moves (p : position) : list (move * position) :=
  match p with
  | Nim heaps => map (relabel Nim) (nim_moves heaps)
  | AdjacentNim heaps => map (relabel AdjacentNim) (adjacent_moves heaps)
  | VertexGeography g t others => map (relabel (fun q => VertexGeography g (fst q) (snd q))) (vg_moves g (t, others))
  | EdgeGeography d t edges => map (relabel (fun q => EdgeGeography d (fst q) (snd q))) (eg_moves d t [] edges)
  | NimGRM g w t => map (relabel (fun q => NimGRM g (fst q) (snd q))) (rm_moves g (w, t))
  | NimGMR g w t => map (relabel (fun q => NimGMR g (fst q) (snd q))) (mr_moves g (w, t))
  | Vertexnim g w t => map (relabel (fun q => Vertexnim (fst q) (fst (snd q)) (snd (snd q)))) (vertexnim_moves (g, (w, t)))
  | VertexnimMR g w t => map (relabel (fun q => VertexnimMR g (fst q) (snd q))) (vertexnim_mr_moves g (w, t))
  | EdgeNimG d e w t => map (relabel (fun q => EdgeNimG d e (fst q) (snd q))) (edge_nimg_moves d e (w, t))
  | Octal d c heaps => map (relabel (Octal d c)) (octal_moves d c heaps)
  | Subtraction s heaps => map (relabel (Subtraction s)) (subtraction_moves s heaps)
  | Dag g h t => map (relabel (Dag g h)) (dag_moves g h t)
  | Kayles e g others => map (relabel (Kayles e g)) (kayles_moves e g others)
  | Sum parts =>
      map (relabel Sum) (changes (fun i part => map (fun c => (PartMove i (fst c), [snd c])) (moves part)) 0 parts)
  end.

Definition options (p : position) : list position := map snd (moves p).

(** ** Equality *)

Section ListEquality.
  Variable A : Type.
  Variable same : A -> A -> bool.

  Fixpoint list_eqb (l m : list A) : bool :=
    match l, m with
    | [], [] => true
    | a :: l, b :: m => same a b && list_eqb l m
    | _, _ => false
    end.
End ListEquality.

Arguments list_eqb {A}.

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) l :
  (forall a, In a l -> forall b, eqb a b = true -> a = b) -> forall m, list_eqb eqb l m = true -> l = m.
Proof.
  induction l as [| a l IH]; intros H [| b m]; simpl; try discriminate; auto.
  intros E. apply andb_true_iff in E as [E F]. f_equal; [apply H; simpl; auto |].
  apply IH; auto. intros x I. apply H. simpl; auto.
Qed.

Definition ns_eqb : list N -> list N -> bool := list_eqb N.eqb.
Definition graph_eqb : graph -> graph -> bool := list_eqb ns_eqb.
Definition edges_eqb : list (N * N) -> list (N * N) -> bool :=
  list_eqb (fun a b => N.eqb (fst a) (fst b) && N.eqb (snd a) (snd b)).
Definition token_eqb (a b : option N) : bool :=
  match a, b with Some x, Some y => N.eqb x y | None, None => true | _, _ => false end.

Lemma ns_eqb_eq l m : ns_eqb l m = true -> l = m.
Proof. apply list_eqb_eq. intros a _ b. apply N.eqb_eq. Qed.
Lemma graph_eqb_eq l m : graph_eqb l m = true -> l = m.
Proof. apply list_eqb_eq. intros a _ b. apply ns_eqb_eq. Qed.
Lemma edges_eqb_eq l m : edges_eqb l m = true -> l = m.
Proof.
  apply list_eqb_eq. intros [a b] _ [c d]. simpl. intros E. apply andb_true_iff in E as [E F].
  apply N.eqb_eq in E, F. congruence.
Qed.
Lemma token_eqb_eq a b : token_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; auto. intros E. apply N.eqb_eq in E. congruence. Qed.

Fixpoint eqb (p q : position) : bool :=
  match p, q with
  | Nim a, Nim b => ns_eqb a b
  | AdjacentNim a, AdjacentNim b => ns_eqb a b
  | VertexGeography g t a, VertexGeography h s b => (t =? s) && ns_eqb a b && graph_eqb g h
  | EdgeGeography d t a, EdgeGeography e s b => (t =? s) && edges_eqb a b && Bool.eqb d e
  | NimGRM g w t, NimGRM h x s => token_eqb t s && ns_eqb w x && graph_eqb g h
  | NimGMR g w t, NimGMR h x s => (t =? s) && ns_eqb w x && graph_eqb g h
  | Vertexnim g w t, Vertexnim h x s => token_eqb t s && ns_eqb w x && graph_eqb g h
  | VertexnimMR g w t, VertexnimMR h x s => (t =? s) && ns_eqb w x && graph_eqb g h
  | EdgeNimG d e w t, EdgeNimG c f x s => (t =? s) && ns_eqb w x && edges_eqb e f && Bool.eqb d c
  | Octal d c a, Octal e f b => ns_eqb a b && ns_eqb d e && ns_eqb c f
  | Subtraction s a, Subtraction t b => ns_eqb a b && ns_eqb s t
  | Dag g a t, Dag h b s => (t =? s) && ns_eqb a b && graph_eqb g h
  | Kayles d g a, Kayles e h b => ns_eqb a b && Bool.eqb d e && graph_eqb g h
  | Sum a, Sum b => list_eqb eqb a b
  | _, _ => false
  end.

(** Induction over positions: a sum may use what holds of its parts. *)
Section PositionInduction.
  Variable Q : position -> Prop.
  Hypothesis single : forall p, match p with Sum _ => False | _ => True end -> Q p.
  Hypothesis sum : forall l, (forall p, In p l -> Q p) -> Q (Sum l).

  Fixpoint position_induction (p : position) : Q p :=
    match p with
    | Sum l =>
        sum l ((fix parts (l : list position) : forall p, In p l -> Q p :=
          match l with
          | [] => fun p (J : In p []) => match J with end
          | a :: l => fun p (J : In p (a :: l)) =>
              match J with
              | or_introl E => eq_ind a Q (position_induction a) p E
              | or_intror J => parts l p J
              end
          end) l)
    | p => single p I
    end.
End PositionInduction.

Lemma eqb_eq p : forall q, eqb p q = true -> p = q.
Proof.
  induction p as [p H | l IH] using position_induction.
  - destruct p; intros []; simpl; try discriminate; rewrite ?andb_true_iff;
      try contradiction; intros E;
      repeat match goal with
      | E : _ /\ _ |- _ => destruct E
      | E : (_ =? _) = true |- _ => apply N.eqb_eq in E
      | E : ns_eqb _ _ = true |- _ => apply ns_eqb_eq in E
      | E : graph_eqb _ _ = true |- _ => apply graph_eqb_eq in E
      | E : edges_eqb _ _ = true |- _ => apply edges_eqb_eq in E
      | E : token_eqb _ _ = true |- _ => apply token_eqb_eq in E
      | E : Bool.eqb _ _ = true |- _ => apply Bool.eqb_prop in E
      end; congruence.
  - intros []; simpl; try discriminate. intros E. f_equal. apply list_eqb_eq in E; auto.
Qed.

(** ** Play ends *)

Fixpoint measure (p : position) : nat :=
  match p with
  | Nim heaps => total N.to_nat heaps
  | AdjacentNim heaps => total N.to_nat heaps
  | VertexGeography _ _ others => length others
  | EdgeGeography _ _ edges => length edges
  | NimGRM _ w _ => total N.to_nat w
  | NimGMR _ w _ => total N.to_nat w
  | Vertexnim _ w _ => total N.to_nat w
  | VertexnimMR _ w _ => total N.to_nat w
  | EdgeNimG _ _ w _ => total N.to_nat w
  | Octal _ _ heaps => total octal_size heaps
  | Subtraction _ heaps => total N.to_nat heaps
  | Dag _ h t => dag_size h t
  | Kayles _ _ others => length others
  | Sum parts => total measure parts
  end.

Lemma in_options p q : In q (options p) <-> exists m, In (m, q) (moves p).
Proof.
  unfold options. rewrite in_map_iff. split; [intros ([m r] & <- & I) | intros (m & I)]; [exists m; exact I |].
  exists (m, q). auto.
Qed.

Lemma in_relabel {A B C} (f : B -> C) (l : list (A * B)) m q :
  In (m, q) (map (relabel f) l) <-> exists r, q = f r /\ In (m, r) l.
Proof.
  rewrite in_map_iff. split.
  - intros ([n r] & E & I). injection E as <- <-. exists r. auto.
  - intros (r & -> & I). exists (m, r). auto.
Qed.

(** The options of a sum: one part is replaced by an option of its own. *)
Lemma in_options_sum parts q : In q (options (Sum parts)) <->
  exists l1 p l2 p', parts = l1 ++ p :: l2 /\ In p' (options p) /\ q = Sum (l1 ++ p' :: l2).
Proof.
  rewrite in_options. simpl. split.
  - intros (m & I). apply in_relabel in I as (r & -> & I). apply in_changes in I as (l1 & p & l2 & new & -> & I & ->).
    apply in_map_iff in I as ([n p'] & E & I). injection E as _ <-. exists l1, p, l2, p'.
    repeat split; auto. apply in_options. exists n. exact I.
  - intros (l1 & p & l2 & p' & -> & I & ->). apply in_options in I as (n & I).
    exists (PartMove (0 + N.of_nat (length l1)) n). apply in_relabel. exists (l1 ++ [p'] ++ l2). split; auto.
    apply in_changes. exists l1, p, l2, [p']. repeat split; auto. apply in_map_iff. exists (n, p'). auto.
Qed.

Lemma moves_lower p : forall m q, In (m, q) (moves p) -> (measure q < measure p)%nat.
Proof.
  induction p as [p H | l IH] using position_induction; intros m q I.
  - destruct p; cbn [moves] in I; try contradiction; apply in_relabel in I as (r & -> & I); simpl.
    + apply nim_lower in I. exact I.
    + apply adjacent_lower in I. exact I.
    + apply vg_lower in I. exact I.
    + apply eg_lower in I. exact I.
    + apply rm_lower in I. exact I.
    + apply mr_lower in I. exact I.
    + apply vertexnim_lower in I. exact I.
    + apply vertexnim_mr_lower in I. exact I.
    + apply edge_nimg_lower in I. exact I.
    + apply octal_lower in I. exact I.
    + apply subtraction_lower in I. exact I.
    + apply dag_lower in I. exact I.
    + apply kayles_lower in I. exact I.
  - simpl in I. apply in_relabel in I as (r & -> & I). simpl. eapply changes_lower; [| exact I].
    intros j a n new J K. simpl in K. apply in_map_iff in K as ([k p'] & E & K). injection E as _ <-.
    apply IH in K; auto. simpl. lia.
Qed.

Lemma options_lower p q : In q (options p) -> (measure q < measure p)%nat.
Proof. intros I. apply in_options in I as (m & I). apply moves_lower in I. exact I. Qed.

Theorem ends p : Acc (Next options) p.
Proof. apply (ends_by_rank position options measure). exact options_lower. Qed.

Notation Wins misere := (Win options misere).
Notation Loses misere := (Lose options misere).
Notation Has misere := (Outcome options misere).

(** Every position is N or P, in both conventions, and never both. *)
Theorem every_position misere p : (Wins misere p \/ Loses misere p) /\ ~ (Wins misere p /\ Loses misere p).
Proof.
  split; [apply determined, ends |]. intros [W L]. apply (not_both position options misere p); auto.
Qed.

(** A game played alone has the same outcomes as a [position]. *)
Lemma outcome_of (A : Type) (step : A -> list (move * A)) (f : A -> position) misere a wins :
  (forall a, moves (f a) = map (relabel f) (step a)) ->
  Outcome (fun a => map snd (step a)) misere a wins -> Has misere (f a) wins.
Proof.
  intros S. apply embed. intros b. unfold options. rewrite S, !map_map. reflexivity.
Qed.
