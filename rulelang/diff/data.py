"""Differences in data: players, options, constants, enums, tables, pieces, zones and variables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from rulelang import ir
from rulelang.base.files import display_path
from rulelang.base.source import Span
from rulelang.diff.english import by_players, declaration_change, player_counts, same, source, text_of, title, was
from rulelang.diff.model import Change, Lines, Side, pairs
from rulelang.engine.data import to_json
from rulelang.present.english import article, capital, series
from rulelang.present.english import words_of as plain
from rulelang.program import PieceInstance, Program
from rulelang.syntax import nodes

MANY = 8  # looks of one kind; more are given as a number


def players(before: Side, after: Side) -> Iterator[Change]:
    old, new = before.game.players, after.game.players
    if old != new:
        text = f"For {player_counts(new)} (was: {player_counts(old)})"
        then, now = (Lines.of(side.linked.head.players.span) for side in (before, after))
        yield Change("players", "players", "changed", text, then, now)


def options(before: Side, after: Side) -> Iterator[Change]:
    for key, old, new in pairs(before.all(nodes.Option), after.all(nodes.Option)):
        if old is None or new is None:
            there = new if new is not None else old
            said = f"New option `{key}`: {text_of(new)}" if new is not None else f"Option `{key}` is gone"
            extra = f" (normally {source(new.default.span)})" if new is not None else f": {text_of(there)}"
            yield declaration_change("option", key, old, new, said + extra)
            continue
        label = title(key, new.text or old.text)
        then, now = values(before, key), values(after, key)
        if any(then.get(count) not in (None, value) for count, value in now.items()):
            follows = same(old.default, new.default) and key not in after.options
            shared = {count: value for count, value in now.items() if count in then}
            yield declaration_change("option", key, old, new, by_players(label, then, shared), follows)
        if source(old.type.span) != source(new.type.span):
            yield declaration_change(
                "option", key, old, new, was(f"{label}, what can be set", *pair(old.type, new.type))
            )


def pair(old: Any, new: Any) -> tuple[str, str]:
    return source(new.span), source(old.span)


def constants(before: Side, after: Side) -> Iterator[Change]:
    for key, old, new in pairs(before.game.constants, after.game.constants):
        if new is None or old is None:
            there = new or old
            assert there is not None
            said = by_players("", {}, values(after, key)).removeprefix(": ") if new else "no longer used"
            yield declaration_change("constant", key, old, new, f"{title(key, there.text)}: {said}")
            continue
        then, now = values(before, key), values(after, key)
        follows = same(old, new) and not new.by_players
        if any(then.get(count) != value for count, value in now.items() if count in then or not follows):
            counts = {count: value for count, value in now.items() if count in then or not follows}
            yield declaration_change(
                "constant", key, old, new, by_players(title(key, new.text or old.text), then, counts), follows
            )


def values(side: Side, name: str) -> dict[int, str]:
    """The value of an option or constant for each number of players."""
    declared: ir.Option | ir.Constant = side.game.options.get(name) or side.game.constants[name]
    found: dict[int, str] = {}
    for count, program in side.programs.items():
        value = to_json(program, program.constants[name], declared.type, str)
        found[count] = side.vocabulary.value(declared.type, value).name
    return found


def enums(before: Side, after: Side) -> Iterator[Change]:
    olds, news = before.all(nodes.Enum), after.all(nodes.Enum)
    for key, new in news.items():
        old = olds.get(key)
        then = [str(member) for member in old.members] if old is not None else []
        fresh = [plain(str(member)) for member in new.members if str(member) not in then]
        gone = [plain(member) for member in then if member not in map(str, new.members)]
        if old is None:
            yield declaration_change("enum", key, None, new, f"New: {plain(key)} ({series(fresh)})")
        elif fresh or gone:
            said = [f"new {plain(key)}: {series(fresh)}"] * bool(fresh)
            said += [f"no longer {article(plain(key))} {plain(key)}: {series(gone)}"] * bool(gone)
            member = [each for each in new.members if str(each) not in then]
            lines = line_of(member[0].span) if member else None
            yield Change("enum", key, "changed", capital("; ".join(said)), None, lines)


# ---------------------------------------------------------------- tables


def tables(before: Side, after: Side) -> Iterator[Change]:
    olds, news = before.game.tables, after.game.tables
    for key, new in news.items():
        label = title(key, new.text)
        if key not in olds:
            yield declaration_change("table", key, None, new, f"New table: {label}")
            continue
        then, now = cells(olds[key]), cells(new)
        for row in now:
            if row not in then:
                listing = ", ".join(f"{column}: {text}".removeprefix(": ") for column, (text, _) in now[row].items())
                yield Change("table", key, "added", f"{label}, new row {row}: {listing}", None, lines_at(now[row]))
                continue
            changed = [column for column in now[row] if then[row].get(column, ("",))[0] != now[row][column][0]]
            said = [
                f"{column} {now[row][column][0]} (was {then[row][column][0]})" if column in then[row]
                else f"{column} {now[row][column][0]}"
                for column in changed
            ]  # fmt: skip
            if said:
                old = lines_at(then[row])
                yield Change("table", key, "changed", f"{label}, {row}: {', '.join(said)}", old, lines_at(now[row]))
        for row in then:
            if row not in now:
                yield Change("table", key, "removed", f"{label}: no row {row} any more", lines_at(then[row]), None)


Cells = dict[str, dict[str, tuple[str, Any]]]


def cells(table: ir.TableType) -> Cells:
    """The cells of a table as written, by row and column."""
    found: Cells = {}
    if table.columns:
        for row in table.rows:
            names = [column.name for column in table.columns[1:]]
            found[row[0].span.text] = {name: (cell.span.text, cell.span) for name, cell in zip(names, row[1:])}
        return found
    for keys, cell in zip(table.keys, table.cells):
        first, *second = [key.span.text for key in keys]
        text = cell.span.text if cell is not None else "-"
        place = cell.span if cell is not None else keys[0].span
        found.setdefault(first, {})[second[0] if second else ""] = (text, place)
    return found


def lines_at(row: dict[str, tuple[str, Any]]) -> Lines | None:
    """The line of a row."""
    places = [place for _, place in row.values()]
    return line_of(places[0]) if places else None


def line_of(span: Span) -> Lines:
    """The whole line that contains a span."""
    return Lines(display_path(span.source.name), span.line, (span.source.line(span.line).strip(),))


# ---------------------------------------------------------------- pieces


def pieces(before: Side, after: Side) -> Iterator[Change]:
    """How many of each there are, for each number of players."""
    then, now = stocks(before, after), stocks(after, after)
    for kind in {**before.game.pieces, **after.game.pieces}:
        olds = {count: looks[kind] for count, looks in then.items()}
        news = {count: looks[kind] for count, looks in now.items()}
        old_node, new_node = before.nodes.get(kind), after.nodes.get(kind)
        follows = same(old_node, new_node)
        changed = {
            look: None
            for count in news
            for look in {**olds.get(count, {}), **news[count]}
            if count in olds and olds[count].get(look, 0) != news[count].get(look, 0)
        }
        if (old_node is None) != (new_node is None):  # pieces of the library have no node on either side
            totals = {count: str(sum(looks.values())) for count, looks in (news if new_node else olds).items()}
            several = (after if new_node is not None else before).vocabulary.kind(kind).plural
            head = f"{'New' if new_node is not None else 'Gone'}: {several}"
            yield declaration_change("piece", kind, old_node, new_node, by_players(head, {}, totals))
        elif 0 < len(changed) <= MANY:
            for look in changed:
                was_there = any(look in looks for looks in olds.values())
                then_, now_ = (
                    {c: str(looks.get(look, 0)) for c, looks in side.items() if c in olds} for side in (olds, news)
                )
                text = by_players(capital(look), then_, now_) if was_there else by_players(f"New: {look}", {}, now_)
                yield declaration_change("piece", look, old_node, new_node, text, follows)
        elif changed:
            totals_ = [{c: str(sum(each.values())) for c, each in side.items() if c in olds} for side in (olds, news)]
            several = capital(after.vocabulary.kind(kind).plural)
            yield declaration_change("piece", kind, old_node, new_node, by_players(several, *totals_), follows)


def stocks(side: Side, after: Side) -> dict[int, dict[str, Counter[str]]]:
    """For each number of players and kind: every look with its number of pieces, in the words of the new side; the face
    of a die does not count.
    """
    names: dict[tuple[Any, ...], str] = {}  # most tables have the same looks
    members: dict[str, tuple[str, ...]] = {}
    found: dict[int, dict[str, Counter[str]]] = {}
    for count, program in side.programs.items():
        if program.members != members:  # the cells of a board
            names, members = {}, program.members
        found[count] = defaultdict(Counter)
        for piece in program.pieces:
            if piece.kind in program.game.pieces:
                look = (piece.kind, *piece.fields)
                if look not in names:
                    names[look] = piece_name(side, after, program, piece)
                found[count][piece.kind][names[look]] += 1
    return found


def piece_name(side: Side, after: Side, program: Program, piece: PieceInstance) -> str:
    """`king of hearts`, `blue 3 card`: its face, and its kind if the face does not show it."""
    declared = side.game.pieces[piece.kind]
    vocabulary = (after if piece.kind in after.game.pieces else side).vocabulary
    fields = {
        field.name: to_json(program, value, field.type, str) for field, value in zip(declared.fields, piece.fields)
    }
    name, kind = vocabulary.piece(piece.kind, fields).name, vocabulary.kind(piece.kind).name
    return name if kind in name or vocabulary.look(piece.kind).face else f"{name} {kind}"


# ---------------------------------------------------------------- places and variables


def places(before: Side, after: Side) -> Iterator[Change]:
    kinds = (nodes.Zone, nodes.Var, nodes.Resource)
    for key, old, new in pairs(before.all(*kinds), after.all(*kinds)):
        if old is None or new is None:
            there = new if new is not None else old
            text = f": {text_of(there)}" if text_of(there) else ""
            yield declaration_change("place", key, old, new, f"{'New' if old is None else 'Gone'}: {plain(key)}{text}")
        elif source(old.span) != source(new.span):
            label = capital(plain(key))
            sights = [str(getattr(node, "sight", None) or "open") for node in (new, old)]
            said = was(label, *sights) if sights[0] != sights[1] else f"{label} is declared anew"
            yield declaration_change("place", key, old, new, said)
