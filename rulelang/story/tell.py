"""A log told as a story.

Entries come one by one. Phases are headings; the mechanisms they run are numbered paragraphs. Events are told in
sentences, which wait until the next one cannot be merged with them. A choice waits for the move it leads to, so that
choosing a card and laying it down is one sentence. Bookkeeping is left out, but what `play` itself sets (the dealer,
the season) is in the next heading, and a variable with a text of its own is told when somebody makes it true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from rulelang.present.english import Reader, has_opposite, inside, pluralize, singular, write
from rulelang.present.phrase import Noun, Phrase, Ref, Series, Told
from rulelang.present.places import read_place
from rulelang.story.answers import (
    author_sentence,
    is_action,
    name_holder,
    note_phrase,
    pieces_of,
    same_pieces,
    tell_answer,
    values_by_seat,
)
from rulelang.story.facts import Facts
from rulelang.story.moves import amount, tell_choice, tell_moves
from rulelang.story.page import Page
from rulelang.story.sentences import Sentence, plain_sentence, tell_fact

Entry = Mapping[str, Any]


@attrs.define
class Story:
    """A story for one reader, a seat that is `you` or a spectator, on a page."""

    page: Page[Any]
    running: list[str] = attrs.field(factory=list)
    choice: Entry | None = None
    moves: list[Entry] = attrs.field(factory=list)
    said: Counter[str] = attrs.field(factory=Counter)
    chapters: Counter[str] = attrs.field(factory=Counter)
    """How often each chapter has begun: rounds, and within a round what `play` repeats by itself."""
    counts: Counter[str] = attrs.field(factory=Counter)
    news: dict[str, Phrase] = attrs.field(factory=dict)
    states: dict[str, Phrase] = attrs.field(factory=dict)
    """The facts of the table as last told."""
    truths: set[str] = attrs.field(factory=set)
    """The variables that were told as true."""
    spoken_for: int | None = None
    """The seat whose last answer was told in the author's sentence, which includes its effects."""

    @property
    def facts(self) -> Facts:
        return self.page.facts

    @property
    def reader(self) -> Reader:
        return self.page.reader

    def tell(self, entries: Iterable[Entry]) -> list[Any]:
        """The parts of the page that are ready after these entries: lines, on a terminal."""
        for entry in entries:
            self.facts.lexicon.learn(entry)
            RULES[entry["event"]](self, entry)
        return self.page.take()

    def close(self) -> list[Any]:
        """The parts that were still waiting for more."""
        self.settle()
        self.page.write()
        return self.page.take()

    def say(self, *sentences: Sentence) -> None:
        self.page.sentences += sentences

    def settle(self) -> None:
        """Tell what waited for a partner without it."""
        if self.choice is not None:
            choice, self.choice = self.choice, None
            if is_action(choice) and not self.page.label:
                self.page.write()
            self.say(tell_answer(choice, self.facts))
        if self.moves:
            moves, self.moves = self.moves, []
            self.say(*tell_moves(moves, self.said, self.facts))

    def end_paragraph(self) -> None:
        """End the paragraph: what follows is unrelated."""
        self.settle()
        self.page.write()
        self.page.label = ""
        self.said.clear()
        self.spoken_for = None

    # ------------------------------------------------------------ one method a kind of event

    def entered(self, entry: Entry) -> None:
        name, kind, outer = entry["what"], entry["kind"], self.running == ["play"]
        if kind == "step":
            return
        self.end_paragraph()
        if kind == "setup":
            self.page.label = "Set-up."
        elif kind != "play" and (kind == "phase" or outer):
            self.phase(name, outer)
        elif kind == "mechanism":
            self.counts[name] += 1
            self.page.label = f"{self.heading(name)} {self.counts[name]}."
        self.running.append(name)

    def heading(self, name: str) -> str:
        return self.facts.vocabulary.heading(name)

    def phase(self, name: str, outer: bool) -> None:
        """A heading; at the beginning of a round, one more, with what the game itself has set."""
        self.counts.clear()
        if outer and name == self.facts.rounds:
            self.chapters = Counter({name: self.chapters[name] + 1})
            self.page.chapter(f"Round {self.chapters[name]}", self.take_news())
        if outer and name in self.facts.numbered:
            self.chapters[name] += 1
            self.page.chapter(f"{self.heading(name)} {self.chapters[name]}", self.take_news(), name)
        else:
            self.page.heading(name)

    def take_news(self) -> list[str]:
        news, self.news = self.news, {}
        self.states |= {name: self.headline(name, value) for name, value in news.items()}
        return [write(self.states[name], self.reader) for name in news if name != "round"]

    def headline(self, name: str, value: Phrase) -> Phrase:
        """What the game itself has set, for the heading of a round."""
        says = self.facts.vocabulary.look(name).says
        return Told(says, (("value", value),)) if says else self.facts.stands(name, value)

    def left(self, entry: Entry) -> None:
        if entry["kind"] == "step":
            return
        self.end_paragraph()
        if entry["what"] in self.running:
            while self.running.pop() != entry["what"]:
                pass
        self.page.leave(entry["what"])

    def asked(self, entry: Entry) -> None:
        """A question is told with its answer."""

    def chose(self, entry: Entry) -> None:
        self.settle()
        own = author_sentence(entry, self.facts) if entry["answer"] not in ("pass", "?") else None
        self.spoken_for = None
        if own is not None and entry["data"] is not None:
            self.say(own)
            self.spoken_for = entry["seat"]
            self.said.update(piece["text"] for piece in pieces_of(entry))
        else:
            self.choice = entry

    def moved(self, entry: Entry) -> None:
        if self.spoken_for is not None and entry["pieces"] and not Counter[str](entry["pieces"]) - self.said:
            return
        if self.choice is not None:
            pieces, seat = pieces_of(self.choice), self.choice["seat"]
            if same_pieces(pieces, entry, self.facts):
                self.choice = None
                self.say(tell_choice(seat, entry, self.facts))
                self.said.update(entry["pieces"])
                return
            self.settle()
        self.moves.append(entry)

    def rolled(self, entry: Entry) -> None:
        if self.choice is not None:
            self.settle()
        self.moves.append(entry)

    def formed(self, entry: Entry) -> None:
        self.settle()
        owner = read_place(entry["zone"]).owner
        group = self.facts.several([entry["group"]])
        self.say(Sentence((owner,), "form", (group,)) if owner else plain_sentence(group, "is formed"))

    def paid(self, entry: Entry) -> None:
        self.settle()
        source, target, resource = entry["from"], entry["to"], entry["resource"]
        what = (amount(entry["amount"], resource, self.facts),)
        giver, taker = read_place(f"x[{source}]").owner, read_place(f"x[{target}]").owner
        to, from_ = (name_holder(each, resource, self.facts) for each in (target, source))
        if giver:
            self.say(Sentence((giver,), "pay", what, ("to", to), shared=True))
        elif taker:
            self.say(Sentence((taker,), "get", what, ("from", from_), shared=True))
        else:
            self.say(plain_sentence(*what, "go" if entry["amount"] != 1 else "goes", "from", from_, "to", to))

    def wrote(self, entry: Entry) -> None:
        name, value = entry["variable"], entry["value"]
        place = read_place(name)
        base, seat = place.name, place.owner
        if self.page.sums(base, seat, value) or not self.facts.is_shown(base):
            return
        if base in self.facts.told_vars and isinstance(value, bool):
            if (name in self.truths) != value:
                self.settle()
                self.fact(base, seat, value)
            (self.truths.add if value else self.truths.discard)(name)
        elif base in self.facts.told_numbers and value:
            self.settle()
            self.count(base, seat, value)
        elif self.running in (["setup"], ["play"]) and name == base and not place.passing:
            self.news[base] = self.facts.value(base, value)
        elif name == base and not place.passing and self.facts.vocabulary.look(base).says and value not in (None, "?"):
            self.change(base, self.facts.value(base, value))

    def change(self, name: str, value: Phrase) -> None:
        """A fact of the table that has its own sentence has changed."""
        told = self.headline(name, value)
        if self.facts.vocabulary.is_shown(name, self.running.__contains__) and self.states.get(name) != told:
            self.settle()
            self.states[name] = told
            self.say(plain_sentence(told))

    def fact(self, name: str, seat: int | None, value: bool) -> None:
        """Something became true of a seat, or ceased to be: the sentence of the rules, or its name in brackets."""
        says, word = self.facts.vocabulary.look(name).says, self.facts.vocabulary.variable(name).name
        if seat is None or seat == self.spoken_for:
            return
        if says and (value or has_opposite(says)):
            self.say(tell_fact(says, seat, value))
        elif not says:
            self.page.remark(seat, name, word if value else f"no longer {word}", "be")

    def count(self, name: str, seat: int | None, value: int) -> None:
        """A number of a seat has changed: the sentence of the rules, or the number in brackets."""
        says = self.facts.vocabulary.look(name).says
        if says and seat is not None:
            self.say(plain_sentence(Told(says, (("seat", Ref(seat)), ("value", self.facts.value(name, value))))))
        else:
            self.page.remark(seat, name, self.facts.number(name, value), "have")

    def showed(self, entry: Entry) -> None:
        self.settle()
        shown, vocabulary = entry["sight"] == "reveal", self.facts.vocabulary
        places = [read_place(zone) for zone in entry["zones"]]
        owner = places[0].owner if len(places) == 1 else None
        where = Series(tuple(place.phrase(vocabulary) for place in places))
        if entry["pieces"] and shown:
            what = self.facts.several(entry["pieces"])
            rest = ("from", Noun(places[0].words(vocabulary), article="the")) if owner else ()
            told = (
                Sentence((owner,), "reveal", (what,), rest)
                if owner
                else plain_sentence("revealed in", where, "–", what)
            )
            self.say(told)
        if entry["covered"]:
            self.say(plain_sentence("turned face down in", where, "–", self.facts.several(entry["covered"])))
        known = {name: value for name, value in entry["variables"].items() if value not in ("?", None)}
        if known and shown:
            self.say(plain_sentence(values_by_seat(known, self.facts)))

    def scored(self, entry: Entry) -> None:
        self.settle()
        self.page.score(entry)

    def noted(self, entry: Entry) -> None:
        self.settle()
        self.say(plain_sentence(note_phrase(entry["told"])))

    def block_began(self, entry: Entry) -> None:
        self.settle()
        if entry["seats"]:
            self.say(Sentence(tuple(entry["seats"]), "choose", (), ("in secret",)))

    def block_ended(self, entry: Entry) -> None:
        """What happened to the others' zones; the reader does not know their steps."""
        self.settle()
        by_owner: dict[int, list[Phrase]] = {}
        for name, zone in entry["zones"].items():
            place = read_place(name)
            if place.owner and place.owner != self.reader.me and self.facts.is_shown(place.name):
                words = place.words(self.facts.vocabulary)
                size, how = zone["size"], inside(words)
                the = "" if words == "hand" else "the "
                told = pluralize(size, singular(words), words) if how == "among" else f"{size} {how} {the}{words}"
                by_owner.setdefault(place.owner, []).append(told)
        for owner, parts in sorted(by_owner.items()):
            self.say(Sentence((owner,), "have", (Series(tuple(parts)),), ("now",)))

    def began(self, entry: Entry) -> None:
        """The table before the game: what is true there is not news."""
        self.truths = {name for name, value in entry["variables"].items() if value is True}

    def quiet(self, entry: Entry) -> None:
        """Entries that the table shows, or that the end of the game tells."""


def tell_parts(story: Story, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """A whole story as data, each part with the numbers of its entries."""
    told, begin = [], 0
    for at in range(len(entries) + 1):
        for part in story.tell([entries[at]]) if at < len(entries) else story.close():
            heading = part["kind"] in ("chapter", "heading")
            told.append({**part, "events": [at] if heading else list(range(begin, at))})
            begin = begin if heading else at
    return told


# event of a log: the method that tells it
RULES: dict[str, Callable[[Story, Entry], None]] = {
    "began": Story.began,
    "asked": Story.asked,
    "shuffled": Story.quiet,
    "told": Story.quiet,
    "ended": Story.quiet,
    "entered": Story.entered,
    "left": Story.left,
    "chose": Story.chose,
    "moved": Story.moved,
    "rolled": Story.rolled,
    "formed": Story.formed,
    "paid": Story.paid,
    "wrote": Story.wrote,
    "showed": Story.showed,
    "scored": Story.scored,
    "noted": Story.noted,
    "block_began": Story.block_began,
    "block_ended": Story.block_ended,
}
