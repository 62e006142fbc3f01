"""The grammar as parse tables: what the parser does in each state, made by Lark and cached in a file.

Lark takes seconds to compute the tables from `grammar/rulelang.lark`, so they are computed once: when the package is
built (`tables.bin` beside this file), or else at the first run. A working copy of the repository caches them beside
this file too, as Python does with compiled modules; an installed package without them in the user's cache folder. A
cached file is used only if its key matches the grammar. The file is the same for every Python and every machine, and
contains numbers and words, nothing that runs.

    rows[state]     symbol -> state to go to, or ~rule to reduce by
    rules[rule]     (name, length, result, arguments), see `recipe`

The build of the package loads this module by its path: it imports nothing from rulelang, except to cache tables for a
user.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from array import array
from contextlib import suppress
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "rulelang tables 2"
SHIPPED = Path(__file__).with_name("tables.bin")
PACKAGED = Path(__file__).resolve().parents[1] / "grammar" / "rulelang.lark"
BLOCK_TOKENS = ("_NL", "_INDENT", "_DEDENT")
# Phrases that only say what a line is, as a keyword does. Lark keeps them, since they are patterns.
SILENT = {
    "AT_MOST", "MAY_CHOOSE", "MAY_NOT", "CANNOT_SEE", "CONST_BY_PLAYERS", "END_WHEN", "END_AFTER", "END_GAME", "CHANCE",
    "OTHERS",
}  # fmt: skip

Row = dict[str, int]
Recipe = tuple[str, int, str, tuple[int, ...]]


class Tables(NamedTuple):
    """All that the parser knows about the grammar."""

    start: int
    end: int
    rows: list[Row]
    rules: list[Recipe]
    words: dict[str, str]  # keyword -> terminal
    signs: dict[str, str]  # operator or bracket -> terminal
    patterns: dict[str, str]  # terminal -> regular expression


def load() -> Tables:
    """The tables: shipped with the package, cached by an earlier run, or computed and cached now."""
    grammar = grammar_text()
    key, kept = key_of(grammar), cache_path()
    found = read(SHIPPED, key) or (read(kept, key, mine_only=True) if kept else None)
    if found is None:
        found = make(grammar)
        if kept:
            write(kept, key, found)
    return found


def grammar_text() -> str:
    """The grammar in the package, or the repository's own when working in it."""
    return (repository_grammar() or PACKAGED).read_text(encoding="utf-8")


def repository_grammar() -> Path | None:
    """The grammar of the working copy that contains this module; None for an installed package."""
    own = Path(__file__).resolve().parents[2] / "grammar" / "rulelang.lark"
    return None if PACKAGED.is_file() or not own.is_file() else own


# ---------------------------------------------------------------- keeping


def key_of(grammar: str) -> bytes:
    """A 32-byte hash of what the tables depend on. Every Lark makes the same tables, and every Python reads the
    file.
    """
    return hashlib.sha256("\0".join((FORMAT, *sorted(SILENT), grammar)).encode()).digest()


def cache_path() -> Path | None:
    """Where tables that were not shipped are cached; None if there is no such folder."""
    folder = os.environ.get("RULELANG_CACHE")
    if folder:
        return Path(folder) / "tables.bin"
    if repository_grammar() and os.access(SHIPPED.parent, os.W_OK):
        return SHIPPED
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(base) / "rulelang" / "tables.bin"


def read(path: Path, key: bytes, mine_only: bool = False) -> Tables | None:
    """The tables in a file, if they have this key and, with `mine_only`, nobody else could have written them."""
    try:
        if not path.is_file():  # to open a pipe would block
            return None
        with open(path, "rb") as file:
            if mine_only and not is_mine(os.fstat(file.fileno())):
                return None
            return decode(file.read()) if file.read(len(key)) == key else None
    except (OSError, EOFError, ValueError, TypeError, IndexError, OverflowError):
        return None


def is_mine(status: os.stat_result) -> bool:
    """Whether a file belongs to the user, and only the user may change it. Windows stores this in another way."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def write(path: Path, key: bytes, tables: Tables) -> None:
    """Cache tables atomically; skip a folder that cannot be written to."""
    from rulelang.base.files import Unwritable, write_whole

    with suppress(OSError, Unwritable):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.is_file() or not path.exists():
            write_whole(path, pack(key, tables), mode=0o600)


def ship() -> None:
    """Put the tables beside this file, unless a working copy has made them there already."""
    grammar = grammar_text()
    if read(SHIPPED, key_of(grammar), mine_only=True) is None:
        SHIPPED.write_bytes(pack(key_of(grammar), make(grammar)))


def pack(key: bytes, tables: Tables) -> bytes:
    """Tables as the bytes of a file."""
    return key + encode(tables)


# There are many rows but few sets of symbols: the file has each set once, and a row is the number of its set and its
# actions. First comes a line of JSON with everything else, then the actions of all rows as little-endian 16-bit
# numbers.


def encode(tables: Tables) -> bytes:
    """Tables as bytes."""
    sets: dict[tuple[str, ...], int] = {}
    which = [sets.setdefault(tuple(row), len(sets)) for row in tables.rows]
    head = [list(sets), which, tables._replace(rows=[])]
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + numbers(chain(*map(dict.values, tables.rows)))


def numbers(steps: Any) -> bytes:
    """Numbers as 16-bit little-endian words; raises OverflowError if one does not fit."""
    words = array("h", steps)
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def decode(data: bytes) -> Tables:
    """Tables from bytes. Names are interned, so that lookups compare addresses."""
    head, _, rest = data.partition(b"\n")
    sets, which, (start, end, _, rules, words, signs, patterns) = json.loads(head)
    steps = array("h", rest)
    if sys.byteorder == "big":
        steps.byteswap()
    symbols = [tuple(map(sys.intern, names)) for names in sets]
    ends = list(accumulate(len(symbols[number]) for number in which))
    if ends[-1] != len(steps):
        raise ValueError("a row is not whole")
    values = steps.tolist()
    return Tables(
        start,
        end,
        [dict(zip(symbols[number], values[low:high])) for number, low, high in zip(which, [0, *ends], ends)],
        [(sys.intern(name), size, result, tuple(arguments)) for name, size, result, arguments in rules],
        {word: sys.intern(name) for word, name in words.items()},
        {sign: sys.intern(name) for sign, name in signs.items()},
        patterns,
    )


# ---------------------------------------------------------------- making


def make(grammar: str) -> Tables:
    """Let Lark read the grammar, and extract its parser's tables."""
    return tables_from_lark(lark_of(grammar))


