# ruff: noqa: E501  a case stands on the line that names it
"""Rules files written to exhaust time or memory, each small to tell: a name, and the text or the files it stands for.

A part without `rules` at its head is put into a small game for two players. A case of several files is a dictionary;
the first one is given to the verbs. What is large is made here by a loop, so that a reader sees what is large about it.
"""

from __future__ import annotations

from walled import Command

Files = dict[str, str]

HEAD = """rules 1
game "Hostile" for 2 players
enum Suit: red, green, blue
piece Card(suit: Suit, rank: 1..6) in deck "Card": 2 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, open
var points[Seat]: Int = 0
var n: Int = 0
"""
PLAY = "play: nothing\n"
WINNER = "winner p: most points[p]\n"
BIG = 9_007_199_254_740_991


def game(text: str, head: str = HEAD) -> str:
    """A part of a game, made whole."""
    if text.startswith("rules"):
        return text
    play = "" if "\nplay" in "\n" + text else PLAY
    winner = "" if "\nwinner" in "\n" + text else WINNER
    return head + text.rstrip("\n") + "\n" + play + winner


def lines(form: str, number: int) -> str:
    """A line for each number from 0."""
    return "".join(form.format(i=i, j=i + 1) + "\n" for i in range(number))


def asked(body: str) -> str:
    """A game that asks once, does something, and asks again."""
    return f"play:\n  P1 chooses before from 1..2\n{body}  P1 chooses behind from 1..2\n"


def indented(text: str, number: int) -> str:
    return "".join(" " * (2 + i) + text + "\n" for i in range(number)) + " " * (2 + number) + "nothing\n"


# ---------------------------------------------------------------- deep

DEEP: dict[str, str] = {
    "brackets": "fn f() -> Int = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
    "lists": "const L = " + "[" * 3000 + "]" * 3000 + "\n",
    "sum_on_a_line": "fn f() -> Int = " + " + ".join(["n"] * 20_000) + "\n",
    "sum_on_many_lines": "fn f() -> Int = (" + "\n + ".join(["n"] * 20_000) + ")\n",
    "ands": "fn f() -> Bool = n == 1" + "\n  and n == 2" * 5000 + "\n",
    "nots": "fn f() -> Bool = " + "not " * 5000 + "true\n",
    "minuses": "fn f() -> Int = " + "- " * 5000 + "1\n",
    "ifs_in_an_expression": "fn f() -> Int = " + "if n == 1 then 2 else " * 3000 + "1\n",
    "fields": "fn f(p: Seat) -> Seat = p" + ".left" * 5000 + "\n",
    "calls": "fn f(x: Int) -> Int = x\nfn g() -> Int = " + "f(" * 55 + "1" + ")" * 55 + "\n",
    "hole_in_a_text": 'play: note "{' + "count([" * 500 + "1" + "])" * 500 + '}"\n',
    "sum_in_a_text": 'play: note "{' + "n.number." * 3000 + 'number}"\n',
    "many_holes": 'play: note "' + "{n} " * 50_000 + '"\n',
    "elifs": "play:\n  if n == 0: nothing\n" + "  elif n == 1: nothing\n" * 5000,
    "rungs": "fn f() -> Int:\n" + "  1 when n == 1\n" * 5000 + "  else 2\n",
    "lets": "fn f() -> Int:\n  let a0 = 1\n" + lines("  let a{j} = a{i} + a{i}", 3000) + "  1 when a3000 == 1\n  else 2\n",
    "blocks": "play:\n" + indented("if n == 1:", 500),
    "loops": "play:\n" + indented("repeat 9 times:", 28),
    "for_loops": "play:\n" + "".join(" " * (2 + i) + f"for x{i} in 1..9:\n" for i in range(28)) + " " * 30 + "n += 1\n",
    "types": "fn f(x: " + "list of " * 5000 + "Int) -> Int = 1\n",
    "optionals": "var x: Int" + "?" * 5000 + " = none\n",
    "unions": "type T = " + " | ".join(["Card"] * 20_000) + "\n",
    "call_chain": "fn f0() -> Int = n\n" + lines("fn f{j}() -> Int = f{i}()", 4000),
    "step_chain": "step s0(): nothing\n" + lines("step s{j}(): run s{i}", 4000) + "play: run s4000\n",
    "phase_chain": "phase S0: nothing\n" + lines("phase S{j}: run S{i}", 3000) + "play: run S3000\n",
    "menu_chain": "menu M0(p: Seat):\n  go: nothing\n"
    + "".join(f"menu M{i + 1}(p: Seat):\n  go: p chooses from M{i}(p)\n" for i in range(600))
    + "play: P1 chooses from M600(P1)\n",
    "constant_chain": "const C0 = 1\n" + lines("const C{j} = C{i} + 1", 4000),
    "alias_chain": "type T0 = Card\n" + lines("type T{j} = T{i}", 3000),
    "call_circle": lines("fn f{i}() -> Int = f{j}()", 2000) + "fn f2000() -> Int = f0()\n",
    "comprehensions": "fn f() -> Int = " + "count(for x in [" * 40 + "1" + "])" * 40 + "\n",
}  # fmt: skip

