"""Programs with secrets, made at random, and a planter that puts a leak into one of them.

Same seed, same program. A program has two or three seats, six cards in hidden hands and a hidden deck, variables and a
resource that only their owner sees, open and secret choices, secret blocks, a menu, steps, a mechanism, and every form
of `reveal`; what it tells, it tells on purpose. A planted leak is a sink (what tells) reached by a route (how the
secret gets there).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress

from rulelang.analysis.report import leaks
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source
from rulelang.check import check
from rulelang.diagnostics import Diagnostic
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.link import link
from rulelang.lower import lower
from rulelang.play.answers import Answers
from rulelang.program import Program
from rulelang.prove.twins import Difference, compare

HEAD = """rules 1
game "Secrets" for 2..3 players "Nobody knows why."
enum Color: red, blue
piece Card(color: Color, number: 1..3) in deck "Card": 1 each
piece Die rolls face: 1..6 in bag "Die": 5 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone kept[Seat]: set of Card, owner
zone table: row of Card, open
piece Chip(worth: 1..14) in store "Chip": 1 each
zone store: row of Chip, open
zone pile[0..5]: row of Chip, open
zone bag: set of Die, open
zone cup[0..5]: set of Die, open
resource coins[Seat, pot]: 60, open
resource gems[Seat]: 12, owner
var points[Seat]: Int = 0
var level: 0..9 = 0
var own[Seat]: 0..4 = 1, owner
var deep: 0..4 = 2, hidden
fn reds(p: Seat) -> Int = count(for c in hand[p] where c.color == red)
fn best(p: Seat) -> Int = max([0] + [c.number for c in hand[p]])
step same(n: Int) -> Int: return n
step noted(p: Seat, n: Int): own[p] = min(max(n, 0), 4)
step worth(p: Seat) -> Int: return own[p]
phase Pause: level = min(level + 1, 9)
score Hands for p into points:
  "Table": count(table)
auction Sale is ascending:
  limit(p) = 2
menu Turn(p: Seat):
  lay(c in hand[p]) where c.number > 1 else "too low" "Lay {c.number}": move c to table
  swap_one(n in 0..2) "Take {n}": own[p] = n
  stay "Stay": nothing
menu Guess(p: Seat, n: Int):
  yes "It is {n}": nothing
  no "It is not {n}": nothing
"""
SETUP = """setup:
  shuffle deck
  for p in seats:
    deal 2 from deck to hand[p]
    own[p] = random 0..4
    pay 3 coins from bank to p
    pay 2 gems from bank to p
  deep = random 0..4
  for n in 0..5: move take(store, 2) to pile[n]
  move take(bag, 3) to cup[0]
  roll cup[0]
