# ruff: noqa: E501  a case stands on the line that names it
"""Small games that mix what the makers of games do not mix: looking ahead, boards, records, tables, dice, payments and
auctions, with numbers at the edges of what rulelang counts to. All engines must play them alike.

A case is a line or more of a turn, in which a seat has chosen `x` and `y`; declarations stand before a line `---`.
"""

from __future__ import annotations

from rulelang.base.numbers import LEAST, MOST
from rulelang.base.source import Source
from rulelang.play.game import assemble
from rulelang.program import Program

HEAD = f"""rules 1
game "Odd" for 2 players
enum Suit: red, green, blue
board Grid: square 3 by 3
board Wheel: ring 5
type Rec = (far: Int, at: Grid, by: Seat, sure: Bool)
piece Card(suit: Suit, rank: 1..3) in deck "Card": 1 each
piece Die rolls face: 1..6 in cup "Die": 2 each
piece Wild in jar "Wild card":
  | far: Int | copies |
  | {LEAST} | 1 |
  | {MOST} | 2 |
  | 1 | 1 |
piece Stone(of: Seat) in bag "Stone": 6 each
zone bag: set of Stone, open
zone deck: pile of Card, open
zone hand[Seat]: row of Card, open
zone cup: set of Die, open
zone jar: set of Wild, open
zone at[Grid]: set of Stone, open
resource coins[Seat]: 40, open
table STEP[1..3]: Int:
  | 1 | 10      |
  | 2 | {MOST}  |
  | 3 | {LEAST} |
table ROWS:
  | suit: Suit | cost: Int | more: Int |
  | red        | 3         | {MOST}    |
  | green      | {LEAST}   | 1         |
  | blue       | 0         | 2         |
const NEAR: list of Int = [{LEAST}, -94906266, -7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 94906265, {MOST}]
var points[Seat]: Int = 0
var level: 0..9 = 1
var far: Int = 0
var pawn: Wheel = Wheel(1)
var kept: Rec = Rec(0, Grid(1, 1), P1, false)
var list_: list of Int = []
var recs: list of Rec = []
var cells[Grid]: Int = 0
fn stone(p: Seat) -> Stone = first(for s in bag where s.of == p)
fn held(p: Seat) -> list of Grid = [for c in Grid where any(s.of == p for s in at[c])]
step grow(p: Seat, n: Int):
  far += n
  kept = Rec(far, Grid(2, 2), p, n > 0)
  list_ = list_ + [n]
  recs = recs + [kept]
  if not empty(deck): move last(deck) to hand[p]
  cells[Grid(1, 1)] += n
  pay up to 1 coins from p to bank
step back(p: Seat, n: Int):
  for d in cup:
    if d.face == n: return
    far -= 1
  if n > 3: far = far * n
"""
PLAY = """
setup:
  shuffle deck
  for p in seats:
    deal 2 from deck to hand[p]
    pay 5 coins from bank to p
  roll cup
  move stone(P1) to at[Grid(1, 1)]
  move stone(P2) to at[Grid(2, 2)]
  move stone(P1) to at[Grid(3, 1)]
play:
  repeat 2 times:
    for p in seats:
      p chooses x from NEAR
      p chooses y from NEAR
{turn}
winner p: most points[p] then most far
"""