# ---------------------------------------------------------------- exponential

DOUBLING: dict[str, str] = {
    "calls_twice": "fn f0() -> Int = n\n" + lines("fn f{j}() -> Int = f{i}() + f{i}()", 60) + asked("  n = f60()\n"),
    "calls_with_arguments": "fn f0(a: Int) -> Int = a mod 2\n"
    + lines("fn f{j}(a: Int) -> Int = f{i}(2 * a) + f{i}(2 * a + 1)", 60) + "const C = f60(1)\n",
    "constants_twice": "const C0 = [1]\n" + lines("const C{j} = C{i} + C{i}", 60),
    "numbers_squared": "const C0 = 10\n" + lines("const C{j} = C{i} * C{i}", 40) + "play: n = C40\n",
    "steps_twice": "step s0(): n = 0\n" + lines("step s{j}(): run s{i}, s{i}", 40) + asked("  run s40\n"),
    "lets_twice": "play:\n  let a0 = [1]\n" + lines("  let a{j} = a{i} + a{i}", 60) + "  n = count(a60)\n",
    "menus_twice": "menu M0(p: Seat):\n  go: nothing\n"
    + "".join(f"menu M{j + 1}(p: Seat):\n  a: p chooses from M{j}(p)\n  b: p chooses from M{j}(p)\n" for j in range(30))
    + "play: P1 chooses from M30(P1)\n",
    "variants": lines("variant v{i}:\n  override const C{i} = 2", 300) + lines("const C{i} = 1", 300),
    "tests_of_variants": lines("variant v{i}:\n  override const C{i} = 2", 12) + lines("const C{i} = 1", 12)
    + "".join(
        f'test "t{bits}" with ' + ", ".join(f"v{i}" for i in range(12) if bits >> i & 1) + ":\n  expect n == 0\n"
        for bits in range(1, 1200)
    ),
    "pieces_in_variables": "zone pool: row of Card, open\n" + lines("var v{i}: Card? = none", 40)
    + lines("step t{i}():\n  v{i} = first(pool)\n  run t{j}\n  v{i} = first(hand[P1])\n  run t{j}", 40)
    + "step t40(): nothing\nplay:\n  deal 5 from deck to pool\n  deal 5 from deck to hand[P1]\n  run t0\n",
    "records_twice": "type R0 = (a: Int, b: Int)\n" + lines("type R{j} = (a: R{i}, b: R{i})", 60) + "fn f(x: R60) -> R60 = x\n",
    "tuples_twice": "play:\n  let a0 = (n, n)\n" + lines("  let a{j} = (a{i}, a{i})", 40) + "  if a40 == a40: n = 1\n",
    "original_of_original": "const C = 1\n" + lines("variant v{i}:\n  override const C = original + original", 60),
}  # fmt: skip

# ---------------------------------------------------------------- large

