"""Rules that count to the edges: each operator on numbers at and near its limits, indexes and sizes by arithmetic.

Seats choose the numbers and what is done with them, so that one program holds all cases and a seed picks some. Every
engine must come to the same scores, or to the same error on the same line.
"""

from __future__ import annotations

from rulelang.base.numbers import MOST

ROOT = 94906265  # the greatest number whose square rulelang counts to
HALF = 1 << 31
NEAR = (0, 1, 2, 3, 7, 63, 64, 65, HALF - 1, HALF, HALF + 1, 1 << 32, ROOT, ROOT + 1, 1 << 52, MOST - 1, MOST)
VALUES = sorted({sign * value for value in NEAR for sign in (1, -1)})

HEAD = f"""rules 1
game "Edges" for 2 players
const VALUES: list of Int = {VALUES}
const SMALL: list of Int = [-9007199254740991, -5, -1, 0, 1, 2, 3, 5, 12, 13, 9007199254740991]
enum Color: red, blue
piece Card(color: Color, number: 1..3) in deck "Card": 2 each
piece Far in box_of_far "Far":
  | worth: Int        | copies |
  | 9007199254740991  | 1      |
  | -9007199254740991 | 1      |
  | 4503599627370496  | 1      |
  | 1                 | 1      |
zone box_of_far: set of Far, open
zone deck: set of Card, open
zone pile_up: pile of Card, open
zone hand[Seat]: set of Card, open
resource coins[Seat]: 100, open
table STEP[1..3]: Int:
  | 1 | 10                |
  | 2 | 9007199254740991  |
  | 3 | -9007199254740991 |
var points[Seat]: Int = 0
var slots[0..3]: Int = 5
var grid[1..2, -1..1]: Int = 7
var level: 0..9 = 1
var low: -5..5 = 0
var far: Int = 9007199254740991
var flag: Bool = false
fn twice(n: Int) -> Int = n + n
fn pick(yes: Bool, a: Int, b: Int) -> Int = if yes then a * 2 else b - 1
fn few(n: 1..4) -> Int = n * n
score Sheet for p into points "Sheet":
  "one": far
  "two": level - 1
  "three": far when flag
setup: deal 4 from deck to pile_up
"""

# What is done with two numbers x and y.
ARITHMETIC = """x + y
x - y
x * y
x div y
x mod y
-x - y
x + y - y
x - y + y
x * y div 3
x * x + y * y
-(x * y)
twice(x) + y
twice(twice(x))
pick(x > y, x, y)
pick(x > y, x * y, y - x)
few(x) + y
min(x, y) - max(x, y)
max(x, y) * min(x, 3)
sum([x, y, x, -y])
sum(x + k for k in 1..3)
sum(c.worth for c in box_of_far)
sum(c.worth for c in box_of_far where c.worth > x)
sum(c.worth * y for c in box_of_far)
count(c for c in deck where c.number + x > y)
(if x + y > 0 then 1 else 2)
(if x > 0 and x * 2 > y then x else y)
(if flag then x * y else 4)
count(k for k in 1..3 where k * x > y)
highest(for n in [x, y, 3] by (n, x))[1]
max(c.number * x for c in deck)
STEP[x] + y
STEP[x + y]
STEP[x * y]
slots[x] + slots[y]
slots[x - y]
slots[x * y]
grid[x, y]
grid[x - y, y]
[1, 2, 3][x] + y
[1, 2, 3][x * y]
count(take([1, 2, 3, 4], x)) + y
count(take(deck, x - y))
seat(x).number + seat(y).left.number
seat(x + y).number
far - x - y
level * x + y
low - x
first(for c in box_of_far by c.worth - x).worth
count(for n in [x, y, x] where n in x..x)
count([for n in [x, y, x, 1]])
count(distinct([x, y, x + 1]))
(if y in x..x then 1 else 0)""".splitlines()

# What happens to the table.
EFFECTS = """points[P1] += x - y
points[P1] = points[P1] * x + y
level = x
level += x
low = x - y
low -= y
slots[x] = y
slots[x - y] += y
grid[x, y] = x
far += x
tally Sheet
pay x - y coins from bank to P1
pay up to x coins from bank to P2
deal up to x from deck to hand[P1]
deal y from pile_up to hand[P2]
points[seat(x)] = y
flag = x * y > 0
let gone = x * y
repeat (x mod 4) times: far = far - y
for k in 1..(x mod 5): points[P2] += k * y
for c in hand[P1]: points[P2] += c.number * x
for k in (far - 2)..far: points[P1] += k - far
for q in seats: points[q] = q.number * x - y
while far > x at most 3: far = far - y""".splitlines()