"""

# What a program may do in a turn of p; {n} makes names its own. All of it tells only what it may.
SAFE = (
    "points[p] += count(hand[p])",
    "if not empty(hand[p]):\n  p chooses c{n} from hand[p] \"Lay a card\"\n  move c{n} to table",
    "if not empty(deck): deal 1 from deck to hand[p]",
    "own[p] = min(reds(p), 4)",
    "p secretly chooses n{n} from 0..own[p] \"Keep how many?\"\nown[p] = n{n}",
    "if reveal reds(p) > 1: points[p] += 1",
    "level = reveal own[p]",
    "let x{n} = (reveal reds(p) to p.left)\np.left chooses y{n} from 0..x{n} \"How many?\"\npoints[p] += y{n}",
    "each q in seats secretly chooses b{n} from 0..2 \"Bid\"\nreveal b{n}\nfor q in seats: points[q] += b{n}[q]",
    "each q in seats secretly:\n  q may choose c{n} from hand[q] \"Keep one?\": move c{n} to kept[q]",
    "p may choose c{n} from hand[p] where c{n}.number > 1 \"Lay one?\": move c{n} to table\nelse: points[p] -= 1",
    "p chooses from Turn(p) \"Your turn\"",
    "pay up to reveal own[p] coins from bank to pot",
    "for c{n} in table where c{n}.color == red: points[p] += 1",
    "note \"{{p}} holds {{count(hand[p])}}\"",
    "note \"{{reveal own[p]}} it is\"",
    "run noted(p, best(p))",
    "let s{n} = run Sale(level, seats)\nif s{n} != none: points[s{n}] += 1",
    "let w{n} = run worth(p)\nown[p] = min(w{n} + reds(p), 4)",
    "move kept[p] to hand[p]",
    "if own[p] > 2: own[p] = 1\nelse: own[p] = 2",
    "pay up to 1 gems from p to bank",
    "for q in reveal [for r in seats where own[r] > 1]: points[q] += 1",
    "run Pause",
    "tally Hands",
    "if not empty(hand[p]):\n  p chooses c{n} from hand[p] \"Show one\"\n  reveal c{n}\n  points[p] += c{n}.number",
    "move Card to deck\nshuffle deck\nfor q in seats: deal 2 from deck to hand[q]",
    "move hand[p] + kept[p] + table to deck at bottom",
    "p chooses up to 2 g{n} from hand[p] + table one by one \"Back\"\nmove g{n} to deck at bottom",
    "p chooses up to 2 g{n} from hand[p] where all(c.number > 1 for c in g{n}) one by one \"Back\"\nmove g{n} to deck",
    "var v{n} = 0\nfor c in hand[p] where c.number > 1: v{n} += c.number\nown[p] = min(v{n}, 4)",
)


class Maker:
    """Writes programs."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(stream(seed))
        self.fresh = 0

    def turn(self) -> list[str]:
        self.fresh += 1
        return SAFE[self.dice.below(len(SAFE))].format(n=self.fresh).split("\n")

    def body(self) -> list[str]:
        return [line for _ in range(2 + self.dice.below(4)) for line in self.turn()]


def made_secrets(seed: int, planted: Planted | None = None) -> str:
    """A program; with a leak planted into one of p's turns."""
    maker = Maker(seed)
    lines = maker.body()
    steps = ""
    if planted is not None:
        leak = ['p chooses go from 0..1 "Go on?"', *planted.lines]
        lines = [*leak, *lines] if maker.dice.below(2) else [*maker.turn(), *leak, *lines]
        steps = planted.steps
    body = "".join(f"      {line}\n" for line in lines)
    return f"{HEAD}{steps}{SETUP}play:\n  repeat 2 times:\n    for p in seats:\n{body}winner p: most points[p]\n"


def with_play(lines: str, more: str = "") -> str:
    """A program that does this and nothing else, with `more` declarations."""
    head = made_secrets(0).split("play:\n")[0].replace("setup:\n", f"{more}setup:\n")
    body = "".join(f"  {line}\n" for line in lines.split("\n"))
    return f"{head}play:\n{body}winner p: most points[p]\n"


# ---------------------------------------------------------------- leaks

Lines = list[str]


class Planted:
    """A leak: its lines, the steps they need, and the text of the private source."""

    def __init__(self, sink: str, route: str, lines: Lines, source: str, steps: str = "") -> None:
        self.sink, self.route, self.lines, self.source, self.steps = sink, route, lines, source, steps


