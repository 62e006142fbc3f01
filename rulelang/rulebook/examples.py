"""Examples for the rulebook, taken from the game's own tests: the position, what is done, what may be done.

A test that runs a phase or a mechanism with its own answers is an example. It is played on the reference engine and
told as a story with names, so an example shows what the rules really do. Only tests that pass are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.engine.data import piece_text, zone_name
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Decision, Option
from rulelang.engine.offers import MenuOffer
from rulelang.engine.patterns import is_piece
from rulelang.engine.patterns import plain as pattern_value
from rulelang.engine.runner import PASS, Question
from rulelang.engine.start import first_slots
from rulelang.engine.state import State
from rulelang.engine.testing import Play, Wrong
from rulelang.play import tableau
from rulelang.play.answers import Answers
from rulelang.play.follow import Follower
from rulelang.play.log import Log
from rulelang.present.english import Reader, capital, inside, say, sentence, write
from rulelang.present.phrase import Joined, Noun, Phrase, Quantity, Ref, Series, Told, join
from rulelang.present.places import Place as Named
from rulelang.present.places import read_place
from rulelang.present.speech import Speech, kind_of
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Program
from rulelang.rulebook.english import plain
from rulelang.rulebook.gather import Rules
from rulelang.rulebook.model import Item, Listing, Section
from rulelang.rulebook.model import Ref as Rule
from rulelang.story.facts import Facts
from rulelang.story.page import Page
from rulelang.story.sentences import Sentence, plain_sentence
from rulelang.story.sheet import Row
from rulelang.story.tell import Story
from rulelang.workspace.rule_tests import Lowered

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jack")
MOST = 10
"""The most examples in a book …"""
EACH = 3
"""… and the most of one phase or mechanism."""
OPTIONS = 7
"""Questions with more options than these are not told …"""
LENGTH = 600
"""… nor are examples with more characters."""


def examples(rules: Rules) -> Section:
    """The section of examples; empty where the tests show none."""
    items: list[Item] = []
    told: dict[str, int] = {}
    lowered = Lowered()
    for test in rules.game.tests:
        assert isinstance(test, ir.Test)
        if len(items) == MOST or not is_example(rules.game, test) or told.get(test.proc or "", 0) == EACH:
            continue
        item = example(lowered, rules.game, test)
        if item is not None:
            items.append(item)
            told[test.proc or ""] = told.get(test.proc or "", 0) + 1
    return Section("Examples", "examples", (Listing(tuple(items)),) if items else ())


def is_example(game: ir.Game, test: ir.Test) -> bool:
    """Whether a test plays something that people do, answer by answer, under the rules of this book."""
    if test.proc is None or game.procs[test.proc].kind not in ("phase", "mechanism"):
        return False
    kinds, here = {line.kind for line in test.script}, set(test.variants) <= set(game.active)
    return here and "others" not in kinds and bool(kinds & {"answer", "may", "may_not"})


def example(lowered: Lowered, game: ir.Game, test: ir.Test) -> Item | None:
    """A test as an example; None if it does not pass, or has nothing to tell."""
    program, problems = lowered.program(game, test)
    if problems:
        return None
    told = Example(program, test)
    try:
        told.run()
    except (Wrong, RuleError):
        return None
    if told.expectations():
        return None
    before = "; ".join(write(each, told.reader) for each in told.before)
    lines = [f"*Before:* {sentence(before)}"] if before else []
    lines += told.course()
    if not told.shows or sum(map(len, lines)) > LENGTH:
        return None
    return Item(f"**{plain(title_of(test))}**", Rule(test.tags, test.span), tuple(map(Item, lines)))


def title_of(test: ir.Test) -> str:
    """The title of a test without a leading number: `N-S1: a lead wants trumps`."""
    number, colon, rest = test.title.partition(": ")
    numbered = colon and " " not in number and any(sign.isdigit() for sign in number)
    return sentence(capital(rest if numbered else test.title))


@attrs.define
class Sentences(Page[str]):
    """A page without headings: the title of the example is enough."""

    def chapter_parts(self, title: str, about: str) -> list[str]:
        return []

    def heading_parts(self, title: str, about: str) -> list[str]:
        return []

    def paragraph_parts(self, label: str, text: str) -> list[str]:
        return [text]

    def score_parts(self, title: str, rows: list[Row]) -> list[str]:
        return [
            say(join(f"{label}:", Series(tuple(join(Ref(seat), str(values[seat])) for seat in values))), self.reader)
            for label, values in rows
            if values
        ]


class Example(Play):
    """A test played as an example: the position, then event by event with what could be chosen."""

    def __init__(self, program: Program, test: ir.Test) -> None:
        super().__init__(program, test)
        own = Vocabulary(program.game)
        names = {seat: own.seat(seat) or NAMES[(seat - 1) % len(NAMES)] for seat in program.seats}
        self.facts, self.reader = Facts.of(program, names), Reader(None, names)
        self.before: list[Phrase] = []
        self.looks: list[tuple[int, Sentence]] = []
        """Sentences about options, each with the index of the event that it precedes."""
        self.log: Log | None = None
        self.first = 0
        """The first event after the position was set up."""

    def begin(self) -> None:
        """The position is set up: tell what differs from the start of every game."""
        start = State(self.program, first_slots(self.code, 0))
        now = State(self.program, self.r.s.copy())
        self.before = [*new_pieces(start, now, self.facts), *new_facts(start, now, self.facts)]
        self.first = len(self.r.events)
        self.log = Log(self.only_seat, Answers.of(self.program), Follower(self.program, self.r.s))

    @property
    def only_seat(self) -> int | None:
        """The seat that answers, if there is only one: what it does in secret is told too."""
        seats = {self.seat(line) for line in self.test.script if line.seat is not None}
        return seats.pop() if len(seats) == 1 else None

    @property
    def shows(self) -> bool:
        """Whether more is told than that somebody chooses in secret."""
        assert self.log is not None
        return bool(self.looks) or any(entry["event"] == "chose" for entry in self.log.entries)

    def listen(self) -> None:
        if self.log is None:
            self.begin()
        super().listen()

    def look(self, question: Question, line: ir.ScriptLine) -> bool:
        words = self.option_phrases(question) if line.kind == "may" else self.refused_phrases(question, line)
        if 0 < len(words) <= OPTIONS:
            verb = "may choose only" if line.kind == "may" else "may not choose"
            self.looks.append(
                (len(self.r.events), plain_sentence(Ref(question.seat), verb, Series(tuple(words), "or")))
            )
        return super().look(question, line)

    def option_phrases(self, question: Question) -> list[Phrase]:
        decision = Decision(self.program, self.r.s.copy(), question)
        speech = Speech(self.facts.vocabulary, self.reader)
        return [
            "to pass" if option.raw is PASS else self.option_word(option, word.name)
            for option, word in zip(decision.options, speech.options(decision))
        ]

    def option_word(self, option: Option, name: str) -> str:
        """An option in words: a piece as a thing, an action or a list in quotes."""
        if kind_of(option):
            return f"the {name}"
        several = isinstance(option.decision.question.offer, MenuOffer) or isinstance(option.raw, tuple)
        return f"“{name.rstrip('.')}”" if several else name

    def refused_phrases(self, question: Question, line: ir.ScriptLine) -> list[Phrase]:
        """Pieces that may not be chosen."""
        state, found = self.r.state, []
        for pattern in line.patterns:
            look, pieces = pattern_value(pattern), range(len(self.program.pieces))
            piece = next((piece for piece in pieces if is_piece(look, piece, state)), None)
            if piece is None:
                return []
            found.append(self.facts.several([piece_text(state, piece)]))
        return found

    def course(self) -> list[str]:
        """What happens, as paragraphs."""
        assert self.log is not None
        story = Story(Sentences(self.facts, self.program.seats, self.reader))
        lines: list[str] = []
        looks = dict[int, list[Sentence]]()
        for at, told in self.looks:
            looks.setdefault(at, []).append(told)
        for at in range(self.first, len(self.r.events) + 1):
            for told in looks.get(at, ()):
                story.settle()
                story.say(told)
            if at < len(self.r.events):
                known = len(self.log.entries)
                self.log.add(self.r.events[at])
                lines += story.tell(self.log.entries[known:])
        return lines + story.close()


def new_pieces(start: State, now: State, facts: Facts) -> Iterator[Phrase]:
    """The pieces that the test has placed: `the red 4 in the middle`."""
    program = now.program
    for zone in program.zones:
        at = program.layout.zones + zone.id
        new = [piece for piece in now.slots[at] if piece not in start.slots[at] and not program.pieces[piece].is_group]
        place = read_place(zone_name(program, zone))
        if new and facts.is_shown(place.name):
            pieces, where = facts.several([piece_text(now, piece) for piece in new]), place.phrase(facts.vocabulary)
            how = inside(place.words(facts.vocabulary))
            yield Joined((where, pieces), ": ") if how == "among" else join(pieces, how, where)


def new_facts(start: State, now: State, facts: Facts) -> Iterator[Phrase]:
    """The variables and amounts that differ from the start: `Ann’s tricks 3`, `Ann has promised Zero Tricks`."""
    then, values = tableau.variables(start, None), tableau.variables(now, None)
    for name, value in values.items():
        place = read_place(name)
        if value == then[name] or value == "?" or not facts.is_shown(place.name):
            continue
        yield fact(place, value, facts)
    then, amounts = tableau.amounts(start, None), tableau.amounts(now, None)
    for resource, holders in amounts.items():
        for holder, amount in holders.items():
            owner = read_place(f"x[{holder}]").owner
            if amount != then[resource][holder] and owner is not None:
                yield join(Ref(owner), "has", Quantity(amount, Noun(facts.vocabulary.resource(resource).name)))


def fact(place: Named, value: Any, facts: Facts) -> Phrase:
    """A variable in words: the sentence of the rules if there is one, else `Ann: 3 tricks`, `dealer: Ben`."""
    says, words = facts.vocabulary.look(place.name).says, place.words(facts.vocabulary)
    told = facts.value(place.name, value)
    if says and place.owner is not None and (value is not False or facts.can_deny(place)):
        return Told(says, (("seat", Ref(place.owner)), ("value", told)), value is not False)
    if isinstance(value, bool):
        told = words if value else f"not {words}"
        return Joined((Ref(place.owner), told), ": ") if place.owner is not None else told
    if place.owner is None:
        return Joined((words, told), ": ")
    number = type(value) is int and not place.indexes and facts.number(place.name, value)
    return Joined((Ref(place.owner), number or join(words, told)), ": ")
