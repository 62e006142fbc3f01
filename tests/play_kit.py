"""What the tests of play are built with: small games that hide things in every way there is, and random plays.

Every piece of these games has its own look, so that a look that turns up where it may not be known is found by
its text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulelang import Game, LoadError, Match, load
from rulelang.base.files import bundled_games
from rulelang.base.source import Source
from rulelang.engine.data import look_text
from rulelang.play.game import assemble
from rulelang.program.events import Moved, Rolled, Showed

SCHEMAS = Path(__file__).parents[1] / "docs" / "schemas"

PACKS = """
rules 1
game "Packs" for 2..3 players "Cards in hand, packs made in secret, a row with a card face down."
option dealt: 2..5 = 4 "Cards dealt to each"
option starter: Seat? = none "Who begins; none: at random"
option trump: Suit = sun "The better suit"
option liked: list of Suit = [moon] "Suits somebody likes"
option short: Bool = false "One round only"
enum Suit: sun, moon
piece Card(suit: Suit, rank: 1..12) in deck "Card": 1 each
group Pack(size: 1..4) of Card, at most 12 "A pack"
resource coins[Seat, pot]: 30, owner
zone deck: pile of Card, hidden
zone table: row of Card, open
zone spent: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone packs[Seat]: set of Pack, owner
zone shown[Seat]: set of Card, open
var turn: Seat = P1
var rounds: 0..9 = 0
var lucky[Seat]: 0..6 = 0, owner
var fate: 0..6 = 0, hidden

setup:
  shuffle deck
  for p in seats:
    deal dealt from deck to hand[p]
    pay 5 coins from bank to p
  hide deck
  deal 2 from deck to table
  turn = starter or random seats
  fate = random 1..6
  for p in seats: lucky[p] = random 1..6
play:
  repeat 2 times:
    rounds += 1
    run Pass, Make, Bidding, Open
    if short: end game

phase Pass "Give a card to the left, unseen":
  for p in seats where not empty(hand[p]):
    p chooses c from hand[p] "Which card goes left?"
    move c to hand[p.left]

phase Make "Everybody makes packs, in secret":
  each p in seats secretly:
    repeat 2 times: p may choose from Packing(p) else break
menu Packing(p: Seat) "Make a pack":
  pack(cs in subsets(hand[p], 1..2)) where all(a.suit == b.suit for a in cs, b in cs) "Pack {cs}":
    form Pack(count(cs)) from cs to packs[p]
  open_card(c in hand[p]) "Show {c}": move c to shown[p]

phase Bidding "Write a bid":
  each p in seats secretly chooses bid from 0..3 "Your bid"
  for p in seats where bid[p] == 0: lucky[p] = 0
  reveal bid

phase Open "One of the deck is shown; one may throw a card away":
  deal up to 1 from deck to table
  for p in seats:
    p may choose c from hand[p] "Throw a card away?":
      move c to spent
      pay up to 1 coins from p to pot
  shuffle spent
  if not empty(spent): reveal first(spent) to turn
  turn = turn.left

score Cards for p:
  "Shown": count(shown[p])
  "Packs": sum(g.size for g in packs[p])
  "Lucky": lucky[p]
winner p: most Cards(p) then least count(hand[p])
"""

CUPS = """
rules 1
game "Cups" for 2 players "Dice from a bag under cups; a call ends the round."
piece Die(number: 1..6) rolls face: 1..6 in bag "Die": 1 each
zone bag: bag of Die, hidden
zone cup[Seat]: set of Die, owner
zone middle: set of Die, open
var points[Seat]: 0..60 = 0
var caller: Seat = P1

setup: nothing
play:
  repeat 2 times:
    run Round
    tally RoundScore
phase Round "Draw, roll, and call or roll again":
  move cup[P1] to bag, cup[P2] to bag, middle to bag
  for p in seats:
    deal 2 from bag to cup[p]
    roll cup[p]
  deal 1 from bag to middle
  roll middle
  for p in seats_from(caller):
    p chooses from Call(p)
  for p in seats: reveal cup[p]
  caller = caller.left
menu Call(p: Seat):
  keep "Keep": nothing
  again(d in cup[p]) "Roll {d} again": roll [d]
  show(d in cup[p]) "Show {d}": reveal d
score RoundScore for p into points:
  "Faces": sum(d.face for d in cup[p])
winner p: most points[p]
"""

WORN = """
rules 1
game "Worn" for 2 players "A game with a mistake that shows in play."
piece Card(rank: 1..4) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
setup: shuffle deck
play:
  for p in seats: deal 1 from deck to hand[p]
  P1 chooses n from 0..5 "How many more?"
  deal n from deck to hand[P1]
  P2 chooses m from 0..1 "Go on?"
winner p: most count(hand[p])
"""

LINES = """
rules 1
game "Lines" for 2 players "A row with cards face down in it, and moves to either end."
piece Card(rank: 1..12) in deck: 1 each
zone deck: pile of Card, hidden
zone line: row of Card, open
zone stack: pile of Card, open
zone kept[Seat]: row of Card, owner
setup:
  shuffle deck
  deal 5 from deck to line
  let k = random 1..5
  hide line[k]
  deal 2 from deck to line at left
  for p in seats: deal 1 from deck to kept[p]
