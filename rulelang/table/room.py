"""A table: its settings, who sits where, the match, and the answers so far. No clock, no network, no disk.

Whoever changes a room gets the rows that must be on the disk before anybody is told.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any

import attrs

from rulelang.engine.errors import RuleError
from rulelang.engine.match import Decision
from rulelang.play.event_json import cached_question
from rulelang.play.match import Game, Match
from rulelang.play.record import describe_changes
from rulelang.table.undo import block_answers, has_told

OPEN, PERSON = "open", "person"


class Refused(Exception):
    """A request that is not possible; the message is a sentence for whoever asked."""


def new_token() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Keys are stored hashed, so that reading the file of tables is not enough to take a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


@attrs.define
class Seat:
    """`kind`: open, a person, or a kind of bot. A bot may hold a seat for a person: then `name` and `key` stay."""

    kind: str = OPEN
    name: str = ""
    key: str = ""
    ready: bool = False

    @property
    def is_bot(self) -> bool:
        return self.kind not in (OPEN, PERSON)


@attrs.define
class Settings:
    """What is played: a name from the catalog, and the arguments for `load`."""

    game: str
    players: int | None = None
    variants: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    options: dict[str, str] = attrs.field(factory=dict)
    mods: tuple[str, ...] = attrs.field(default=(), converter=tuple)


@attrs.define(eq=False)
class Room:
    id: str
    settings: Settings
    host: str
    seats: list[Seat]
    game: Game
    watch: bool = True
    """Whether spectators are allowed."""
    number: int = 0
    """The number of the match: 0 before the first."""
    match: Match | None = None
    acts: list[tuple[int, int]] = attrs.field(factory=list)
    """Seat and option of every answer, in order of arrival."""
    undone: dict[str, int] = attrs.field(factory=dict)
    """How often answers of this match were taken back: under `all`, and for a seat inside a block."""
    fault: str = ""
    """The mistake in the rules that stopped the match."""
    chat: list[tuple[int | None, str, str]] = attrs.field(factory=list)
    asking: int | None = None
    """The seat that asks to take back its last answer …"""
    agreed: set[int] = attrs.field(factory=set)
    """… and those that agree."""

    # ------------------------------------------------------------ who is who

    def holder(self, token: str) -> tuple[int | None, bool]:
        """The seat that a key opens, and whether it is the host's key; every key is compared, in constant time."""
        given = digest(token)
        found = [at for at, seat in enumerate(self.seats, 1) if hmac.compare_digest(seat.key or "-", given)]
        return (found[0] if found else None), hmac.compare_digest(self.host, given)

    def sit(self, at: int, name: str) -> str:
        """Take an open seat, and return its key."""
        seat = self.at(at)
        if seat.kind != OPEN:
            raise Refused("This seat is taken; choose another one.")
        if any(name == other.name for other in self.seats):
            raise Refused(f"Somebody here is called {name} already; choose another name.")
        token = new_token()
        seat.kind, seat.name, seat.key, seat.ready = PERSON, name, digest(token), False
        return token

    def leave(self, at: int) -> None:
        """Free the seat. During a match somebody else may continue from there."""
        self.seats[at - 1] = Seat()
        if self.asking == at:
            self.stop_asking()

    def renew(self, at: int) -> str:
        """A new key to a seat; the old one is no longer valid."""
        seat = self.at(at)
        if not seat.key:
            raise Refused("Nobody sits there: send the link of the table instead.")
        token = new_token()
        seat.key = digest(token)
        return token

    def give_to_bot(self, at: int, kind: str) -> None:
        seat = self.at(at)
        seat.kind, seat.ready = kind, True
        seat.name = seat.name if seat.key else self.bot_name(at)

    def fill_with_bots(self, kind: str) -> None:
        """A bot at every open seat."""
        for at, seat in enumerate(self.seats, 1):
            if seat.kind == OPEN:
                self.give_to_bot(at, kind)

    def dismiss_bots(self, players: int) -> None:
        """Bots that hold a seat for nobody leave, the last first, until no more sit here than there are players."""
        for at in range(len(self.seats), 0, -1):
            sitting = sum(seat.kind != OPEN for seat in self.seats)
            if sitting > players and self.seats[at - 1].is_bot and not self.seats[at - 1].key:
                self.leave(at)

    def give_back(self, at: int) -> None:
        """Give the seat back to its person; a seat without one becomes open."""
        seat = self.at(at)
        if not seat.is_bot:
            raise Refused("No bot sits there.")
        if seat.key:
            seat.kind = PERSON
        else:
            self.leave(at)

    def bot_name(self, at: int) -> str:
        names = {seat.name for seat in self.seats}
        return next(name for n in range(1, 99) if (name := f"Bot {n}") not in names)

    def at(self, number: int) -> Seat:
        if not 1 <= number <= len(self.seats):
            raise Refused(f"The seats are 1 to {len(self.seats)}.")
        return self.seats[number - 1]

    def resize(self, players: int) -> dict[int, int]:
        """Make as many seats as players; those who sit keep their seats or move up. Returns where each of them sits
        now.
        """
        taken = [at for at, seat in enumerate(self.seats, 1) if seat.kind != OPEN]
        if len(taken) > players:
            raise Refused(f"{len(taken)} sit at the table, and this is for {players}; free a seat first.")
        fits = all(at <= players for at in taken)
        moves = {at: at if fits else number for number, at in enumerate(taken, 1)}
        sitting = {now: self.seats[at - 1] for at, now in moves.items()}
        self.seats = [sitting.get(at) or Seat() for at in range(1, players + 1)]
        return moves

    @property
    def names(self) -> dict[int, str]:
        return {at: seat.name for at, seat in enumerate(self.seats, 1) if seat.name}

    @property
    def phase(self) -> str:
        """`lobby`, `play` or `over`."""
        return "lobby" if self.match is None else "over" if self.match.over else "play"

    # ------------------------------------------------------------ playing

    def begin(self, seed: int) -> dict[str, Any]:
        """Begin a new match, and return what is saved of it."""
        if self.phase == "play":
            raise Refused("A game is under way; it must end, or be given up, before the next one.")
        if any(seat.kind == OPEN for seat in self.seats):
            raise Refused("A seat is still free: wait for somebody, or put a bot there.")
        self.start_match(seed)
        self.number += 1
        return self.head()

    def head(self) -> dict[str, Any]:
        """What is saved of a match besides its answers."""
        assert self.match is not None
        settings, rules = attrs.asdict(self.settings), dict(self.game.typed.hashes)
        return {"seed": str(self.match.seed), "settings": settings, "rules": rules}

    def take_up(self, other: Room) -> None:
        """Continue the match of another room, as a match of this one."""
        self.game, self.match, self.acts, self.fault = other.game, other.match, other.acts, other.fault
        self.undone = {}
        self.stop_asking()
        self.number += 1

    def give_up(self) -> None:
        """End the match without a result."""
        self.match, self.fault, self.acts = None, "", []
        self.stop_asking()
        self.number += 1  # a match that never began, so the one before is not resumed

    def start_match(self, seed: int) -> None:
        self.acts, self.undone, self.fault = [], {}, ""
        self.stop_asking()
        try:
            match = self.game.start(seed=seed)
            put_questions(match)
        except RuleError as error:
            raise Refused(fault_text(error)) from None
        self.match = match

    def replay(self, head: Mapping[str, Any], answers: list[tuple[int, int]]) -> None:
        """Replay a saved match. If the rules have changed since, or make a mistake now, `fault` says so and the match
        stops.
        """
        if head["rules"] != dict(self.game.typed.hashes):
            self.fault = describe_changes(head["rules"], self.game.typed.hashes).partition(";")[0] + "."
            return
        undone = self.undone
        self.start_match(int(head["seed"]))
        self.undone = undone
        for seat, option in answers:
            try:
                self.choose(seat, option)
            except Refused:
                if self.fault:
                    return
                raise

    def decision(self, seat: int | None) -> Decision | None:
        """The open question of a seat, whoever else is asked."""
        if self.match is None or self.fault or seat is None:
            return None
        decision = self.match.branch(seat).decision
        return decision if decision is not None and decision.seat == seat else None

    def asked_seats(self) -> list[int]:
        """The seats that have an open question."""
        if self.match is None or self.fault:
            return []
        return [decision.seat for decision in self.match.pending]

    def choose(self, seat: int, option: int) -> None:
        """Answer for a seat; an option that is not offered is refused, and a mistake in the rules stops the match."""
        decision = self.decision(seat)
        if self.match is None or decision is None:
            raise Refused("You are not asked now.")
        if not 0 <= option < len(decision.options):
            raise Refused(f"There is no option {option}; the options are 0 to {len(decision.options) - 1}.")
        try:
            self.match.choose(decision.options[option])
            put_questions(self.match)
        except RuleError as error:
            if self.match.error is None:  # the answer was taken, and then the next question could not be put
                self.match.undo()
            self.fault = fault_text(error)
            raise Refused(self.fault) from None
        self.acts.append((seat, option))
        self.stop_asking()

    # ------------------------------------------------------------ taking back

    def last_answer(self, seat: int) -> int | None:
        """The index of the last answer of a seat."""
        return next((at for at in range(len(self.acts) - 1, -1, -1) if self.acts[at][0] == seat), None)

    def is_free_to_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last answer without asking. Not if somebody answered since, or learned
        something from it. In an open secret block it always may, since nobody else can tell.
        """
        at = self.last_answer(seat)
        if self.match is None or at is None or self.match.over or self.fault:
            return False
        if at >= len(self.acts) - block_answers(self.match):
            return True
        return at == len(self.acts) - 1 and not has_told(self.match, at)

    def undo(self, seat: int) -> int:
        """Take back the last answer of a seat, with all that came after it. In an open block the answers of others
        stay. So does not a mistake that the rules made. Returns how many answers at the start are untouched.
        """
        at = self.last_answer(seat)
        assert self.match is not None and at is not None
        self.fault = ""
        inside = at >= len(self.acts) - block_answers(self.match)
        later = self.acts[at + 1 :] if inside else []
        for _ in self.acts[at:]:
            self.match.undo()
        self.acts = self.acts[:at]
        whose = str(seat) if inside else "all"
        self.undone[whose] = self.undone.get(whose, 0) + 1
        for each in later:
            self.choose(*each)
        self.stop_asking()
        return at

    def stop_asking(self) -> None:
        """Nobody asks any more to take back an answer."""
        self.asking, self.agreed = None, set()

    def epoch(self, seat: int | None) -> int:
        """How often the log of a seat was cut by an undo."""
        return self.undone.get("all", 0) + self.undone.get(str(seat), 0)

    def moment(self, seat: int) -> tuple[int, int, int]:
        """Where a seat stands: the match, the epoch, and the length of its log."""
        return self.number, self.epoch(seat), len(self.match.log(seat)) if self.match is not None else 0

    def must_agree(self) -> set[int]:
        """The people who have not yet agreed to an undo."""
        people = {at for at, seat in enumerate(self.seats, 1) if seat.kind == PERSON}
        return people - self.agreed - {self.asking or 0}

    # ------------------------------------------------------------ keeping

    def state(self) -> dict[str, Any]:
        """What is saved besides matches, answers and chat."""
        return {
            "settings": attrs.asdict(self.settings),
            "host": self.host,
            "seats": [attrs.asdict(seat) for seat in self.seats],
            "watch": self.watch,
            "undone": self.undone,
        }


def put_questions(match: Match) -> None:
    """Work out the texts of the questions that are open now: a mistake of the rules in them must stop the match like
    any other.
    """
    for decision in match.pending:
        cached_question(decision, match.game.answers)


def fault_text(error: RuleError) -> str:
    """What seats are told about a mistake in the rules: its code and line, but no values."""
    return f"The rules made a mistake in line {error.span.line} ({error.code}), so the game cannot go on from here."