def tables_from_lark(lark: Any) -> Tables:
    """The tables of a parser that Lark has built."""
    table = lark.parser.parser._parse_table
    number = {rule: index for index, rule in enumerate(lark.rules)}
    single = single_rules(lark.rules)
    found = {state: {name: step(acts[name], number) for name in sorted(acts)} for state, acts in table.states.items()}
    order = number_states(found, table.start_states["file"])
    return Tables(
        start=order[table.start_states["file"]],
        end=order[table.end_states["file"]],
        rows=[{sys.intern(name): order.get(act, act) for name, act in found[state].items()} for state in order],
        rules=[recipe(rule, single) for rule in lark.rules],
        words={t.pattern.value: t.name for t in lark.terminals if is_word(t)},
        signs=dict(sorted(pair for t in lark.terminals if not is_word(t) for pair in signs_of(t))),
        patterns={t.name: t.pattern.value for t in lark.terminals if t.pattern.type == "re"},
    )


def lark_of(grammar: str, **options: Any) -> Any:
    """The grammar as Lark's own parser, with its contextual lexer."""
    from lark import Lark
    from lark.indenter import Indenter

    class Blocks(Indenter):
        """Indentation as tokens. Each parse has its own levels, so one parser serves many threads."""

        NL_type, INDENT_type, DEDENT_type = BLOCK_TOKENS
        OPEN_PAREN_types, CLOSE_PAREN_types = ["LPAR", "LSQB"], ["RPAR", "RSQB"]
        tab_len = 4

        def process(self, stream: Any) -> Any:
            return type(self)()._process(stream)

    return Lark(grammar, parser="lalr", start="file", postlex=Blocks(), **options)


def step(action: Any, number: dict[Any, int]) -> int:
    """A shift as its target state, a reduction as the complement of its rule."""
    kind, target = action
    return target if kind.name == "Shift" else ~number[target]


def number_states(rows: dict[int, Row], start: int) -> dict[int, int]:
    """Number the states in the order of discovery: Lark numbers them differently in every run."""
    order = {start: 0}
    for state in (queue := [start]):
        new = [act for act in rows[state].values() if act >= 0 and act not in order]
        order.update({act: len(order) + at for at, act in enumerate(dict.fromkeys(new))})
        queue += dict.fromkeys(new)
    return order


def is_word(terminal: Any) -> bool:
    return terminal.pattern.type == "str" and terminal.pattern.value.isidentifier()


def signs_of(terminal: Any) -> list[tuple[str, str]]:
    """The literals of a terminal that is a sign, or a choice of signs such as `+=` or `-=`."""
    if terminal.pattern.type == "str":
        return [(terminal.pattern.value, terminal.name)]
    if terminal.name not in ("AUGMENT", "COMPARE"):
        return []
    choices = terminal.pattern.value.removeprefix("(?:").removesuffix(")").replace("\\", "")
    return [(sign, terminal.name) for sign in choices.split("|")]


def single_rules(rules: list[Any]) -> set[str]:
    """The rules like `_stmt` whose every alternative is one symbol: their value is that of the symbol."""
    hidden = {rule.origin.name for rule in rules if rule.origin.name.startswith("_")}
    several = {r.origin.name for r in rules if len(r.expansion) != 1 or r.expansion[0].is_term}
    single = hidden - several
    while True:
        lists = hidden - single
        wrong = {r.origin.name for r in rules if r.origin.name in single and r.expansion[0].name in lists}
        if not wrong:
            return single
        single -= wrong


def recipe(rule: Any, single: set[str]) -> Recipe:
    """How to build the value of a rule from those of its symbols.

    The result is the name of what is built, "" for a rule that passes on one value, or "*" for a rule whose values are
    spliced into the parent rule. An argument is the position of a symbol, -1 for an omitted one, or, below that, the
    complement, less one, of the position of a list to splice in.
    """
    name = rule.origin.name
    empty = rule.options.empty_indices or (False,) * len(rule.expansion)
    arguments: list[int] = []
    place = iter(range(len(rule.expansion)))
    for left_out in empty:
        if left_out:
            arguments.append(-1)
            continue
        at = next(place)
        symbol = rule.expansion[at]
        if symbol.name in SILENT or (symbol.is_term and symbol.filter_out and not rule.options.keep_all_tokens):
            continue
        spliced = not symbol.is_term and symbol.name.startswith("_") and symbol.name not in single
        arguments.append(-2 - at if spliced else at)
    passes = (rule.options.expand1 and not rule.alias) or name in single
    if passes and len(arguments) == 1 and arguments[0] >= 0:
        result = ""
    elif name.startswith("_"):
        result = "*"
    else:
        result = str(rule.alias or name)
    return sys.intern(str(name)), len(rule.expansion), result, tuple(arguments)