play:
  repeat 3 times:
    for p in seats:
      p chooses n from 1..count(line) "Which place?"
      move line[n] to kept[p] at left
      p chooses m from 1..count(kept[p]) "Which of yours?"
      move kept[p][m] to stack at bottom
    deal up to 1 from stack to line at left
    shuffle take(line, 3)
winner p: most count(kept[p])
"""

# Who wins is known: leave the other a number that three divides.
NIM = """\
rules 1
game "Nim" for 2 players "Take one or two; who takes the last wins."
var left: 0..9 = 7
var taker: Seat = P1
play:
  repeat 9 times:
    for p in seats where left > 0:
      p chooses n from 1..min(2, left) "How many?"
      left -= n
      taker = p
winner p: most if taker == p then 1 else 0
"""

LONG = """\
rules 1
game "Long" for 2 players "Take much, thirty times; games played at random hardly tell how much one answer is worth."
resource coins[Seat]: 1000, open
var turn: 0..30 = 0
play:
  repeat 30 times:
    turn += 1
    for p in seats:
      p chooses n from 0..3 "How much?"
      pay n coins from bank to p
winner p: most coins[p]
"""

TEXTS = {"packs": PACKS, "lines": LINES, "cups": CUPS, "worn": WORN}


def game_of(text: str, **settings: Any) -> Game:
    """A game from its text."""
    settings = {"players": None, "variants": (), "options": {}, "mods": (), **settings}
    return assemble(Source("small.rules", text.lstrip()), *settings.values())


@cache
def small(name: str, players: int | None = None) -> Game:
    """A small game by name."""
    return game_of(TEXTS[name], players=players)


@cache
def loaded(name: str) -> Game | None:
    """A bundled game, if it can be loaded."""
    try:
        return load(name)
    except LoadError:
        return None


def games() -> dict[str, Game]:
    """The small games, and the bundled ones."""
    bundled = {name: loaded(name) for name in bundled_games()}
    return {
        **{name: small(name) for name in ("packs", "cups", "lines")},
        **{k: game for k, game in bundled.items() if game},
    }


# ---------------------------------------------------------------- plays

NAMES = ["packs", "packs", "cups", "lines", *bundled_games()]


@st.composite
def plays(draw: st.DrawFn, names: tuple[str, ...] = (), most: int = 40) -> Match:
    """A match of some game, some way in."""
    name = draw(st.sampled_from(names or tuple(NAMES)))
    game = small(name) if name in TEXTS else loaded(name)
    match = (game or small("packs")).start(draw(st.integers(0, 99)))
    for answer in draw(st.lists(st.integers(0, 999), max_size=most)):
        if match.decision is None:
            break
        match.choose(answer % len(match.decision.options))
    return match


def steps(match: Match, seed: int = 0, most: int = 10**6) -> Iterator[Match]:
    """The match at each question, played on by a simple generator."""
    while match.decision is not None and most:
        yield match
        seed, most = (seed * 6364136223846793005 + 1442695040888963407) % 2**64, most - 1
        match.choose((seed >> 33) % len(match.decision.options))
    yield match


def readers(match: Match) -> list[int | None]:
    """The seats and a spectator."""
    return [*match.game.program.seats, None]


# ---------------------------------------------------------------- what may be known


def hidden_looks(match: Match, seat: int | None) -> set[str]:
    """The looks of the pieces a reader does not see now, where no piece it sees looks the same."""
    state, bit = match.state, 1 << (seat or 0)
    texts = {piece.id: look_text(state.program, state.look(piece.id)) for piece in state.program.pieces}
    seen = {texts[piece.id] for piece in state.program.pieces if state.piece_sight(piece.id) & bit}
    return {texts[piece.id] for piece in state.program.pieces if not piece.is_group} - seen


def named_pieces(match: Match, seat: int | None) -> set[int]:
    """The pieces that events have named to a reader."""
    bit, found = 1 << (seat or 0), set()
    for event in match.events:
        if isinstance(event, Moved | Showed):
            found |= {piece for piece, mask in zip(event.pieces, event.seen) if mask & bit}
        if isinstance(event, Rolled) and event.seen & bit:
            found.add(event.piece)
    return found


@cache
def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))


def fits_schema(name: str, value: Any) -> None:
    """The value, as JSON, has the documented shape. The logs of seats are much alike: each text is looked at once."""
    text = json.dumps(value)
    if (name, text) in FITTING:
        return
    problems = list(schema(name).iter_errors(json.loads(text)))
    assert not problems, problems[0]
    FITTING.add((name, text))


FITTING: set[tuple[str, str]] = set()


def at(match, name):
    """The match, played on with first options until a question of this name."""
    while match.decision and match.decision.name != name:
        match.choose(0)
    return match
