(** * Where a token can go over emptied vertices

    The rules of Vertexnim with the move first say in words where the token can go ([goes]), and as a list ([reached]). Here: the two are
    the same. So a reader has to believe the two lines of [goes] only. *)

From Coq Require Import List Bool NArith Lia.
From LastMove Require Import Lists Rules.
Import ListNotations.
Open Scope N_scope.

Section Reached.
  Variables (g : graph) (w : list N) (t : N).

  Notation all := (below (N.of_nat (length g))).

  (** Nothing is found that cannot be reached. *)
  Lemma rounds_goes most : forall seen fresh, (forall v, In v seen -> goes g w t v) -> incl fresh seen ->
    forall v, In v (rounds g w most seen fresh) -> goes g w t v.
  Proof.
    induction most as [| most IH]; intros seen fresh S F v; cbn [rounds]; auto.
    destruct (filter (comes_next g w seen fresh) all) as [| a found] eqn:E; auto.
    rewrite <- E. apply IH; [| intros x I; apply in_app_iff; auto].
    intros x I. apply in_app_iff in I as [I | I]; auto.
    apply filter_In in I as [_ I]. apply andb_true_iff in I as [I _].
    apply existsb_exists in I as (u & U & I). apply andb_true_iff in I as [Z A]. apply N.eqb_eq in Z.
    apply goes_over with u; auto.
  Qed.

  Lemma filter_fewer (f h : N -> bool) x : (forall y, h y = true -> f y = true) -> f x = true -> h x = false ->
    forall l, (length (filter h l) <= length (filter f l))%nat /\
              (In x l -> (length (filter h l) < length (filter f l))%nat).
  Proof.
    intros H F G. induction l as [| a l [LE LT]]; simpl; [split; [lia | intros []] |].
    destruct (h a) eqn:A; [rewrite (H a A) | destruct (f a) eqn:B]; simpl; split; try lia;
      intros [-> | I]; try congruence; try (specialize (LT I)); lia.
  Qed.

  Definition unseen (seen : list N) : list N := filter (fun v => negb (member v seen)) all.

  (** What was found leads, where it is empty, to nothing else. *)
  Definition closed (found : list N) : Prop :=
    forall u v, In u found -> get w u 0 = 0 -> arc g u v = true -> In v all -> In v found.

  Lemma rounds_closed most : forall seen fresh, (length (unseen seen) <= most)%nat ->
    (forall u v, In u seen -> ~ In u fresh -> get w u 0 = 0 -> arc g u v = true -> In v all -> In v seen) ->
    incl seen (rounds g w most seen fresh) /\ closed (rounds g w most seen fresh).
  Proof.
    induction most as [| most IH]; intros seen fresh L C; cbn [rounds].
    - split; [apply incl_refl |]. intros u v _ _ _ V. apply member_in. destruct (member v seen) eqn:M; auto.
      assert (I : In v (unseen seen)) by (apply filter_In; rewrite M; auto).
      destruct (unseen seen); [destruct I | simpl in L; lia].
    - assert (K : forall u v, In u seen -> get w u 0 = 0 -> arc g u v = true -> In v all ->
                              In v seen \/ In v (filter (comes_next g w seen fresh) all)).
      { intros u v U Z A V. destruct (member v seen) eqn:M; [left; apply member_in; exact M | right].
        destruct (in_dec N.eq_dec u fresh) as [F | F].
        - apply filter_In. split; auto. unfold comes_next. rewrite M, andb_true_r. apply existsb_exists.
          exists u. rewrite Z, A. auto.
        - apply member_not_in in M. destruct M. apply (C u v); auto. }
      destruct (filter (comes_next g w seen fresh) all) as [| a found] eqn:E.
      + split; [apply incl_refl |]. intros u v U Z A V. destruct (K u v U Z A V) as [I | []]. exact I.
      + rewrite <- E in *. set (fnd := filter (comes_next g w seen fresh) all) in *.
        destruct (IH (fnd ++ seen) fnd) as [I D].
        * assert (X : In a fnd) by (rewrite E; simpl; auto). apply filter_In in X as [X Y].
          apply andb_true_iff in Y as [_ Y].
          assert (F : (length (unseen (fnd ++ seen)) < length (unseen seen))%nat); [| lia].
          refine (proj2 (filter_fewer _ _ a _ Y _ all) X).
          -- intros y. rewrite !negb_true_iff, !member_not_in, in_app_iff. tauto.
          -- apply negb_false_iff, member_in, in_app_iff. left. rewrite E. simpl. auto.
        * intros u v U NU Z A V. apply in_app_iff in U as [U | U]; [contradiction |].
          apply in_app_iff. destruct (K u v U Z A V); auto.
        * split; auto. intros x J. apply I, in_app_iff. auto.
  Qed.

  Theorem reached_goes v : v < N.of_nat (length g) -> In v (reached g w t) <-> goes g w t v.
  Proof.
    intros V. unfold reached. set (near := filter (arc g t) all). split.
    - apply rounds_goes; [| apply incl_refl]. intros x I. apply filter_In in I as [_ I]. apply goes_near. exact I.
    - destruct (rounds_closed (length g) near near) as [I C].
      + assert (L : forall (f : N -> bool) l, (length (filter f l) <= length l)%nat).
        { intros f l. induction l as [| a l IH]; simpl; [lia |]. destruct (f a); simpl; lia. }
        unfold unseen. eapply PeanoNat.Nat.le_trans; [apply L |].
        rewrite below_seq, map_length, seq_length, Nat2N.id. lia.
      + intros u x U NU. contradiction.
      + intros G. induction G as [x A | u x G IH Z A].
        * apply I, filter_In. rewrite in_below. auto.
        * apply (C u x); auto; [| apply in_below; exact V]. apply IH.
          destruct (N.lt_ge_cases u (N.of_nat (length g))) as [L | L]; auto.
          unfold arc, neighbours, get in A. rewrite nth_overflow in A by lia. discriminate.
  Qed.
End Reached.
