"""Plan nodes that build lists, or iterate over them, as C."""

from __future__ import annotations

from contextlib import nullcontext

from rulelang.native.c import expr  # noqa: F401  the other printers
from rulelang.native.c.code import TYPES, Code, Printer, spell
from rulelang.native.c.expr import index, one_word
from rulelang.native.c.masks import words_of
from rulelang.native.c.nesting import MADE, depth
from rulelang.native.passes.provenance import shaded_places
from rulelang.native.plan import ops
from rulelang.native.plan.expressions import Fold, NodeOf, Reference, is_op
from rulelang.native.plan.nodes import LIST, MASK, Node, clean, op, simple

WORD = 63  # cells of a board that is kept in a word, with one to spare
MOST_PLACES = 4  # of alike pieces in one question


def list_items(code: Code, node: Node) -> str:
    items = [code.of(arg) for arg in node.args]
    name = code.temp("I", code.rt("fresh", str(len(items))))
    for at, item in enumerate(items, 1):
        code.line(f"mem[{name} + {at}] = {item};")
    return name


def deep(name: str, plain: str, type_: str = "I") -> Printer:
    """A function on lists, and the one that is told how deep the items of its last operand go."""

    def write(code: Code, node: Node) -> str:
        inner = max(depth(code.plan, arg) for arg in node.args[-1:]) - 1
        args = map(code.of, node.args)
        return code.temp(type_, code.rt(plain, *args) if inner < 1 else code.rt(name, *args, str(inner)))

    return write


def same(name: str) -> Printer:
    """Two lists compared, as deep as the deeper of them goes."""

    def write(code: Code, node: Node) -> str:
        deepest = max(depth(code.plan, arg) for arg in node.args)
        args = map(code.of, node.args)
        return code.temp("I", code.rt(name, *args, str(deepest)))

    return write


def by_looks(code: Code, node: Node) -> str:
    return code.temp("I", code.rt("by_looks", code.of(node.args[0]), str(depth(code.plan, node.args[0]))))


def merge(code: Code, node: NodeOf[list[Node] | None]) -> str:
    if node.rep == MASK:
        places = known_places(code, node)
        if places is None:
            return code.rt("merge", code.of(node.args[0]))
        code.merges = code.merges or bool(places)
        firsts = "m_not(twins)"
        for place in places:
            at = index(code, place, len(code.layout.program.zones))
            firsts = f"m_or({firsts}, {one_word(code.layout, place, f'first_in({at})')})"
        return f"m_and({code.of(node.args[0])}, {firsts})"
    return code.temp("I", code.rt("merge_list", code.of(node.args[0])))


def known_places(code: Code, node: Node) -> list[Node] | None:
    """The places where alike pieces of a set may lie, if only the first of each has to stay."""
    if not is_op(node, ops.MERGE) or node.rep != MASK:
        return None
    places = node.data if isinstance(node.data, list) else shaded_places(code.plan, node.args[0])
    if places is None or len(places) > MOST_PLACES or words_of(code.layout.count) > 2:
        return None  # longer masks are dearer to keep than to merge anew
    return places if all(map(is_cheap, places)) else None


def is_cheap(place: Node) -> bool:
    """May it be looked at although nobody may need it?"""
    inner = place.args[0] if place.op in (ops.ADD, ops.TAB) else place
    return inner.op in (ops.GET, ops.NUM)


def take_items(code: Code, node: Node) -> str:
    return f"m_take({code.of(node.args[0])}, {code.sure(node.args[1])})"


# ---------------------------------------------------------------- comprehensions


def each(code: Code, node: NodeOf[Fold]) -> str:
    kind, names = node.data
    *sources, condition, element, key = node.args
    result = begin_fold(code, kind, TYPES[node.rep])
    nest_loops(code, list(zip(names, sources)), (condition, element, key), kind, result)
    return finish_fold(code, kind, result, depth(code.plan, element))


def begin_fold(code: Code, kind: str, type_: str) -> str:
    """The result before the loop."""
    if kind in MADE:
        name = code.temp("I", "bp")
        if kind != "list":
            code.line(f"{code.local('I', f'{name}k')} = NONE;")
        return name
    if kind in BEST:
        name = code.temp("I", "NONE")
        code.line(f"{code.local('I', f'{name}k')} = NONE; (void){name}k;")
        return name
    start = {"all": "1", "empty": "1", "first": "NONE", "first_or_none": "NONE", "min": "NONE", "max": "NONE"}
    name = code.temp(type_, start.get(kind, "0"))
    if kind in STOPPING:
        code.line(f"{code.local('I', f'{name}d')} = 0; (void){name}d;")
    return name


