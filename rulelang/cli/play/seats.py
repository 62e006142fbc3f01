"""Who sits at a table: people and bots, by kind.

A bot has its own stream of chance, apart from the table's: the seed and the answers of the people fix a whole game.
"""

from __future__ import annotations

import attrs
import click

from rulelang.base.rng import Dice, stream

# kind: who answers
KINDS = {
    "you":    "you, at this terminal",
    "random": "a bot that takes any option, each as likely as the others",
}  # fmt: skip


def read_seats(text: str) -> tuple[str, ...]:
    """The kinds of seats that a text such as `you,random,random` names."""
    from rulelang.diagnostics import nearest

    kinds = tuple(part.strip() for part in text.split(","))
    for kind in kinds:
        if kind not in KINDS:
            close = nearest(kind, KINDS)
            hint = f"did you mean `{close}`?" if close else f"a seat is one of: {', '.join(KINDS)}."
            raise click.UsageError(f"there is no kind of seat `{kind}`; {hint}", click.get_current_context())
    return kinds


def read_names(text: str | None, players: int) -> dict[int, str]:
    """The names of players that a text such as `Ann,Ben` gives, from the first seat on."""
    names = [part.strip() for part in text.split(",")] if text else []
    if len(names) > players:
        said = f"{players} play, and `--names` names {len(names)}; give one name for each seat."
        raise click.UsageError(said, click.get_current_context())
    if len({name for name in names if name}) < sum(map(bool, names)):
        raise click.UsageError("two players have the same name; tell them apart.", click.get_current_context())
    return {seat: name for seat, name in enumerate(names, 1) if name}


@attrs.define
class Bots:
    """The bots of a table. `counters` holds, for each asked answer so far, how far every stream was before it."""

    kinds: tuple[str, ...]
    dice: dict[int, Dice]
    counters: list[dict[int, int]] = attrs.field(factory=list)

    @classmethod
    def seated(cls, kinds: tuple[str, ...], seed: int) -> Bots:
        """Bots at the seats that want one, at the beginning of a game."""
        seats = [seat for seat, kind in enumerate(kinds, 1) if kind != "you"]
        return cls(kinds, {seat: Dice(stream(seed, 0, player=seat)) for seat in seats})

    def plays(self, seat: int) -> bool:
        return seat in self.dice

    def answer(self, seat: int, options: int) -> int | None:
        """An answer was asked for: the option a bot takes, or None where a person sits."""
        self.counters.append({each: dice.counter for each, dice in self.dice.items()})
        return self.dice[seat].below(options) if seat in self.dice else None

    def take_back(self) -> None:
        """The last asked answer never happened."""
        for seat, counter in self.counters.pop().items():
            self.dice[seat].counter = counter