CASES = {
    "tried_number": "points[p] += (far after run grow(p, x)) - y",
    "tried_twice": "points[p] += ((far after run grow(p, x)) after run grow(p.left, y))",
    "tried_record": "let r = (kept after run grow(p, x))\npoints[p] += if r.sure then r.far mod 7 else r.at.number\nif r == kept: points[p] += 100",
    "tried_list": "points[p] += sum((list_ after run grow(p, x))) + count((recs after run grow(p, y)))",
    "tried_return": "points[p] += (far after run back(p, x)) - (far after run back(p, y mod 7))",
    "tried_in_a_list": "points[p] += count(for c in hand[p] where (sum(d.rank for d in hand[p]) after run grow(p, c.rank * x)) > 4)",
    "tried_cells": "points[p] += sum((cells[c] after run grow(p, x)) for c in Grid where c.row == 1) * y",
    "tried_by_key": "let c = max(for c in hand[p] by (far after run grow(p, c.rank + x)))\npoints[p] += c.rank",
    "tried_menu": "menu Try(p: Seat, x: Int):\n  go(k in NEAR) where (kept.far after run grow(p, k)) > x: run grow(p, k)\n  no: points[p] -= 1\n---\np chooses from Try(p, x)\npoints[p] += far",
    "tried_payment": "points[p] += 10 * (coins[p] after run grow(p, x)) + coins[p]",
    "record_order": "recs = recs + [Rec(x, Grid(1, 2), p, true), Rec(y, Grid(3, 3), p.left, false)]\npoints[p] += max(recs).far mod 1000 + count(distinct(recs))\nif Rec(x, Grid(1, 2), p, true) > Rec(y, Grid(1, 2), p, true): points[p] += 5",
    "record_keys": "recs = recs + [Rec(x, Grid(1, 1), p, x > y)]\nfor r in sorted(for r in recs by (r.sure, -r.far, r.at)): points[p] = (points[p] * 3 + r.at.number + r.far mod 11) mod 997",
    "record_in_loop": "for r in recs:\n  recs = recs + [Rec(r.far + 1, r.at, r.by.left, not r.sure)]\n  if count(recs) > 12: break\nrecs = take(recs + [Rec(x, Grid(2, 1), p, y == 0)], 9)\npoints[p] += count(recs) + count(for r in recs where r.sure and r.far > y)",
    "cell_by_numbers": "let c = Grid(x, y)\npoints[p] += if c == none then -1 else c.number",
    "cell_by_sum": "let c = Grid(x mod 4, y mod 4)\npoints[p] += if c == none then 1 else 10 * c.row + c.column + cells[c]",
    "cell_by_index": "points[p] += Grid[x mod 9 + 1].row + Wheel[y mod 5 + 1].number",
    "cell_far": "points[p] += Grid[x].number",
    "cell_product": "points[p] += sum(c.number * x for c in Grid where c.row < 3) + max(c.column * y for c in Grid)",
    "cell_greatest": "let c = max(for c in Grid by c.number * x)\ncells[c] += y\npoints[p] += c.number",
    "distances": "points[p] += sum(distance(a, b) * x for a in held(p), b in held(p.left)) + count(between(Grid(1, 1), Grid(3, 1)))",
    "wheel": "pawn = max(for w in pawn.neighbours by w.number * x + y)\npoints[p] += pawn.number + distance(pawn, Wheel(3))",
    "joined": "points[p] += count(connected(held(p), [for c in Grid where cells[c] + x >= 0])) * y\ncells[Grid(1, 2)] = x",
    "lines_of_cells": "points[p] += longest_line([for c in Grid where cells[c] * 2 >= x]) + count([for c in Grid where in_line(c, Grid(1, 1)) and c.number * y > 4])",
    "moved_stones": "for c in held(p):\n  if not empty(c.neighbours): move at[c] to at[first(c.neighbours)]\npoints[p] += sum(c.number * count(at[c]) for c in Grid) + x div 3",
    "sum_is_exact": "points[p] += sum([x, y, -x]) - y\npoints[p.left] += sum(n * x for n in [1, -1]) + 1",
    "sum_of_sums": "far = sum(sum(x - k * y for k in 1..n) for n in 1..3) mod 1000",
    "product_then_div": "points[p] += (x * y) div (y * y + 1)",
    "division": "points[p] += (x div -1) mod 97 + (y mod -94906266) + (-x) div 7 - (x mod 5) * (y div 1000003)",
    "division_by_none": "points[p] += x div (y + 1) + x mod (y - 1)",
    "untaken": "points[p] += if x > 1 then x * 2 - x else y\nlet k = if y != 0 and x mod y == 0 then x div y else 3\npoints[p] += k mod 10",
    "short_circuits": "if x * 0 == 0 or y * y > 3: points[p] += 1\nif x == 0 and y * y * y > 3: points[p] += 2\npoints[p] += count(for c in hand[p] where c.rank > 2 or x * c.rank > y)",
    "times": "repeat x mod 5 times: points[p] += 1\nrepeat min(y, 4) times: far = (far + 3) mod 100",
    "while_at_most": "while far < 20 at most max(x, 0): far += 7\nfar = far mod 50",
    "takes": "points[p] += count(take(hand[p], x)) + count(take([1, 2, 3], y)) + sum(take(reverse([x, 1, 2]), 2)) mod 13",
    "deals": "deal min(max(x, 0), count(deck)) from deck to hand[p]\nmove take(hand[p], y) to deck\npoints[p] += count(hand[p]) * 10 + sum(c.rank for c in deck)",
    "deal_too_many": "deal x from deck to hand[p]",
    "pays": "pay up to x coins from bank to p\npay up to y coins from p to p.left\npoints[p] += coins[p]",
    "pay_exactly": "pay x coins from bank to p",
    "draws": "let k = random -1..3\npoints[p] += k * x\nfar = random [x, y, 3]",
    "draws_of_a_range": "let least = min(x, y)\nlet most = max(x, y)\nif most - least < 100: far = random least..most\npoints[p] += far",
    "wild_cards": "points[p] += sum(d.far div 1000003 for d in jar) + (min(for d in jar by d.far)).far mod 10",
    "wild_sum": "far = sum(d.far for d in jar where d.far < x) + sum(d.far * y for d in jar where d.far > x)",
    "table_by_number": "points[p] += STEP[x mod 3 + 1] - STEP[y mod 3 + 1]",
    "table_out": "points[p] += STEP[x + y]",
    "table_rows": "points[p] += sum(r.cost for r in ROWS where r.more > x) + max(r.more for r in ROWS where r.cost >= 0) - far\nlet s = first(hand[p]).suit\npoints[p] += ROWS[s].more - ROWS[s].cost",
    "orders": "points[p] += count(for o in permutations([x, y, 3]) where o[1] * 2 > o[3] - 1)",
    "splits": "list_ = [x mod 9, y mod 9, 4]\npoints[p] += sum(sum(s) for s in best_split(subsets(list_, 1..2)))",
    "bags": "p chooses up to 2 ns from [x, y, 1] where sum(ns) < 100\npoints[p] += count(ns) + sum(ns) mod 7",
    "bags_one_by_one": "p chooses up to 2 ns from [x, x, y] where all(n * 2 > -9 for n in ns) one by one\npoints[p] += count(ns)",
    "secret": "each q in seats secretly chooses k from [x, y, 2]\nreveal k\npoints[p] += k[p] - k[p.left]\nfar = max(k[q] for q in seats)",
    "at_once": "together:\n  far += x\n  points[p] += y\nlist_ = [far] + take(list_, 2)\npoints[p] += sum(list_) mod 17",
    "in_range": "points[p] += (if x in -3..y then 1 else 0) + count(for n in NEAR where n in y..x)\nlevel = x",
    "members": "points[p] += count(NEAR - [x, y, x]) + count(for n in NEAR where n in [x + 1, y - 1])",
    "tuples": "points[p] += count(for n in NEAR where (n, -n, x) < (y, x, n))\nif (x, (y, 1)) > (y, (x, 2)): points[p] += 50",
    "highest_of": "for n in highest(for n in NEAR by min(n * 1, x)): points[p] = (points[p] + n mod 5) mod 100",
    "swaps": "var pair[1..2]: Int = 3\n---\npair[1] = x\npair[2] = y\nswap pair[x mod 2 + 1], pair[1]\npoints[p] += pair[1] div 2 - pair[2] div 4",
    "auction": "auction Sale is ascending:\n  limit(p) = 1 + max(0, far mod 4)\n  opening = 1\n---\nfar = x\nlet sold = run Sale(p, seats)\npoints[p] += far mod 3",
    "ends_when": "end when far * 2 > 100\n---\nfar = x",
    "score": "score Sum for p into points:\n  \"far\": far\n  \"level\": level * 2 when far > 0\n---\nfar = x div 2\ntally Sum for p\nfar = y div 2\ntally Sum for p.left",
    "optionals": "var maybe: Int? = none\n---\nif maybe != none and only(maybe) > x: points[p] += 1\nmaybe = if y > 3 then none else y\nif maybe == none: points[p] += 10\nelif maybe == y: points[p] += 100 + y",
    "ladder": "fn rung(a: Int, b: Int) -> Int:\n  a * b when a == 0 or b in -9..9\n  a - b when a > 0\n  else b div a\n---\npoints[p] += rung(x, y) mod 1000",
}


def text_of(name: str) -> str:
    declared, _, turn = CASES[name].rpartition("---\n")
    lines = "\n".join(f"      {line}" for line in turn.splitlines())
    return HEAD + declared + PLAY.format(turn=lines)


def odd_program(name: str) -> Program:
    return assemble(Source(f"{name}.rules", text_of(name)), 2, (), {}, ()).program
