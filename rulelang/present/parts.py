"""Phrases that are text but still know their parts, for sentences that are built from the inside out.

A rulebook describes a formula by its operands: `count(hand[p])` by the words for `hand[p]`. Each phrase is usable as
its text; a caller that wants to rephrase it uses its parts and never parses the text. `Things` are several of a kind:
the cards in your hand; one of them is a card in your hand, and some are red cards in your hand. A `Fact` is a clause:
that card is red; its negation is that card is not red, and as a relative clause it gives the cards that are red.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from rulelang.present.english import article, conjugate, plural, possessive, singular, third_person

HAVE, BE = "have", "be"


@attrs.frozen
class Person:
    """A player in a sentence: you, they, the dealer."""

    name: str
    own: str
    object: str
    many: bool
    """Takes a plural verb: you are, they are."""

    def verb(self, verb: str) -> str:
        """`choose` conjugated for this person."""
        if self.many:
            return "are" if verb == BE else verb
        return third_person(verb)

    def does(self, verb: str) -> str:
        return f"{self.name} {self.verb(verb)}"

    def has(self, thing: str) -> str:
        """Their possession: your hand, the dealer's hand, the hand of the player to the left of the dealer."""
        if self.many or " of " not in self.name:
            return f"{self.own} {thing}"
        return f"the {thing} of {self.name}"


IT = Person("it", "its", "it", False)
YOU = Person("you", "your", "you", True)
THEY = Person("they", "their", "them", True)


def person(name: str) -> Person:
    return Person(name, possessive(name), name, False)


class Things(str):
    """Several of a kind: `the` `cards` ` in your hand`, that are red, in this order."""

    determiner: str
    things: str
    rest: str
    which: tuple[Fact | str, ...]
    order: str
    human: bool

    def __new__(
        cls, determiner: str, things: str, rest: str = "", which: tuple[Fact | str, ...] = (), order: str = "",
        human: bool = False,
    ) -> Things:  # fmt: skip
        tail = " and ".join(each.relative(human) if isinstance(each, Fact) else each for each in which)
        order = f",{order}" if order and tail and not order.startswith(",") else order
        text = " ".join(part for part in (determiner, f"{things}{rest}", tail) if part)
        self = super().__new__(cls, f"{text}{order}")
        self.determiner, self.things, self.rest, self.which = determiner, things, rest, which
        self.order, self.human = order, human
        return self

    def with_(self, **parts: object) -> Things:
        """A copy with some parts changed."""
        now: dict[str, object] = {
            "determiner": self.determiner, "things": self.things, "rest": self.rest, "which": self.which,
            "order": self.order, "human": self.human,
        }  # fmt: skip
        return Things(**(now | parts))  # type: ignore[arg-type]

    @property
    def bare(self) -> Things:
        """Without `all` or `the`: cards in your hand. A possessive stays."""
        return self.with_(determiner="" if self.determiner in ("all", "the") else self.determiner)

    @property
    def definite(self) -> Things:
        """`all cards` as definite ones: the cards."""
        return self.with_(determiner="the" if self.determiner in ("all", "") else self.determiner)

    def one(self, determiner: str) -> str:
        """One of them: `each` card in your hand that is red."""
        which = [each.relative(self.human, one=True) if isinstance(each, Fact) else each for each in self.which]
        tail = " and ".join(which)
        own = "" if self.determiner in ("all", "the", "") else f"of {self.determiner} "
        determiner = "one" if own and determiner == "a" else determiner
        noun = self.things if own else singular(self.things)
        return " ".join(part for part in (determiner, f"{own}{noun}{self.rest}", tail) if part) + self.order

    def of_kind(self, before: str, after: str = "") -> Things:
        """`red` cards in your hand, cards `of that suit` in your hand."""
        things = f"{before} {self.things}" if before else self.things
        return self.with_(things=things, rest=f" {after}{self.rest}" if after else self.rest).definite


