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
  | Nim l | AdjacentNim l | NimGRM (_, l, _) | NimGMR (_, l, _) | Vertexnim (_, l, _) | VertexnimMR (_, l, _) | EdgeNimG (_, _, l, _) | Octal (_, _, l) | Subtraction (_, l) ->
      List.for_all (function N0 -> true | Npos p -> bits p <= 16) l
  | Sum l -> List.for_all listable l
  | VertexGeography _ | EdgeGeography _ | Dag _ | Kayles _ -> true

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

(* Where the token stands. *)
let token = function
  | VertexGeography (_, t, _) | EdgeGeography (_, t, _) | NimGMR (_, _, t) | VertexnimMR (_, _, t) | EdgeNimG (_, _, _, t) | Dag (_, _, t) -> Some t
  | NimGRM (_, _, t) | Vertexnim (_, _, t) -> t
  | _ -> None

(* Labels as a guide: from the position on, every move where the labels say that it is lost, and one to a lost position elsewhere. The steps
   come out with the last ones first. [lost] is told where the token came from, and where it stands. *)
let most_guided = 20_000

let guided misere lost place =
  if not (listable place) then raise (Cannot "labels of a board with weights that are too large");
  let numbers = Hashtbl.create 64 and steps = ref [] and count = ref 0 in
  let is_lost from p = if moves p = [] then not misere else lost from (token p) in
  let rec visit from p =
    match Hashtbl.find_opt numbers p with
    | Some k -> k
    | None ->
        let options = List.map snd (moves p) and here = token p in
        let wins = if from = None then List.exists (is_lost here) options || (options = [] && misere) else not (is_lost from p) in
        let next =
          if not wins then List.map (visit here) options
          else if options = [] then []
          else match List.find_opt (is_lost here) options with Some q -> [ visit here q ] | None -> refute "a label that does not follow" in
        incr count;
        if !count > most_guided then raise (Cannot "labels that stand for so many positions");
        let k = positive_of_int !count in
        Hashtbl.add numbers p k;
        steps := { number = k; place = p; wins; next } :: !steps;
        k in
  let root = visit None place in
  ByStrategy (List.rev !steps, root)

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

(* A b-matching with its barrier, as the proof wants it. If the token can go to a vertex that some largest b-matching does not fill, edges are
   swapped on the way to it, so that this one does not. The barrier and one side of the rest are full. *)
let b_matching graph weights u raw =
  let rows = Array.of_list (List.map (List.map int_of_n) graph) and w = Array.of_list weights in
  let n = Array.length rows in
  let near v = List.filter (fun x -> w.(x) <> N0) rows.(v) in
  let vertex value = let v = index "a vertex" value in if v < n then v else refute "a vertex that is not on the board" in
  let amounts = Hashtbl.create 64 and mates = Array.make n [] and load = Array.make n N0 in
  let amount a b = Option.value (Hashtbl.find_opt amounts (min a b, max a b)) ~default:N0 in
  let take a b more = Hashtbl.replace amounts (min a b, max a b) (more (amount a b)) in
  let matching = items "matching" (Json.field "matching" raw) and taken = items "taken" (Json.field "taken" raw) in
  if List.length matching <> List.length taken then refute "taken: a number for each edge is needed";
  List.iter2
    (fun edge times ->
      let a, b = match edge with Json.List [ a; b ] -> (vertex a, vertex b) | _ -> refute "an edge that is no pair" in
      let times = number "how often an edge is taken" times in
      take a b (N.add times);
      List.iter (fun (x, y) -> load.(x) <- N.add load.(x) times; mates.(x) <- y :: mates.(x)) [ (a, b); (b, a) ])
    matching taken;
  let came = Array.make n None and crossed = Array.make n false and queue = Queue.create () in
  let reach v from = if came.(v) = None then (came.(v) <- Some from; Queue.add v queue) in
  Array.iteri (fun v heap -> if N.ltb load.(v) heap then reach v (v, v)) w;
  while not (Queue.is_empty queue) do
    let y = Queue.pop queue in
    List.iter
      (fun x -> if not crossed.(x) then (crossed.(x) <- true; List.iter (fun z -> if amount x z <> N0 then reach z (x, y)) mates.(x)))
      (near y)
  done;
  let target = List.find_opt (fun v -> came.(v) <> None) (near u) in
  let one = n_of_int 1 in
  let rec swap t =
    match came.(t) with
    | Some (x, y) when y <> t -> take y x (N.add one); take x t (fun k -> N.sub k one); swap y
    | _ -> () in
  Option.iter swap target;
  let side = Array.make n 0 and found = ref [] in
  let rec color = function
    | [] -> ()
    | (v, s) :: rest when side.(v) <> 0 -> color rest
    | (v, s) :: rest -> side.(v) <- s; found := v :: !found; color (List.rev_append (List.map (fun x -> (x, - s)) (near v)) rest) in
  color [ (Option.value target ~default:u, 1) ];
  if List.exists (fun v -> List.exists (fun x -> side.(x) = side.(v)) (near v)) !found then raise (Cannot "a b-matching on an odd cycle");
  let inside = Array.make n false in
  List.iter (fun v -> inside.(vertex v) <- true) (items "barrier" (Json.field "barrier" raw));
  let outside v = not inside.(v) in
  let full, free =
    List.partition (fun v -> inside.(v) || (side.(v) < 0 && List.exists outside (near v))) !found in
  let is_full = Array.make n false in
  List.iter (fun v -> is_full.(v) <- true) full;
  let named = List.map n_of_int in
  let edge (a, b) times l =
    let a, b = if is_full.(a) then (a, b) else (b, a) in
    if times = N0 || side.(a) = 0 then l else ((n_of_int a, n_of_int b), times) :: l in
  ByBMatching (named full, named free, Hashtbl.fold edge amounts [], Option.map n_of_int target)

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

