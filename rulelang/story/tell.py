"""A log told as a story.

Entries come one by one. Phases are headings; the mechanisms they run are paragraphs with a number; what happens is told
in sentences that wait until the next one cannot join them. A choice waits for the move it leads to, so that choosing a
card and laying it down is one sentence. Bookkeeping is left out, but what `play` itself sets stands at the next heading
(the dealer, the season), and a variable with a text of its own is told when somebody makes it true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from rulelang.cli.terminal import enumerate_words
from rulelang.story.answers import is_action, named_holder, pieces_of, same_pieces, tell_answer, values_by_seat
from rulelang.story.english import humanise, listing, read_place, some
from rulelang.story.facts import Facts
from rulelang.story.moves import tell_choice, tell_moves
from rulelang.story.page import Page
from rulelang.story.sentences import Sentence, plainly, seat_mark

Entry = Mapping[str, Any]


@attrs.define
class Story:
    """A story as one reader is told it; `me` is the reader's seat, None for a spectator."""

    facts: Facts
    seats: tuple[int, ...]
    me: int | None = None
    page: Page = attrs.field(init=False)
    running: list[str] = attrs.field(factory=list)
    choice: Entry | None = None
    moves: list[Entry] = attrs.field(factory=list)
    said: Counter[str] = attrs.field(factory=Counter)
    counts: Counter[str] = attrs.field(factory=Counter)
    news: dict[str, str] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.page = Page(self.facts, self.seats, self.me)

    def tell(self, entries: Iterable[Entry]) -> list[str]:
        """The lines that are ready once these entries are known."""
        for entry in entries:
            rule = RULES.get(entry["event"])
            if rule:
                rule(self, entry)
        return self.page.taken()

    def close(self) -> list[str]:
        """The lines that were still waiting for more."""
        self.settle()
        self.page.write()
        return self.page.taken()

    def say(self, *sentences: Sentence) -> None:
        self.page.sentences += sentences

    def settle(self) -> None:
        """What waited for a partner is told without it."""
        if self.choice is not None:
            choice, self.choice = self.choice, None
            if is_action(choice) and not self.page.label:
                self.page.write()
            self.say(tell_answer(choice, self.facts))
        if self.moves:
            moves, self.moves = self.moves, []
            self.say(*tell_moves(moves, self.said))

    def end_paragraph(self) -> None:
        """What comes now has nothing to do with what was told."""
        self.settle()
        self.page.write()
        self.page.label = ""
        self.said.clear()

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
            self.page.label = f"{humanise(name)} {self.counts[name]}."
        self.running.append(name)

    def phase(self, name: str, outer: bool) -> None:
        """A heading; where a round begins, one more, with what the game itself has set."""
        if outer and name == self.facts.rounds:
            self.counts["play"] += 1
            self.page.chapter(f"Round {self.counts['play']}", self.taken_news())
        if outer and name in self.facts.numbered:
            self.counts["play"] += 1
            self.page.chapter(f"{humanise(name)} {self.counts['play']}", self.taken_news(), name)
        else:
            self.page.heading(name)
        self.counts = Counter({"play": self.counts["play"]})

    def taken_news(self) -> list[str]:
        news, self.news = self.news, {}
        return [f"{name} {value}" for name, value in news.items() if name != "round"]

    def left(self, entry: Entry) -> None:
        if entry["kind"] == "step":
            return
        self.end_paragraph()
        if entry["what"] in self.running:
            while self.running.pop() != entry["what"]:
                pass
        self.page.leave(entry["what"])

    def chose(self, entry: Entry) -> None:
        self.settle()
        if entry["answer"] != "pass" or entry["asked"]:
            self.choice = entry

    def moved(self, entry: Entry) -> None:
        if self.choice is not None:
            pieces, seat = pieces_of(self.choice, self.facts), self.choice["seat"]
            if same_pieces(pieces, entry):
                self.choice = None
                self.say(tell_choice(seat, entry))
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
        group = entry["group"]
        self.say(Sentence((owner,), "form", group) if owner else plainly(f"{group} is formed"))

    def paid(self, entry: Entry) -> None:
        self.settle()
        source, target = entry["from"], entry["to"]
        what = some(entry["amount"], entry["resource"])
        giver, taker = read_place(f"[{source}]").owner, read_place(f"[{target}]").owner
        if giver:
            self.say(Sentence((giver,), "pay", what, f" to {named_holder(target)}", shared=True))
        elif taker:
            self.say(Sentence((taker,), "get", what, f" from {named_holder(source)}", shared=True))
        else:
            self.say(plainly(f"{what} go from {named_holder(source)} to {named_holder(target)}"))

    def wrote(self, entry: Entry) -> None:
        name, value = entry["variable"], entry["value"]
        place, base = read_place(name), name.partition("[")[0]
        if self.page.sums(base, place.owner, value):
            return
        if base in self.facts.told_vars and value is True:
            self.settle()
            self.page.remark(place.owner, self.facts.told_vars[base])
        elif base in self.facts.told_numbers and value:
            self.settle()
            self.page.count(place.owner, base.replace("_", " "), value)
        elif self.running in (["setup"], ["play"]) and name == base and "." not in name:
            self.news[base.replace("_", " ")] = self.facts.shown(base, value)

    def showed(self, entry: Entry) -> None:
        self.settle()
        where = ", ".join(str(read_place(zone)) for zone in entry["zones"])
        shown = entry["sight"] == "reveal"
        if entry["pieces"] and shown:
            self.say(plainly(f"revealed in {where}: {listing(entry['pieces'])}"))
        if entry["covered"]:
            self.say(plainly(f"turned face down in {where}: {listing(entry['covered'])}"))
        known = {name: value for name, value in entry["variables"].items() if value not in ("?", None)}
        if known and shown:
            self.say(plainly(values_by_seat(known, self.facts)))

    def scored(self, entry: Entry) -> None:
        self.settle()
        self.page.score(entry)

    def noted(self, entry: Entry) -> None:
        self.settle()
        self.say(plainly(entry["text"].rstrip(".")))

    def block_began(self, entry: Entry) -> None:
        self.settle()
        self.say(Sentence(tuple(entry["seats"]), "choose", "", " in secret"))

    def block_ended(self, entry: Entry) -> None:
        """What has become of the others' places; of their steps nothing is known."""
        self.settle()
        by_owner: dict[int, list[str]] = {}
        for name, zone in entry["zones"].items():
            place = read_place(name)
            if place.owner and place.owner != self.me:
                by_owner.setdefault(place.owner, []).append(f"{zone['size']} in {place}")
        self.say(
            *(
                plainly(f"{seat_mark(owner)} now has {enumerate_words(parts)}")
                for owner, parts in sorted(by_owner.items())
            )
        )


RULES: dict[str, Callable[[Story, Entry], None]] = {
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
