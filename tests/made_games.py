"""Games made at random: small rules files that use conditions, loops, choices and moves in ways that no person would.

Same seed, same game. They mean nothing; but whatever they mean, every engine must play it alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rulelang.base.numbers import LEAST, MOST
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Source
from rulelang.engine.errors import RuleError
from rulelang.native.build import Build
from rulelang.native.host.playout import Outcome, Play, generated_c, generated_python, reference
from rulelang.native.host.select import stepper
from rulelang.play.game import assemble
from rulelang.program import Program

HEAD = """rules 1
game "Made at random" for 2..3 players "Nobody knows why."
enum Color: red, blue, green
piece Card(color: Color, number: 1..4) in deck "Card": 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, open
zone pool: row of Card, open
zone gone: set of Card, open
var points[Seat]: Int = 0
var level: 0..9 = 1
var mark[Seat]: 0..5 = 0
var flag: Bool = false
var held: Color = red
var led: Card? = none
type Mark = (size: -9..9, color: Color?, by: Seat)
var kept: Mark = Mark(0, none, P1)
fn strong(c: Card) -> Bool = c.number == 4 or c.color == held
fn bent(yes: Bool, a: Int, b: Int) -> Int = if yes then a else b
step tried(p: Seat, n: Int):
  level = min(max(n, 0), 9)
  points[p] -= 1
  if not empty(pool) and n > 2: move first(pool) to hand[p]
  if not empty(hand[p]): move last(hand[p]) to gone
"""
# A third of the games count far, and find places by arithmetic.
FAR = """var far[Seat]: Int = {start}
var cells[0..7]: Int = {cell}
var near[1..3, -1..1]: -9..9 = 0
table STEP[0..3]: Int:
  | 0 | 1                 |
  | 1 | -3                |
  | 2 | 94906266          |
  | 3 | -4503599627370496 |
fn folded(a: Int, b: Int) -> Int = (a mod 1000) * (b mod 1000) - a div 3
"""
LARGE = ("3", "1000", "2147483648", "94906266", "3037000500", "4503599627370495", f"{MOST - 5}", f"{MOST}", f"{LEAST}")
# What may be asked of a card: by variables, by the card that was led.
FITS = (
    "c.number > level",
    "flag and c.color == held",
    "led == none or c.color == led.color",
    "led == none or (if strong(c) then strong(led) else not strong(led) and c.color == led.color)",
    "if flag and c.color == red then c.number == 3 else c.number > 2",
)
SETUP = """setup:
  shuffle deck
  for p in seats: deal 3 from deck to hand[p]
  deal 3 from deck to pool
