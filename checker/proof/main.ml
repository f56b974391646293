(* lastmove-checker: answers of `lastmove solve --certificate`, one JSON object a line, judged by the proved checker.

   Nothing in this file is trusted to prove anything: it brings a certificate into the form that `Proved.judge` takes, and what that says is
   proved in Judge.v. It is trusted to print what `judge` says of the position that the line holds. *)

open Proved
open Reader

let refute what = raise (Refuted what)
let items what value = match value with Some (Json.List l) -> l | _ -> refute (what ^ ": an array is missing")
let index what = function
  | Json.Number text when String.length text < 10 && String.for_all (fun c -> c >= '0' && c <= '9') text -> int_of_string text
  | _ -> refute (what ^ " that is no number")

let most_steps = 100_000

(* Whether the moves of a position can be listed: heaps and weights must not be too large. *)
let rec listable = function
  | Nim l | AdjacentNim l | NimGRM (_, l, _) | NimGMR (_, l, _) | Vertexnim (_, l, _) | Octal (_, _, l) | Subtraction (_, l) ->
      List.for_all (function N0 -> true | Npos p -> bits p <= 16) l
  | Sum l -> List.for_all listable l
  | VertexGeography _ | EdgeGeography _ | Dag _ -> true

(* Steps are played from the start, so that each gets its position; then they are handed over, the last ones first. *)
let strategy place context certificate =
  if not (listable place) then raise (Cannot "a strategy with heaps or weights that are too large");
  (match Json.field "roots" certificate with
   | Some (Json.List [ Json.Number "0" ]) -> ()
   | _ -> refute "a strategy for one start has the root 0 and no other");
  let steps = Array.of_list (items "steps" (Json.field "steps" certificate)) in
  let count = Array.length steps in
  if count = 0 || count > most_steps then refute "the strategy has no steps, or too many";
  let places = Array.make count None in
  places.(0) <- Some place;
  let positive i = positive_of_int (i + 1) in
  let follow i raw =
    let here = match places.(i) with Some p -> p | None -> refute (Printf.sprintf "no move leads to step %d" i) in
    let wins = match Json.field "wins" raw with Some (Json.Bool b) -> b | _ -> refute "a step that does not say who wins" in
    let options = named_moves context here in
    let table = Hashtbl.create 16 in
    List.iter (fun (m, q) -> Hashtbl.replace table m q) options;
    let chosen = Hashtbl.create 16 in
    let listed =
      List.map
        (function
          | Json.List [ m; j ] ->
              let m = sorted m and j = index "a step" j in
              let after = match Hashtbl.find_opt table m with Some q -> q | None -> refute (Printf.sprintf "step %d has a move that is not legal" i) in
              if j <= i || j >= count then refute (Printf.sprintf "step %d leads to step %d" i j);
              (match places.(j) with
               | None -> places.(j) <- Some after
               | Some known -> if known <> after then refute (Printf.sprintf "step %d stands for two positions" j));
              Hashtbl.replace chosen m j;
              j
          | _ -> refute "a move that is no pair")
        (items "moves" (Json.field "moves" raw)) in
    let next =
      if wins then listed
      else
        List.map
          (fun (m, _) ->
            match Hashtbl.find_opt chosen m with Some j -> j | None -> refute (Printf.sprintf "step %d does not answer a move" i))
          options in
    { number = positive i; place = here; wins; next = List.map positive next } in
  let made = Array.mapi follow steps in
  ByStrategy (Array.fold_left (fun l s -> s :: l) [] made, positive 0)

(* Numbers of vertices in certificates. *)
let vertex_number what value = n_of_int (index what value)
let vertices what value = List.map (vertex_number what) (items what value)

(* The parts that are left of a graph without the barrier. *)
let parts graph barrier =
  let n = List.length graph in
  let seen = Array.make n false in
  let rows = Array.of_list (List.map (List.map int_of_n) graph) in
  List.iter (fun v -> let v = int_of_n v in if v < n then seen.(v) <- true) barrier;
  let rec grow part = function
    | [] -> part
    | v :: rest when v >= n || seen.(v) -> grow part rest
    | v :: rest -> seen.(v) <- true; grow (n_of_int v :: part) (List.rev_append rows.(v) rest) in
  List.filter (fun part -> part <> []) (List.init n (fun v -> grow [] [ v ]))

