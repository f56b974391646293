(** * What is proved, in one place

    The main theorems, and for each one what Coq assumed on the way. Every answer must be "Closed under the global context": no axiom
    is used. `scripts/prove` reads these answers and fails if one is different. *)

From LastMove Require Import Law Rules Position Strategy Judge.

Print Assumptions not_both.
Print Assumptions every_position.
Print Assumptions graph_of_arc.
Print Assumptions dag_all_arcs.
Print Assumptions lost_set_sound.
Print Assumptions strategy_sound.
Print Assumptions judge_sound.
Print Assumptions judge_consistent.
