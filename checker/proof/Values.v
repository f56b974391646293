(** * Claims about Grundy values, checked one after the other

    A list of claims, each about one component: its value, or numbers that it is not. Whatever [learn] accepts is true
    ([learn_sound]), and [value_outcome] finds from it who wins a sum in normal play. The components need not be listed if they cancel in
    equal pairs. Claims are filed under a key that is made of the position; nothing is assumed of keys. *)

From Coq Require Import List Bool NArith PArith FMapPositive Lia.
From LastMove Require Import Law Lists Rules Position NimSum Grundy.
Import ListNotations.
Open Scope N_scope.

(** ** Components *)

Fixpoint components (p : position) : list position :=
  match p with
  | Nim heaps => map (fun h => Nim [h]) heaps
  | Octal d c heaps => map (fun h => Octal d c [h]) heaps
  | Subtraction s heaps => map (fun h => Subtraction s [h]) heaps
  | Sum parts => flat_map components parts
  | _ => [p]
  end.

Definition xor_grundy (l : list position) : N := xor_all (map grundy l).

Lemma xor_grundy_cons p l : xor_grundy (p :: l) = N.lxor (grundy p) (xor_grundy l).
Proof. reflexivity. Qed.

Lemma xor_grundy_app l m : xor_grundy (l ++ m) = N.lxor (xor_grundy l) (xor_grundy m).
Proof. unfold xor_grundy. rewrite map_app. apply xor_app. Qed.

Lemma xor_grundy_one p : xor_grundy [p] = grundy p.
Proof. unfold xor_grundy. simpl. apply N.lxor_0_r. Qed.

Theorem components_value p : xor_grundy (components p) = grundy p.
Proof.
  induction p as [p H | parts IH] using position_induction.
  - destruct p; try contradiction; try apply xor_grundy_one; unfold xor_grundy; cbn [components]; rewrite map_map.
    + rewrite grundy_nim. f_equal. rewrite (map_ext _ (fun h => h)); [apply map_id | exact grundy_heap].
    + rewrite grundy_octal. reflexivity.
    + rewrite grundy_subtraction. reflexivity.
  - rewrite sprague_grundy. cbn [components]. change (xor_all (map grundy parts)) with (xor_grundy parts).
    induction parts as [| p parts IHp]; [reflexivity |]. cbn [flat_map]. rewrite xor_grundy_app, xor_grundy_cons, IH, IHp.
    + reflexivity.
    + intros q I. apply IH. right. exact I.
    + left. reflexivity.
Qed.

(** Equal components cancel in pairs. *)
Fixpoint take_out (p : position) (l : list position) : option (list position) :=
  match l with
  | [] => None
  | q :: l => if eqb p q then Some l else match take_out p l with Some r => Some (q :: r) | None => None end
  end.

Lemma take_out_value p l : forall r, take_out p l = Some r -> xor_grundy l = N.lxor (grundy p) (xor_grundy r).
Proof.
  induction l as [| q l IH]; simpl; intros r T; [discriminate |]. destruct (eqb p q) eqn:E.
  - injection T as <-. apply eqb_eq in E. subst. reflexivity.
  - destruct (take_out p l) as [s |]; [| discriminate]. injection T as <-. rewrite !xor_grundy_cons, (IH s eq_refl).
    rewrite <- !N.lxor_assoc, (N.lxor_comm (grundy q)). reflexivity.
Qed.

Fixpoint cancel (l : list position) : list position :=
  match l with
  | [] => []
  | p :: l => let l := cancel l in match take_out p l with Some r => r | None => p :: l end
  end.

Lemma cancel_value l : xor_grundy (cancel l) = xor_grundy l.
Proof.
  induction l as [| p l IH]; [reflexivity |]. cbn [cancel]. rewrite xor_grundy_cons, <- IH.
  destruct (take_out p (cancel l)) as [r |] eqn:T; [| reflexivity].
  rewrite (take_out_value _ _ _ T), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity.
Qed.

(** ** What is known of components *)

Inductive claim := Exactly (value : N) | Never (values : list N).

Definition claim_true (p : position) (c : claim) : Prop :=
  match c with
  | Exactly g => grundy p = g
  | Never ks => forall k, In k ks -> grundy p <> k
  end.

Definition mix (seed : N) (l : list N) : N := fold_left (fun a x => N.land (a * 31 + x) 1048575) l seed.

