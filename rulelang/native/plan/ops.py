"""The operations of a plan: the operands and result of each, how both languages spell it, and its properties.

Each row of the table is an operation; a plan contains no others. Operands and results have one of the representations
in `nodes`: `i` a number, `m` a mask, `l` a list, `t` a tuple; here also `s` for a number or a tuple, and `.` for
anything. `?` says that an operand is optional, `*` that the last one may be repeated.

A spelling has a hole for each operand, and `{data}`; in C it may also be the name of a runtime function. OWN means that
the operation has its own printer, CANNOT that a language does not support it.
"""

from __future__ import annotations

from types import NoneType
from typing import Any, Literal, TypeVar, get_origin, overload

from rulelang.native.plan.expressions import (
    Below,
    Bounds,
    Face,
    Fold,
    Node,
    Op,
    Part,
    Reference,
    Table,
    Trial,
    Turn,
)

D = TypeVar("D")
OWN, CANNOT = "", None
FACTS = ("free", "safe", "needs", "strict", "plain", "worth", "early", "number", "looks", "makes")
Spelling = str | None


OPS: dict[str, Op[Any]] = {}


@overload
def row(name: str, takes: str, python: Spelling, c: Spelling, facts: str = "") -> Op[None]: ...
@overload
def row(name: str, takes: str, python: Spelling, c: Spelling, facts: str = "", *, data: type[D]) -> Op[D]: ...
@overload
def row(
    name: str, takes: str, python: Spelling, c: Spelling, facts: str = "", *, data: type[D], none: Literal[True]
) -> Op[D | None]: ...
def row(
    name: str, takes: str, python: Spelling, c: Spelling, facts: str = "", *, data: Any = NoneType, none: bool = False
) -> Op[Any]:
    """A row: `takes` is operands and result, `facts` what is true of it; `none`: what is known of it may be none."""
    operands, _, rep = takes.partition("→")
    known = facts.split()
    assert set(known) <= set(FACTS) and name not in OPS, name
    classes = (get_origin(data) or data, *[NoneType] * none)
    OPS[name] = Op(name, operands, rep, python, c, classes, *(fact in known for fact in FACTS))
    return OPS[name]


# ---------------------------------------------------------------- what is known, and the state

NUM = row("num", "→i", OWN, OWN, "free safe early", data=int, none=True)
GET = row("get", "→.", OWN, OWN, "free safe early", data=str)
CONST = row("const", "→l", OWN, OWN, "free safe", data=tuple[Any, ...])
MCONST = row("mconst", "→m", OWN, OWN, "free safe early", data=int)
TAB = row("tab", "i→.", OWN, OWN, "worth early", data=Table)
MTAB = row("mtab", "i→m", OWN, OWN, "worth early", data=Table)
RANKED = row("ranked", "i→i", OWN, OWN, "safe worth early number", data=tuple[int, ...])
MPICK = row("mpick", "i→m", OWN, OWN, "safe worth early", data=dict[int, int])
VAR = row("var", "i?→.", OWN, OWN, "safe worth early", data=str)
VARMAP = row("varmap", "→l", OWN, OWN, data=str)
ZONE = row("zone", "i→.", "Z[{0}]", OWN, "safe worth early")
ANYZONE = row("anyzone", "i→l", "lying({0})", "lying", "looks")
PLACE = row("place", "i→i", "place[{0}]", OWN, "early looks")
AMOUNT = row("amount", "i→i", OWN, OWN, "worth early", data=str)
HOLDER = row("holder", "i→i", "holder({0})", "holder", "needs looks", data=int)
FACE = row("face", "i→i", OWN, OWN, "worth early", data=Face)
FACEMASK = row("facemask", "i→m", OWN, OWN, "safe worth early", data=str)
ROLLED = row("rolled", "m→m", OWN, "rolled", "worth early")
GROUPFIELD = row("groupfield", "i→i", "G[{0}][{data}]", OWN, "early looks", data=int)
OFFERING = row("offering", "→i", "OPTIONS", OWN, "safe")  # does this game count offers?
MENUSIZE = row("menusize", "→i", OWN, OWN, "looks", data=Reference)

# ---------------------------------------------------------------- numbers

NEG = row("neg", "i→i", "(-{0})", "(-{0})", "needs worth early number")
ADD = row("add", "ii→i", "({0} + {1})", "({0} + {1})", "safe needs strict plain worth early number")
SUB = row("sub", "ii→i", "({0} - {1})", "({0} - {1})", "safe needs strict plain worth early number")
MUL = row("mul", "ii→i", "({0} * {1})", "({0} * {1})", "needs strict plain worth early number")
DIV = row("div", "ii→i", "({0} // {1})", "floor_div", "needs strict worth number")
MOD = row("mod", "ii→i", "({0} % {1})", "floor_mod", "needs strict worth number")
FIT = row("fit", "i→i", "fit({0})", OWN, "worth early")
WITHIN = row("within", "i→i", OWN, OWN, "worth early", data=Bounds)
AROUND = row("around", "i→i", OWN, OWN, "worth early", data=Turn)
EQ = row("eq", "ss→i", "({0} == {1})", "({0} == {1})", "safe strict plain worth early")
NE = row("ne", "ss→i", "({0} != {1})", "({0} != {1})", "safe strict plain worth early")
LT = row("lt", "ss→i", "({0} < {1})", "({0} < {1})", "safe needs strict plain worth early")
LE = row("le", "ss→i", "({0} <= {1})", "({0} <= {1})", "safe needs strict plain worth early")
GT = row("gt", "ss→i", "({0} > {1})", "({0} > {1})", "safe needs strict plain worth early")
GE = row("ge", "ss→i", "({0} >= {1})", "({0} >= {1})", "safe needs strict plain worth early")
BETWEEN = row("between", "sss→i", "({1} <= {0} <= {2})", OWN, "worth")

