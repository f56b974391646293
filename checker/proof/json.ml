(* A small JSON reader: one value from a string, nothing else. Numbers are kept as they are written, so that none is rounded. *)

type t = Null | Bool of bool | Number of string | String of string | List of t list | Object of (string * t) list

exception Malformed of string

let deepest = 1000

let read text =
  let length = String.length text in
  let at = ref 0 in
  let fail what = raise (Malformed (Printf.sprintf "%s at character %d" what !at)) in
  let peek () = if !at < length then text.[!at] else '\000' in
  let skip () = while !at < length && (match text.[!at] with ' ' | '\t' | '\n' | '\r' -> true | _ -> false) do incr at done in
  let expect c = if !at < length && text.[!at] = c then incr at else fail (Printf.sprintf "no %C" c) in
  let word w value =
    let n = String.length w in
    if !at + n <= length && String.sub text !at n = w then (at := !at + n; value) else fail ("no " ^ w) in
  let utf8 buffer code =
    let add i = Buffer.add_char buffer (Char.chr i) in
    if code < 0x80 then add code
    else if code < 0x800 then (add (0xC0 lor (code lsr 6)); add (0x80 lor (code land 0x3F)))
    else if code < 0x10000 then
      (add (0xE0 lor (code lsr 12)); add (0x80 lor (code lsr 6 land 0x3F)); add (0x80 lor (code land 0x3F)))
    else
      (add (0xF0 lor (code lsr 18)); add (0x80 lor (code lsr 12 land 0x3F));
       add (0x80 lor (code lsr 6 land 0x3F)); add (0x80 lor (code land 0x3F))) in
  let hex () =
    if !at + 4 > length then fail "a short escape";
    let digits = String.sub text !at 4 in
    String.iter (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> () | _ -> fail "no hexadecimal digit") digits;
    at := !at + 4;
    int_of_string ("0x" ^ digits) in
  let quoted () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec go () =
      if !at >= length then fail "an open string";
      let c = text.[!at] in
      incr at;
      match c with
      | '"' -> Buffer.contents buffer
      | '\\' ->
          let e = peek () in
          incr at;
          (match e with
           | '"' | '\\' | '/' -> Buffer.add_char buffer e
           | 'b' -> Buffer.add_char buffer '\b'
           | 'f' -> Buffer.add_char buffer '\012'
           | 'n' -> Buffer.add_char buffer '\n'
           | 'r' -> Buffer.add_char buffer '\r'
           | 't' -> Buffer.add_char buffer '\t'
           | 'u' ->
               let first = hex () in
               if first >= 0xD800 && first < 0xDC00 && !at + 1 < length && text.[!at] = '\\' && text.[!at + 1] = 'u' then begin
                 at := !at + 2;
                 let second = hex () in
                 if second < 0xDC00 || second > 0xDFFF then fail "half a pair";
                 utf8 buffer (0x10000 + ((first - 0xD800) lsl 10) + (second - 0xDC00))
               end
               else utf8 buffer first
           | _ -> fail "an unknown escape");
          go ()
      | c when c < ' ' -> fail "a control character"
      | c -> Buffer.add_char buffer c; go () in
    go () in
  let number () =
    let from = !at in
    let digits () =
      let first = !at in
      while (match peek () with '0' .. '9' -> true | _ -> false) do incr at done;
      if !at = first then fail "no digit" in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else digits ();
    if peek () = '.' then (incr at; digits ());
    if peek () = 'e' || peek () = 'E' then begin
      incr at;
      if peek () = '+' || peek () = '-' then incr at;
      digits ()
    end;
    Number (String.sub text from (!at - from)) in
  let rec value depth =
    if depth > deepest then fail "nested too deep";
    skip ();
    match peek () with
    | '{' -> incr at; members depth
    | '[' -> incr at; items depth
    | '"' -> String (quoted ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  and items depth =
    skip ();
    if peek () = ']' then (incr at; List [])
    else begin
      let rec go found =
        let found = value (depth + 1) :: found in
        skip ();
        if peek () = ',' then (incr at; go found) else (expect ']'; List (List.rev found)) in
      go []
    end
  and members depth =
    skip ();
    if peek () = '}' then (incr at; Object [])
    else begin
      let seen = Hashtbl.create 8 in
      let rec go found =
        skip ();
        let name = quoted () in
        if Hashtbl.mem seen name then fail "a name that stands twice";
        Hashtbl.add seen name ();
        skip ();
        expect ':';
        let found = (name, value (depth + 1)) :: found in
        skip ();
        if peek () = ',' then (incr at; go found) else (expect '}'; Object (List.rev found)) in
      go []
    end in
  let found = value 0 in
  skip ();
  if !at < length then fail "something more";
  found

(* Halves of surrogate pairs, which no text may hold, are written as they were read. *)
let quote s =
  let buffer = Buffer.create (String.length s + 2) in
  let escape code = Buffer.add_string buffer (Printf.sprintf "\\u%04x" code) in
  let rec go i =
    if i < String.length s then
      match s.[i] with
      | '"' | '\\' -> Buffer.add_char buffer '\\'; Buffer.add_char buffer s.[i]; go (i + 1)
      | c when c < ' ' -> escape (Char.code c); go (i + 1)
      | '\xed' when i + 2 < String.length s && s.[i + 1] >= '\xa0' ->
          escape (0xD000 lor ((Char.code s.[i + 1] land 0x3F) lsl 6) lor (Char.code s.[i + 2] land 0x3F));
          go (i + 3)
      | c -> Buffer.add_char buffer c; go (i + 1) in
  Buffer.add_char buffer '"';
  go 0;
  Buffer.add_char buffer '"';
  Buffer.contents buffer

let rec write = function
  | Null -> "null"
  | Bool b -> if b then "true" else "false"
  | Number n -> n
  | String s -> quote s
  | List l -> "[" ^ String.concat ", " (List.map write l) ^ "]"
  | Object l -> "{" ^ String.concat ", " (List.map (fun (k, v) -> quote k ^ ": " ^ write v) l) ^ "}"

let field name = function Object l -> List.assoc_opt name l | _ -> None