(* Where a component comes from: the part of the sum, and in Adjacent Nim the whole circle, empty heaps too, with the place of the turn.
   lastmove numbers components that differ in it separately; heaps are alike wherever they come from. *)
type origin = { part : int list; circle : (n list * int) option }

let nowhere = { part = []; circle = None }

let rec filed origin context place =
  match (place, context) with
  | Sum parts, Parts contexts ->
      List.concat (List.mapi (fun i (p, c) -> filed { origin with part = i :: origin.part } c p) (List.combine parts contexts))
  | Nim l, _ -> List.map (fun h -> (nowhere, Nim [ h ])) l
  | Octal (d, c, l), _ -> List.map (fun h -> (nowhere, Octal (d, c, [ h ]))) l
  | Subtraction (s, l), _ -> List.map (fun h -> (nowhere, Subtraction (s, [ h ]))) l
  | Kayles _, _ -> raise (Cannot "values of parts of a board")
  | single, Circle (heaps, turn) -> [ ({ origin with circle = Some (heaps, turn) }, single) ]
  | single, _ -> [ (origin, single) ]

(* The origin of what a move leads to: the heap of the turn is lowered, and the next one that is left has the turn. *)
let after_move origin move =
  match (origin.circle, move) with
  | Some (heaps, turn), Lower remaining ->
      let heaps = List.mapi (fun i h -> if i = turn then remaining else h) heaps in
      let count = List.length heaps in
      let rec next i = if i > count then 0 else let place = (turn + i) mod count in if List.nth heaps place <> N0 then place else next (i + 1) in
      { origin with circle = Some (heaps, next 1) }
  | _ -> origin

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let most_components = 20_000

(* Walks over the components below a position in the order in which lastmove meets them, and gives each the entry of its number. *)
let walk ~cancel ~settled ~entries ~read place context =
  let numbers = Hashtbl.create 64 and found = Queue.create () in
  let see origin context place =
    let listed = filed origin context place in
    let listed =
      if not cancel then listed
      else
        List.fold_left (fun l c -> if List.mem c l then List.filter (fun other -> other <> c) l else l @ [ c ]) [] listed in
    List.iter
      (fun component ->
        if not (settled (snd component) || Hashtbl.mem numbers component) then begin
          Hashtbl.add numbers component ();
          Queue.add component found
        end)
      listed in
  see nowhere context place;
  let entries = Array.of_list entries in
  if Array.length entries > most_components then raise (Cannot "so many components");
  let rec go i made =
    if Queue.is_empty found then
      if i = Array.length entries then made else refute "there are more entries than components"
    else begin
      let origin, component = Queue.pop found in
      if i >= Array.length entries then refute "there are more components than entries";
      let claim, chosen = read entries.(i) in
      List.iteri (fun j (move, q) -> if chosen j then see (after_move origin move) Plain q) (moves component);
      go (i + 1) ((component, claim) :: made)
    end in
  go 0 []

(* Claims come in the order of the sizes of their components, so that each follows from those before. Equal positions in different parts
   of a sum have an entry each: `both` makes one claim of two. *)
let in_order ~both claims =
  let first = Hashtbl.create 64 in
  List.iter
    (fun (p, c) -> match Hashtbl.find_opt first p with None -> Hashtbl.add first p c | Some other -> Hashtbl.replace first p (both other c))
    claims;
  let sized = Hashtbl.fold (fun p c made -> (int_of_nat (measure p), (p, c)) :: made) first [] in
  List.map snd (List.stable_sort (fun (a, _) (b, _) -> compare a b) sized)

let largest_value = 4096
let value what v = let i = index what v in if i > largest_value then refute (what ^ " that is too large") else n_of_int i