# ---------------------------------------------------------------- conditions, names, functions

AND = row("and", "ii→i", "({0} and {1})", OWN, "safe plain worth early")
OR = row("or", "ii→i", "({0} or {1})", OWN, "safe plain worth early")
NOT = row("not", "i→i", "(not {0})", "(!{0})", "safe plain worth early")
ISNONE = row("isnone", ".→i", "({0} is None)", "({0} == NONE)", "safe plain worth early")
NEED = row("need", ".→.", "need({0})", "need", "early")
BAIL = row("bail", "→i", "bail()", "bail", "early")
DEFAULT = row("default", "..→.", "default({0}, lambda: {1})", OWN)
IF = row("if", "i..→.", OWN, OWN, "safe plain worth early")
LET = row("let", "..→.", "(lambda {data}: {1})({0})", OWN, data=str)
CALL = row("call", ".*→.", OWN, OWN, data=str)
GIVEN = row("given", ".→.", CANNOT, OWN, "plain worth early")
AFTER = row("after", ".*→.", OWN, OWN, "looks", data=Trial)
TUPLE = row("tuple", ".*→t", OWN, OWN, "worth early")
PART = row("part", "t→.", OWN, OWN, "worth", data=Part)

# ---------------------------------------------------------------- masks

MAND = row("mand", "mm→m", "({0} & {1})", "m_and", "safe plain worth early")
MOR = row("mor", "mm→m", "({0} | {1})", "m_or", "safe plain worth early")
MANDNOT = row("mandnot", "mm→m", "({0} & ~{1})", "m_andnot", "safe plain worth early")
MNOT = row("mnot", "m→m", "(~{0})", "m_not", "safe plain worth early")
MBIT = row("mbit", "i→m", "BIT[{0}]", OWN, "worth early")
MUPTO = row("mupto", "i→m", OWN, OWN, "safe needs worth early", data=Below)
MLOW = row("mlow", "mi→m", "low_pieces({0}, {1})", OWN, "early")
BIT = row("bit", "mi→i", "({0} >> {1} & 1)", "m_has", "plain worth early")
MERGE = row("merge", ".→.", OWN, OWN, "early looks", data=list[Node], none=True)
IDS = row("ids", "m→l", "ids({0})", "ids", "makes")

# ---------------------------------------------------------------- lists

LIST = row("list", ".*→l", OWN, OWN)
EACH = row("each", ".*→.", OWN, OWN, data=Fold)
COUNT = row("count", ".→i", OWN, OWN, "safe plain worth early number")
EMPTY = row("empty", ".→i", "(not {0})", OWN, "safe plain worth early")
INLIST = row("inlist", ".l→i", "({0} in {1})", OWN)
AT = row("at", "li→.", "at({0}, {1}, {data})", "l_at({0}, {1}, {data})", data=int)
FIRST = row("first", ".→.", OWN, OWN, "early")
LAST = row("last", ".→.", OWN, OWN, "early")
ONLY = row("only", ".→.", OWN, OWN, "worth early")
FIRST_OR_NONE = row("first_or_none", ".→.", OWN, OWN, "early")
LAST_OR_NONE = row("last_or_none", ".→.", OWN, OWN, "early")
ONLY_OR_NONE = row("only_or_none", "m→.", "ID_OF.get({0})", CANNOT, "worth")
RANGE = row("range", "ii→l", "tuple(upto({0}, {1}))", "span", "needs makes")
JOIN = row("join", "ll→l", "({0} + {1})", "join", "makes")
WITHOUT = row("without", "ll→l", "without({0}, {1})", OWN)
TAKE = row("take", "li→l", "{0}[:max({1}, 0)]", OWN)
REVERSE = row("reverse", "l→l", "{0}[::-1]", "reverse", "makes")
DISTINCT = row("distinct", "l→l", "tuple(dict.fromkeys({0}))", OWN, data=bool, none=True)
SUBSETS = row("subsets", "ll→l", OWN, OWN, "looks", data=bool)
BAGS = row("bags", "ll→l", "bags({0}, {1})", "multisets", "makes")
PERMUTATIONS = row("permutations", "l→l", "orders({0})", "permutations", "makes")
ONE = row("one", ".→l", "({0},)", OWN)
ONLY_IF = row("only_if", "il→l", "({1} if {0} else ())", OWN)
SOME = row("some", "mii→l", "some_of({0}, {1}, {2})", OWN)
SUM = row("sum", "l→i", "sum({0})", "l_sum", "number")
MIN = row("min", "l→i", "min({0})", "l_min")
MAX = row("max", "l→i", "max({0})", "l_max")
ANY = row("any", "l→i", "any({0})", "l_any")
ALL = row("all", "l→i", "all({0})", "l_all")
SAMELIST = row("samelist", "ll→i", "({0} == {1})", OWN)
SAMEBAG = row("samebag", "ll→i", "samebag({0}, {1})", OWN, "looks")
ALIKE = row("alike", "ii→i", "alike({0}, {1})", "alike", "looks")
CONNECTED = row("connected", "ll→l", OWN, OWN, data=tuple[tuple[int, ...], ...])
LONGEST_LINE = row("longest_line", "l→i", OWN, OWN, "number", data=tuple[tuple[int, ...], ...])
LOOKS = row("looks", "l→l", "by_looks({0})", OWN, "looks")