LARGE: dict[str, str] = {
    "between_cells": "board B: square 30 by 30\n" + asked("  n = sum(count(between(a, b)) for a in B, b in B)\n"),
    "reactions": "".join(f"reaction R{i}:\n  on unopposed: n += 1\n" for i in range(800)) + "play: let d = run R1(1, seats)\n",
    "enum": "enum Big: " + ", ".join(f"m{i}" for i in range(100_000)) + "\n",
    "two_enums": "".join(f"enum E{k}: " + ", ".join(f"m{i}" for i in range(900)) + "\n" for k in range(3))
    + "".join(f"var v{k}[E{k}, E{(k + 1) % 3}]: Int = 0\n" for k in range(3)),
    "players": 'rules 1\ngame "x" for 1..1000000000 players\nplay: nothing\nwinner p: most p.number\n',
    "thirty_players": 'rules 1\ngame "x" for 1..30 players\n' + "".join(
        f"piece K{i}(a: 1..18, b: 1..18) in box: 1 each where (a * b + {i}) mod 3 > 0\n" for i in range(30)
    ) + "play: nothing\nwinner p: most p.number\n",
    "pieces": "piece Many in box: 1000000000 each\n",
    "pieces_of_a_range": "piece Many(a: 1..1000000000) in box: 1 each\n",
    "pieces_of_a_product": "piece Many(a: 1..1000, b: 1..1000, c: 1..1000) in box: 1 each where a == b and b == c\n",
    "pieces_in_rows": "piece Many in box:\n  | a: 1..9 | copies |\n" + "  | 1 | 9000 |\n" * 5000,
    "piece_copies_of_a_list": "piece Many(a: 1..9) in box: count(subsets(1..60, 30)) each\n",
    "groups": "group Meld(a: 1..9) of Card, at most 1000000000\n",
    "zones": "zone z[1..1000000000]: set of Card, open\n",
    "zones_of_a_product": "zone z[1..1000, 1..1000]: set of Card, open\n",
    "variables": f"var v[1..{BIG}]: Int = 0\n",
    "variables_of_a_product": "var v[1..3000, 1..3000]: Int = 0\n",
    "variables_by_a_constant": "const MUCH = 1000000000\nvar v[0..MUCH]: Int = 0\n",
    "die": f"piece D rolls f: 1..{BIG} in box: 1 each\n",
    "resource": f"resource coins[Seat]: {BIG} * {BIG}, open\nplay: pay coins[bank] coins from bank to P1\n",
    "literal": "const C = " + "9" * 100_000 + "\n",
    "tags": "ruling \"x\" [A-1..99999999999]\n" * 2000,
    "table": "table T[1..1000000000]: Int:\n  | 1 | 1 |\n",
    "grid": "table T[1..100000, 1..100000]: Int:\n  | x | 1 |\n  | 1 | 1 |\n",
    "wide_table": "table T[1..2, 1..3000]: Int:\n  | x | " + " | ".join(map(str, range(1, 3001))) + " |\n"
    + "".join(f"  | {k} | " + " | ".join(["1"] * 3000) + " |\n" for k in (1, 2)),
    "table_of_ranges": "table T:\n  | k: Label | v: 1..9 |\n" + lines("  | k{i} | 1 |", 20_000),
    "option": f"option o: 1..{BIG} = 1\nconst C = count(1..o)\n",
    "option_default": f"option o: list of Int = [for x in 1..{BIG}]\n",
    "constants": lines("const C{i} = {i}", 20_000),
    "functions": lines("fn f{i}(a: Int) -> Int = a + {i}", 8000),
    "steps": lines("step s{i}(): n += {i}", 8000),
    "rulings": lines('ruling "number {i}"', 20_000),
    "tests": lines('test "t{i}":\n  expect n == 0', 4000),
    "long_line": "fn f() -> Int = sum([" + ", ".join(["1"] * 150_000) + "])\n",
    "long_text": 'play: note "' + "x" * 900_000 + '"\n',
    "long_name": "const " + "x" * 900_000 + " = 1\n",
    "comments": "# nothing\n" * 90_000,
    "blank_lines": "\n" * 1_000_000,
    "statements": "play:\n" + "  n += 1\n" * 60_000,
    "mistakes": "play:\n" + "  n += m\n" * 60_000,
    "other_mistakes": "play:\n" + lines("  n += m{i}", 50_000),
    "unreadable_lines": "play:\n" + "  ))) ((( !!!\n" * 50_000,
    "unclosed": "play:\n" + "  n = (1 + [2\n" * 30_000,
    "wrong_indents": "play:\n" + "".join(" " * (1 + i % 7) + "n += 1\n" for i in range(30_000)),
    "duplicates": "const C = 1\n" * 20_000,
    "doubled_members": "enum Big: " + ", ".join(["a"] * 20_000) + "\n",
    "many_bars": "table T[1..2]: Int:\n" + "  " + "|" * 200_000 + "\n",
    "many_quotes": 'play: note "' + '\\"' * 300_000 + '"\n',
    "nearly_a_name": lines("const abcdefghijklmnop{i} = 1", 4500) + lines("const X{i} = abcdefghijklmnoq{i}", 400),
    "invariants": lines('invariant "i{i}": sum(points[p] for p in seats) >= 0', 4000) + asked("  repeat 5000 times: n += 1\n"),
    "many_menus": "menu M(p: Seat):\n" + lines("  a{i}: n += {i}", 4000) + "play: P1 chooses from M(P1)\n",
}  # fmt: skip

