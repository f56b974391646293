(** * The rules of the games

    Each game of lastmove, as a function from a position to its moves and what they lead to. These definitions, and the law, are
    what a reader has to believe; they are short so that he can compare them with the rules in words. After each game comes a
    proof that a number sinks with every move, so play ends. Vertices and heaps are numbers from 0. *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Lists.
Import ListNotations.
Open Scope N_scope.

(** The moves, with the fields that they have in the JSON of lastmove. *)
Inductive move :=
| LowerHeap (heap remaining : N)
| Lower (remaining : N)
| Slide (to : N)
| LowerAndSlide (remaining : N) (to : option N)
| SlideAndLower (to remaining : N)
| SlideAlong (to remaining : N) (edge : option N)
| Split (heap : N) (leaves : list N)
| Delete (vertex : N)
| DeleteEdge (u v : N)
| PartMove (part : N) (inner : move).

(** ** Games of heaps *)

(** Nim: lower one heap. *)
Definition nim_ways (i heap : N) : list (move * list N) := map (fun k => (LowerHeap i k, [k])) (below heap).
Definition nim_moves (heaps : list N) : list (move * list N) := changes nim_ways 0 heaps.

Lemma nim_lower heaps m h : In (m, h) (nim_moves heaps) -> (total N.to_nat h < total N.to_nat heaps)%nat.
Proof.
  apply changes_lower. intros j a n new _ I. unfold nim_ways in I. apply in_map_iff in I as (k & E & I).
  injection E as _ <-. apply in_below in I. simpl. lia.
Qed.

(** A subtraction game: take from one heap a number of tokens that is in the set. *)
Definition subtraction_ways (amounts : list N) (i heap : N) : list (move * list N) :=
  map (fun a => (LowerHeap i (heap - a), [heap - a])) (filter (fun a => (1 <=? a) && (a <=? heap)) amounts).
Definition subtraction_moves (amounts heaps : list N) : list (move * list N) := changes (subtraction_ways amounts) 0 heaps.

Lemma subtraction_lower s heaps m h :
  In (m, h) (subtraction_moves s heaps) -> (total N.to_nat h < total N.to_nat heaps)%nat.
Proof.
  apply changes_lower. intros j a n new _ I. unfold subtraction_ways in I. apply in_map_iff in I as (k & E & I).
  injection E as _ <-. apply filter_In in I as [_ I]. apply andb_true_iff in I as [L U].
  apply N.leb_le in L, U. simpl. lia.
Qed.

(** Lists of [count] positive numbers, none above [most], from large to small, whose sum is [sum]. *)
Fixpoint partitions (count : nat) (most sum : N) : list (list N) :=
  match count with
  | O => if sum =? 0 then [[]] else []
  | S c => flat_map (fun k => map (cons k) (partitions c k (sum - k)))
                    (filter (fun k => (1 <=? k) && (k <=? sum)) (rev (below (most + 1))))
  end.

Lemma partitions_spec count : forall most sum l, In l (partitions count most sum) ->
  length l = count /\ fold_right N.add 0 l = sum /\ (forall k, In k l -> 1 <= k).
Proof.
  induction count as [| c IH]; simpl; intros most sum l I.
  - destruct (sum =? 0) eqn:E; [| destruct I]. apply N.eqb_eq in E. destruct I as [<- | []]. simpl.
    repeat split; auto. intros k [].
  - apply in_flat_map in I as (k & F & I). apply filter_In in F as [_ F]. apply andb_true_iff in F as [L U].
    apply N.leb_le in L, U. apply in_map_iff in I as (r & <- & I). apply IH in I as (LE & SU & PO). simpl.
    repeat split; try lia. intros x [<- | X]; auto.
Qed.

(** Digit number [taken] of a code: what stands in the first list, then the second list again and again. *)
Definition digit (digits cycle : list N) (taken : N) : N :=
  let n := N.of_nat (length digits) in
  if taken <? n then get digits taken 0
  else match cycle with [] => 0 | _ => get cycle ((taken - n) mod N.of_nat (length cycle)) 0 end.

(** An octal code: take k tokens from a heap that is not empty and leave j heaps, if bit j of digit k is set. Where nothing is taken
    the heap must be split. *)
Definition octal_ways (digits cycle : list N) (i heap : N) : list (move * list N) :=
  if heap =? 0 then [] else
  flat_map (fun taken =>
    flat_map (fun j =>
      if N.testbit (digit digits cycle taken) j && ((1 <=? taken) || (2 <=? j))
      then map (fun leaves => (Split i leaves, leaves)) (partitions (N.to_nat j) (heap - taken) (heap - taken))
      else [])
    (below (N.size (digit digits cycle taken))))
  (below (heap + 1)).
Definition octal_moves (digits cycle heaps : list N) : list (move * list N) := changes (octal_ways digits cycle) 0 heaps.

Definition octal_size (heap : N) : nat := N.to_nat (2 * heap - 1).

Lemma octal_size_total l : (forall k, In k l -> 1 <= k) ->
  N.of_nat (total octal_size l) = 2 * fold_right N.add 0 l - N.of_nat (length l) /\
  N.of_nat (length l) <= fold_right N.add 0 l.
Proof.
  induction l as [| a l IH]; [simpl; lia |]. intros H.
  assert (A : 1 <= a) by (apply H; simpl; auto). destruct IH as [IH IL]; [intros k I; apply H; simpl; auto |].
  cbn [total fold_right length]. rewrite Nat2N.inj_add, IH. unfold octal_size. rewrite N2Nat.id. lia.
Qed.

Lemma octal_lower digits cycle heaps m h :
  In (m, h) (octal_moves digits cycle heaps) -> (total octal_size h < total octal_size heaps)%nat.
Proof.
  apply changes_lower. intros j a n new _ I. unfold octal_ways in I.
  destruct (a =? 0) eqn:Z; [destruct I |]. apply N.eqb_neq in Z.
  apply in_flat_map in I as (taken & T & I). apply in_below in T.
  apply in_flat_map in I as (c & _ & I). destruct (N.testbit _ _ && _) eqn:C; [| destruct I].
  apply andb_true_iff in C as [_ C]. apply orb_true_iff in C. rewrite !N.leb_le in C.
  apply in_map_iff in I as (l & E & I). injection E as _ ->. apply partitions_spec in I as (LE & SU & PO).
  apply octal_size_total in PO as [R L]. unfold octal_size in *. lia.
Qed.

(** Adjacent Nim: the heaps that are not empty, from the current one on. The current heap is lowered and the next one becomes current, so
    what is left of the first goes to the end of the list. *)
Definition adjacent_moves (heaps : list N) : list (move * list N) :=
  match heaps with
  | [] => []
  | h :: rest => map (fun k => (Lower k, rest ++ (if k =? 0 then [] else [k]))) (below h)
  end.

Lemma adjacent_lower heaps m h : In (m, h) (adjacent_moves heaps) -> (total N.to_nat h < total N.to_nat heaps)%nat.
Proof.
  destruct heaps as [| a rest]; [intros [] |]. simpl. intros I. apply in_map_iff in I as (k & E & I).
  injection E as _ <-. apply in_below in I. rewrite total_app. destruct (k =? 0); simpl; lia.
Qed.

(** ** Games on graphs *)

(** A graph has for each vertex the list of its (out-)neighbours, each once; in an undirected graph both ends have each other. *)
Definition graph := list (list N).
Definition neighbours (g : graph) (u : N) : list N := get g u [].
Definition arc (g : graph) (u v : N) : bool := member v (neighbours g u).

(** Vertex Geography: the token's vertex, and the other vertices that are still there. The vertex that the token leaves is gone; so a loop
    cannot be used. *)
Definition vg_moves (g : graph) (p : N * list N) : list (move * (N * list N)) :=
  map (fun v => (Slide v, (v, without v (snd p)))) (filter (arc g (fst p)) (snd p)).

Lemma vg_lower g p m q : In (m, q) (vg_moves g p) -> (length (snd q) < length (snd p))%nat.
Proof.
  unfold vg_moves. intros I. apply in_map_iff in I as (v & E & I). injection E as _ <-.
  apply filter_In in I as [I _]. simpl. apply without_lt. exact I.
Qed.

(** Where an edge leads from [t], if it does; an undirected edge goes in both directions. *)
Definition leads (directed : bool) (t : N) (e : N * N) : option N :=
  if fst e =? t then Some (snd e) else if negb directed && (snd e =? t) then Some (fst e) else None.

(** Edge Geography: slide along an edge, which is deleted. Of parallel edges the first one is used: which of them goes makes no
    difference. [seen] are the vertices that earlier edges led to. *)
Fixpoint eg_moves (directed : bool) (t : N) (seen : list N) (edges : list (N * N)) : list (move * (N * list (N * N))) :=
  match edges with
  | [] => []
  | e :: rest =>
      let later seen := map (fun c => (fst c, (fst (snd c), e :: snd (snd c)))) (eg_moves directed t seen rest) in
      match leads directed t e with
      | Some v => if member v seen then later seen else (Slide v, (v, rest)) :: later (v :: seen)
      | None => later seen
      end
  end.

Lemma eg_lower d t edges : forall seen m q, In (m, q) (eg_moves d t seen edges) -> (length (snd q) < length edges)%nat.
Proof.
  induction edges as [| e rest IH]; simpl; intros seen m q I; [destruct I |].
  assert (L : forall s, In (m, q) (map (fun c => (fst c, (fst (snd c), e :: snd (snd c)))) (eg_moves d t s rest)) ->
              (length (snd q) < S (length rest))%nat).
  { intros s J. apply in_map_iff in J as ([n r] & E & J). apply IH in J. injection E as _ <-. simpl in *. lia. }
  destruct (leads d t e) as [v |]; [destruct (member v seen) |]; eauto.
  destruct I as [E | I]; eauto. injection E as _ <-. simpl. lia.
Qed.

(** Nim on edges: slide along an edge of positive weight and lower its weight. Each parallel edge is a heap of its own; a move names its
    edge if several lead to the same vertex. [exits] are the edges that can be used, each with where it leads. *)
Definition exits (directed : bool) (edges : list (N * N)) (w : list N) (t : N) : list (N * N) :=
  flat_map (fun i => match leads directed t (get edges i (0, 0)) with
                     | Some v => if get w i 0 =? 0 then [] else [(i, v)]
                     | None => []
                     end)
           (below (N.of_nat (length edges))).

Definition edge_nimg_moves (directed : bool) (edges : list (N * N)) (p : list N * N) : list (move * (list N * N)) :=
  let found := exits directed edges (fst p) (snd p) in
  flat_map (fun e =>
    let i := fst e in
    let v := snd e in
    let name := match filter (fun other => snd other =? v) found with [_] => None | _ => Some i end in
    map (fun k => (SlideAlong v k name, (set (fst p) i k, v))) (below (get (fst p) i 0)))
  found.

Lemma edge_nimg_lower d edges p m q :
  In (m, q) (edge_nimg_moves d edges p) -> (total N.to_nat (fst q) < total N.to_nat (fst p))%nat.
Proof.
  unfold edge_nimg_moves. intros I. apply in_flat_map in I as (e & _ & I). apply in_map_iff in I as (k & E & B).
  injection E as _ <-. apply in_below in B. simpl. apply total_set. exact B.
Qed.

(** NimG-RM: lower the weight under the token, then go to a neighbour. Where there is no neighbour the token leaves the board, and the
    game is over. *)
Definition rm_moves (g : graph) (p : list N * option N) : list (move * (list N * option N)) :=
  match snd p with
  | None => []
  | Some u =>
      let targets := match neighbours g u with [] => [None] | l => map Some l end in
      flat_map (fun k => map (fun v => (LowerAndSlide k v, (set (fst p) u k, v))) targets) (below (get (fst p) u 0))
  end.

Lemma rm_lower g p m q : In (m, q) (rm_moves g p) -> (total N.to_nat (fst q) < total N.to_nat (fst p))%nat.
Proof.
  unfold rm_moves. destruct (snd p) as [u |]; [| intros []]. intros I. apply in_flat_map in I as (k & B & I).
  apply in_map_iff in I as (v & E & _). injection E as _ <-. apply in_below in B. simpl. apply total_set. exact B.
Qed.

(** NimG-MR: go to a neighbour of positive weight, then lower the weight there. *)
Definition mr_moves (g : graph) (p : list N * N) : list (move * (list N * N)) :=
  flat_map (fun v => map (fun k => (SlideAndLower v k, (set (fst p) v k, v))) (below (get (fst p) v 0)))
           (neighbours g (snd p)).

Lemma mr_lower g p m q : In (m, q) (mr_moves g p) -> (total N.to_nat (fst q) < total N.to_nat (fst p))%nat.
Proof.
  unfold mr_moves. intros I. apply in_flat_map in I as (v & _ & I). apply in_map_iff in I as (k & E & B).
  injection E as _ <-. apply in_below in B. simpl. apply total_set. exact B.
Qed.

(** Vertexnim: lower the weight under the token, then go to a neighbour; along a loop, or on the last vertex, the token stays. An emptied
    vertex is contracted: who could step onto it can now step to where it led. The token leaves it for another vertex; if there is
    none, the game is over. Rows are kept ascending. *)
Definition contract (g : graph) (u : N) : graph :=
  let all := below (N.of_nat (length g)) in
  map (fun v =>
    if v =? u then [] else
    filter (fun x => negb (x =? u) && (arc g v x || (arc g v u && arc g u x))) all) all.

Definition vertexnim_moves (p : graph * (list N * option N)) : list (move * (graph * (list N * option N))) :=
  let (g, rest) := p in
  let (w, token) := rest in
  match token with
  | None => []
  | Some u =>
      let others := without u (neighbours g u) in
      let gone := set w u 0 in
      let stays := match others with [] => true | _ => arc g u u end in
      if get w u 0 =? 0 then [] else
      map (fun v => (LowerAndSlide 0 v, (contract g u, (gone, v)))) (match others with [] => [None] | _ => map Some others end)
      ++ flat_map (fun k => map (fun v => (LowerAndSlide k (Some v), (g, (set w u k, Some v))))
                                (if stays then u :: others else others))
                  (filter (N.leb 1) (below (get w u 0)))
  end.

Definition vertexnim_size (p : graph * (list N * option N)) : nat := total N.to_nat (fst (snd p)).

Lemma vertexnim_lower p m q : In (m, q) (vertexnim_moves p) -> (vertexnim_size q < vertexnim_size p)%nat.
Proof.
  destruct p as [g [w [u |]]]; [| intros []]. unfold vertexnim_moves, vertexnim_size. cbn [fst snd].
  destruct (get w u 0 =? 0) eqn:Z; [intros [] |]. apply N.eqb_neq in Z.
  rewrite in_app_iff. intros [I | I].
  - apply in_map_iff in I as (v & E & _). injection E as _ <-. cbn [fst snd]. apply total_set. lia.
  - apply in_flat_map in I as (k & B & I). apply in_map_iff in I as (v & E & _). injection E as _ <-.
    apply filter_In in B as [B _]. apply in_below in B. cbn [fst snd]. apply total_set. exact B.
Qed.

(** Vertexnim with the move first: go to a vertex of positive weight that is a neighbour, or is reached over emptied vertices only
    ([goes]), then lower the weight there. On a single vertex the token stays. *)
Inductive goes (g : graph) (w : list N) (t : N) : N -> Prop :=
| goes_near v : arc g t v = true -> goes g w t v
| goes_over u v : goes g w t u -> get w u 0 = 0 -> arc g u v = true -> goes g w t v.

(** The same as a list ([reached_goes] in Reached.v): rounds of the vertices that come next, until no new one does. *)
Definition comes_next (g : graph) (w seen fresh : list N) (v : N) : bool :=
  existsb (fun u => (get w u 0 =? 0) && arc g u v) fresh && negb (member v seen).

Fixpoint rounds (g : graph) (w : list N) (most : nat) (seen fresh : list N) : list N :=
  match most with
  | O => seen
  | S most =>
      match filter (comes_next g w seen fresh) (below (N.of_nat (length g))) with
      | [] => seen
      | found => rounds g w most (found ++ seen) found
      end
  end.

Definition reached (g : graph) (w : list N) (t : N) : list N :=
  let near := filter (arc g t) (below (N.of_nat (length g))) in rounds g w (length g) near near.

Definition vertexnim_mr_moves (g : graph) (p : list N * N) : list (move * (list N * N)) :=
  let found := match g with [_] => [snd p] | _ => reached g (fst p) (snd p) end in
  flat_map (fun v => map (fun k => (SlideAndLower v k, (set (fst p) v k, v))) (below (get (fst p) v 0)))
           (filter (fun v => member v found) (below (N.of_nat (length g)))).

Lemma vertexnim_mr_lower g p m q :
  In (m, q) (vertexnim_mr_moves g p) -> (total N.to_nat (fst q) < total N.to_nat (fst p))%nat.
Proof.
  unfold vertexnim_mr_moves. intros I. apply in_flat_map in I as (v & _ & I). apply in_map_iff in I as (k & E & B).
  injection E as _ <-. apply in_below in B. simpl. apply total_set. exact B.
Qed.

(** A game written out as an acyclic digraph: slide along an arc. Vertices come with a height, and only arcs that go down can be used; the
    reader of a digraph finds heights that all its arcs obey, or refuses it ([dag_heights_ok]). *)
Definition dag_moves (g : graph) (heights : list N) (u : N) : list (move * N) :=
  map (fun v => (Slide v, v)) (filter (fun v => get heights v 0 <? get heights u 0) (neighbours g u)).

Definition dag_size (heights : list N) (u : N) : nat := N.to_nat (get heights u 0).

Lemma dag_lower g h u m v : In (m, v) (dag_moves g h u) -> (dag_size h v < dag_size h u)%nat.
Proof.
  unfold dag_moves, dag_size. intros I. apply in_map_iff in I as (x & E & I). injection E as _ <-.
  apply filter_In in I as [_ I]. apply N.ltb_lt in I. lia.
Qed.

Definition dag_heights_ok (g : graph) (heights : list N) : bool :=
  forallb (fun u => forallb (fun v => get heights v 0 <? get heights u 0) (neighbours g u))
          (below (N.of_nat (length g))).

Lemma dag_all_arcs g h u : dag_heights_ok g h = true -> map snd (dag_moves g h u) = neighbours g u.
Proof.
  unfold dag_heights_ok, dag_moves. rewrite forallb_forall. intros H. rewrite map_map. simpl. rewrite map_id.
  assert (A : forallb (fun v => get h v 0 <? get h u 0) (neighbours g u) = true).
  { destruct (N.lt_ge_cases u (N.of_nat (length g))) as [L | L].
    - apply H. apply in_below. exact L.
    - replace (neighbours g u) with (@nil N); [reflexivity |]. symmetry. apply nth_overflow. lia. }
  induction (neighbours g u) as [| v l IH]; [reflexivity |]. simpl in *. apply andb_true_iff in A as [A B].
  rewrite A, IH; auto.
Qed.

(** Node Kayles: choose one of the vertices that are left; it and its neighbours are deleted. Arc Kayles: choose an edge between vertices
    that are left; its ends are deleted. *)
Definition node_kayles_moves (g : graph) (left : list N) : list (move * list N) :=
  map (fun v => (Delete v, filter (fun x => negb (arc g v x)) (without v left))) left.
Definition arc_kayles_moves (g : graph) (left : list N) : list (move * list N) :=
  flat_map (fun u => map (fun v => (DeleteEdge u v, without u (without v left))) (filter (fun v => (u <=? v) && arc g u v) left)) left.
Definition kayles_moves (edges : bool) (g : graph) (left : list N) : list (move * list N) :=
  if edges then arc_kayles_moves g left else node_kayles_moves g left.

Lemma filter_le (f : N -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [| a l IH]; simpl; [lia |]. destruct (f a); simpl; lia. Qed.

Lemma kayles_lower edges g left m q : In (m, q) (kayles_moves edges g left) -> (length q < length left)%nat.
Proof.
  destruct edges; simpl; intros I.
  - apply in_flat_map in I as (u & _ & I). apply in_map_iff in I as (v & E & I). injection E as _ <-.
    apply filter_In in I as [I _]. apply without_lt in I. pose proof (without_le u (without v left)). lia.
  - apply in_map_iff in I as (v & E & I). injection E as _ <-. apply without_lt in I.
    pose proof (filter_le (fun x => negb (arc g v x)) (without v left)). lia.
Qed.

(** The graph that a list of edges gives: what is at the other ends of the edges at each vertex. *)
Definition ends_at (directed : bool) (edges : list (N * N)) (u : N) : list N :=
  flat_map (fun e => (if fst e =? u then [snd e] else []) ++ (if negb directed && (snd e =? u) then [fst e] else [])) edges.

Definition graph_of (directed : bool) (n : N) (edges : list (N * N)) : graph :=
  map (fun u => let ends := ends_at directed edges u in filter (fun v => member v ends) (below n)) (below n).

Lemma in_ends_at directed edges u v :
  In v (ends_at directed edges u) <-> In (u, v) edges \/ (directed = false /\ In (v, u) edges).
Proof.
  unfold ends_at. rewrite in_flat_map. split.
  - intros ([a b] & I & J). simpl in J. apply in_app_iff in J as [J | J].
    + destruct (a =? u) eqn:E; [| destruct J]. apply N.eqb_eq in E. destruct J as [<- | []]. subst. auto.
    + destruct (negb directed && (b =? u)) eqn:E; [| destruct J]. apply andb_true_iff in E as [D E].
      apply negb_true_iff in D. apply N.eqb_eq in E. destruct J as [<- | []]. subst. auto.
  - intros [I | [-> I]]; [exists (u, v) | exists (v, u)]; split; auto; simpl; rewrite N.eqb_refl;
      apply in_app_iff; simpl; auto.
Qed.

Lemma nth_below n i d : (N.of_nat i < n) -> nth i (below n) d = N.of_nat i.
Proof.
  intros H. rewrite below_seq, (nth_indep _ d (N.of_nat 0)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth; lia.
Qed.

Theorem graph_of_arc directed n edges u v : u < n -> v < n ->
  (arc (graph_of directed n edges) u v = true <-> In (u, v) edges \/ (directed = false /\ In (v, u) edges)).
Proof.
  intros U V. unfold arc, neighbours, graph_of, get. rewrite member_in.
  set (row := fun u => filter (fun v => member v (ends_at directed edges u)) (below n)).
  change (In v (nth (N.to_nat u) (map row (below n)) []) <-> In (u, v) edges \/ (directed = false /\ In (v, u) edges)).
  rewrite (nth_indep _ [] (row 0)) by (rewrite below_seq, !map_length, seq_length; lia).
  rewrite map_nth, nth_below by lia. rewrite N2Nat.id. unfold row.
  rewrite filter_In, in_below, member_in, in_ends_at. tauto.
Qed.
