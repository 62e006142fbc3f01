"""Looks: does the thing exist, and can it have these attributes?

A game can be played whatever is wrong with a look, so all findings are warnings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulelang import ir
from rulelang.base.source import LIBRARY
from rulelang.check.environment import Context, World
from rulelang.diagnostics import nearest
from rulelang.ir import types as t
from rulelang.ir.appearance import COLORS
from rulelang.ir.walk import walk
from rulelang.syntax import nodes
from rulelang.syntax.scan import HOLE

# kind of thing: the attributes of its look
NAMED = ("name", "plural")
SHOWN = (*NAMED, "short", "sign", "color")
ALLOWED: dict[str, tuple[str, ...]] = {
    "seat":     (),
    "enum":     NAMED,
    "piece":    (*SHOWN, "face"),
    "group":    (*SHOWN, "face"),
    "field":    (*SHOWN, "bookkeeping"),
    "column":   NAMED,
    "zone":     (*SHOWN, "says", "during", "bookkeeping"),
    "var":      (*SHOWN, "says", "during", "bookkeeping"),
    "resource": SHOWN,
    "choice":   ("name", "says"),
    "table":    (*NAMED, "during"),
    "option":   NAMED,
    "const":    NAMED,
    **dict.fromkeys(("phase", "step", "menu", "score", "instance"), ("name", "bookkeeping")),
}  # fmt: skip
WORDS = {"seat": "a seat", "enum": "an enum", "option": "an option", "instance": "a mechanism"}


def looks(ctx: Context, declared: Iterable[nodes.Look]) -> dict[str, ir.Appearance]:
    """The looks of a game, by the name of the thing."""
    ctx.world.chosen = choices(ctx.world)
    return {str(node.name): made for node in declared if (made := look(ctx, node)) is not None}


def look(ctx: Context, node: nodes.Look) -> ir.Appearance | None:
    name = str(node.name)
    kind = kind_of(ctx, name)
    if kind is None:
        unknown(ctx, node.name, [*ctx.world.symbols, *ctx.world.enums, "Seat"])
        return None
    made = read(ctx, node, WORDS.get(kind, f"a {kind}"), ALLOWED[kind])
    check_holes(ctx, node, holes_of(ctx, name, kind))
    keys = keys_of(ctx, name, kind)
    rows = {}
    for row in node.rows:
        if isinstance(row, nodes.LookRow):
            key = row.key.name if isinstance(row.key, nodes.Name) else row.key.span.text
            check_row(ctx, node, row, str(key), keys)
            number = isinstance(row.key, nodes.Number | nodes.Negative)
            rows[int(key) if number else str(key)] = read(ctx, row, f"`{key}`", SHOWN)
    return attrs.evolve(made, rows=rows)


def read(ctx: Context, node: Any, what: str, allowed: tuple[str, ...]) -> ir.Appearance:
    """The parts of a look or of a row, without those that it cannot have."""
    parts: dict[str, Any] = {}
    if node.text is not None:
        parts["name"] = (node.text.span, str(node.text))
    for part in node.parts:
        parts.update(read_part(ctx, part))
    for word, (span, _) in parts.items():
        if word not in allowed:
            can = ", ".join(f"`{each}`" if each != "name" else "a name" for each in allowed) or "rows only"
            ctx.report("R421", span, what=what, part=word, can=can)
    return ir.Appearance(**{word: value for word, (_, value) in parts.items() if word in allowed})


def read_part(ctx: Context, part: nodes.LookPart) -> dict[str, Any]:
    if isinstance(part, nodes.LookText):
        return {str(part.word.name): (part.span, str(part.text))}
    if isinstance(part, nodes.LookDuring):
        known = {*ctx.world.procs, *(s.name for s in ctx.world.symbols.values() if s.kind == "instance")}
        for proc in part.procs:
            if str(proc) not in known:
                unknown(ctx, proc, known, "Name a phase or a mechanism.")
        return {"during": (part.span, tuple(map(str, part.procs)))}
    if isinstance(part, nodes.LookColor):
        if str(part.color) not in COLORS:
            close = nearest(part.color, list(COLORS))
            ctx.report("R423", part.color.span, name=part.color, help=f"did you mean `{close}`?" if close else "")
            return {}
        return {"color": (part.span, str(part.color))}
    return {"bookkeeping": (part.span, True)}


def unknown(ctx: Context, name: nodes.Word, candidates: Iterable[str], otherwise: str = "") -> None:
    if not ctx.world.is_lost(str(name)):
        close = nearest(name, [str(each) for each in candidates])
        ctx.report("R420", name.span, name=name, help=f"did you mean `{close}`?" if close else otherwise)


# ---------------------------------------------------------------- what there is


def kind_of(ctx: Context, name: str) -> str | None:
    """The kind of thing that a look is for; None if nothing has that name."""
    world = ctx.world
    head, _, field = name.partition(".")
    if name == "Seat":
        return "seat"
    if field in fields_of(ctx, head):
        return "field"
    if head in world.tables and field in {column.name for column in world.tables[head].columns}:
        return "column"
    for kind, known in (("enum", world.enums), ("var", world.vars), ("zone", world.zones)):
        if name in known:
            return kind
    if field:
        return "choice" if name in world.chosen else None
    found = world.symbols.get(name)
    return found.kind if found is not None and found.kind in ALLOWED else None


def choices(world: World) -> dict[str, list[ir.Local]]:
    """What is chosen in phases, steps and actions of menus: see `World.chosen`."""
    bodies = [(proc.name, proc.body) for proc in world.procs.values()]
    for menu in world.menus.values():
        bodies += [(f"{menu.name}.{action.name}", action.body) for action in menu.actions]
    found: dict[str, list[ir.Local]] = {}
    for name, body in bodies:
        for stmt in walk(body):
            if isinstance(stmt, ir.Choose | ir.EachChooses):
                local = stmt.asking.local
                found.setdefault(f"{name}.{local.name}", []).append(local)
    return found


def fields_of(ctx: Context, kind: str) -> dict[str, ir.FieldType]:
    """The fields of a kind of piece, or of a group."""
    piece = ctx.world.pieces.get(kind)
    if piece is not None:
        return {field.name: field for field in piece.all_fields}
    group = ctx.world.groups.get(kind)
    return {field.name: field for field in group.fields} if group is not None else {}


def keys_of(ctx: Context, name: str, kind: str) -> set[str] | None:
    """The allowed keys of rows; None: any number."""
    world = ctx.world
    if name in world.enums:
        return set(world.enums[name].members)
    if kind == "seat":
        return {f"P{seat}" for seat in range(1, world.most + 1)}
    if kind == "resource":
        return {"bank", *world.resources[name].pots}
    return None if kind in ("field", "var", "option", "const") else set()


def check_row(ctx: Context, node: nodes.Look, row: nodes.LookRow, key: str, keys: set[str] | None) -> None:
    """A row must name something that exists. What a mod has removed may keep its look."""
    enum = ctx.world.enums.get(str(node.name))
    sources = {row.span.source.name} | ({enum.span.source.name} if enum is not None else set())
    changed = len([name for name in sources if not name.startswith(LIBRARY)]) > 1
    if (keys is None and isinstance(row.key, nodes.Name)) or (keys is not None and key not in keys and not changed):
        close = nearest(key, list(keys or ()))
        ctx.report("R422", row.key.span, look=node.name, name=key, help=f"did you mean `{close}`?" if close else "")


# ---------------------------------------------------------------- holes


def holes_of(ctx: Context, name: str, kind: str) -> set[str]:
    """The allowed holes in the texts of a look."""
    if kind in ("piece", "group"):
        return set(fields_of(ctx, name))
    if kind == "zone":
        return set[str]().union(*(fields_of(ctx, each) for each in kinds_in(ctx, name)))
    if kind == "choice":
        return {"seat", "value"}
    if kind == "var":
        return {"value", *(index.kind.lower() for index in ctx.world.vars[name].indexes if index.kind)}
    return set()


def kinds_in(ctx: Context, zone: str) -> tuple[str, ...]:
    """The kinds of piece that a zone may have in it."""
    of = ctx.world.zones[zone].of
    return of.names if isinstance(of, t.Piece) else ()


def check_holes(ctx: Context, node: nodes.Look, known: set[str]) -> None:
    for text in texts_of(node):
        for hole in HOLE.finditer(text):
            if hole[1] not in known:
                can = ", ".join(f"{{{each}}}" for each in sorted(known)) or "nothing"
                ctx.report("R424", text.span, hole=hole[1], can=can)
        mention_holes(ctx, str(node.name), text)


def mention_holes(ctx: Context, name: str, text: nodes.Word) -> None:
    """A hole names a field of the piece, or of the pieces in the zone, or an enum that indexes the variable."""
    var, owners = ctx.world.vars.get(name), kinds_in(ctx, name) if name in ctx.world.zones else (name,)
    kinds = {index.kind.lower(): index.kind for index in var.indexes if index.kind} if var is not None else {}
    for hole in HOLE.finditer(text.span.text):
        word = nodes.Word(hole[1], text.span.part(hole.start(1), hole.end(1)))
        kind = ctx.world.symbols.get(kinds.get(hole[1], ""))
        if kind is not None:
            ctx.world.mention(word, kind)
        else:
            for owner in owners:
                ctx.world.mention_part(owner, word)


def texts_of(node: Any) -> Iterator[nodes.Word]:
    """The texts of a look and of its rows."""
    if node.text is not None:
        yield node.text
    yield from (part.text for part in node.parts if isinstance(part, nodes.LookText))
    for row in getattr(node, "rows", ()):
        if isinstance(row, nodes.LookRow):
            yield from texts_of(row)