# ---------------------------------------------------------------- work

WORK: dict[str, str] = {
    "range": f"const C = count(1..{BIG})\n",
    "range_in_play": asked(f"  n = count(1..{BIG})\n"),
    "range_of_a_variable": asked("  n = 1000000000\n  n = count(for x in 1..n where x == 3)\n"),
    "subsets": "const C = count(subsets(1..60, 30))\n",
    "subsets_in_play": asked("  n = count(subsets([x + n for x in 1..60], 30))\n"),
    "subsets_of_all_sizes": asked("  n = count(subsets([x + n for x in 1..40], 0..40))\n"),
    "bags": "const C = count(bags(1..100, 50))\n",
    "bags_in_play": asked("  n = count(bags([x + n for x in 1..100], 50))\n"),
    "bags_of_one": asked("  n = count(bags([n], 1000000000))\n"),
    "permutations": "const C = count(permutations(1..20))\n",
    "permutations_in_play": asked("  n = count(permutations([x + n for x in 1..12]))\n"),
    "permutations_of_equals": asked("  n = count(permutations([n for x in 1..20]))\n"),
    "best_split": asked("  n = count(best_split(subsets([x + n for x in 1..15], 3)))\n"),
    "product": "const C = count(1 for a in 1..5000, b in 1..5000, c in 1..5000)\n",
    "product_in_play": asked("  n = count(1 for a in 1..5000, b in 1..5000, c in 1..5000 where a + n == b)\n"),
    "heavy_condition": asked(
        "  n = count(for a in 1..3000, b in 1..3000 where " + " or ".join(f"a * b + n == {-i - 1}" for i in range(45)) + ")\n"
    ),
    "sums_of_sums": asked("  n = sum(sum(sum(a + b + c for c in 1..900) for b in 1..900) for a in 1..900)\n"),
    "functions_of_lists": "fn f(a: Int) -> Int = count(for x in 1..999 where x + n > a)\n"
    "fn g(a: Int) -> Int = sum(f(x) for x in 1..999)\nfn h(a: Int) -> Int = sum(g(x) for x in 1..999)\n" + asked("  n = h(1)\n"),
    "memory_of_functions": "fn f(a: Int) -> list of Int = [for x in 1..90000 where x > a]\n" + asked("  n = sum(count(f(a)) for a in 1..90000)\n"),
    "growing_list": "var l: list of Int = [1]\n" + asked("  repeat 100 times: l = l + l\n"),
    "growing_list_slowly": "var l: list of Int = []\n" + asked("  repeat 300000 times: l = l + [n]\n"),
    "growing_number": asked("  n = 2\n  repeat 60 times: n = n * n\n"),
    "without": asked("  n = count([x + n for x in 1..90000] - [x + n for x in 1..90000])\n"),
    "members": asked("  n = count(for x in 1..30000 where x + n in [0 - y for y in 1..30000])\n"),
    "sorting": asked("  repeat 100000 times: n = count(sorted(for x in 1..50000 by 0 - x))\n"),
    "distinct": asked("  repeat 10000 times: n = count(distinct([x + n for x in 1..50000]))\n"),
    "endless_loop": "play:\n  repeat 1000000000 times: n += 1\n",
    "endless_while": f"play:\n  while n >= 0 at most {BIG} times: n += 1\n",
    "endless_game": "play:\n  repeat 1000000000 times: P1 chooses a from 1..2\n",
    "heavy_loop": "play:\n  repeat 900000 times: n = " + " + ".join(["n * 0"] * 60) + "\n",
    "shuffles": "play:\n  repeat 900000 times: shuffle deck\n",
    "moves": "piece Tok in a: 9000 each\nzone a: pile of Tok, open\nzone b: pile of Tok, open\n"
    "play:\n  repeat 10000 times:\n    move a to b\n    move b to a\n",
    "reveals": "piece Tok in a: 9000 each\nzone a: pile of Tok, open\nplay:\n  repeat 100000 times:\n    reveal a\n    hide a\n",
    "rolls": "piece Tok rolls f: 1..6 in a: 9000 each\nzone a: set of Tok, open\nplay:\n  repeat 10000 times: roll a\n",
    "bag_deals": "piece Tok in a: 9000 each\nzone a: bag of Tok, open\nzone b: set of Tok, open\n"
    "play:\n  repeat 1000 times:\n    deal 9000 from a to b\n    move b to a\n",
    "notes": 'play:\n  repeat 900000 times: note "' + "{n} " * 50 + '"\n',
    "long_notes": 'play:\n  repeat 900000 times: note "' + "x" * 5000 + ' {n}"\n',
    "list_note": "play:\n  note \"{[x + n for x in 1..90000]}\"\n",
    "options": "play: P1 chooses a from 1..1000000000\n",
    "options_of_bags": "play: P1 chooses 18 cs from Card\n",
    "options_of_bags_guarded": "play: P1 chooses 18 cs from Card where sum(c.rank for c in cs) == 1000\n",
    "options_one_by_one": "play: P1 chooses 18 cs from Card one by one where sum(c.rank for c in cs) == 1000\n",
    "options_of_a_menu": "menu M(p: Seat):\n  go(a: 1..1000, b: 1..1000, c: 1..1000): nothing\nplay: P1 chooses from M(P1)\n",
    "guarded_menu": "menu M(p: Seat):\n  go(a in 1..1000, b in 1..1000, c in 1..1000) where a + b + c == n: nothing\nplay: P1 chooses from M(P1)\n",
    "menus_of_a_list": "menu M(p: Seat, k: Int):\n  go(a in 1..100): n = k\nplay: P1 chooses from [M(P1, k) for k in 1..90000]\n",
    "secret_block": "play:\n  each p in seats secretly chooses 12 cs from Card\n",
    "each_secretly": "play:\n  each p in seats secretly chooses c from 1..900000\n",
    "ending": "end when count(for a in 1..9000, b in 1..9000 where a * b == n) > 5\nplay:\n  repeat 100 times: P1 chooses c from 1..2\n",
    "score": "score S for p into points:\n" + lines('  "l{i}": count(for x in 1..90000 where x > n)', 300) + "play: tally S\n",
    "winner": "play: nothing\nwinner p: most count(for a in 1..9000, b in 1..9000 where a * b == p.number)\n",
    "start_value": "var v[1..9000]: Int = count(for x in 1..90000 where x > 3)\n",
    "table_cells": "table T[1..3]: Int:\n  | 1 | 1 |\n  | 2 | 2 |\n  | 3 | 3 |\n" + asked(
        "  n = sum(T[1 + (a + b) mod 3] for a in 1..9000, b in 1..9000)\n"
    ),
    "label": "menu M(p: Seat):\n  go \"{count(for a in 1..9000, b in 1..9000 where a * b == n)}\": nothing\n  no: nothing\nplay: P1 chooses from M(P1)\n",
    "prompt": "play: P1 chooses a from 1..2 \"{count(for a in 1..9000, b in 1..9000 where a * b == n)}\"\n",
    "long_prompt": "play: P1 chooses a from 1..2 \"" + "{count(Card)} " * 9000 + "\"\n",
    "keys": asked("  n = count(sorted(for a in 1..90000 by (" + ", ".join(["0 - a"] * 200) + ")))\n"),
    "sorted_again": asked("  repeat 1000 times: n = count(sorted(for a in 1..90000 by (0 - a, a, n)))\n"),
    "auction_steps": "auction Sale is ascending:\n  limit(p) = 9000000000\n  opening = 1\n  raise = 1\nplay:\n  let b = run Sale(1, seats)\n",
    "auction_offers": f"auction Sale is sealed:\n  offers(p) = 0..{BIG}\n  counts(n) = true\n  best(ps, bids) = ps\n  breaks_tie(ps) = none\nplay:\n  let b = run Sale(1, seats)\n",
    "draft_picks": f"zone pool: set of Card, open\ndraft D:\n  pool = pool\n  goes_to(p) = hand[p]\n  picks = {BIG}\nplay:\n  deal 9 from deck to pool\n  run D(seats)\n",
    "draft_order": "zone pool: set of Card, open\ndraft D:\n  pool = pool\n  goes_to(p) = hand[p]\n  may_take(p, c) = count(for a in 1..9000, b in 1..9000 where a * b == c.rank) > 9\nplay:\n  deal 9 from deck to pool\n  run D(seats)\n",
    "passing_number": f"draft D is passing:\n  hand(p) = hand[p]\n  number = {BIG}\n  to_whom(p) = p.left\nplay:\n  for p in seats: deal 9 from deck to hand[p]\n  run D(seats)\n",
    "trick_order": "trick T:\n  hand(p) = hand[p]\n  follows(c, led) = c.suit == led.suit\n  strength(c, led) = c.rank\n  ties = first_played\n"
    "  goes_to(w) = hand[w]\n  order(leader) = [leader for x in 1..90000]\nplay:\n  deal 3 from deck to hand[P1]\n  let w = run T(P1)\n",
    "trick_strength": "trick T:\n  hand(p) = hand[p]\n  follows(c, led) = c.suit == led.suit\n  strength(c, led) = count(for a in 1..9000, b in 1..9000 where a * b == c.rank)\n"
    "  ties = first_played\n  goes_to(w) = hand[w]\nplay:\n  for p in seats: deal 9 from deck to hand[p]\n  let w = run T(P1)\n",
    "until": "phase F until count(for a in 1..9000, b in 1..9000 where a * b == n) > 9: n += 1\nplay:\n  repeat 9 times: run F\n",
    "until_never": f"phase F until n < 0:\n  repeat {BIG} times: n += 1\nplay: run F\n",
    "trade_kinds": "trade T is offer:\n  kinds = [for s in Suit]\n  kind(c) = c.suit\n  cap = 18\nplay:\n  deal 18 from deck to hand[P1]\n  let t = run T(P1, P2)\n",
    "subsets_of_subsets": asked("  n = sum(count(subsets(s, 1..3)) for s in subsets([x + n for x in 1..18], 9))\n"),
    "subsets_of_pairs": asked("  n = sum(count(subsets(s, 1..4)) for s in subsets([x div 2 + n for x in 1..19], 9))\n"),
    "orders_of_bags": asked("  n = sum(count(permutations(b)) for b in bags([1 + n, 2, 3, 4], 8))\n"),
    "orders_in_a_menu": "menu M(p: Seat):\n  go(o in permutations(1..9)): nothing\nplay: P1 chooses from M(P1)\n",
    "payments": "resource coins[Seat]: 1000000, open\nplay:\n  repeat 90000 times: pay 1 coins from bank to P1\n",
    "payments_back_and_forth": f"resource coins[Seat]: {BIG}, open\nplay:\n  repeat 90000 times:\n    pay {BIG} coins from bank to P1\n    pay {BIG} coins from P1 to bank\n",
    "records": "type R = (a: 0..99, b: 0..99)\n" + asked("  n = count(distinct([R(x mod 100, y mod 100) for x in 1..300, y in 1..300]))\n"),
    "records_to_choose": "type R = (a: 1..200, b: 1..200)\nplay: P1 chooses r from [R(a, b) for a in 1..200, b in 1..200]\n",
    "records_at_the_edge": f"type R = (a: 1..{BIG}, b: -{BIG}..{BIG})\nvar v: R = R(1, 0)\n" + asked(f"  v = R({BIG}, -{BIG})\n  n = v.a - v.b\n"),
    "far_dice": f"piece D rolls f: -{BIG}..{BIG} in box: 3 each\nzone cup: set of D, open\nplay:\n  move D to cup\n  roll cup\n  n = sum(d.f for d in cup)\n",
    "refill_circle": "zone a: row of Card, open, refill from b\nzone b: pile of Card, hidden, refill from a\nplay:\n  move deck to b\n  move take(a, 1) to deck\n  P1 chooses x from 1..2\n",
    "tries_in_tries": "step s0(): n += 1\n" + lines("step s{j}():\n  if (n after run s{i}) > 0: n += 1", 40) + asked("  run s40\n"),
    "endless_repeat": "play:\n  repeat: n += 1\n",
    "until_false": "phase F until false:\n  repeat: run G\nphase G: n += 0\nplay: run F\n",
    "auction_negative": f"auction S is ascending:\n  limit(p) = 3\n  opening = -{BIG}\n  raise = -1\nplay: let w = run S(1, seats)\n",
    "auction_of_nobody": "auction S is ascending:\n  limit(p) = 3\nplay: let w = run S(1, [])\n",
    "draft_onto_itself": "zone pool: set of Card, open\ndraft D:\n  pool = pool\n  goes_to(p) = pool\n  picks = 1000000\nplay:\n  deal 9 from deck to pool\n  run D(seats)\n",
    "tried_steps": "step up(k: Int):\n  repeat 900 times: n += k\nplay: P1 chooses k from 1..9000 where (n after run up(k)) > 5\n",
}  # fmt: skip

