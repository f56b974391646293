(** * What is proved, in one place

    The main theorems, and for each one what Coq assumed on the way. Every answer must be "Closed under the global context": no axiom
    is used. `scripts/prove` reads these answers and fails if one is different. *)

From LastMove Require Import Law Rules Reached Position Strategy NimSum Matching BMatching Labels VertexnimPlay Grundy Values Tame EvenKernel Judge ArcGadget.

Print Assumptions not_both.
Print Assumptions determined.
Print Assumptions embed.
Print Assumptions ends.
Print Assumptions every_position.
Print Assumptions graph_of_arc.
Print Assumptions dag_all_arcs.
Print Assumptions reached_goes.
Print Assumptions lost_set_sound.
Print Assumptions strategy_sound.
Print Assumptions bouton.
Print Assumptions nim_decided.
Print Assumptions odd_set_bound.
Print Assumptions matching_lose.
Print Assumptions matching_win.
Print Assumptions matching_sound.
Print Assumptions filled_lost.
Print Assumptions unfilled_won.
Print Assumptions b_matching_sound.
Print Assumptions lm1.
Print Assumptions labels_sound.
Print Assumptions loop_sound.
Print Assumptions all_ones.
Print Assumptions only_token_heavy.
Print Assumptions same_outcome.
Print Assumptions ones_sound.
Print Assumptions other_convention.
Print Assumptions grundy_outcome.
Print Assumptions sprague_grundy.
Print Assumptions components_value.
Print Assumptions learn_sound.
Print Assumptions value_sound.
Print Assumptions tame_outcome.
Print Assumptions learn_pairs_sound.
Print Assumptions tame_sound.
Print Assumptions kernel_lost.
Print Assumptions kernel_sound.
Print Assumptions judge_sound.
Print Assumptions judge_consistent.
Print Assumptions carried.
Print Assumptions lm25.