"""


class Maker:
    """Writes expressions and statements. `cards`, `seat`, `numbers`: the names that stand for such things there."""

    def __init__(self, seed: int, far: bool = False) -> None:
        self.dice = Dice(stream(seed))
        self.fresh = 0
        self.far = far

    def one_of(self, *some: str) -> str:
        return some[self.dice.below(len(some))]

    def name(self, kind: str) -> str:
        self.fresh += 1
        return f"{kind}{self.fresh}"

    # ------------------------------------------------------------ values

    def number(self, cards: list[str], seat: str, numbers: list[str], depth: int = 2) -> str:
        simple = [str(self.dice.below(6)), "level", f"points[{seat}]", f"mark[{seat}]", *numbers]
        simple += [f"{card}.number" for card in cards]
        simple += [f"count({self.zone(seat)})", f"mark[{seat}.left]", "kept.size"]
        simple += self.far_away(seat) if self.far else []
        if not depth or self.dice.below(3) == 0:
            return self.one_of(*simple)
        one, other = (self.number(cards, seat, numbers, depth - 1) for _ in range(2))
        if self.far and self.dice.below(2):
            return self.reckoned(one, other, seat)
        each = self.name("e")
        about = self.condition([*cards, each], seat, numbers, depth - 1)
        return self.one_of(
            f"({one} + {other})",
            f"({one} - {other})",
            f"min({one}, {other})",
            f"({one} * 2)",
            f"({one} mod 3)",
            f"count({each} for {each} in {self.zone(seat)} where {about})",
            f"sum({each}.number for {each} in {self.zone(seat)} where {about})",
            self.searched(cards, seat, numbers, depth),
            f"({one} after run tried({self.one_of(seat, f'{seat}.left')}, {other}))",
            f"twist({one}, {other})",
            f"bent({self.condition(cards, seat, numbers, depth - 1)}, {one}, {other})",
        )

    def searched(self, cards: list[str], seat: str, numbers: list[str], depth: int) -> str:
        """A number that is found among lists of lists: subsets, products, the best that lie apart."""
        some, card, other = self.name("s"), self.name("e"), self.name("e")
        one, two = self.zone(seat), self.zone(seat)
        about = self.condition([*cards, card], seat, numbers, depth - 1)
        subsets = f"subsets({one}, {self.one_of('1', '2', '1..2', '2..3', '[2, 1]')})"
        worth = self.one_of(f"sum({card}.number for {card} in {some})", f"count({some}) * 2 - level", "level")
        split = f"best_split(for {some} in {subsets} where {some}[1].number > 1 by {worth})"
        lists = self.one_of(f"[[for {card} in {one} where {card}.number > n] for n in 1..3]", subsets, split)
        return self.one_of(
            f"count({card} for {card} in {one}, {other} in {two} where {about} and {other}.number > {card}.number)",
            f"sum(count({some}) for {some} in {split})",
            f"count({lists})",
            f"count(distinct({lists}))",
            f"sum({card}.number for {some} in {lists}, {card} in {some} where {about})",
            f"count({some} for {some} in {subsets}, {card} in [first({some})] where {about})",
            f"(if {lists} == {subsets} then 3 else level)",
        )

    def far_away(self, seat: str) -> list[str]:
        known = f"cells[{self.dice.below(8)}]"
        return [f"far[{seat}]", f"far[{seat}.left]", self.one_of(*LARGE), known, "STEP[level mod 4]"]

    def cell(self, cards: list[str], seat: str, numbers: list[str]) -> str:
        return f"cells[({self.number(cards, seat, numbers)}) mod 8]"

    def reckoned(self, one: str, other: str, seat: str) -> str:
        """Arithmetic that may go too far, and places found by arithmetic, most of which are there."""
        return self.one_of(
            f"({one} * {other})",
            f"({one} * {other} - {one})",
            f"({one} - {self.one_of(*LARGE)})",
            f"({one} + {self.one_of(*LARGE)})",
            f"({one} div {self.one_of('2', '-3', '1000000007', other)})",
            f"({one} mod {self.one_of('7', '-5', '94906267', other)})",
            f"-({one})",
            f"folded({one}, {other})",
            f"sum([{one}, {other}, -({one})])",
            f"sum(n * ({one}) for n in 1..3)",
            f"cells[({one}) mod 8]",
            f"cells[{self.one_of(f'({one}) mod 9', f'({one}) * 0 + 3', f'({other}) div 1000', 'level')}]",
            f"near[({one}) mod 3 + 1, ({other}) mod 3 - 1]",
            f"STEP[({one}) mod {self.one_of('4', '4', '5')}]",
            f"[{one}, {other}, 5][1 + ({other}) mod 3]",
            f"count(take(hand[{seat}], {one}))",
            f"seat({one}).number",
            f"min({one}, {other}, 1000)",
            f"max({one}, -{self.one_of(*LARGE).lstrip('-')})",
        )

    def condition(self, cards: list[str], seat: str, numbers: list[str], depth: int = 2) -> str:
        plain = ["flag", "level > 3", f"mark[{seat}] == 2", f"empty({self.zone(seat)})", f"{seat} == P1", "led == none"]
        plain += [f"kept.by == {seat}", f"kept == Mark(2, held, {seat})"]
        about_cards = [self.about(card, seat) for card in cards for _ in range(4)]
        simple = [*plain, *about_cards]
        if not depth or self.dice.below(4) == 0:
            return self.one_of(*simple)
        if about_cards and self.dice.below(2):  # first what holds for all cards or none, then what is a matter of cards
            first, word = self.one_of(*plain[:3], *about_cards), self.one_of(" and ", " and ", " or ")
            return f"({word.join([first, *(self.one_of(*about_cards) for _ in range(1 + self.dice.below(3)))])})"
        one, other = (self.condition(cards, seat, numbers, depth - 1) for _ in range(2))
        each = self.name("e")
        about = self.condition([*cards, each], seat, numbers, depth - 1)
        left, right = (self.number(cards, seat, numbers, depth - 1) for _ in range(2))
        return self.one_of(
            f"({one} and {other})",
            f"({one} and {other} and {self.condition(cards, seat, numbers, depth - 1)})",
            f"({one} or {other})",
            f"(not {one})",
            f"({left} < {right})",
            f"({left} == {right})",
            f"any({about} for {each} in {self.zone(seat)})",
            f"all({about} for {each} in {self.zone(seat)})",
        )

    def about(self, card: str, seat: str) -> str:
        """A condition on a card."""
        color, number = self.one_of("red", "blue", "held"), self.one_of("2", "3", "level")
        return self.one_of(
            f"{card}.color == {color}",
            f"{card}.color != {color}",
            f"{card}.number > {number}",
            f"{card}.number == {number}",
            f"fits({card})",
            f"suits({card}, {seat})",
        )

    def zone(self, seat: str) -> str:
        return self.one_of(f"hand[{seat}]", "pool", "gone")

    # ------------------------------------------------------------ statements

    def block(self, cards: list[str], seat: str, numbers: list[str], indent: str, depth: int) -> str:
        lines, own = "", numbers.copy()
        for _ in range(1 + self.dice.below(3)):
            lines += self.statement(cards, seat, own, indent, depth)
        return lines

    def statement(self, cards: list[str], seat: str, numbers: list[str], indent: str, depth: int) -> str:
        plain: list[Callable[[], str]] = [
            lambda: f"{indent}points[{seat}] += {self.number(cards, seat, numbers)}\n",
            lambda: f"{indent}level = min(max({self.number(cards, seat, numbers)}, 0), 9)\n",
            lambda: f"{indent}mark[{seat}] = min(max({self.number(cards, seat, numbers)}, 0), 5)\n",
            lambda: f"{indent}flag = {self.condition(cards, seat, numbers)}\n",
            lambda: f"{indent}held = {self.one_of('red', 'blue', 'green', *(f'{card}.color' for card in cards))}\n",
            lambda: f"{indent}if not empty(deck): deal 1 from deck to {self.zone(seat)}\n",
            lambda: f"{indent}led = {self.one_of('none', *cards, *cards)}\n",
            lambda: f"{indent}kept = Mark({self.small(cards, seat, numbers)}, {self.one_of('none', 'held')}, {seat})\n",
            lambda: self.let(cards, seat, numbers, indent),
        ]
        deep: list[Callable[[], str]] = [
            lambda: self.choice(cards, seat, numbers, indent, depth),
            lambda: self.number_choice(cards, seat, numbers, indent, depth),
            lambda: self.branch(cards, seat, numbers, indent, depth),
            lambda: self.cards(cards, seat, numbers, indent, depth),
            lambda: self.seats(cards, numbers, indent, depth),
            lambda: f"{indent}repeat 2 times:\n" + self.block(cards, seat, numbers, indent + "  ", depth - 1),
        ]
        if self.far:
            plain += [
                lambda: f"{indent}far[{seat}] = {self.number(cards, seat, numbers)}\n",
                lambda: f"{indent}far[{seat}] {self.one_of('+=', '-=')} {self.number(cards, seat, numbers)}\n",
                lambda: f"{indent}{self.cell(cards, seat, numbers)} = {self.number(cards, seat, numbers)}\n",
                lambda: f"{indent}near[level mod 3 + 1, 0] = min(max({self.number(cards, seat, numbers)}, -9), 9)\n",
            ]
        some = [*plain, *deep, *deep] if depth else plain
        return some[self.dice.below(len(some))]()

    def small(self, cards: list[str], seat: str, numbers: list[str]) -> str:
        """A number that mostly fits into a small range."""
        value = self.number(cards, seat, numbers, 1)
        return self.one_of(f"min(max({value}, -9), 9)", f"({value}) mod 10", self.one_of("level", "0", "7"))

    def probes(self, indent: str) -> str:
        """What tells one state from another: conditions are counted and offered, before and after something changes."""
        text = ""
        for weight in (1, 10, 100):
            about = self.condition(["e"], "p", [])
            text += f"{indent}points[p] += {weight} * count(e for e in {self.zone('p')} where {about})\n"
        for card in ("x", "y"):
            where, zone = self.condition([card], "p", []), self.one_of("hand[p]", "pool")
            text += f"{indent}p may choose {card} from {zone} where {where}:\n{indent}  led = {card}\n"
            text += f"{indent}  points[p] += {card}.number\n"
        return text + f"{indent}flag = not flag\n"

    def let(self, cards: list[str], seat: str, numbers: list[str], indent: str) -> str:
        value, name = self.number(cards, seat, numbers), self.name("n")
        numbers.append(name)
        return f"{indent}let {name} = {value}\n"

    def branch(self, cards: list[str], seat: str, numbers: list[str], indent: str, depth: int) -> str:
        text = f"{indent}if {self.condition(cards, seat, numbers)}:\n"
        text += self.block(cards, seat, numbers, indent + "  ", depth - 1)
        return text + f"{indent}else:\n" + self.block(cards, seat, numbers, indent + "  ", depth - 1)

    def choice(self, cards: list[str], seat: str, numbers: list[str], indent: str, depth: int) -> str:
        """A card of one's own or of the middle, which then moves."""
        card = self.name("c")
        zone = self.one_of(f"hand[{seat}]", "pool")
        where = f" where {self.condition([card], seat, numbers)}" if self.dice.below(3) else ""
        text = f"{indent}{seat} may choose {card} from {zone}{where}:\n"
        text += self.block([*cards, card], seat, numbers, indent + "  ", depth - 1)
        return text + f"{indent}  if {card} in {zone}: move {card} to {self.one_of('pool', 'gone', f'hand[{seat}]')}\n"

    def number_choice(self, cards: list[str], seat: str, numbers: list[str], indent: str, depth: int) -> str:
        name = self.name("n")
        text = f"{indent}{seat} may choose {name} from 0..{1 + self.dice.below(4)} where {name} != level:\n"
        return text + self.block(cards, seat, [*numbers, name], indent + "  ", depth - 1)

    def cards(self, cards: list[str], seat: str, numbers: list[str], indent: str, depth: int) -> str:
        card = self.name("c")
        where = f" where {self.condition([*cards, card], seat, numbers)}" if self.dice.below(3) else ""
        text = f"{indent}for {card} in {self.zone(seat)}{where}:\n"
        return text + self.block([*cards, card], seat, numbers, indent + "  ", depth - 1)

    def seats(self, cards: list[str], numbers: list[str], indent: str, depth: int) -> str:
        seat = self.name("q")
        where = f" where {self.condition(cards, seat, numbers)}" if self.dice.below(3) else ""
        return f"{indent}for {seat} in seats{where}:\n" + self.block(cards, seat, numbers, indent + "  ", depth - 1)