# ---------------------------------------------------------------- odd

CONTROL = "\x1b[2J\x1b]0;x\x07\u202e\u2066\u200b\u2028\x85"
ODD: dict[str, str] = {
    "title": f'rules 1\ngame "{CONTROL}" for 2 players "{CONTROL}"\nplay: P1 chooses a from 1..2\nwinner p: most p.number\n',
    "note": f'play: note "{CONTROL}"\n',
    "looks": f'look Suit:\n  red "{CONTROL}" face "{CONTROL}"\nlook Card face "{CONTROL}"\nplay: P1 chooses c from Card "{CONTROL}"\n',
    "labels": f'menu M(p: Seat):\n  go where n > 3 else "{CONTROL}" "{CONTROL}": nothing\n  no "{CONTROL}": nothing\n  na: nothing\nplay: P1 chooses from M(P1)\n',
    "test": f'test "{CONTROL}":\n  expect n == 1\n',
    "ruling": f'ruling "{CONTROL}" [A-1]\ncredits "{CONTROL}"\nplay: P1 chooses a from 1..2\n',
    "letters": "look Suit:\n  red \"" + "\U0001f600" * 3000 + "\" face \"" + "\u0301" * 3000 + "\"\nplay: P1 chooses c from Card\n",
    "line_ends": "play:\r  P1 chooses a from 1..2\r",
    "nothing": "play: n = 1\x00\n",
    "braces": 'play: note "' + "{" * 4000 + '"\n',
    "record_of_itself": "type R = (a: R, b: Int)\nvar v: R = none\n",
    "boards": "board A: square -3 by 4\nboard B: ring 0\nboard C: ring 1\n" + asked("  n = sum(count(c.neighbours) for c in C) + count(B)\n"),
    "removed": "variant v:\n  remove zone hand\n  remove piece Card\n  remove var points\n",
    "reversed": "zone z[9..1]: set of Card, open\nvar v: 9..1 = 5\nplay: P1 chooses a from 9..1\n",
    "version": 'rules 99999999999999999999\ngame "x" for 2 players\nplay: nothing\nwinner p: most p.number\n',
}  # fmt: skip

