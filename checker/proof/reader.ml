(* Positions and moves between JSON and the types of the proof. Of all OCaml that is written by hand this is what has to be believed: that
   a JSON object means the position made of it here. *)

open Proved

exception Cannot of string
(* The position is outside what the proved checker knows. *)

exception Refuted of string
(* What is claimed is malformed or does not hold. *)

let fail what = raise (Cannot what)

(* Numbers. *)

let rec positive_of_int i = if i = 1 then XH else if i land 1 = 1 then XI (positive_of_int (i lsr 1)) else XO (positive_of_int (i lsr 1))
let n_of_int i = if i = 0 then N0 else Npos (positive_of_int i)

let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let rec bits = function XH -> 1 | XO p | XI p -> 1 + bits p

let int_of_n = function
  | N0 -> 0
  | Npos p -> if bits p > 60 then fail "a number that is too large" else int_of_positive p

let ten = n_of_int 10

let n_of_text what text =
  if text = "" || not (String.for_all (fun c -> c >= '0' && c <= '9') text) then fail (what ^ " that is no natural number");
  if String.length text > 4000 then fail (what ^ " with too many digits");
  if String.length text < 18 then n_of_int (int_of_string text)
  else
    String.fold_left (fun n c -> N.add (N.mul n ten) (n_of_int (Char.code c - 48))) N0 text

let rec text_of_n n =
  let q, r = N.div_eucl n ten in
  (if q = N0 then "" else text_of_n q) ^ string_of_int (int_of_n r)

let number what = function Json.Number text -> n_of_text what text | _ -> fail (what ^ " that is no number")
let list what = function Json.List l -> l | _ -> fail (what ^ " that is no array")
let numbers what value = List.map (number what) (list what value)
let need name value = match Json.field name value with Some v -> v | None -> fail ("no " ^ name)

let small what value =
  let n = number what value in
  if (match n with N0 -> false | Npos p -> bits p > 40) then fail (what ^ " that is too large") else int_of_n n

(* What a field that is not known here would mean, nobody can say. *)
let only known value =
  match value with
  | Json.Object l -> List.iter (fun (name, _) -> if not (List.mem name known) then fail ("the field " ^ Json.quote name)) l
  | _ -> fail "something that is no object"

let without names = function Json.Object l -> Json.Object (List.filter (fun (name, _) -> not (List.mem name names)) l) | other -> other

(* Names of vertices: strings and integers. A context is what the moves of a position need besides the position. *)

type context = Plain | Names of Json.t array * (Json.t, int) Hashtbl.t | Circle of n list * int | Parts of context list

let most_vertices = 5000

let names value =
  let listed =
    match need "vertices" value with
    | Json.Number _ as n ->
        let n = small "vertices" n in
        if n > most_vertices then fail "a board that is too large" else List.init n (fun i -> Json.Number (string_of_int i))
    | Json.List l -> l
    | _ -> fail "vertices that are no array" in
  if List.length listed > most_vertices then fail "a board that is too large";
  let table = Hashtbl.create 16 and seen = Hashtbl.create 16 in
  List.iteri
    (fun i name ->
      let text =
        match name with
        | Json.String s -> s
        | Json.Number s when s <> "-0" && String.for_all (fun c -> c = '-' || (c >= '0' && c <= '9')) s -> s
        | _ -> fail "a vertex that is no string and no integer" in
      if Hashtbl.mem seen text then fail "two vertices that are written alike";
      Hashtbl.add seen text ();
      Hashtbl.add table name i)
    listed;
  (Array.of_list listed, table)

let vertex table name = match Hashtbl.find_opt table name with Some i -> i | None -> fail "a vertex that is not on the board"

let flag name default value =
  match Json.field name value with
  | None -> default
  | Some (Json.Bool b) -> b
  | Some _ -> fail (name ^ " that is neither true nor false")

let edges table value =
  match Json.field "edges" value with
  | None -> fail "no edges"
  | Some l ->
      List.map
        (function Json.List [ a; b ] -> (vertex table a, vertex table b) | _ -> fail "an edge that is no pair")
        (list "edges" l)

let weights (named, table) value =
  let count = Array.length named in
  match need "weights" value with
  | Json.List l -> if List.length l <> count then fail "weights of another board" else List.map (number "a weight") l
  | Json.Object l ->
      let spoken = function Json.String s -> s | other -> Json.write other in
      ignore table;
      if List.length l <> count then fail "weights of another board";
      List.map
        (fun name -> match List.assoc_opt (spoken name) l with Some w -> number "a weight" w | None -> fail "a weight that is missing")
        (Array.to_list named)
  | _ -> fail "weights that are no array"

let start table value =
  match Json.field "start" value with
  | None -> fail "a board without a start"
  | Some Json.Null -> None
  | Some name -> Some (n_of_int (vertex table name))

let on_board = function Some u -> u | None -> fail "a start that is null"
let pairs es = List.map (fun (a, b) -> (n_of_int a, n_of_int b)) es