class Fact(str):
    """A clause that can follow `if`: `subject`, `verb` in its plain form, and `rest`."""

    subject: str
    many: bool
    verb: str
    rest: str
    negated: bool
    owner: str
    thing: str
    """The owner of the subject, and the thing owned: for `that card's suit`, that card and the suit."""

    def __new__(
        cls, subject: str, many: bool, verb: str, rest: str, negated: bool = False, owner: str = "", thing: str = ""
    ) -> Fact:
        text = f"{subject} {conjugate(verb, not many, negated)}{f' {rest}' if rest else ''}"
        self = super().__new__(cls, text)
        self.subject, self.many, self.verb, self.rest = subject, many, verb, rest
        self.negated, self.owner, self.thing = negated, owner, thing
        return self

    @property
    def negation(self) -> Fact:
        """The negated clause."""
        return Fact(self.subject, self.many, self.verb, self.rest, not self.negated, self.owner, self.thing)

    def now(self, holds: bool) -> str:
        """As it begins or ends: you are now hungry, you are no longer hungry."""
        word = "now" if holds else "no longer"
        verb = conjugate(self.verb, not self.many, False)
        first, space, more = verb.partition(" ")
        if first in ("is", "are", "has", "have", "may", "can", "must"):
            return f"{self.subject} {first} {word}{space}{more}{f' {self.rest}' if self.rest else ''}"
        return f"{self.subject} {word} {verb}{f' {self.rest}' if self.rest else ''}"

    def speaks_of(self, name: str) -> bool:
        """Whether the name occurs after the verb."""
        return name in self.rest

    def is_about(self, name: str) -> bool:
        """Whether it can be a relative clause of this thing."""
        return (self.subject == name or self.owner == name) and name not in self.rest

    def relative(self, human: bool, one: bool = False) -> str:
        """`that card is red` as a relative clause: that are red, that is red, whose suit is red."""
        rest = f" {self.rest}" if self.rest else ""
        if self.owner:
            thing = self.thing or self.subject.removeprefix(f"{possessive(self.owner)} ")
            return f"whose {thing} {conjugate(self.verb, not self.many, self.negated)}{rest}"
        return f"{'who' if human else 'that'} {conjugate(self.verb, one, self.negated)}{rest}"


class Count(str):
    """`the number of cards in your hand`, and what is counted."""

    things: str

    def __new__(cls, things: str) -> Count:
        self = super().__new__(cls, f"the number of {things.bare if isinstance(things, Things) else things}")
        self.things = things
        return self


def several(things: str) -> str:
    """The plural of a noun, unless it already is one."""
    return things if singular(things) != things else plural(things)


def a(noun: str) -> str:
    """With its article; a leading mark does not count."""
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{article(noun.lstrip('*'))} {noun}"


# ---------------------------------------------------------------- texts with letters

MANY = {"is": "are", "has": "have", "was": "were"}
BEFORE_OBJECTS = {"of", "for", "to", "from", "with", "by", "than"}
BESIDE_VERBS = {"still", "never", "always", "also"}
WORD = re.compile(r"(\w+)")


def name_parameters(text: str, names: Mapping[str, Person]) -> str:
    """A text about its parameters `p` or `c`: the letters are replaced by words, and verbs agree with them."""
    words = WORD.split(text)  # words alternate with the text between them
    letters = {name: who for name, who in names.items() if len(name) < 3 and name != "a"}
    said = list(words)
    for at in range(1, len(words), 2):
        who = letters.get(words[at])
        if who is None or words[at + 1].startswith("*"):
            continue  # a slanted letter stays
        if words[at + 1] == "'" and words[at + 2] == "s":
            said[at : at + 3] = [who.own, "", ""]
        elif words[at - 1] == " " and words[at - 2] in BEFORE_OBJECTS:
            said[at] = who.object
        else:
            said[at] = who.name
            follow_verb(words, said, at, who)
    return "".join(said)


def follow_verb(words: list[str], said: list[str], at: int, who: Person) -> None:
    """Conjugate the verb after a person: `p still has` becomes “you still have”."""
    behind = at + 4 if words[at + 2 : at + 3] and words[at + 2] in BESIDE_VERBS else at + 2
    between = words[at + 1 : behind : 2]
    if not who.many or behind >= len(words) or any(each != " " for each in between):
        return
    verb = words[behind]
    if verb in MANY or (len(verb) > 2 and verb.endswith("s") and not verb.endswith("ss")):
        said[behind] = MANY.get(verb) or singular(verb)
