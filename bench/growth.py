"""How time grows: with the players, with the rounds, and with the pieces of a game."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs
from engines import FILES, PYTHON, C, engines
from timing import Pace, race

from rulelang import Game, load

# A trick game with a pack of any size, of which every player gets as many cards as ever.
PACK = """rules 1
game "Pack" for 4 players "The same tricks with a pack of any size."
enum Suit: clubs, diamonds, spades, hearts
piece Card(suit: Suit, rank: 1..{ranks}) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone taken[Seat]: set of Card, open
var leader: Seat = P1
play:
  repeat 4 times:
    move Card to deck
    shuffle deck
    for p in seats: deal 13 from deck to hand[p]
    repeat 13 times:
      leader = run Trick(leader)
trick Trick:
  follows(c, led) = c.suit == led.suit
  strength(c, led) = if c.suit == led.suit then c.rank else 0
  ties = first_played
  goes_to(w) = taken[w]
winner p: most count(taken[p])
"""


@attrs.frozen
class Grown:
    """`speeds`: decisions a second by engine; `decisions`: of one game, on average."""

    what: str
    decisions: float
    speeds: dict[str, float]

    def micro(self, engine: str) -> float:
        """Microseconds a decision."""
        return 1e6 / self.speeds[engine] if engine in self.speeds else float("nan")


def tables(quick: bool) -> Iterator[tuple[str, Game]]:
    """What is measured: a label, and a game."""
    for name in ("nosh", "pretzel", "sweet_nose"):
        counts = load(FILES[name]).counts
        for players in counts if not quick else (counts[0], counts[-1]):
            yield f"{name}, {players} players", load(FILES[name], players=players)
    for rounds in (1, 2, 4, 8, 12) if not quick else (1, 12):
        yield f"nokosu, {rounds} rounds", load(FILES["nokosu"], players=4, options={"rounds": rounds})
    with tempfile.TemporaryDirectory() as folder:
        for ranks in (13, 26, 52, 104) if not quick else (13, 52):
            path = Path(folder, f"pack{ranks}.rules")
            path.write_text(PACK.format(ranks=ranks), encoding="utf-8")
            yield f"tricks, {4 * ranks} cards", load(path, players=4)


def growth(pace: Pace, quick: bool) -> Iterator[Grown]:
    for what, game in tables(quick):
        found = engines(game, meaning=False)
        sample = found.get(C, found[PYTHON])
        yield Grown(what, sample(0, 100) / 100, race(found, pace))