(* Whether every vertex can be reached from the first one, along edges and (for digraphs) against them. *)
let connected directed count es =
  let reach es =
    let next = Array.make count [] and seen = Array.make count false in
    List.iter (fun (a, b) -> next.(a) <- b :: next.(a)) es;
    let rec go = function
      | [] -> ()
      | v :: rest -> if seen.(v) then go rest else (seen.(v) <- true; go (List.rev_append next.(v) rest)) in
    go [ 0 ];
    Array.for_all Fun.id seen in
  let back = List.map (fun (a, b) -> (b, a)) es in
  count = 0 || if directed then reach es && reach back else reach (es @ back)

(* The lengths of the longest ways out of each vertex. The proof looks at them again. *)
let heights count es =
  let next = Array.make count [] and found = Array.make count (-1) in
  List.iter (fun (a, b) -> next.(a) <- b :: next.(a)) es;
  let rec height v =
    if found.(v) = -2 then fail "a circuit in a dag";
    if found.(v) = -1 then begin
      found.(v) <- -2;
      let h = List.fold_left (fun h w -> max h (1 + height w)) 0 next.(v) in
      found.(v) <- h
    end;
    found.(v) in
  List.init count (fun v -> n_of_int (height v))

let code text =
  let digit c =
    match c with
    | '0' .. '9' -> Char.code c - 48
    | 'A' .. 'V' -> Char.code c - 55
    | 'a' .. 'v' -> Char.code c - 87
    | _ -> fail "a code with a strange digit" in
  let all s = List.map digit (List.of_seq (String.to_seq s)) in
  let before, after =
    match String.index_opt text '.' with
    | Some i when i <= 1 -> (String.sub text 0 i, String.sub text (i + 1) (String.length text - i - 1))
    | _ -> fail "a code without a point" in
  let fixed, cycle =
    match String.index_opt after '[' with
    | None -> (after, "")
    | Some i ->
        let n = String.length after in
        if after.[n - 1] <> ']' || n - i < 3 then fail "a code with strange brackets";
        (String.sub after 0 i, String.sub after (i + 1) (n - i - 2)) in
  if fixed = "" && cycle = "" then fail "a code without digits";
  let first = if before = "" then 0 else digit before.[0] in
  if first land 3 <> 0 then fail "a code that begins with another digit than 0 or a sum of 4, 8 and 16";
  let cycle = if List.for_all (fun d -> d = 0) (all cycle) then [] else all cycle in
  let rec trimmed = function 0 :: rest -> trimmed rest | l -> List.rev l in
  let fixed = if cycle = [] then trimmed (List.rev (all fixed)) else all fixed in
  (List.map n_of_int (first :: fixed), List.map n_of_int cycle)

(* A set of amounts, ascending. *)
let amounts value =
  let l = List.sort_uniq compare (List.map (small "an amount") (list "set" value)) in
  if l = [] || List.mem 0 l then fail "a set of amounts that is empty or has 0";
  List.map n_of_int l