Definition key (p : position) : positive :=
  N.succ_pos
    match p with
    | Nim l => mix 1 l
    | AdjacentNim l => mix 2 l
    | VertexGeography _ t l => mix (3 + t) l
    | EdgeGeography _ t l => mix (mix (4 + t) (map fst l)) (map snd l)
    | NimGRM _ w t => mix match t with Some u => 5 + u | None => 5 end w
    | NimGMR _ w t => mix (6 + t) w
    | Vertexnim _ w t => mix match t with Some u => 7 + u | None => 7 end w
    | VertexnimMR _ w t => mix (12 + t) w
    | EdgeNimG _ _ w t => mix (13 + t) w
    | Octal _ _ l => mix 8 l
    | Subtraction _ l => mix 9 l
    | Dag _ _ t => 10 + t
    | Kayles _ _ l => mix 14 l
    | Sum _ => 11
    end.

Definition known := PositiveMap.t (list (position * claim)).

Definition bucket (K : known) (p : position) : list (position * claim) :=
  match PositiveMap.find (key p) K with Some l => l | None => [] end.

Definition look_up (K : known) (p : position) : option claim :=
  match p with
  | Nim [h] => Some (Exactly h)
  | _ => match find (fun e => eqb p (fst e)) (bucket K p) with Some e => Some (snd e) | None => None end
  end.

Definition all_true (K : known) : Prop := forall k l p c, PositiveMap.find k K = Some l -> In (p, c) l -> claim_true p c.

Lemma look_up_true K p c : all_true K -> look_up K p = Some c -> claim_true p c.
Proof.
  intros T L. assert (F : match find (fun e => eqb p (fst e)) (bucket K p) with Some e => Some (snd e) | None => None end = Some c
    -> claim_true p c).
  { destruct (find _ _) as [[q d] |] eqn:E; [| discriminate]. intros [= <-]. apply find_some in E as [I E]. simpl in E.
    apply eqb_eq in E. subst q. unfold bucket in I. destruct (PositiveMap.find (key p) K) as [l |] eqn:B; [| destruct I].
    apply (T (key p) l); auto. }
  destruct p as [[| h [|]] | | | | | | | | | | | | |]; auto. simpl in L. injection L as <-. simpl. apply grundy_heap.
Qed.

(** The exclusive or of what is known exactly, and what is known of the others; [None] if nothing is known of one. *)
Fixpoint add_up (K : known) (l : list position) : option (N * list (list N)) :=
  match l with
  | [] => Some (0, [])
  | p :: l =>
      match look_up K p, add_up K l with
      | Some (Exactly g), Some (x, open) => Some (N.lxor g x, open)
      | Some (Never ks), Some (x, open) => Some (x, ks :: open)
      | _, _ => None
      end
  end.

Lemma add_up_true K l : all_true K -> forall x open, add_up K l = Some (x, open) ->
  exists us, Forall2 (fun ks u => ~ In u ks) open us /\ xor_grundy l = N.lxor x (xor_all us).
Proof.
  intros T. induction l as [| p l IH]; simpl; intros x open E.
  - injection E as <- <-. exists []. auto.
  - destruct (look_up K p) as [[g | ks] |] eqn:L; [| | discriminate];
      destruct (add_up K l) as [[y o] |]; try discriminate; injection E as <- <-;
      destruct (IH y o eq_refl) as (us & F & V); pose proof (look_up_true K p _ T L) as C; simpl in C.
    + exists us. split; auto. rewrite xor_grundy_cons, V, C, N.lxor_assoc. reflexivity.
    + exists (grundy p :: us). split.
      * constructor; auto. intros I. apply (C (grundy p) I). reflexivity.
      * rewrite xor_grundy_cons, V. cbn [xor_all fold_right]. change (fold_right N.lxor 0 us) with (xor_all us).
        rewrite <- !N.lxor_assoc, (N.lxor_comm (grundy p)). reflexivity.
Qed.

Definition sum_of (K : known) (p : position) := add_up K (cancel (components p)).

(** Whether a position is shown to have a value, or not to have it. *)
Definition has (e : option (N * list (list N))) (k : N) : bool :=
  match e with Some (x, []) => x =? k | _ => false end.

Definition has_not (e : option (N * list (list N))) (k : N) : bool :=
  match e with
  | Some (x, []) => negb (x =? k)
  | Some (x, [ks]) => member (N.lxor x k) ks
  | _ => false
  end.

Lemma sum_of_true K p x open : all_true K -> sum_of K p = Some (x, open) ->
  exists us, Forall2 (fun ks u => ~ In u ks) open us /\ grundy p = N.lxor x (xor_all us).
Proof. intros T E. rewrite <- components_value, <- cancel_value. apply (add_up_true K); auto. Qed.