# What tells a number `e`: all of it, or whether it happens at all.
SINKS: dict[str, Callable[[str], Lines]] = {
    "assign": lambda e: [f"level = min({e}, 9)"],
    "augment": lambda e: [f"points[p] += {e}"],
    "index": lambda e: [f"points[seat({e})] += 1"],
    "draw": lambda e: [f"level = random {e}..{e} + 1"],
    "into": lambda e: [f"level = run same({e})"],
    "destination": lambda e: [
        f"move first(store) to pile[{e}]",
        "for m in 0..5: move take(pile[m], count(pile[m]) - 2) to store",
    ],
    "piece": lambda e: [
        f"move min(for m in store by m.worth * (1 + {e}) mod 3) to pile[0]",
        "for m in 0..5: move take(pile[m], count(pile[m]) - 2) to store",
    ],
    "number": lambda e: [f"move take(hand[p], {e}) to kept[p]"],
    "dealt": lambda e: [f"deal up to {e} from deck to kept[p]"],
    "shuffled": lambda e: [f"shuffle pile[{e}]"],
    "rolled": lambda e: [f"roll take(cup[0], {e})"],
    "shown": lambda e: [f"reveal take(hand[p], {e})"],
    "holder": lambda e: [f"pay up to 1 coins from bank to seat({e})"],
    "asked": lambda e: [f"seat({e}) chooses k0 from 0..1 \"Which?\""],
    "source": lambda e: [f"p chooses k0 from 0..{e} \"Which?\""],
    "quantity": lambda e: [f"p chooses {e} k0 from [1, 2, 3, 4] \"Which?\""],
    "guard": lambda e: [f"p chooses k0 from 0..4 where k0 == 0 or k0 <= {e} \"Which?\""],
    "prompt": lambda e: [f"let e0 = {e}", "p chooses k0 from 0..1 \"Is it {e0}?\""],
    "label": lambda e: [f"p chooses from Guess(p, {e}) \"Which?\""],
    "simultaneous": lambda e: [f"each z in take(seats, {e}) secretly chooses k0 from 0..1 \"Which?\""],
    "block": lambda e: [
        f"each z in take(seats, {e}) secretly:",
        "  z chooses k0 from 0..1 \"Which?\"",
        "  own[z] = k0",
    ],
    "mechanism": lambda e: [f"let k0 = run Sale({e}, seats)"],
    "winners": lambda e: [f"end game for take(seats, {e})"],
    "note": lambda e: [f"let e0 = {e}", "note \"It is {e0}\""],
    "unnamed": lambda e: [f"own[seat(p.left.number + 1)] = min({e}, 4)"],
    "told": lambda e: [f"repeat {e} times: own[p] = reveal 1"],
    "reader": lambda e: [f"points[(reveal p to seat({e}))] += 0"],
}

# How the secret gets to the sink: the lines, the steps, and what is private.
SECRET = "own[p.left]"


