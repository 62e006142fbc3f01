"""Slips of the pen, each with what was meant: one edit mends it."""

from __future__ import annotations

HEAD = 'rules 1\ngame "A case" for 3 players\nplay: nothing\nwinner p: most p.number\n'

# wrong | right
SLIPS = """
phase A nothing | phase A: nothing
fn f(p: Seat) -> Bool = p = P1 | fn f(p: Seat) -> Bool = p == P1
var n: Int = 0;phase A: n == 3 | var n: Int = 0;phase A: n = 3
fn f(n: Int) -> Int = if n > 2 then 1 elif n > 1 then 2 else 3 \
| fn f(n: Int) -> Int = if n > 2 then 1 else if n > 1 then 2 else 3
phse A: nothing | phase A: nothing
setup: pass | setup: nothing
fn f(p: Seat) -> Bool = p != P1 && p != P2 | fn f(p: Seat) -> Bool = p != P1 and p != P2
setup:;  for p seats: note "hello" | setup:;  for p in seats: note "hello"
setup:;  for p : seats: note "hello" | setup:;  for p in seats: note "hello"
menu M(p: Seat):;  rest: nothing;setup: P1 chooses M(P1) | menu M(p: Seat):;  rest: nothing;setup: P1 chooses from M(P1)
var n: Int = 0;setup: n++ | var n: Int = 0;setup: n += 1
const A = 1_000 | const A = 1000
piece Card: 9 each;zone "deck": set of Card, open | piece Card: 9 each;zone deck: set of Card, open
credits nobody at all | credits "nobody at all"
enum Color: red blue | enum Color: red, blue
const A = 3) | const A = 3
ruling "It is so. | ruling "It is so."
piece Card in d: 9 each;zone d: pile of Card, hidden;zone m: row of Card, open;setup: deal 5 d to m \
| piece Card in d: 9 each;zone d: pile of Card, hidden;zone m: row of Card, open;setup: deal 5 from d to m
var dealer: Seat = P1;phase A: delaer = P2 | var dealer: Seat = P1;phase A: dealer = P2
piece Card(number: 1..5): 1 each;fn f(c: Card) -> Int = c.nubmer \
| piece Card(number: 1..5): 1 each;fn f(c: Card) -> Int = c.number
piece Card: 9 each;zone d: set of Card, open;fn f() -> Int = count(c in d where c == c) \
| piece Card: 9 each;zone d: set of Card, open;fn f() -> Int = count(for c in d where c == c)
piece Card: 9 each;zone d: set of Card, open;fn f() -> Bool = any(c == c c in d) \
| piece Card: 9 each;zone d: set of Card, open;fn f() -> Bool = any(c == c for c in d)
use std.frnech | use std.french
fn f() -> Int = 2;variant V:;  override fn ff() -> Int = 3 | fn f() -> Int = 2;variant V:;  override fn f() -> Int = 3
auction A is ascendin:;  limit(p) = 3 | auction A is ascending:;  limit(p) = 3
piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
var n: Int = 0;phase A: n = first(hand[P1]).number \
| piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
var n: Int = 0;phase A: n = reveal first(hand[P1]).number
piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
resource coins[Seat]: 90, open;\
phase A:;  pay sum(c.number for c in hand[P1]) coins from bank to P1 \
| piece Card(number: 1..9) in d: 1 each;zone d: pile of Card, hidden;zone hand[Seat]: set of Card, owner;\
resource coins[Seat]: 90, open;\
phase A:;  pay reveal sum(c.number for c in hand[P1]) coins from bank to P1
"""


def slips() -> list[tuple[str, str]]:
    rows = [line.split(" | ") for line in SLIPS.replace("\\\n", "").strip().splitlines()]
    return [tuple(part.strip().replace(";", "\n") + "\n" for part in row) for row in rows]