STOPPING = ("any", "all", "empty", "first", "first_or_none")


def nest_loops(
    code: Code, loops: list[tuple[str, Node]], parts: tuple[Node, Node, Node], kind: str, result: str
) -> None:
    if not loops:
        inside(code, parts, kind, result)
        return
    (name, source), *rest = loops
    with code.loop(name, source):
        with nullcontext() if parts[1].rep == LIST and kind not in FOLDED else code.release_memory():
            nest_loops(code, rest, parts, kind, result)
        if kind in STOPPING:
            code.line(f"if ({result}d) break;")


def inside(code: Code, parts: tuple[Node, Node, Node], kind: str, result: str) -> None:
    """What happens for one combination of the binders."""
    condition, element, key = parts
    if element.rep == LIST and kind in (*MADE, "first", "first_or_none"):
        code.taken += 1
        mark = code.temp("I", "top")
        with code.block(f"if ({code.of(condition)})"):
            keep_item(code, element, key, kind, result, mark)
        code.line(f"else top = {mark};")
        return
    if is_op(condition, ops.NUM) and condition.data:
        fold_item(code, element, key, kind, result)
        return
    if kind == "any":  # one branch to foresee
        fold_item(code, op(ops.AND, condition, element), key, kind, result)
        return
    if kind == "list" and simple(element):
        code.line(f"{code.rt('push_if', code.of(condition), code.of(element))};")
        return
    with code.block(f"if ({code.of(condition)})"):
        fold_item(code, element, key, kind, result)


def keep_item(code: Code, element: Node, key: Node, kind: str, result: str, mark: str) -> None:
    """A list that is an item: what was taken to make it is given back, where it is not deep."""
    keyed = code.temp("I", code.sure(key)) if kind not in ("list", "first", "first_or_none") else ""
    item = code.temp("I", code.of(element))
    if depth(code.plan, element) == 1:
        item = code.temp("I", f"settled({item}, {mark})")
    if kind == "list":
        code.line(f"push({item});")
    elif keyed:
        code.line(f"push_by({result}, &{result}k, {keyed}, {item}, {BETTER[kind]});")
    else:
        code.line(f"{result} = {item}; {result}d = 1;")


BETTER = {"highest": "1", "lowest": "-1", "sorted": "0", "best_split": "0"}
FOLDED = ("count", "different", "empty", "sum", "sum_ck", "any", "all")


def fold_item(code: Code, element: Node, key: Node, kind: str, result: str) -> None:
    if kind == "count":
        code.line(f"{result}++;")
    elif kind == "different":
        code.line(f"{result} |= (I)((uint64_t)1 << {code.sure(element)});")
    elif kind == "empty":
        code.line(f"{result} = 0; {result}d = 1;")
    elif kind == "sum":
        code.line(f"{result} += {code.sure(element)};")
    elif kind == "sum_ck":
        code.line(f"{result} = sum_ck({result}, {code.sure(element)});")
    elif kind in ("any", "all"):
        test = code.of(element)
        code.line(f"if ({'!' if kind == 'all' else ''}({test})) {{ {result} = {int(kind == 'any')}; {result}d = 1; }}")
    elif kind in ("first", "first_or_none"):
        code.line(f"{result} = {code.of(element)}; {result}d = 1;")
    elif kind in ("min", "max"):
        value = code.temp("I", code.sure(element))
        code.line(f"if ({result} == NONE || {value} {'<' if kind == 'min' else '>'} {result}) {result} = {value};")
    elif kind in BEST:
        best(code, element, key, kind, result)
    elif kind == "list":
        code.line(f"push({code.of(element)});")
    else:
        keyed, value = code.temp("I", code.sure(key)), code.temp("I", code.of(element))
        code.line(f"push_by({result}, &{result}k, {keyed}, {value}, {BETTER[kind]});")


BEST = {
    "highest first": ">",
    "highest last": ">=",
    "lowest first": "<",
    "lowest last": "<=",
    "sorted first": "<",
    "sorted last": ">=",
    "list first": "",
    "list last": "",
}