def made_game(seed: int) -> str:
    """The rules of a game that was made at random."""
    far = seed % 3 == 0
    make, indent = Maker(seed, far), "      "
    head = HEAD + (FAR.format(start=make.one_of(*LARGE), cell=make.one_of(*LARGE)) if far else "")
    functions = f"fn fits(c: Card) -> Bool = {make.one_of(*FITS)}\n"
    functions += f"fn suits(c: Card, p: Seat) -> Bool = {make.one_of('c.number', 'level')} > mark[p]\n"
    functions += f"fn twist(a: Int, b: Int) -> Int = {make.one_of('a + b', 'max(a, b)', 'a - b * 2', 'a + level')}\n"
    play = "play:\n  repeat 3 times:\n    for p in seats:\n"
    play += make.block([], "p", [], indent, 3) + make.probes(indent)
    winner = f"winner p: most points[p] then {make.one_of('most', 'least')} mark[p]\n"
    return head + functions + SETUP + play + winner


# ---------------------------------------------------------------- playing


def program_made(seed: int) -> Program:
    """A made game, for two or three."""
    return assemble(Source("made.rules", made_game(seed)), 2 + seed % 2, (), {}, ()).program


def differences(seed: int, engines: Iterable[str], games: int = 4) -> list[str]:
    """What engines play otherwise than the reference, in some games of a made game."""
    program, found = program_made(seed), []
    meaning = reference(program, traced=True)
    for name in engines:
        play = ENGINES[name](program)
        for game in range(games):
            want, have = ended(meaning, game), ended(play, game)
            if name.endswith("steps") and isinstance(want, Outcome):
                want = want.scores, want.winners, want.asked
            if have != want:
                found.append(f"made game {seed}, game {game}: {name} plays it otherwise")
    return found


def ended(play: Play | Callable[[int, int], Any], game: int) -> Any:
    try:
        return play(7, game)
    except RuleError as error:
        return error.code, error.span.line


def by_steps(engine: str, program: Program) -> Callable[[int, int], Any]:
    tables = stepper(program, engine)

    def play(seed: int, game: int) -> Any:
        table = tables.start(seed, game)
        seats = [Dice(stream(seed, game, seat)) for seat in range(program.players + 1)]
        while table.seat:
            table.choose(seats[table.seat].below(table.options))
        return table.scores, table.winners, table.asked

    return play


ENGINES: dict[str, Callable[[Program], Any]] = {
    "python": lambda program: generated_python(program, Build(traced=True)),
    "python steps": partial(by_steps, "python"),
    "c": lambda program: generated_c(program, Build(traced=True)),
    "c steps": partial(by_steps, "c"),
}
