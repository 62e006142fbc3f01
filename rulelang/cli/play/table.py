"""A table: a match, who sits at it, and the story that is told there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulelang.cli.play.interrupt import Interrupts
from rulelang.cli.play.record_files import Order, free_name, write_record
from rulelang.cli.play.seats import Bots
from rulelang.cli.terminal import say
from rulelang.engine.match import Decision
from rulelang.play.match import Match
from rulelang.program.events import Chose
from rulelang.story import Facts, Story


@attrs.define
class Table:
    """`reader`: the seat the story is told to, None for a spectator. `told`: how many entries of its log it has heard.

    `last`: the answer that is being given, for the record of a game that fails.
    """

    match: Match
    bots: Bots
    order: Order
    kept: Path | None = None
    reader: int | None = attrs.field(init=False)
    told: int = 0
    story: Story = attrs.field(init=False)
    interrupts: Interrupts = attrs.field(factory=Interrupts)
    last: tuple[Decision, int] | None = None

    def __attrs_post_init__(self) -> None:
        self.reader = next(iter(self.people), None)
        self.story = self.new_story()
        for event in self.match.events:
            if isinstance(event, Chose) and event.asked:
                self.bots.answer(event.seat, len(event.options))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that you hold."""
        return tuple(seat for seat, kind in enumerate(self.bots.kinds, 1) if kind == "you")

    # ------------------------------------------------------------ playing

    def choose(self, decision: Decision, index: int) -> None:
        """Give an answer; whoever presses Ctrl-C meanwhile is heard when it is whole."""
        self.last = (decision, index)
        self.match.choose(index)
        self.last = None

    def take_back(self) -> int | None:
        """Go back to before your own last answer: how much of the log you had heard then, None if there is none."""
        mine = [answer.seat in self.people for answer in self.match.answers]
        if not any(mine):
            return None
        for own in reversed(mine):
            self.match.undo()
            self.bots.take_back()
            if own:
                break
        self.story = self.new_story()
        entries = self.match.log(self.reader)
        self.story.tell(entries)
        self.story.close()
        self.told = len(entries)
        return self.told

    # ------------------------------------------------------------ telling

    def new_story(self) -> Story:
        game = self.match.game
        return Story(Facts.of(game.typed), game.program.seats, self.reader)

    def tell(self, close: bool = False) -> None:
        """Tell what is new; with `close`, also what would wait for more."""
        entries = self.match.log(self.reader)
        lines = self.story.tell(entries[self.told :])
        self.told = len(entries)
        if close:
            lines += self.story.close()
        if lines:
            say("\n".join(lines))

    def skip(self) -> None:
        """Take all that has happened as told."""
        entries = self.match.log(self.reader)
        self.story.tell(entries[self.told :])
        self.story.close()
        self.told = len(entries)

    # ------------------------------------------------------------ keeping

    def failing_record(self) -> dict[str, Any]:
        """The record with the answer that the rules could not bear."""
        record = self.match.record()
        if self.last is not None:
            decision, index = self.last
            value = decision.options[index].value
            record["answers"].append({"seat": decision.seat, "name": decision.name, "value": value, "index": index})
        return record

    def keep(self, record: Mapping[str, Any]) -> Path:
        """Write a record where it was asked for, else under a free name."""
        path = self.kept or free_name(f"{self.match.game.name}-{self.match.seed}")
        return write_record(path, record)


def winners_sentence(winners: Sequence[int], scores: Mapping[int, Any], me: int | None = None) -> str:
    """`P2 wins with 58.`, `You and P3 win together, with 40 each.`"""
    from rulelang.story.sentences import people, start

    if not winners:
        return "Nobody wins."
    score = scores.get(winners[0])
    if len(winners) == 1:
        verb = "win" if winners[0] == me else "wins"
        return start(f"{people(winners, me)} {verb}{'' if score is None else f' with {score}'}.")
    return start(f"{people(winners, me)} win together{'' if score is None else f', with {score} each'}.")
