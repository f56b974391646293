(** * Extraction

    The proved checker as an OCaml module. Truth values, pairs, options and lists become those of OCaml; numbers stay as they are
    in Coq, in binary, so nothing is said of machine integers. *)

From Coq Require Import Extraction ExtrOcamlBasic NArith.
From LastMove Require Import Rules Position NimSum Judge.

Extraction Language OCaml.
Extraction "proved.ml" judge moves xor_all measure graph_of dag_heights_ok eqb N.add N.sub N.ltb N.mul N.double N.div_eucl.