Lemma has_true K p k : all_true K -> has (sum_of K p) k = true -> grundy p = k.
Proof.
  unfold has. destruct (sum_of K p) as [[x [|]] |] eqn:E; try discriminate. intros T H. apply N.eqb_eq in H.
  destruct (sum_of_true K p x [] T E) as (us & F & V). inversion F; subst. rewrite V. apply N.lxor_0_r.
Qed.

Lemma has_not_true K p k : all_true K -> has_not (sum_of K p) k = true -> grundy p <> k.
Proof.
  unfold has_not. destruct (sum_of K p) as [[x open] |] eqn:E; [| discriminate]. intros T.
  destruct (sum_of_true K p x open T E) as (us & F & V). rewrite V. destruct open as [| ks [|]]; intros H; try discriminate.
  - inversion F; subst. simpl. rewrite N.lxor_0_r. apply N.eqb_neq, negb_true_iff. exact H.
  - inversion F as [| ? u ? r N F2]; subst. inversion F2; subst. simpl. rewrite N.lxor_0_r. apply member_in in H.
    intros C. apply N. subst k. rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in H. exact H.
Qed.

(** ** Learning *)

Definition claim_ok (K : known) (p : position) (c : claim) : bool :=
  let es := map (sum_of K) (options p) in
  match c with
  | Exactly g => forallb (fun e => has_not e g) es && forallb (fun k => existsb (fun e => has e k) es) (below g)
  | Never ks => forallb (fun k => existsb (fun e => has e k) es) ks
  end.

Lemma some_option K p k : all_true K -> existsb (fun e => has e k) (map (sum_of K) (options p)) = true ->
  exists q, In q (options p) /\ grundy q = k.
Proof.
  intros T E. apply existsb_exists in E as (e & I & H). apply in_map_iff in I as (q & <- & I). exists q. split; auto.
  apply (has_true K); auto.
Qed.

Lemma claim_ok_true K p c : all_true K -> claim_ok K p c = true -> claim_true p c.
Proof.
  unfold claim_ok. intros T. destruct c as [g | ks]; simpl; intros H.
  - apply andb_true_iff in H as [A B]. rewrite forallb_forall in A, B. apply grundy_intro.
    + intros q I. apply (has_not_true K); auto. apply A. apply in_map. exact I.
    + intros k L. apply (some_option K); auto. apply B. apply in_below. exact L.
  - rewrite forallb_forall in H. intros k I E. destruct (some_option K p k T (H k I)) as (q & J & V).
    apply grundy_other in J. congruence.
Qed.

Fixpoint learn (claims : list (position * claim)) (K : known) : option known :=
  match claims with
  | [] => Some K
  | (p, c) :: claims =>
      if claim_ok K p c then learn claims (PositiveMap.add (key p) ((p, c) :: bucket K p) K) else None
  end.

Theorem learn_sound claims : forall K K', all_true K -> learn claims K = Some K' -> all_true K'.
Proof.
  induction claims as [| [p c] claims IH]; simpl; intros K K' T L; [injection L as <-; exact T |].
  destruct (claim_ok K p c) eqn:O; [| discriminate]. apply (claim_ok_true K p c T) in O. apply IH in L; auto.
  intros k l q d F I. destruct (Pos.eq_dec k (key p)) as [-> | NE].
  - rewrite PositiveMap.gss in F. injection F as <-. destruct I as [[= <- <-] | I]; auto.
    unfold bucket in I. destruct (PositiveMap.find (key p) K) as [m |] eqn:B; [| destruct I]. apply (T (key p) m); auto.
  - rewrite PositiveMap.gso in F by exact NE. apply (T k l); auto.
Qed.

(** Who wins in normal play, by what the claims say. *)
Definition value_outcome (claims : list (position * claim)) (p : position) : option bool :=
  match learn claims (PositiveMap.empty _) with
  | None => None
  | Some K => let e := sum_of K p in if has e 0 then Some false else if has_not e 0 then Some true else None
  end.

Theorem value_sound claims p wins : value_outcome claims p = Some wins -> Has false p wins.
Proof.
  unfold value_outcome. destruct (learn claims (PositiveMap.empty _)) as [K |] eqn:L; [| discriminate].
  assert (T : all_true K).
  { apply learn_sound in L; auto. intros k l q d F. rewrite PositiveMap.gempty in F. discriminate. }
  pose proof (grundy_outcome p) as G.
  destruct (has (sum_of K p) 0) eqn:H; [| destruct (has_not (sum_of K p) 0) eqn:M; [| discriminate]]; intros [= <-].
  - apply (has_true K p 0 T) in H. rewrite H in G. exact G.
  - apply (has_not_true K p 0 T), N.eqb_neq in M. rewrite M in G. exact G.
Qed.