(* Trees of arcs out of a vertex, and into it: that all vertices reach each other. *)
let trees graph root =
  let n = List.length graph in
  let rows = Array.of_list (List.map (List.map int_of_n) graph) in
  let back = Array.make n [] in
  Array.iteri (fun a row -> List.iter (fun b -> if b < n then back.(b) <- a :: back.(b)) row) rows;
  let tree rows =
    let seen = Array.make n false in
    let rec go found = function
      | [] -> List.rev found
      | v :: rest ->
          let fresh = List.filter (fun b -> b < n && not seen.(b)) rows.(v) in
          List.iter (fun b -> seen.(b) <- true) fresh;
          go (List.rev_append (List.map (fun b -> (n_of_int v, n_of_int b)) fresh) found) (rest @ fresh) in
    if root >= n then [] else (seen.(root) <- true; go [] [ root ]) in
  (tree rows, tree back)

let certificate misere place context raw =
  let kind = match Json.field "kind" raw with Some (Json.String k) -> k | _ -> refute "a certificate without a kind" in
  let rule = match Json.field "rule" raw with Some (Json.String r) -> r | _ -> "" in
  match (kind, rule, place) with
  | "strategy", _, _ -> (strategy place context raw, "strategy_sound")
  | "nim-sum", _, Nim heaps ->
      if Json.field "sum" raw <> Some (Json.Number (text_of_n (xor_all heaps))) then refute "the nim-sum is another number";
      (ByNimSum, "bouton")
  | "matching", _, VertexGeography (g, _, _) when not misere ->
      let pair = function Json.List [ a; b ] -> (vertex_number "an edge" a, vertex_number "an edge" b) | _ -> refute "an edge that is no pair" in
      let edges = List.map pair (items "matching" (Json.field "matching" raw)) in
      let barrier = vertices "barrier" (Json.field "barrier" raw) in
      (ByMatching (edges, barrier, parts g barrier), "matching_sound")
  | "labelling", "LM1", NimGRM (_, _, Some _) when not misere -> (ByLabels (vertices "lost" (Json.field "lost" raw)), "lm1")
  | "parity", "LM13", NimGRM (_, _, Some _) when not misere -> (ByLoop, "loop_sound")
  | "parity", ("LM4" | "ones"), Vertexnim (g, _, Some u) ->
      let outward, inward = trees g (int_of_n u) in
      (ByOnes (outward, inward), "ones_sound")
  | _ -> raise (Cannot (if rule = "" then kind else kind ^ ", " ^ rule))

let answer line =
  let value = Json.read line in
  let inner = match Json.field "answer" value with Some a -> a | None -> value in
  if Json.field "outcomes" inner <> None then raise (Cannot "starts");
  let raw_position = match Json.field "position" value with Some p -> p | None -> raise (Cannot "no position") in
  let place, context = position raw_position in
  let misere = misere raw_position in
  let claimed =
    match Json.field "outcome" inner with
    | Some (Json.String "N") -> true
    | Some (Json.String "P") -> false
    | _ -> raise (Cannot "an answer without an outcome") in
  let raw = match Json.field "certificate" inner with Some (Json.Object _ as c) -> c | _ -> raise (Cannot "an answer without a certificate") in
  let evidence, theorem = certificate misere place context raw in
  match judge misere place evidence with
  | None -> refute "the certificate proves nothing of this position"
  | Some wins when wins <> claimed -> refute (Printf.sprintf "the certificate proves %s" (if wins then "N" else "P"))
  | Some wins ->
      [ ("proved", Json.Bool true);
        ("outcome", Json.String (if wins then "N" else "P"));
        ("theorem", Json.String theorem);
        ("trusted", Json.List []) ]

(* `--moves`: a line has a position and moves to be played from it; the answer is the moves that are legal then. *)
let legal_moves line =
  let value = Json.read line in
  let place, context = position (need "position" value) in
  let play place m =
    match List.assoc_opt (sorted m) (named_moves context place) with Some q -> q | None -> refute "a move that is not legal" in
  let place = List.fold_left play place (list "moves" (need "moves" value)) in
  [ ("moves", Json.List (List.map fst (named_moves context place))) ]

let () =
  let judge_line = match Sys.argv with
    | [| _ |] -> answer
    | [| _; "--moves" |] -> legal_moves
    | _ -> prerr_endline "usage: lastmove-checker [--moves] < lines of JSON"; exit 2 in
  let worst = ref 0 in
  (try
     while true do
       let line = input_line stdin in
       if String.trim line <> "" then begin
         let status, fields =
           try (0, judge_line line) with
           | Cannot what -> (3, [ ("cannot_judge", Json.String what) ])
           | Refuted why -> (1, [ ("refuted", Json.String why) ])
           | Json.Malformed what -> (1, [ ("refuted", Json.String ("this is no JSON: " ^ what)) ])
           | Stack_overflow | Out_of_memory -> (3, [ ("cannot_judge", Json.String "too large") ]) in
         if status = 1 || !worst = 0 then worst := status;
         print_endline (Json.write (Json.Object fields))
       end
     done
   with End_of_file -> ());
  exit !worst
