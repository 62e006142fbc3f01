"""Somebody at work on a file: edits of all kinds, one after the other, now and then all of them taken back."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import attrs
from mutants import mutant

from rulelang.base.source import Source
from rulelang.diagnostics import Diagnostic
from rulelang.language.project import Project
from rulelang.link.linker import read_within
from rulelang.workspace.problems import examine


def versions(text: str, seed: int, edits: int) -> Iterator[str]:
    """The text after each of so many edits; the same seed makes the same edits."""
    chance = random.Random(seed)
    now = text
    for number in range(edits):
        kind = chance.random()
        if kind < 0.25 and now != text:
            now = text
        elif kind < 0.6:
            now = typed(now, chance)
        else:
            now = mutant(now, seed * 1000 + number)
        yield now


def typed(text: str, chance: random.Random) -> str:
    """A letter typed or taken back, in a word, a space or a comment; or a line begun."""
    at = chance.randrange(len(text))
    if chance.random() < 0.3:
        return text[:at] + text[at + 1 :]
    return text[:at] + chance.choice(["a", "e", "x", " ", "1", "(", '"', ":", "\n", "\n  ", "# "]) + text[at:]


@attrs.frozen
class Edit:
    """An edit: seconds of work until the first diagnostics, until all of them, and for a whole check of the same text;
    `stale` is what was told and does not hold, or holds and was not told.
    """

    first: float
    last: float
    whole: float
    stale: str = ""


def retype(path: Path, seed: int, edits: int) -> Iterator[Edit]:
    """Edits of a file as the language server sees them, each compared with a check of the text from nothing."""
    path, project = path.resolve(), Project()
    text = path.read_text(encoding="utf-8")
    project.open(path, text)
    project.problems(path)
    for version in versions(text, seed, edits):
        began = time.process_time()
        project.open(path, version)
        project.examination(path).first()
        first = time.process_time() - began
        told = project.problems(path)
        last = time.process_time() - began
        read_within.cache_clear()
        wanted = examine(Source(str(path), version)).problems
        whole = time.process_time() - began - last
        stale = "" if told == wanted else f"told {[*map(shown, told)]}, not {[*map(shown, wanted)]}"
        yield Edit(first, last, whole, stale)


# A game, three mods of it and a module.
WORKSPACE = {
    "parts.rules": """\
rules 1
fn worth(c: Card) -> Int = c.rank
""",
    "base.rules": """\
rules 1
game "Base" for 2 players "The highest card wins."
use parts
option bonus: 0..9 = 1 "What the dealer gets"
enum Suit: red, blue
piece Card(suit: Suit, rank: 1..5) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
var points[Seat]: Int = 0
look Card face "{rank} of {suit}"
setup:
  shuffle deck
  for p in seats: deal 2 from deck to hand[p]
play:
  for p in seats:
    p chooses c from hand[p] "Show a card"
    run gain(p, worth(c))
    p chooses n from 1..5 "Name a number"
step gain(p: Seat, n: Int):
  points[p] += n
winner p: most points[p]
test "a gain counts":
  when gain(P1, 3)
  expect points[P1] == 3
""",
    "more.rules": """\
rules 1
mod "More" extends base "The dealer gets more."
override option bonus = 3
""",
    "double.rules": """\
rules 1
mod "Double" extends base "All counts twice."
override step gain(p: Seat, n: Int):
  points[p] += 2 * n
breaks "a gain counts"
""",
    "deep.rules": """\
rules 1
mod "Deep" extends more "A mod of a mod."
after gain: note "worth {worth(first(hand[P1]))}"
""",
}


def retype_workspace(folder: Path, seed: int, edits: int) -> Iterator[Edit]:
    """Edits of a workspace in which every file is open, one file after the other: an edit counts at once in all that
    stands on its file. The files are written too, for the check from nothing.
    """
    folder, project, chance = folder.resolve(), Project([folder]), random.Random(seed)
    for name, text in WORKSPACE.items():
        (folder / name).write_text(text, encoding="utf-8")
        project.open(folder / name, text)
    typists = {name: versions(text, seed + at, edits) for at, (name, text) in enumerate(WORKSPACE.items())}
    games = [folder / name for name in WORKSPACE if name != "parts.rules"]  # a module is told of by who uses it
    for _ in range(edits):
        path = folder / chance.choice([*WORKSPACE])
        text = next(typists[path.name])
        path.write_text(text, encoding="utf-8")
        began = time.process_time()
        project.open(path, text)
        told = {each: own(each, project.problems(each)) for each in games}
        last = time.process_time() - began
        read_within.cache_clear()
        wanted = {each: own(each, examine(Source(str(each), project.texts[each])).problems) for each in games}
        whole = time.process_time() - began - last
        wrong = [each for each in games if told[each] != wanted[each]]
        stale = [f"{each.name}: {[*map(shown, told[each])]}, not {[*map(shown, wanted[each])]}" for each in wrong]
        yield Edit(last, last, whole, "; ".join(stale))


def own(path: Path, problems: list[Diagnostic]) -> list[Diagnostic]:
    """What is told at a file: what is wrong in another is told there."""
    return [each for each in problems if each.span.source.name == str(path)]


def shown(each: Diagnostic) -> str:
    return f"{each.span} {each.code} {each.title}"
