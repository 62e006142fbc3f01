"""A recorded game one event at a time, forward and back, with the table beside it: `rulelang replay --step`.

It shows what the reader – a seat, or a spectator – came to know, and the table as that reader saw it then. A step in
which the rules broke is shown as far as it went.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs

from rulelang.base.hidden import clean
from rulelang.cli.play.screen import screen
from rulelang.cli.play.story_page import StoryPage
from rulelang.cli.terminal import Unseen, is_typed, next_line, paint, say, say_exactly
from rulelang.diagnostics import Diagnostic
from rulelang.engine.state import State
from rulelang.play import tableau
from rulelang.play.event_parts import Entry
from rulelang.play.log import Log
from rulelang.play.match import Match
from rulelang.play.view import Worked, mechanisms, phases
from rulelang.present.english import Reader
from rulelang.program import events as ev
from rulelang.story import Facts, Story
from rulelang.story.talk import reader_of

KEYS = """\
  Enter, n   the next event          b          the event before
  e          to the end              a          to the beginning
  a number   to that event           s 2, s     as seat 2 saw it, as a spectator
  q          leave"""


@attrs.frozen
class Moment:
    """An event as the reader knows it, the rule line that made it, and the table after it."""

    entry: Entry
    rule: str
    state: State


@attrs.define(slots=False)
class Stepper:
    """A game to step through. `at`: the index of the current moment."""

    match: Match
    events: tuple[ev.Event, ...]
    error: Diagnostic | None
    seat: int | None
    names: dict[int, str]
    moments: list[Moment] = attrs.Factory(list)
    at: int = 0

    def __attrs_post_init__(self) -> None:
        self.read(self.seat)

    def read(self, seat: int | None) -> None:
        """Collect all events as a reader came to know them."""
        self.seat, self.moments = seat, []
        log = Log(seat, self.match.game.answers, self.match.follower())
        for event in self.events:
            known = len(log.entries)
            log.add(event)
            if len(log.entries) > known:
                self.moments.append(Moment(log.entries[-1], rule_line(event), log.follower.state.clone()))
        self.at = min(self.at, len(self.moments) - 1)

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        moment = self.moments[self.at]
        who = "a spectator" if self.seat is None else self.facts.vocabulary.player(self.seat)
        say(paint(f"Event {self.at + 1} of {len(self.moments)}, as {who} knows it", "bold"))
        say("\n".join([*self.tell(moment), *(f"  {moment.rule}" for _ in range(bool(moment.rule)))]))
        say("\n".join(screen(self.view(moment.state), self.facts, self.reader)))
        if self.at == len(self.moments) - 1 and self.error is not None:
            say(f"{paint('It breaks here', 'bad')}: [{self.error.code}] {clean(self.error.title)}")

    @cached_property
    def facts(self) -> Facts:
        return Facts.of(self.match.game.program, self.names)

    @property
    def reader(self) -> Reader:
        return reader_of(self.seat, self.names, self.facts, self.match.game.program.seats)

    def tell(self, moment: Moment) -> list[str]:
        """The event as the story tells it; its parts if the story has no words for it."""
        story = Story(StoryPage(self.facts, self.match.game.program.seats, self.reader))
        lines = [line for line in [*story.tell([moment.entry]), *story.close()] if line.strip()]
        return lines or [f"  {plain(moment.entry)}"]

    def view(self, state: State) -> dict[str, Any]:
        """The parts of a view that a screen needs."""
        return {
            "seat": self.seat,
            "players": state.program.players,
            "phases": phases(state),
            "zones": tableau.zones(state, self.seat),
            "variables": tableau.variables(state, self.seat),
            "resources": tableau.amounts(state, self.seat),
            "mechanisms": mechanisms(state, self.seat, Worked(state)),
            "scores": None,
        }

    # ------------------------------------------------------------ going

    def obey(self, word: str) -> bool:
        """Execute a typed command; False to leave."""
        last = len(self.moments) - 1
        places = {"": self.at + 1, "n": self.at + 1, "b": self.at - 1, "a": 0, "e": last}
        if word in ("q", "quit"):
            return False
        if word in places or word.isdecimal():
            self.at = max(0, min(places[word] if word in places else int(word) - 1, last))
        elif word.startswith("s") and self.is_reader(word[1:].strip()):
            self.read(int(word[1:].strip()) if word[1:].strip() else None)
        else:
            say(KEYS)
            return True
        self.show()
        return True

    def is_reader(self, name: str) -> bool:
        return not name or (name.isdecimal() and int(name) in self.match.game.program.seats)


def step_through(
    match: Match, error: Diagnostic | None, answer: int | None, seat: int | None, names: dict[int, str]
) -> None:
    """Step through a game with a person; at a pipe, one command per line."""
    stepper = Stepper(match, (*match.events, *events_of_broken_step(match, answer)), error, seat, names)
    stepper.show()
    asks = is_typed()
    while True:
        if asks:
            say_exactly("> ")
        try:
            line = next_line()
        except Unseen:
            return
        if not line or not stepper.obey(line.strip()):
            return


def events_of_broken_step(match: Match, answer: int | None) -> list[ev.Event]:
    """The events of the step that broke, as far as it went."""
    if answer is None or match.decision is None or not 0 <= answer < len(match.decision.options):
        return []
    runner = match.core.clone().runner
    before = len(runner.events)
    try:
        runner.answer(answer)
    except Exception:  # we know that it breaks, and want the events before that
        return runner.events[before:]
    return []


def rule_line(event: ev.Event) -> str:
    """`dice.rules:17 │ pay n coins from p to pot`."""
    if event.rule is None or event.rule.source.name == "engine":
        return ""
    name = event.rule.source.name.rpartition("/")[2]
    return f"{name}:{event.rule.line} │ {clean(event.rule.source.line(event.rule.line))}"


def plain(entry: Entry) -> str:
    """An entry in plain parts: `left: what Turn, kind phase`."""
    parts = [f"{key} {value}" for key, value in entry.items() if key != "event" and isinstance(value, str | int)]
    return f"{entry['event']}{': ' if parts else ''}{', '.join(parts)}"
