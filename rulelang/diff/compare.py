"""Two forms of a game, compared declaration by declaration."""

from __future__ import annotations

from rulelang.diff import data, rules
from rulelang.diff.looks import looks
from rulelang.diff.model import Change, Difference, Side

PARTS = (
    data.players, data.options, data.constants, data.enums, data.tables, data.pieces, data.places,
    rules.functions, rules.instances, rules.phases, rules.menus, rules.scores, rules.endings, rules.around, looks,
    rules.tests,
)  # fmt: skip


def compare(before: Side, after: Side) -> Difference:
    """All differences. Written changes come before their consequences, tests come last."""
    changes = [change for part in PARTS for change in part(before, after)]
    changes.sort(key=lambda change: (change.sort == "test", change.follows))
    mods = [head for head in after.linked.mods if str(head.title) not in [str(old.title) for old in before.linked.mods]]
    active = [name for name in after.linked.active if name not in before.linked.active]
    texts = [str(head.text) for head in mods if head.text] + [after.game.variants[name] for name in active]
    extra = [*active, *(f"{name} = {value}" for name, value in after.options.items())]
    title = " + ".join(str(head.title) for head in mods) or after.game.title
    title += f" with {', '.join(extra)}" if extra else ""
    return Difference(before.game.title, title, " ".join(texts), tuple(drop_repeats(changes)))


def drop_repeats(changes: list[Change]) -> list[Change]:
    """Drop changes that are told already in the same words."""
    seen: dict[tuple[str, str], Change] = {}
    for change in changes:
        seen.setdefault((change.sort, change.text), change)
    return list(seen.values())
