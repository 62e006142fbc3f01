"""A table: a match, who sits at it, and the story that is told there."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from rulelang.base.files import Unwritable, is_stream
from rulelang.cli.play.display import Lines
from rulelang.cli.play.interrupt import Interrupts
from rulelang.cli.play.record_files import Order, free_name, write_record
from rulelang.cli.play.seats import Bots
from rulelang.cli.play.story_page import StoryPage
from rulelang.cli.terminal import warn
from rulelang.engine.match import Decision
from rulelang.play.journal import Journal
from rulelang.play.match import Match
from rulelang.present.english import Reader
from rulelang.present.speech import Speech
from rulelang.program.events import Chose
from rulelang.story import Facts, Story
from rulelang.story.talk import reader_of


@attrs.define
class Table:
    """`reader`: the seat that hears the story, None for a spectator or several people. `heard`: how many entries of its
    log were told.

    `last`: the answer in progress, for the record of a game that fails.
    """

    match: Match
    bots: Bots
    order: Order
    kept: Path | None = None
    names: Mapping[int, str] = attrs.field(factory=dict)
    reader: int | None = attrs.field(init=False)
    facts: Facts = attrs.field(init=False)
    heard: int = 0
    story: Story = attrs.field(init=False)
    interrupts: Interrupts = attrs.field(factory=Interrupts)
    last: tuple[Decision, int] | None = None
    journal: Journal | None = None
    display: Lines = attrs.field(factory=Lines)

    def __attrs_post_init__(self) -> None:
        self.reader = self.people[0] if len(self.people) == 1 else None  # several people hear only what is public
        self.facts = Facts.of(self.match.game.program, self.names)
        self.story = self.new_story()
        for event in self.match.events:
            if isinstance(event, Chose) and event.asked:
                self.bots.hear(event.seat, len(event.options))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people hold."""
        return tuple(seat for seat, kind in enumerate(self.bots.kinds, 1) if kind == "you")

    def speech(self, seat: int | None) -> Speech:
        """The vocabulary of the game for a seat."""
        return Speech(self.facts.vocabulary, self.reader_at(seat))

    def reader_at(self, seat: int | None) -> Reader:
        """The reader of the story: a seat, or a spectator."""
        return reader_of(seat, self.names, self.facts, self.match.game.program.seats)

    @contextmanager
    def open_display(self) -> Iterator[None]:
        """Inside, the display is open; afterwards the terminal is restored, and later output goes to it."""
        self.display.open()
        try:
            yield
        finally:
            self.display.close()
            self.display = Lines()

    # ------------------------------------------------------------ playing

    def choose(self, decision: Decision, index: int) -> None:
        """Give an answer; a Ctrl-C meanwhile takes effect when the step is complete."""
        self.last = (decision, index)
        self.match.choose(index)
        self.last = None

    def take_back(self) -> int | None:
        """Go back to before your own last answer. Returns how much of the log you had heard then, None if there is no
        answer.
        """
        mine = [answer.seat in self.people for answer in self.match.answers]
        if not any(mine):
            return None
        for own in reversed(mine):
            self.match.undo()
            self.bots.take_back()
            if own:
                break
        if self.journal is not None:
            self.journal.begin(self.match)
        self.story = self.new_story()
        entries = self.match.log(self.reader)
        self.story.tell(entries)
        self.story.close()
        self.heard = len(entries)
        return self.heard

    # ------------------------------------------------------------ telling

    def new_story(self) -> Story:
        return Story(StoryPage(self.facts, self.match.game.program.seats, self.reader_at(self.reader)))

    def tell(self, close: bool = False) -> None:
        """Tell what is new; with `close`, also what would wait for more."""
        entries = self.match.log(self.reader)
        lines = self.story.tell(entries[self.heard :])
        self.heard = len(entries)
        if close:
            lines += self.story.close()
        if lines:
            self.display.tell(lines)

    def skip(self) -> None:
        """Mark everything so far as told."""
        entries = self.match.log(self.reader)
        self.story.tell(entries[self.heard :])
        self.story.close()
        self.heard = len(entries)

    # ------------------------------------------------------------ keeping

    def failing_record(self) -> dict[str, Any]:
        """The record with the answer at which the rules failed."""
        record = self.match.record()
        if self.last is not None:
            decision, index = self.last
            value = decision.options[index].value
            record["answers"].append({"seat": decision.seat, "name": decision.name, "value": value, "index": index})
        return record

    def keep(self, record: Mapping[str, Any]) -> Path:
        """Write a record to the requested file, else in place of the journal or under a free name."""
        path = self.kept or (Path(self.journal.path) if self.journal else self.free_name())
        if self.journal is not None:
            self.journal.close()
        return write_record(path, record)

    def keep_somewhere(self, record: Mapping[str, Any]) -> Path:
        """The same for a game that is not over: where its place takes nothing, in the folder for temporary files."""
        try:
            return self.keep(record)
        except Unwritable as error:
            warn(str(error))
            name = self.kept or (Path(self.journal.path) if self.journal else self.free_name())
            self.kept = Path(tempfile.mkdtemp(prefix="rulelang-")) / name.name
            return self.keep(record)

    def free_name(self) -> Path:
        return free_name(f"{self.match.game.name}-{self.match.seed}")

    def begin_journal(self) -> None:
        """Save each answer from now on. Games of bots alone can be repeated, so they are saved only if asked for."""
        if (self.kept is None and not self.people) or (self.kept is not None and is_stream(self.kept)):
            return
        self.journal = Journal(str(self.kept or self.free_name()))
        with self.tolerate_unwritable():
            self.journal.begin(self.match)

    def note_answers(self) -> None:
        """Write the answers to the disk before anybody is asked or told more."""
        if self.journal is not None:
            with self.tolerate_unwritable():
                self.journal.add(self.match)

    def end_journal(self) -> None:
        """Replace the journal by the record; a finished game that nobody asked to keep is deleted."""
        if self.kept is not None:
            self.keep(self.match.record())
        elif self.journal is not None and self.match.over:
            self.journal.close()
            Path(self.journal.path).unlink(missing_ok=True)

    @contextmanager
    def tolerate_unwritable(self) -> Iterator[None]:
        """Let the game continue if it cannot be saved, and tell the player."""
        try:
            yield
        except Unwritable as error:
            self.journal = None
            warn(f"{error} The game goes on, but is not kept.")