# ---------------------------------------------------------------- several files

MOD = 'rules 1\nmod "m{i}" extends "{base}"\noverride const C = original + 1\n'
FILES: dict[str, Files] = {
    "mods_on_mods": {
        **{f"m{i}.rules": MOD.format(i=i, base=f"m{i + 1}.rules" if i < 300 else "base.rules") for i in range(301)},
        "base.rules": game("const C = 1\n"),
    },
    "many_modules": {
        "a.rules": game("use " + ", ".join(f"u{i}" for i in range(300)) + "\n"),
        **{f"u{i}.rules": f"rules 1\nconst U{i} = 1\n" for i in range(300)},
    },
    "large_modules": {
        "a.rules": game("use " + ", ".join(f"u{i}" for i in range(30)) + "\n"),
        **{f"u{i}.rules": "rules 1\n" + lines(f"const U{i}_{{i}} = 1", 4000) for i in range(30)},
    },
    "uses_a_game": {"a.rules": game("use b\n"), "b.rules": game("const C = 1\n")},
    "uses_a_mod": {"a.rules": game("use b\n"), "b.rules": 'rules 1\nmod "b" extends a\nconst C = 1\n'},
    "uses_a_user": {
        "a.rules": game("use b\nfn f() -> Int = g()\n"),
        "b.rules": "rules 1\nuse c\nfn g() -> Int = H\n",
        "c.rules": "rules 1\nconst H = 1\n",
    },
    "mod_of_itself": {"m.rules": 'rules 1\nmod "m" extends "m.rules"\n'},
    "mod_of_a_device": {"m.rules": 'rules 1\nmod "m" extends "/dev/zero"\n'},
    "mod_of_a_secret": {"m.rules": 'rules 1\nmod "m" extends "../../../../etc/passwd"\n'},
    "mod_of_no_players": {
        "m.rules": 'rules 1\nmod "m" extends "a.rules"\noverride game for -5..0 players\n', "a.rules": game("const C = 1\n"),
    },
    "originals": {
        "m.rules": 'rules 1\nmod "m" extends "a.rules"\noverride phase F:\n' + "  original\n" * 3000,
        "a.rules": game("phase F: n += 1\nplay: run F\n"),
    },
    "uses_itself": {"a.rules": game("use a\nfn f() -> Int = 1\n")},
    "uses_in_a_circle": {"a.rules": game("use b\n"), "b.rules": "rules 1\nuse a\nconst H = 1\n"},
    "negative_constant": {
        "m.rules": 'rules 1\nmod "m" extends "a.rules"\noverride const N = -5\n',
        "a.rules": game(
            "const N = 3\nvar v[1..N]: 0..N = 0\nzone z[1..N]: set of Card, open\npiece T(a: 1..N) in box: N each\n"
            "group G(a: 1..N) of Card, at most N\nresource coins[Seat]: N, open\noption o: 0..N = 0\n"
            "play:\n  deal N from deck to hand[P1]\n  repeat N times: P1 chooses N cs from hand[P1]\n  n = count(take(hand[P1], N))\n"
            "  n = count(subsets(1..3, N))\n"
        ),
    },
}  # fmt: skip

CASES: dict[str, Files] = {
    **{
        f"{kind}/{name}": {"a.rules": game(text)}
        for kind, cases in (("deep", DEEP), ("doubling", DOUBLING), ("large", LARGE), ("work", WORK), ("odd", ODD))
        for name, text in cases.items()
    },
    **{f"files/{name}": files for name, files in FILES.items()},
}

FILE = "FILE"
HOSTILE_VERBS: tuple[tuple[str, ...], ...] = (
    ("check", FILE),
    ("fmt", "--check", FILE),
    ("run", FILE, "--seed", "1", "--seats", "you,random"),
    ("rulebook", FILE),
    ("diff", FILE, FILE),
    ("sim", FILE, "-n", "2"),
    ("tree", FILE, "--walks", "2"),
    ("test", FILE, "--no-search"),
)


def hostile(name: str, verb: int) -> Command:
    """A verb on a hostile file."""
    files = CASES[name]
    words = tuple(next(iter(files)) if word == FILE else word for word in HOSTILE_VERBS[verb % len(HOSTILE_VERBS)])
    return Command(files, words, "1\n1\n1\n")
