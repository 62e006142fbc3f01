"""A match after its rules have changed: replayed with the same seed and answers, as far as they fit.

Answers are matched by their value, so an option that has only moved is still the same answer.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.base.source import common_prefix
from rulelang.play.game import Game
from rulelang.present.english import player
from rulelang.table.room import Refused, Room
from rulelang.table.viewer import Viewer


@attrs.frozen
class Course:
    """The match under the new rules. `parts`: the answer at which it leaves the old course, None if all fit. `told`: a
    sentence about where it leaves it. `before`, `after`: what is told there under the old and the new rules.
    """

    room: Room
    parts: int | None
    told: str
    before: str = ""
    after: str = ""


def carry_over(room: Room, game: Game) -> Course:
    """Replay the match of a room under new rules. Raises `Refused` if it cannot even begin."""
    assert room.match is not None
    seed, answers = room.match.seed, room.acts
    then = attrs.evolve(room, match=None, acts=[], undone={})
    now = attrs.evolve(room, match=None, acts=[], undone={}, game=game)
    then.start_match(seed)
    now.start_match(seed)
    eyes = Viewer(then, None), Viewer(now, None)
    other = differ(eyes, 0)
    for number, (seat, option) in enumerate(answers, 1):
        name = player(seat, room.names)
        decision = then.decision(seat)
        assert decision is not None
        value = decision.options[option].value
        which = f"answer {number} of {len(answers)} ({name}: {value})"
        why = repeat(now, seat, value)
        if why:
            told = f"The match parts from its old course at {which}: {why} It stands there now."
            return Course(now, number, told, *(other or ("", "", ""))[1:])
        then.choose(seat, option)
        other = other or differ(eyes, number)
    if other is None:
        told = f"The match stands where it stood: all {len(answers)} answers fit, and nothing differs."
        return Course(now, None, told)
    where = f"after answer {other[0]}" if other[0] else "from the beginning"
    return Course(now, None, f"All {len(answers)} answers fit, but {where} it goes another way.", *other[1:])


def repeat(now: Room, seat: int, value: Any) -> str:
    """Give an answer again; returns the reason if that is impossible."""
    decision = now.decision(seat)
    if now.match is not None and now.match.over:
        return "the game is over by then."
    if decision is None:
        return "nobody asks for it there."
    offered = [option.value for option in decision.options]
    if value not in offered:
        return "it is not offered any more."
    try:
        now.choose(seat, offered.index(value))
    except Refused as error:
        return str(error)
    return ""


def differ(eyes: tuple[Viewer, Viewer], number: int) -> tuple[int, str, str] | None:
    """After `number` answers: what spectators are told under the old and the new rules, if it differs."""
    for each in eyes:
        each.refresh()
    then, now = (each.told for each in eyes)
    at = common_prefix(then, now)
    if len(then) == len(now) == at:
        return None
    texts = [" ".join(str(part.get("text", "")) for part in told[at : at + 1]) for told in (then, now)]
    return number, texts[0], texts[1]
