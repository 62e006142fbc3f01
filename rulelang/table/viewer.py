"""What one seat of a table, or its spectators, are shown: the drawn table, the story, and the question.

A viewer sees the view and the log of its seat, and nothing else of the match. A frame is sent only if it differs from
the one before. So nothing shows that somebody has answered in secret, not even the arrival of a frame.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import attrs

from rulelang.play.event_parts import Entry
from rulelang.play.view import LastView
from rulelang.present.english import Reader
from rulelang.present.faces import Faces
from rulelang.program import Program
from rulelang.story.facts import Facts
from rulelang.story.talk import reader_of, winners_sentence
from rulelang.story.tell import Story
from rulelang.table.pages import Paragraphs, score_sheet
from rulelang.table.room import Room
from rulelang.table.scene import Data, Scene

TAIL = 150  # paragraphs of the story for somebody who joins


@attrs.define(eq=False)
class Viewer:
    """`seen`: how many log entries are in the story. `course`: the match and epoch that they belong to."""

    room: Room
    seat: int | None
    course: tuple[Any, ...] = ()
    seen: int = 0
    facts: Facts | None = None
    story: Story | None = None
    told: list[Data] = attrs.field(factory=list)
    body: Data = attrs.field(factory=dict)
    view: dict[str, Any] = attrs.field(factory=dict)
    last: LastView = attrs.field(factory=LastView)
    zones: dict[str, tuple[Any, Data]] = attrs.field(factory=dict)
    owned: dict[int, tuple[Any, list[str]]] = attrs.field(factory=dict)
    """Zones and the other possessions of seats, as they were last drawn; see `Scene`."""
    has_answered: bool = False
    """Whether the seat has an answer of its own that it could ask to take back."""
    looked: tuple[Any, ...] = ()
    """The state at the last refresh."""

    def refresh(self) -> Data | None:
        """What is new for those who have seen all before; None if nothing is. `fresh`: it replaces all before."""
        match, room = self.room.match, self.room
        assert match is not None
        stands = (match, room.number, len(room.acts), sum(room.undone.values()), room.fault, tuple(room.names.items()))
        if stands == self.looked:
            return None
        self.looked = stands
        course = (room.number, room.epoch(self.seat), tuple(room.names.items()))
        fresh = course != self.course
        if fresh:
            self.begin(course)
        self.view, log = match.view(self.seat, self.last), match.log(self.seat, tables=False)
        news = log[self.seen :]
        self.seen = len(log)
        self.has_answered |= any(is_own_answer(entry, self.seat) for entry in news)
        paragraphs = self.tell(news)
        scene = Scene(self.view, self.known_facts, self.reader, words_of(room.game.program)[1], self.zones, self.owned)
        body = {"type": "table", "match": room.number, **scene.draw(), **self.question(scene), **self.outcome(log)}
        if body == self.body and not paragraphs and not fresh:
            return None
        self.body = body
        return {
            **body,
            "fresh": fresh,
            "story": self.told[-TAIL:] if fresh else paragraphs,
            "moves": [] if fresh else scene.moves(news),
        }

    def whole(self) -> Data:
        """Everything, for somebody who joins."""
        self.refresh()
        return {**self.body, "fresh": True, "story": self.told[-TAIL:], "moves": []}

    def data(self) -> Data:
        """The view and the log themselves, for programs."""
        self.refresh()
        assert self.room.match is not None
        number, epoch = self.course[:2]
        log = self.room.match.log(self.seat)
        place = {"match": number, "epoch": epoch, "at": self.seen}
        return {"type": "view", **place, "question": self.mark, "view": self.view, "log": log}

    # ------------------------------------------------------------ the parts of a frame

    @property
    def known_facts(self) -> Facts:
        assert self.facts is not None
        return self.facts

    @property
    def reader(self) -> Reader:
        return reader_of(self.seat, self.room.names, self.known_facts, self.room.game.program.seats)

    @property
    def mark(self) -> str | None:
        """The name of the open question; an answer that names another one came too late."""
        return ".".join(map(str, (*self.course[:2], self.seen))) if self.view["decision"] else None

    def open_question(self) -> str | None:
        """The same, as things stand now."""
        self.refresh()
        return self.mark

    def begin(self, course: tuple[Any, ...]) -> None:
        """Begin the story again: for another match, after an undo, or with other names."""
        program = self.room.game.program
        self.course, self.seen, self.told, self.has_answered = course, 0, [], False
        self.zones, self.owned = {}, {}
        self.facts = own_facts(program)
        self.story = Story(Paragraphs(self.facts, program.seats, self.reader))

    def tell(self, news: list[Entry]) -> list[Data]:
        assert self.story is not None
        paragraphs = [*self.story.tell(news), *self.story.close()]
        self.told += paragraphs
        return paragraphs

    def question(self, scene: Scene) -> Data:
        decision = self.room.decision(self.seat) if self.view["decision"] else None
        asked = {"id": self.mark, **scene.question(decision)} if decision is not None else None
        undo = self.seat is not None and self.room.is_free_to_undo(self.seat)
        return {"question": asked, "undo": undo, "answered": self.has_answered, "fault": self.room.fault}

    def outcome(self, log: list[Entry]) -> Data:
        """Who has won, and the score sheet, once the match is over."""
        if not self.view["over"]:
            return {"result": None}
        program = self.room.game.program
        ends = [entry for entry in log if entry["event"] == "ended"]
        scores = {seat: score[0] if score else None for seat, score in zip(program.seats, ends[-1]["scores"])}
        sentence = winners_sentence(self.view["winners"], scores, self.reader)
        return {"result": {"sentence": sentence, "rows": score_sheet(log, self.known_facts, program.seats)}}


def is_own_answer(entry: Entry, seat: int | None) -> bool:
    return bool(entry["event"] == "chose" and entry["asked"] and entry["seat"] == seat)


def own_facts(program: Program) -> Facts:
    """The vocabulary of a game for one reader alone: a lexicon learns from a log, and must not leak what it learned."""
    shared, _ = words_of(program)
    lexicon = attrs.evolve(shared.lexicon, known=shared.lexicon.known.copy())
    return attrs.evolve(shared, lexicon=lexicon, faces=Faces(shared.vocabulary, lexicon.is_single))


@lru_cache(maxsize=64)
def words_of(program: Program) -> tuple[Facts, dict[str, Data]]:
    """What all readers of a game share: its vocabulary, and the drawn faces of its pieces."""
    return Facts.of(program), {}
