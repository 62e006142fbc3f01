"""A table: its settings, who sits where, the match, and the answers so far. No clock, no wires, no disk.

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
from rulelang.play.match import Game, Match
from rulelang.play.record import describe_changes
from rulelang.table.undo import block_answers, has_told

OPEN, PERSON = "open", "person"


class Refused(Exception):
    """What cannot be done; the message is a sentence for whoever asked."""


def new_token() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Keys are kept hashed, so that who reads the file of tables cannot sit down with it."""
    return hashlib.sha256(token.encode()).hexdigest()


@attrs.define
class Seat:
    """`kind`: open, a person, or a kind of bot. A bot may keep a seat for a person: then `name` and `key` stay."""

    kind: str = OPEN
    name: str = ""
    key: str = ""
    ready: bool = False

    @property
    def is_bot(self) -> bool:
        return self.kind not in (OPEN, PERSON)


@attrs.define
class Settings:
    """What is played: a name of the catalog, and what `load` is given."""

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
    """May others look on?"""
    number: int = 0
    """Of the match: 0 before the first."""
    match: Match | None = None
    acts: list[tuple[int, int]] = attrs.field(factory=list)
    """Seat and option of every answer, in the order they came."""
    undone: dict[str, int] = attrs.field(factory=dict)
    """How often answers of this match were taken back: for `all`, and for a seat inside a block."""
    fault: str = ""
    """What is wrong with the rules, if the match cannot go on."""
    chat: list[tuple[int | None, str, str]] = attrs.field(factory=list)
    asking: int | None = None
    """The seat that asks to take its last answer back …"""
    agreed: set[int] = attrs.field(factory=set)
    """… and those that agree."""

    # ------------------------------------------------------------ who is who

    def holder(self, token: str) -> tuple[int | None, bool]:
        """The seat whose key this is, and whether it is the host's; every key is compared, in constant time."""
        given = digest(token)
        found = [at for at, seat in enumerate(self.seats, 1) if hmac.compare_digest(seat.key or "-", given)]
        return (found[0] if found else None), hmac.compare_digest(self.host, given)

    def sit(self, at: int, name: str) -> str:
        """Somebody takes an open seat: the key to it."""
        seat = self.at(at)
        if seat.kind != OPEN:
            raise Refused("This seat is taken; choose another one.")
        if any(name == other.name for other in self.seats):
            raise Refused(f"Somebody here is called {name} already; choose another name.")
        token = new_token()
        seat.kind, seat.name, seat.key, seat.ready = PERSON, name, digest(token), False
        return token

    def leave(self, at: int) -> None:
        """The seat is free again. While a match runs, somebody else may take it up where it stands."""
        self.seats[at - 1] = Seat()

    def renew(self, at: int) -> str:
        """A new key to a seat; the old one is worth nothing."""
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

    def give_back(self, at: int) -> None:
        """The person plays again; a seat that is nobody's is free."""
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

    def resize(self, players: int) -> None:
        """As many seats as players; those who sit keep their seats, or move up."""
        taken = [seat for seat in self.seats if seat.kind != OPEN]
        if len(taken) > players:
            raise Refused(f"{len(taken)} sit at the table, and this is for {players}; free a seat first.")
        if any(seat.kind != OPEN for seat in self.seats[players:]):
            self.seats = taken
        self.seats = [*self.seats[:players], *(Seat() for _ in range(players - len(self.seats)))]

    @property
    def names(self) -> dict[int, str]:
        return {at: seat.name for at, seat in enumerate(self.seats, 1) if seat.name}

    @property
    def phase(self) -> str:
        """`lobby`, `play` or `over`."""
        return "lobby" if self.match is None else "over" if self.match.over else "play"

    # ------------------------------------------------------------ playing

    def begin(self, seed: int) -> dict[str, Any]:
        """A new match: what is kept of it."""
        if self.phase == "play":
            raise Refused("A game is under way; it must end, or be given up, before the next one.")
        if any(seat.kind == OPEN for seat in self.seats):
            raise Refused("A seat is still free: wait for somebody, or put a bot there.")
        self.start_match(seed)
        self.number += 1
        return self.head()

    def head(self) -> dict[str, Any]:
        """What is kept of a match besides its answers."""
        assert self.match is not None
        settings, rules = attrs.asdict(self.settings), dict(self.game.typed.hashes)
        return {"seed": str(self.match.seed), "settings": settings, "rules": rules}

    def take_up(self, other: Room) -> None:
        """Go on with the match of another room, as a match of its own."""
        self.game, self.match, self.acts, self.fault = other.game, other.match, other.acts, other.fault
        self.undone, self.asking, self.agreed = {}, None, set()
        self.number += 1

    def start_match(self, seed: int) -> None:
        self.acts, self.undone, self.fault = [], {}, ""
        self.asking, self.agreed = None, set()
        try:
            self.match = self.game.start(seed=seed)
        except RuleError as error:
            raise Refused(fault_text(error)) from None

    def replay(self, head: Mapping[str, Any], answers: list[tuple[int, int]]) -> None:
        """The match as it was kept. Where the rules have changed since, the sentence says so, and nothing goes on."""
        if head["rules"] != dict(self.game.typed.hashes):
            self.fault = describe_changes(head["rules"], self.game.typed.hashes).partition(";")[0] + "."
            return
        undone = self.undone
        self.start_match(int(head["seed"]))
        self.undone = undone
        for seat, option in answers:
            self.choose(seat, option)

    def decision(self, seat: int | None) -> Decision | None:
        """The question that is open for a seat, whoever else is asked."""
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
        """An answer of a seat; what is not offered is refused, and a mistake in the rules stops the match."""
        decision = self.decision(seat)
        if self.match is None or decision is None:
            raise Refused("You are not asked now.")
        if not 0 <= option < len(decision.options):
            raise Refused(f"There is no option {option}; the options are 0 to {len(decision.options) - 1}.")
        try:
            self.match.choose(decision.options[option])
        except RuleError as error:
            self.fault = fault_text(error)
            raise Refused(self.fault) from None
        self.acts.append((seat, option))
        self.asking, self.agreed = None, set()

    # ------------------------------------------------------------ taking back

    def last_answer(self, seat: int) -> int | None:
        """Which of the answers is the last of a seat."""
        return next((at for at in range(len(self.acts) - 1, -1, -1) if self.acts[at][0] == seat), None)

    def is_free_to_undo(self, seat: int) -> bool:
        """May a seat take its last answer back without asking? Not if somebody answered since, or anybody learned
        something by it. In an open secret block it always may: nobody else can tell.
        """
        at = self.last_answer(seat)
        if self.match is None or at is None or self.match.over or self.fault:
            return False
        if at >= len(self.acts) - block_answers(self.match):
            return True
        return at == len(self.acts) - 1 and not has_told(self.match, at)

    def undo(self, seat: int) -> int:
        """Takes the last answer of a seat back, with all that came after it. In an open block the answers of others
        stay. The result is the number of answers that nothing has happened to.
        """
        at = self.last_answer(seat)
        assert self.match is not None and at is not None
        inside = at >= len(self.acts) - block_answers(self.match)
        later = self.acts[at + 1 :] if inside else []
        for _ in self.acts[at:]:
            self.match.undo()
        self.acts = self.acts[:at]
        whose = str(seat) if inside else "all"
        self.undone[whose] = self.undone.get(whose, 0) + 1
        for each in later:
            self.choose(*each)
        self.asking, self.agreed = None, set()
        return at

    def epoch(self, seat: int | None) -> int:
        """How often the log of a seat was cut."""
        return self.undone.get("all", 0) + self.undone.get(str(seat), 0)

    def moment(self, seat: int) -> tuple[int, int, int]:
        """Where a seat stands: the match, the epoch, and how much it was told."""
        return self.number, self.epoch(seat), len(self.match.log(seat)) if self.match is not None else 0

    def must_agree(self) -> set[int]:
        """The people who have not agreed yet that an answer is taken back."""
        people = {at for at, seat in enumerate(self.seats, 1) if seat.kind == PERSON}
        return people - self.agreed - {self.asking or 0}

    # ------------------------------------------------------------ keeping

    def state(self) -> dict[str, Any]:
        """What is kept besides matches, answers and chat."""
        return {
            "settings": attrs.asdict(self.settings),
            "host": self.host,
            "seats": [attrs.asdict(seat) for seat in self.seats],
            "watch": self.watch,
            "undone": self.undone,
        }


def fault_text(error: RuleError) -> str:
    """What seats are told of a mistake in the rules: its code and line, and no values."""
    return f"The rules made a mistake in line {error.span.line} ({error.code}), so the game cannot go on from here."