def best(code: Code, element: Node, key: Node, kind: str, result: str) -> None:
    """Keeps the best so far, and of equals the first or last."""
    value = code.temp("I", code.of(element))
    if not BEST[kind]:
        code.line(f"{result} = {value};" if kind == "list last" else f"if ({result} == NONE) {result} = {value};")
        return
    keyed, better = code.temp("I", code.sure(key)), code.temp("I", "0")
    first = "" if kind.startswith("highest") else f"({result}k == NONE) | "  # none is less than any key
    code.line(f"{better} = {first}({keyed} {BEST[kind]} {result}k);")
    code.line(f"{result} = {better} ? {value} : {result}; {result}k = {better} ? {keyed} : {result}k;")


def finish_fold(code: Code, kind: str, result: str, deep: int) -> str:
    if kind in ("first", "min", "max"):
        return f"need({result})"
    if kind == "different":
        return f"__builtin_popcountll((uint64_t){result})"
    if kind in ("list", "highest", "lowest"):
        return code.temp("I", code.rt("built", result))
    if kind == "best_split":
        return code.temp("I", code.rt("best_split", result, str(deep - 1)))
    if kind == "sorted":
        return code.temp("I", code.rt("built_in_order", result))
    return result


def menusize(code: Code, node: NodeOf[Reference]) -> str:
    ref = node.data
    total = code.temp("I", "0")

    def count() -> None:
        args = "".join(f", {code.of(arg)}" for arg in ref.args)
        code.line(f"{total} += menu_{clean(ref.menu)}(0, -1{args});")

    def deeper(at: int) -> None:
        if at < len(ref.binders):
            with code.loop(ref.binders[at].name, ref.binders[at].values):
                deeper(at + 1)
        elif ref.condition is not None:
            with code.block(f"if ({code.of(ref.condition)})"):
                count()
        else:
            count()

    deeper(0)
    return total


def refuse_list(code: Code, node: Node) -> str:
    raise AssertionError(f"`{node.op}` is gone through, and never a list")


def bags(code: Code, node: NodeOf[bool]) -> str:
    items, sizes = (code.of(arg) for arg in node.args)
    return code.temp("I", code.rt("sub_bags", items, sizes, "1" if node.data else "0"))


def connect_cells(code: Code, node: NodeOf[tuple[tuple[int, ...], ...]]) -> str:
    """Cells that are connected: the neighbours of each cell are a list that never changes."""
    links = code.array("I", [code.constant(each) for each in node.data])
    start, among = (code.of(arg) for arg in node.args)
    return code.temp("I", code.rt("connected", start, among, links, str(len(node.data))))


def line(code: Code, node: NodeOf[tuple[tuple[int, ...], ...]]) -> str:
    """The longest line: cells as the bits of a word, if they fit and each way leads equally far on."""
    shifts = [{after - at for at, after in enumerate(axis, 1) if after} for axis in node.data]
    if len(node.data[0]) < WORD and all(len(each) == 1 for each in shifts):
        ways = [sum(1 << at for at, after in enumerate(axis, 1) if after) for axis in node.data]
        on = code.array("I", [each for (shift,), cells in zip(shifts, ways) for each in (shift, cells)])
        return code.temp("I", code.rt("longest_in_word", code.of(node.args[0]), on, str(len(node.data))))
    ahead = code.array("I", [after for axis in node.data for after in axis])
    sizes = str(len(node.data)), str(len(node.data[0]))
    return code.temp("I", code.rt("longest_line", code.of(node.args[0]), ahead, *sizes))


spell(ops.LIST, by=list_items)
spell(ops.EACH, by=each)
spell(ops.ONE, ops.SOME, ops.ONLY_IF, by=refuse_list)
spell(ops.TAKE, by=lambda code, node: code.temp("I", code.rt("take", code.of(node.args[0]), code.sure(node.args[1]))))
spell(ops.DISTINCT, by=deep("distinct_deep", "distinct"))
spell(ops.INLIST, by=deep("in_deep", "in_list"))
spell(ops.WITHOUT, by=deep("without_deep", "without"))
spell(ops.LOOKS, by=by_looks)
spell(ops.SAMEBAG, by=same("same_bag"))
spell(ops.MERGE, by=merge)
spell(ops.MLOW, by=take_items)
spell(ops.SUBSETS, by=bags)
spell(ops.SAMELIST, by=same("same_deep"))
spell(ops.MENUSIZE, by=menusize)
spell(ops.CONNECTED, by=connect_cells)
spell(ops.LONGEST_LINE, by=line)