def direct(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return sink(SECRET), ""


def by_local(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return [f"let s0 = {SECRET}", *sink("s0")], ""


def by_result(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return ["let s0 = run worth(p.left)", *sink("s0")], ""


def by_parameter(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    body = "".join(f"  {line}\n" for line in sink("n"))
    return [f"run planted(p, {SECRET})"], f"step planted(p: Seat, n: Int):\n{body}"


def by_condition(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return [f"if {SECRET} > 1:", *(f"  {line}" for line in sink("1"))], ""


def by_rounds(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return ["var r0 = 0", f"repeat {SECRET} times: r0 += 1", *sink("r0")], ""


def by_order(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return ["let o0 = first(sorted(for y in seats by own[y]))", *sink("o0.number")], ""


def by_assignment(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return ["var a0 = 0", f"if {SECRET} > 1: a0 = 1", *sink("a0")], ""


def by_break(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    inner = [f"  if {SECRET} > 1: break", *(f"  {line}" for line in sink("1"))]
    return ["repeat 1 times:", *inner], ""


def by_next_round(sink: Callable[[str], Lines]) -> tuple[Lines, str]:
    return ["repeat 2 times:", *(f"  {line}" for line in sink("1")), f"  if {SECRET} > 1: break"], ""


ROUTES: dict[str, Callable[[Callable[[str], Lines]], tuple[Lines, str]]] = {
    "direct": direct,
    "local": by_local,
    "result": by_result,
    "parameter": by_parameter,
    "condition": by_condition,
    "rounds": by_rounds,
    "order": by_order,
    "assignment": by_assignment,
    "break": by_break,
    "next round": by_next_round,
}

# Rules of secret blocks, each broken: the lines, and the code that says so.
BLOCKS: dict[str, tuple[Lines, str]] = {
    "end game": (["each z in seats secretly:", "  z chooses k0 from 0..1 \"End?\"", "  if k0 == 1: end game"], "R397"),
    "return": (["each z in seats secretly:", "  z chooses k0 from 0..1 \"End?\"", "  if k0 == 1: return"], "R397"),
    "stop": (["each z in seats secretly:", "  z chooses k0 from 0..1 \"End?\"", "  if k0 == 1: stop"], "R397"),
    "chance": (["each z in seats secretly: own[z] = random 0..2"], "R398"),
    "other seat": (["each z in seats secretly: own[z.left] = 1"], "R399"),
    "shared": (["each z in seats secretly: level = 1"], "R399"),
    "open value": (["each z in seats secretly: points[z] = own[z]"], "R347"),
    "open if": (
        ["each z in seats secretly:", "  z may choose k0 from 0..1 \"Take?\": points[z] += 1"],
        "R347",
    ),
    "others' writes": (
        ["each z in seats secretly:", "  z chooses k0 from 0..sum(points[y] for y in seats) \"Which?\"",
         "  points[z] += 1"],
        "R347",
    ),
}  # fmt: skip


def plants() -> list[tuple[str, str]]:
    """Every sink by every route; where all have won, there is no next round."""
    return [(sink, route) for sink in SINKS for route in ROUTES if (sink, route) != ("winners", "next round")]


def planted(sink: str, route: str) -> Planted:
    lines, steps = ROUTES[route](SINKS[sink])
    return Planted(sink, route, lines, "own", steps)


# ---------------------------------------------------------------- what may leak, or not

PRIVATE = ("own[p]", "own[p.left]", "deep", "reds(p)", "reds(p.left)", "best(p)", "best(p.left)")
PUBLIC = ("level", "count(hand[p])", "count(table)", "coins[p]", "p.number", "1", "2", "4")


def number(dice: Dice, depth: int = 2) -> str:
    """A number of what is secret and what is not."""
    if not depth or dice.below(3) == 0:
        some = (PRIVATE, PUBLIC)[dice.below(2)]
        return some[dice.below(len(some))]
    one, other, third = (number(dice, depth - 1) for _ in range(3))
    forms = (
        f"{one} + {other}", f"({one} - {other})", f"min({one}, {other})", f"max({one}, {other})", f"({one}) mod 3",
        f"(if {one} > {other} then {third} else 2)", f"count(for w{depth} in seats where own[w{depth}] > {one})",
    )  # fmt: skip
    return forms[dice.below(len(forms))]


def suspicious(seed: int) -> str:
    """A program in which numbers made at random reach two sinks, by any route: nobody knows what it tells."""
    dice, lines, steps = Dice(stream(seed, 6)), [], ""
    for sink in (list(SINKS)[dice.below(len(SINKS))] for _ in range(2)):
        route = list(ROUTES)[dice.below(len(ROUTES))]
        found, step = ROUTES[route](SINKS[sink])
        value, fresh = f"min(max({number(dice)}, 0), 4)", f"_{len(lines)}"
        # the value goes in last: it names secrets itself
        text = "\n".join([*found, step]).replace(SECRET, "@").replace("run worth(p.left)", "run same(@)")
        text = text.replace("@", value)
        text = re.sub(r"\b(planted|[a-z]0)\b", rf"\1{fresh}", text.replace("by own[y]", f"by {value} * own[y]"))
        lines += text.split("\n")[: len(found)]
        steps += text.split("\n", len(found))[len(found)]
    return made_secrets(seed, Planted("", "", lines, "", steps))


# ---------------------------------------------------------------- what is found in them


def program_of(text: str, players: int = 2, mods: Sequence[Source] = ()) -> Program:
    """A text made ready to play, whatever it leaks."""
    linked, _ = link(Source("made.rules", text), (), mods)
    assert linked is not None
    game, found = check(linked)
    assert game is not None, found
    program, _ = lower(game, players, {})
    assert program is not None
    return program


def refusals(program: Program) -> list[Diagnostic]:
    """What the analysis finds, before anything is played."""
    return [each for each in leaks(program) if each.severity == "error"]


def told_apart(
    program: Program,
    games: int,
    tries: int,
    seed: int = 0,
    most: int = 100,
    guarded: bool = False,
    sound: bool = False,
) -> tuple[Difference | None, int]:
    """Plays some games, at each question with some twins: what tells two of them apart, and how many were played.
    A game that breaks a rule ends there, unless the rules are `sound`; what is perhaps revealed is `guarded` in play.
    """
    answers, done = Answers.of(program), 0
    for game in range(seed, seed + games):
        dice = Dice(stream(game))
        with nullcontext() if sound else suppress(RuleError):
            match = Match(program, seed=game, guarded=guarded)
            while match.runner.question is not None:
                for _ in range(tries):
                    done += 1
                    if done > most:
                        return None, most
                    found = compare(match, answers, 1 + dice.below(program.players), dice.below(1 << 30))
                    if found is not None:
                        return found, done
                match.choose(dice.below(len(match.runner.question.options)))
    return None, done