let rec part value =
  let game = match Json.field "game" value with Some (Json.String g) -> g | _ -> fail "no game" in
  only
    ("game"
    ::
    (match game with
     | "nim" -> [ "heaps" ]
     | "subtraction" -> [ "heaps"; "set" ]
     | "octal" -> [ "heaps"; "code" ]
     | "adjacent-nim" -> [ "heaps"; "start" ]
     | "sum" -> [ "parts" ]
     | "vertex-geography" | "edge-geography" | "dag" -> [ "vertices"; "edges"; "directed"; "start" ]
     | "node-kayles" | "arc-kayles" -> [ "vertices"; "edges"; "directed" ]
     | _ -> [ "vertices"; "edges"; "directed"; "start"; "weights" ]))
    value;
  let heaps () = numbers "heaps" (need "heaps" value) in
  let board () =
    let named = names value in
    let es = edges (snd named) value in
    (named, es, Names (fst named, snd named)) in
  let count (named, _) = Array.length named in
  let graph directed named es =
    graph_of directed (n_of_int (count named)) (pairs es) in
  match game with
  | "nim" -> (Nim (heaps ()), Plain)
  | "subtraction" -> (Subtraction (amounts (need "set" value), heaps ()), Plain)
  | "octal" ->
      let text = match need "code" value with Json.String s -> s | _ -> fail "a code that is no string" in
      let digits, cycle = code text in
      (Octal (digits, cycle, heaps ()), Plain)
  | "adjacent-nim" ->
      let heaps = Array.of_list (heaps ()) in
      let n = Array.length heaps in
      (match need "start" value with
       | Json.Null ->
           if Array.exists (fun h -> h <> N0) heaps then fail "a start that is null, and heaps";
           (AdjacentNim [], Plain)
       | start ->
           let start = small "start" start in
           if start >= n then fail "a start that is no heap";
           if Array.for_all (fun h -> h = N0) heaps then (AdjacentNim [], Plain)
           else if heaps.(start) = N0 then fail "a start that is an empty heap"
           else
             let around = List.init n (fun i -> heaps.((start + i) mod n)) in
             (AdjacentNim (List.filter (fun h -> h <> N0) around), Circle (Array.to_list heaps, start)))
  | "vertex-geography" ->
      let named, es, context = board () in
      let token = on_board (start (snd named) value) in
      let others = List.filter (fun v -> v <> token) (List.init (count named) n_of_int) in
      (VertexGeography (graph (flag "directed" false value) named es, token, others), context)
  | "edge-geography" ->
      let named, es, context = board () in
      (EdgeGeography (flag "directed" false value, on_board (start (snd named) value), pairs es), context)
  | "nimg-rm" ->
      let named, es, context = board () in
      (NimGRM (graph (flag "directed" false value) named es, weights named value, start (snd named) value), context)
  | "nimg-mr" ->
      let named, es, context = board () in
      (NimGMR (graph (flag "directed" false value) named es, weights named value, on_board (start (snd named) value)), context)
  | "vertexnim" ->
      let named, es, context = board () in
      let directed = flag "directed" false value and w = weights named value and token = start (snd named) value in
      if List.mem N0 w then fail "a weight of 0 in Vertexnim";
      if not (connected directed (count named) es) then fail "a board that is not connected";
      if token = None && w <> [] then fail "a start that is null, and weights";
      (Vertexnim (graph directed named es, w, token), context)
  | "vertexnim-mr" ->
      let named, es, context = board () in
      let directed = flag "directed" false value in
      if not (connected directed (count named) es) then fail "a board that is not connected";
      (VertexnimMR (graph directed named es, weights named value, on_board (start (snd named) value)), context)
  | "edge-nimg" ->
      let named, es, context = board () in
      let w = numbers "weights" (need "weights" value) in
      if List.length w <> List.length es then fail "weights of other edges";
      (EdgeNimG (flag "directed" false value, pairs es, w, on_board (start (snd named) value)), context)
  | "dag" ->
      let named, es, context = board () in
      if not (flag "directed" true value) then fail "a dag that is not directed";
      let g = graph true named es and h = heights (count named) es in
      if not (dag_heights_ok g h) then fail "a circuit in a dag";
      (Dag (g, h, on_board (start (snd named) value)), context)
  | "node-kayles" | "arc-kayles" ->
      let named, es, context = board () in
      if flag "directed" false value then fail "Kayles on a digraph";
      (Kayles (game = "arc-kayles", graph false named es, List.init (count named) n_of_int), context)
  | "sum" ->
      let read = List.map part (list "parts" (need "parts" value)) in
      (Sum (List.map fst read), Parts (List.map snd read))
  | other -> fail ("the game " ^ Json.quote other)

let position value = part (without [ "play"; "id" ] value)

let misere value =
  match Json.field "play" value with
  | None | Some (Json.String "normal") -> false
  | Some (Json.String "misere") -> true
  | Some _ -> fail "a convention that is not known"

(* Moves, as lastmove writes them. *)

let rec write_move context move =
  let n value = Json.Number (text_of_n value) in
  let name v = match context with Names (named, _) -> named.(int_of_n v) | _ -> n v in
  match move with
  | LowerHeap (heap, remaining) -> Json.Object [ ("heap", n heap); ("remaining", n remaining) ]
  | Lower remaining -> Json.Object [ ("remaining", n remaining) ]
  | Slide to_ -> Json.Object [ ("to", name to_) ]
  | LowerAndSlide (remaining, to_) ->
      let to_ = match to_ with Some v -> name v | None -> Json.Null in
      Json.Object [ ("remaining", n remaining); ("to", to_) ]
  | SlideAndLower (to_, remaining) -> Json.Object [ ("to", name to_); ("remaining", n remaining) ]
  | SlideAlong (to_, remaining, edge) ->
      let edge = match edge with Some i -> [ ("edge", n i) ] | None -> [] in
      Json.Object ([ ("to", name to_); ("remaining", n remaining) ] @ edge)
  | Delete v -> Json.Object [ ("delete", name v) ]
  | DeleteEdge (u, v) -> Json.Object [ ("delete", Json.List [ name u; name v ]) ]
  | Split (heap, leaves) -> Json.Object [ ("heap", n heap); ("leaves", Json.List (List.map n leaves)) ]
  | PartMove (part, inner) ->
      let context = match context with Parts l -> List.nth l (int_of_n part) | other -> other in
      Json.Object [ ("part", n part); ("move", write_move context inner) ]

let rec sorted = function
  | Json.Object l -> Json.Object (List.sort compare (List.map (fun (k, v) -> (k, sorted v)) l))
  | Json.List l -> Json.List (List.map sorted l)
  | other -> other
(* Objects are equal whatever the order of their fields. *)

let named_moves context place = List.map (fun (m, q) -> (sorted (write_move context m), q)) (moves place)
