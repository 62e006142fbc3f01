"""Components: pieces with their numbers, amounts, constants and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from rulelang import ir
from rulelang.engine.data import to_json
from rulelang.ir import types as t
from rulelang.ir.calls import reach
from rulelang.ir.types import bare
from rulelang.ir.walk import conjuncts, walk
from rulelang.present.english import is_run
from rulelang.program import Grid, PieceInstance, Records
from rulelang.program.boards import Board
from rulelang.rulebook.english import a, capital, listed, plain, plural, sentence, small, spans, title, words
from rulelang.rulebook.model import Block, Item, Listing, Para, Pieces, Ref, Section, Table
from rulelang.rulebook.naming import Teller, anchor
from rulelang.rulebook.places import tracked_variables
from rulelang.rulebook.telling import noun
from rulelang.story.boards import spaces
from rulelang.syntax import nodes

MOST_DRAWN = 80  # more pieces than these are not drawn individually
WIDEST = 16  # letters on a piece


def components(tell: Teller) -> Section:
    """The pieces and how many there are for each number of players; then kind by kind."""
    blocks: list[Block] = []
    rows = [(*name_row(tell, kind), *totals(tell, kind)) for kind in tell.game.pieces]
    rows += [resource_row(tell, each) for each in tell.game.resources.values()]
    paths = spaces(tell.rules.program, tell.vocabulary)
    rows += [pawn_row(tell, name) for name in paths]
    if rows:
        blocks.append(Table(("", "", *player_heads(tell)), tuple(rows)))
    inside = [section for kind in tell.game.pieces.values() if (section := of_kind(tell, kind))]
    notes = [Item(group_text(tell, each), Ref(each.tags, each.span)) for each in tell.game.groups.values()]
    notes += [union_item(tell, each) for each in tell.rules.linked.declared(nodes.TypeAlias) if each.text]
    notes += [board_item(tell, each) for each in tell.game.boards.values()]
    notes += [path_item(tell, each) for each in {path.board.name: path.board for path in paths.values()}.values()]
    notes += markers(tell, [each for each in tracked_variables(tell) if each.name not in paths])
    texts = [each for name, each in tell.game.enums.items() if each.text and name not in tell.game.boards]
    notes += [enum_item(tell, each) for each in texts if not each.span.source.is_library]
    if notes:
        blocks.append(Listing(tuple(notes)))
    return Section("Components", "components", tuple(blocks), tuple(inside))


def player_heads(tell: Teller) -> tuple[str, ...]:
    counts = tell.rules.counts
    return tuple(f"{count} player{'s' if count > 1 else ''}" for count in counts)


def name_row(tell: Teller, kind: str) -> tuple[str, str]:
    """The name of a kind of piece, and what is on it."""
    declared = tell.game.pieces[kind]
    name = capital(plural(tell.piece((kind,))))
    fields = [field_text(tell, declared, at) for at in range(len(declared.fields))]
    if declared.rolls is not None:
        low, high = tell.rules.program.faces[kind]
        faces = by_name(tell, f"{kind}.{declared.rolls.name}", range(low, high + 1))
        fields.append(f"{words(declared.rolls.name)} {listed(faces)}, rolled")
    long = plain(small(declared.text)) if declared.text and len(declared.text.split()) > 2 else ""
    return f"**{name}**", "; ".join(each for each in (long, *fields) if each)


def field_text(tell: Teller, declared: ir.PieceType, at: int) -> str:
    """`color: red, blue, green`, with values for only some numbers of players in brackets."""
    field = declared.fields[at]
    if isinstance(field.type, t.Text | t.List) or declared.rows:
        return ""
    found: dict[Any, list[int]] = {}
    for count, program in tell.rules.programs.items():
        for value in dict.fromkeys(each.fields[at] for each in of_kind_in(program.pieces, declared.name)):
            found.setdefault(value, []).append(count)
    if isinstance(field.type, t.Int):
        groups: dict[tuple[int, ...], list[int]] = {}
        for value, counts in found.items():
            groups.setdefault(tuple(counts), []).append(value)
        key = f"{declared.name}.{field.name}"
        said = [name + only_with(tell, declared, at, counts)
                for counts, values in groups.items() for name in by_name(tell, key, sorted(values))]  # fmt: skip
    else:
        named = ((tell.value(value, field.type), counts) for value, counts in found.items())
        said = [name + only_with(tell, declared, at, counts) for name, counts in named]
    return f"{words(field.name)} {listed(said)}"


def by_name(tell: Teller, key: str, numbers: Iterable[int]) -> list[str]:
    """Numbers in order, consecutive ones as ranges; named ones by name: 2–10, jack (11), queen (12)."""
    said: list[str] = []
    for named, run in groupby(numbers, key=lambda number: tell.vocabulary.number(key, number).name != str(number)):
        if named:
            said += [f"{plain(tell.vocabulary.number(key, number).name)} ({number})" for number in run]
        else:
            several = list(run)
            said += [spans(several)] if is_run(several) else map(str, several)
    return said


def only_with(tell: Teller, declared: ir.PieceType, at: int, counts: Any) -> str:
    """A note that only some numbers of players have it; with “as set here” if the table may set it differently."""
    counts = list(counts)
    if len(counts) == len(tell.rules.counts):
        return ""
    here = ", as [the table sets it](#options) here" if is_up_to_the_table(tell, declared, at) else ""
    return f" (only with {spans(counts)} players{here})"


def is_up_to_the_table(tell: Teller, declared: ir.PieceType, at: int) -> bool:
    """Whether the declaration of a field reads an option, directly or through functions."""
    about = ir.Get(declared.locals[at].type, declared.span, declared.locals[at])
    parts = tuple(each for each in conjuncts(declared.condition) if about in walk(each))
    return any(isinstance(node, ir.Const) and node.name in tell.game.options for node in reach(tell.game, parts))


def of_kind_in(pieces: tuple[PieceInstance, ...], kind: str) -> list[PieceInstance]:
    return [each for each in pieces if each.kind == kind and not each.is_group]


def totals(tell: Teller, kind: str) -> tuple[str, ...]:
    return tuple(str(len(of_kind_in(program.pieces, kind))) for program in tell.rules.programs.values())


def resource_row(tell: Teller, each: ir.ResourceType) -> tuple[str, ...]:
    amounts = [str(program.resources[each.name].total) for program in tell.rules.programs.values()]
    return (f"**{capital(tell.resource(each.name))}**", plain(each.text), *amounts)


def group_text(tell: Teller, each: ir.GroupType) -> str:
    fields = listed([plain(tell.vocabulary.field_name(each.name, field.name)) for field in each.fields])
    about = f": {plain(small(each.text))}" if each.text else ""
    return sentence(f"**{title(each.name)}**{about} (noted: {fields})" if fields else f"**{title(each.name)}**{about}")


def union_item(tell: Teller, each: nodes.TypeAlias) -> Item:
    """`type Piece = Card | Die "they are used alike"`: the kinds it stands for, and the text."""
    kinds = next((names for names, name in tell.unions.items() if name == str(each.name)), ())
    either = f"{listed([a(tell.piece((kind,))) for kind in kinds], 'or')}; " if kinds else ""
    said = f"**{title(str(each.name))}** – {either}{plain(str(each.text))}"
    return Item(sentence(said), Ref(tags_of(each), each.span))


def markers(tell: Teller, tracked: list[ir.VarType]) -> list[Item]:
    """Markers for persons and facts, one by one; then numbers and anything else."""
    shown = [each for each in tracked if isinstance(bare(each.type), t.Bool | t.Seat)]
    written = [tell.variable(each.name) for each in tracked if each not in shown]
    told = [Item(marker(tell, each), Ref(each.tags, each.span)) for each in shown]
    told += [Item(sentence(f"{'also: ' if told else ''}{listed(written)}"))] if written else []
    for_what = "**Markers**, or pen and paper, for what there is [to keep track of](#marks):"
    return [Item(for_what, inside=tuple(told))] if told else []


def marker(tell: Teller, each: ir.VarType) -> str:
    """`one for each player: hungry – their Appetite token shows its green side`."""
    seats = [index.kind == "Seat" for index in each.indexes]
    number = "one" if not seats else "one for each player" if seats == [True] else "several"
    about = f" – {plain(each.text)}" if each.text else ""
    return sentence(f"{number}: {tell.variable(each.name)}{about}")


SHAPES = {
    "square": "{columns} columns and {rows} rows of squares", "hex": "{columns} columns and {rows} rows of hexagons",
    "hexagon": "{size} hexagons, {columns} along each side", "path": "a path of {size} spaces",
    "ring": "a ring of {size} spaces", "spaces": "{size} spaces",
}  # fmt: skip


def board_item(tell: Teller, each: ir.BoardType) -> Item:
    """The parts of a board; for named spaces, also their connections."""
    board = tell.rules.program.boards[each.name]
    width, height = (noun(tell, size) if size is not None else "" for size in (each.width, each.height))
    said = SHAPES[each.shape].format(columns=width, rows=height, size=board.size)
    if each.shape == "spaces":
        names = [tell.member(each.name, name) for name in board.cells]
        pairs = [(name, [names[at - 1] for at in near]) for name, near in zip(names, board.links)]
        joined = [f"{name} with {listed(near)}" for name, near in pairs if near]
        said += f". Joined are {'; '.join(joined)}"
    about = f"{plain(each.text)}: " if each.text else ""
    return Item(sentence(f"**{title(each.name)}** – {about}{said}"), Ref(each.tags, each.span))


def pawn_row(tell: Teller, variable: str) -> tuple[str, ...]:
    """What stands for each player on a board."""
    name = capital(plural(tell.variable(variable)))
    return (f"**{name}**", "one for each player", *map(str, tell.rules.programs))


def path_item(tell: Teller, board: Board) -> Item:
    """A table whose rows are spaces, as a board to walk on."""
    table = tell.game.tables[board.name]
    said = f"**{title(board.name)}** – a path of {board.size} spaces; the table of this name says what is on them"
    return Item(sentence(said), Ref(table.tags, table.span))


def enum_item(tell: Teller, each: ir.EnumType) -> Item:
    names = [tell.member(each.name, member) for member in each.members]
    members = "" if all(name in each.text for name in names) else f": {listed(names, 'or')}"
    name = capital(tell.thing(t.Enum(each.name)))
    return Item(sentence(f"**{name}** – {plain(each.text)}{members}"), Ref((), each.span))


# ---------------------------------------------------------------- kind by kind


def of_kind(tell: Teller, kind: ir.PieceType) -> Section | None:
    """The rows of a kind, or its numbers of copies where they differ by value."""
    ref = Ref(kind.tags, kind.span)
    name = capital(plural(tell.piece((kind.name,))))
    here = anchor("piece", kind.name)
    pieces = pieces_of(tell, kind)
    if kind.rows:
        return Section(name, here, (*pieces, rows_of(tell, kind)), ref=ref)
    if len(kind.fields) == 1:
        counts = {count: copies(program, kind) for count, program in tell.rules.programs.items()}
        values = list(dict.fromkeys(value for each in counts.values() for value in each))
        if len({each[value] for each in counts.values() for value in values}) > 1:
            rows = tuple(
                (tell.value(value, kind.fields[0].type), *(str(each[value]) for each in counts.values()))
                for value in values
            )
            table = Table((words(kind.fields[0].name), *player_heads(tell)), rows)
            return Section(name, here, (*pieces, table, *absent(tell, kind, values)), ref=ref)
    each_text = copies_text(tell, kind)
    return Section(name, here, (Para(each_text, ref), *pieces), ref=Ref()) if kind.tags or each_text else None


def absent(tell: Teller, kind: ir.PieceType, there: list[Any]) -> tuple[Para, ...]:
    """What the rules mention but these settings leave out."""
    of = kind.fields[0].type
    names = tell.game.enums[of.name].members if isinstance(of, t.Enum) and of.name in tell.game.enums else ()
    missing = [tell.member(of.name, name) for at, name in enumerate(names, 1) if at not in there]  # type: ignore[attr-defined]
    if not missing:
        return ()
    without = f"there are no {plural(tell.piece((kind.name,)))} of the {words(kind.fields[0].name)}"
    return (Para(sentence(f"{without} {listed(missing, 'or')} with [what the table sets](#options) here")),)


def pieces_of(tell: Teller, kind: ir.PieceType) -> tuple[Pieces, ...]:
    """The pieces of a kind side by side, each look once; none if there are too many, or too much is on them."""
    program = list(tell.rules.programs.values())[-1]
    looks = list(dict.fromkeys(each.fields for each in of_kind_in(program.pieces, kind.name)))
    low, high = program.faces.get(kind.name, (0, 0)) if kind.rolls else (0, 0)
    named = [
        {field.name: to_json(program, value, field.type, str) for field, value in zip(kind.fields, fields)}
        | ({kind.rolls.name: face} if kind.rolls else {})
        for fields in looks
        for face in range(low, high + 1)
    ]
    found = [tell.vocabulary.piece(kind.name, each) for each in named]
    if not 1 < len(found) <= MOST_DRAWN or any(len(word.brief) > WIDEST for word in found):
        return ()
    faces = dict.fromkeys((plain(word.brief), plain(word.name), word.color) for word in found)
    return (Pieces(tuple(faces)),)


def copies_text(tell: Teller, kind: ir.PieceType) -> str:
    """The number of copies of each, if it is uniform."""
    found = {count: set(copies(program, kind).values()) for count, program in tell.rules.programs.items()}
    if not all(len(each) == 1 for each in found.values()):
        return ""
    values = {count: next(iter(each)) for count, each in found.items()}
    of = listed(["player" if isinstance(field.type, t.Seat) else words(field.name) for field in kind.fields])
    each = f" of each combination of {of}" if len(kind.fields) > 1 else f" for each {of}" if of == "player" else (
        f" of each {of}" if of else "")
    among = "among" if kind.home != "box" and tell.is_named_after_pieces(kind.home) else "in"
    home = f" They begin {among} the {tell.place(kind.home)}." if kind.home != "box" else ""
    return sentence(f"{'' if each else 'there are '}{tell.by_players(values, t.INT)}{each}") + home


def copies(program: Any, kind: ir.PieceType) -> Counter[Any]:
    return Counter(
        each.fields[0] if len(kind.fields) == 1 else each.fields for each in of_kind_in(program.pieces, kind.name)
    )


def rows_of(tell: Teller, kind: ir.PieceType) -> Table:
    """A kind declared by a table: one row per card, with copies if there are several."""
    program = tell.rules.program
    counted = Counter(each.fields for each in of_kind_in(program.pieces, kind.name))
    header = [words(field.name) for field in kind.fields]
    several = any(number != 1 for number in counted.values())
    rows = []
    for fields, number in counted.items():
        cells = [cell(tell, value, field.type) for value, field in zip(fields, kind.fields)]
        rows.append((*cells, *([str(number)] if several else [])))
    return Table((*header, *(["copies"] if several else [])), tuple(rows))


def cell(tell: Teller, value: Any, type_: t.Type) -> str:
    if value is None:
        return "–"
    if isinstance(type_, t.Text):
        return plain(str(value))
    if isinstance(value, tuple):
        return ", ".join(cell(tell, item, getattr(type_, "of", t.INT)) for item in value)
    return tell.value(value, type_)


# ---------------------------------------------------------------- constants and tables


def by_players(tell: Teller) -> Section:
    """The constants that depend on the number of players."""
    blocks: list[Block] = []
    for node in tell.rules.linked.declared(nodes.ConstByPlayers):
        names = [each for each in tell.game.constants.values() if each.by_players and inside(each, node)]
        rows = []
        for each in names:
            values = [program.constants[each.name] for program in tell.rules.programs.values()]
            said = plain(each.text) if each.text != str(node.text or "") else words(each.name)
            rows.append((capital(said), *(cell(tell, value, each.type) for value in values)))
        caption = plain(str(node.text or ""))
        blocks.append(Table(("", *player_heads(tell)), tuple(rows), caption, Ref(tags_of(node), node.span)))
    return Section("By number of players", "by-players", tuple(blocks))


def inside(each: ir.Constant, node: Any) -> bool:
    span = node.span
    return each.span.source.name == span.source.name and span.start <= each.span.start <= span.end


def tags_of(node: Any) -> tuple[str, ...]:
    return tuple(str(tag) for tag in getattr(node, "tags", ()))


def numbers(tell: Teller) -> Section:
    """The other constants with a text: numbers that a player may want to look up."""
    items = []
    for each in tell.game.constants.values():
        if each.text and not each.by_players and not each.span.source.is_library:
            values = {count: program.constants[each.name] for count, program in tell.rules.programs.items()}
            text = f"{plain(capital(each.text))}: **{tell.by_players(values, each.type)}**"
            items.append(Item(sentence(text), Ref(each.tags, each.span)))
    return Section("Numbers", "numbers", (Listing(tuple(items)),) if items else ())


def tables(tell: Teller) -> Section:
    """Every table of the game."""
    inside = []
    for each in tell.game.tables.values():
        block = records(tell, each) if each.columns else grid(tell, each)
        name = title(each.name)
        text = [Para(sentence(plain(each.text)))] if each.text else []
        inside.append(Section(name, anchor("table", each.name), (*text, block), ref=Ref(each.tags, each.span)))
    return Section("Tables", "tables", (), tuple(inside))


def records(tell: Teller, each: ir.TableType) -> Table:
    made = tell.rules.program.tables[each.name]
    assert isinstance(made, Records)
    header = tuple(plain(tell.vocabulary.field_name(each.name, column.name)) for column in each.columns)
    rows = tuple(tuple(cell(tell, value, column.type) for value, column in zip(row, each.columns)) for row in made.rows)
    return Table(header, rows)


def grid(tell: Teller, each: ir.TableType) -> Table:
    made = tell.rules.program.tables[each.name]
    assert isinstance(made, Grid)
    kinds = [t.Enum(index) if isinstance(index, str) and index in tell.game.enums else t.INT for index in each.indexes]
    keys = [tuple(value[0] for key in row if (value := tell.known.value(key))) for row in each.keys]
    if len(kinds) == 1:
        rows = [(tell.value(key[0], kinds[0]), cell(tell, made.cells.get(key), each.type)) for key in keys]
        index = each.indexes[0]
        return Table((words(index) if isinstance(index, str) else "", words(each.name)), tuple(rows))
    across = list(dict.fromkeys(key[1] for key in keys))
    down = list(dict.fromkeys(key[0] for key in keys))
    body = tuple(
        (tell.value(key, kinds[0]), *(cell(tell, made.cells.get((key, other)), each.type) for other in across))
        for key in down
    )
    return Table((axis(tell, each), *(tell.value(other, kinds[1]) for other in across)), body)


def axis(tell: Teller, each: ir.TableType) -> str:
    """The first cell of the header, as it is written."""
    for node in tell.rules.linked.declared(nodes.Grid):
        if str(node.name) == each.name:
            for line in node.span.text.splitlines()[1:]:
                if "|" in line:
                    return words(line.split("|")[1].strip())
    return ""
