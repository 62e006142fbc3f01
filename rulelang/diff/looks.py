"""Differences in names and looks: new, removed or changed ones."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diff.english import declaration_change
from rulelang.diff.model import Change, Side
from rulelang.ir.appearance import Appearance
from rulelang.present.english import capital, series, words_of

# part of a look: how it is told
PARTS = {
    "name": "called “{}”", "plural": "several are “{}”", "face": "a piece is called “{}”", "short": "in short “{}”",
    "sign": "sign {}", "color": "color {}", "says": "told as “{}”", "during": "shown during {}",
}  # fmt: skip
NOTHING = Appearance()


def looks(before: Side, after: Side) -> Iterator[Change]:
    olds, news = before.game.looks, after.game.looks
    for key in {**olds, **news}:
        old, new = (side.nodes.get(f"look {key}") for side in (before, after))
        for name, then, now in rows(key, olds.get(key, NOTHING), news.get(key, NOTHING)):
            said = "; ".join(describe_look(then, now))
            if said:
                yield declaration_change("look", name, old, new, f"{capital(words_of(name))}: {said}")


def rows(key: str, old: Appearance, new: Appearance) -> Iterator[tuple[str, Appearance, Appearance]]:
    """A look and those of its rows, before and after."""
    yield key, old, new
    for row in {**old.rows, **new.rows}:
        name = f"{words_of(key)} {row}" if isinstance(row, int) else row
        yield name, old.rows.get(row, NOTHING), new.rows.get(row, NOTHING)


def describe_look(old: Appearance, new: Appearance) -> Iterator[str]:
    """Each part that has changed."""
    for part, form in PARTS.items():
        then, now = (plain(getattr(look, part)) for look in (old, new))
        if now != then:
            was = f" (was {then})" if now and then else ""
            yield f"{'' if now else 'no longer '}{form.format(now or then)}{was}"
    if old.bookkeeping != new.bookkeeping:
        yield "no longer shown to players" if new.bookkeeping else "shown to players"


def plain(part: str | tuple[str, ...]) -> str:
    return series(map(words_of, part)) if isinstance(part, tuple) else part