SIZES = """rules 1
game "Sizes" for 2 players
const SIZES: list of Int = [-3, -1, 0, 1, 2, 3, 5, 11, 12, 63, 64, 70, 128, 200, 255, 256, 257, 500, 501, 1000, 70000]
piece Card(number: 1..3) in deck "Card": 4 each
piece Die rolls face: 1..6 in cup: 3 each
zone deck: set of Card, open
zone cup: set of Die, open
zone line: row of Card, open
zone heap: pile of Card, open
zone bagged: bag of Card, hidden
zone hand[Seat]: set of Card, open
zone set_row: row of Pair, open
group Pair(n: 1..3, m: Int) of Card, at most 2
var points[Seat]: Int = 0
var some: list of Int = []
var grown[Seat]: list of Int = [1]
var left: 0..5 = 0
fn abs_of(n: Int) -> Int = if n < 0 then -n else n
fn numbers(n: Int) -> list of Int = [for k in 1..n]
fn twice_over(some_list: list of Int) -> list of Int = some_list + some_list
setup:
  deal 4 from deck to line
  deal 3 from deck to heap
  deal 2 from deck to bagged
  roll cup
"""

# What is done with lists and pieces of x and y.
LISTS = """points[p] = count(numbers(x)) + count(numbers(y))
points[p] = count(numbers(x) + numbers(y))
points[p] = sum(numbers(x)) - sum(numbers(y))
points[p] = count(distinct([k mod (abs_of(y) + 1) for k in 1..min(x, 300)]))
points[p] = last(sorted(k * y for k in numbers(x)))
points[p] = numbers(x)[y]
points[p] = count(subsets(numbers(min(x, 12)), min(y, 3)))
points[p] = count(subsets(deck, y))
points[p] = count(bags([1, 2, 3], min(y, 8)))
points[p] = count(permutations(numbers(min(x, 5))))
points[p] = count(take(numbers(x), y))
points[p] = count(take(line, y)) + count(take(deck, x))
points[p] = first(reverse(numbers(x)))
some = numbers(x)
grown[p] = numbers(y)
repeat 3 times: some = some + some
repeat (y mod 20) times: grown[p] = grown[p] + [x]
points[p] = count(some) + count(grown[p])
points[p] = count(twice_over(twice_over(numbers(x))))
points[p] = count(numbers(x) - numbers(y))
some = take(numbers(x), y)
for k in 1..(y mod 9): points[p] += count(numbers(x))
points[p] = count(for a in 1..min(x, 50), b in 1..min(y, 50) where a + b > 7)
points[p] = sum(a * b for a in 1..min(x, 50), b in 1..min(y, 50))
deal up to x from line to hand[p]
deal up to y from bagged to hand[p]
deal up to x from heap to line
move take(line, x) to heap
move take(deck, y) to line
shuffle line
roll take(cup, x)
points[p] = sum(d.face for d in cup)
form Pair(x, y) from take(deck, 2) to set_row
form Pair(2, y) from take(line, 1) to set_row
points[p] = sum(s.n * s.m for s in set_row)
left = x mod 7
points[p] = (numbers(x) + [y])[x + 1]
points[p] = count(highest(for k in numbers(x) by k mod 7))
points[p] = max(numbers(x)) - min(numbers(y))
points[p] = first(for k in numbers(x) where k > y)
points[p] = only(for k in numbers(x) where k == y)
points[p] = random numbers(x)
p chooses (x mod 5) cs from hand[p]
p may choose up to x css from line: points[p] += count(css)
p chooses up to y more from deck one by one""".splitlines()


def counting() -> str:
    """Each seat chooses two numbers and what is worked out of them: P1 of all numbers, P2 of a few."""
    pick = "    var some = VALUES\n    if p == P2: some = SMALL\n"
    return HEAD + chosen(pick, [*(f"points[p] = {work}" for work in ARITHMETIC), *EFFECTS]) + "then least far\n"


def sizing() -> str:
    """Each seat chooses two sizes and a list, a choice or a move of such a size."""
    return SIZES + chosen("", LISTS).replace("from some", "from SIZES") + "\n"


def chosen(pick: str, lines: list[str]) -> str:
    """A play in which what is done is chosen with two numbers."""
    text = f"play:\n  for p in seats:\n{pick}    p chooses x from some\n    p chooses y from some\n"
    text += f"    p chooses what from 1..{len(lines)}\n"
    text += "".join(f"    if what == {number}:\n      {line}\n" for number, line in enumerate(lines, 1))
    return text + "winner p: most points[p] "


# Loops that go round for hours, unless somebody counts.
LONG = """rules 1
game "Long" for 2 players
var points[Seat]: Int = 0
var big: Int = 9007199254740991
play:
  for p in seats:
    {line}
winner p: most points[p]
"""
LINES = """repeat big times: points[p] = 1
while points[p] >= 0 at most big: points[p] = 1
for k in 1..big: points[p] = k
for k in -big..big: points[p] = k
points[p] = count(k for k in 1..big where k < 0)
points[p] = sum(k for k in -big..big where k == 7)
p chooses k from 1..big
points[p] = first(for k in 1..big where k > big - 1)""".splitlines()


def endless(line: str) -> str:
    return LONG.format(line=line)