let tables raw =
  let table raw =
    let values = List.map (value "a value") (items "values" (Json.field "values" raw)) in
    if List.length values > 400 then raise (Cannot "a long table of heaps");
    let single =
      match (Json.field "code" raw, Json.field "set" raw) with
      | Some (Json.String text), None -> let d, c = code text in fun h -> Octal (d, c, [ h ])
      | None, Some set -> let s = amounts set in fun h -> Subtraction (s, [ h ])
      | _ -> refute "a table of no game" in
    List.mapi (fun h v -> (single (n_of_int h), Exactly v)) values in
  match Json.field "heaps" raw with None -> [] | l -> List.concat_map table (items "heaps" l)

let grundy place context raw =
  if not (listable place) then raise (Cannot "values of heaps or weights that are too large");
  let heaps = tables raw in
  let table = Hashtbl.create 64 in
  List.iter (fun (p, _) -> Hashtbl.replace table p ()) heaps;
  let settled = function Nim _ -> true | p -> Hashtbl.mem table p in
  let read = function
    | Json.Number _ as v -> (Exactly (value "a value" v), fun _ -> true)
    | Json.List pairs ->
        let pairs =
          List.map
            (function Json.List [ k; i ] -> (value "a value" k, index "a move" i) | _ -> refute "what a value is not: pairs are missing")
            pairs in
        (Never (List.map fst pairs), fun j -> List.exists (fun (_, i) -> i = j) pairs)
    | _ -> refute "an entry that is neither a value nor pairs" in
  let entries = items "values" (Json.field "values" raw) in
  let both one other =
    match (one, other) with
    | Never l, Never m -> Never (l @ m)
    | (Exactly _ as known), Never _ | Never _, known -> known
    | _ -> if one = other then one else refute "two values of one position" in
  ByValues (in_order ~both (heaps @ walk ~cancel:true ~settled ~entries ~read place context))

let tame place context raw =
  if not (listable place) then raise (Cannot "values of heaps or weights that are too large");
  let settled = function Nim _ -> true | _ -> false in
  let read = function
    | Json.List [ plus; minus ] ->
        let plus = value "a value" plus and minus = value "a value" minus in
        if plus <> minus && not (List.sort compare [ plus; minus ] = [ N0; Npos XH ]) then refute "a component that is not tame";
        ((plus, plus <> minus), fun _ -> true)
    | _ -> refute "an entry that is no pair of values" in
  let entries = items "values" (Json.field "values" raw) in
  let both one other = if one = other then one else refute "two pairs of values of one position" in
  ByPairs (in_order ~both (walk ~cancel:false ~settled ~entries ~read place context))

let certificate misere place context raw =
  if Json.field "version" raw <> Some (Json.Number "1") then raise (Cannot "another version");
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
  | "b-matching", _, NimGMR (g, w, t) when not misere -> (b_matching g w (int_of_n t) raw, "b_matching_sound")
  | "labelling", "LM1", NimGRM (_, _, Some _) when not misere -> (ByLabels (vertices "lost" (Json.field "lost" raw)), "lm1")
  | "labelling", "acyclic", _ ->
      let lost = vertices "lost" (Json.field "lost" raw) in
      (guided misere (fun _ t -> match t with Some t -> List.mem t lost | None -> false) place, "strategy_sound")
  | "labelling", "trees", (VertexGeography _ | EdgeGeography _) ->
      let pair = function Json.List [ a; b ] -> (Some (vertex_number "an edge" a), Some (vertex_number "an edge" b)) | _ -> refute "an edge that is no pair" in
      let lost = List.map pair (items "lost" (Json.field "lost" raw)) in
      (guided misere (fun from t -> List.mem (from, t) lost) place, "strategy_sound")
  | "parity", "LM13", NimGRM (_, _, Some _) when not misere -> (ByLoop, "loop_sound")
  | "parity", ("LM4" | "ones"), Vertexnim (g, _, Some u) ->
      let outward, inward = trees g (int_of_n u) in
      (ByOnes (outward, inward), "ones_sound")
  | "grundy", "", _ when not misere -> (grundy place context raw, "value_sound")
  | "tame", _, _ when misere -> (tame place context raw, "tame_sound")
  | "gf2", _, EdgeGeography (false, _, _) when not misere -> (ByKernel (vertices "set" (Json.field "set" raw)), "kernel_sound")
  | _ -> raise (Cannot (if rule = "" then kind else kind ^ ", " ^ rule))

let answer line =
  let value = Json.read line in
  let inner = match Json.field "answer" value with Some a -> only [ "position"; "answer" ] value; a | None -> value in
  if Json.field "outcomes" inner <> None then raise (Cannot "starts");
  let raw_position = match Json.field "position" value with Some p -> p | None -> raise (Cannot "no position") in
  (match Json.field "position" inner with
   | Some other when sorted other <> sorted raw_position -> raise (Cannot "two positions")
   | _ -> ());
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
