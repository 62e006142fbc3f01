"""The fixed part of generated C: each file compiles by itself with all warnings, and its functions do what they say."""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_kit import needs_c

from rulelang.base.numbers import LEAST, MOST
from rulelang.native.build import Build
from rulelang.native.c.state import playout_state, runtime_variables, table_state
from rulelang.native.host.cc import compiler
from rulelang.native.rt import C, runtime_text

pytestmark = needs_c

PLAYOUT, TABLES = Build(), Build(step=True)
HEAD = [*(f"#include <{name}.h>" for name in ("setjmp", "stdint", "stdlib", "string")), "typedef int64_t I;"]
TABLE = Path(__file__).with_name("runtime.h").read_text(encoding="utf-8")
MASKS = {"mask_one.h": (4, 1), "mask_two.h": (100, 2), "mask_many.h": (200, 4)}
# What a game declares between the files: where pieces lie, how zones are kept, what looks alike.
STATE = """
static uint16_t place[COUNT]; static I gf[1][FIELDS], lk[COUNT];
static const int16_t zone_list[] = {0, 0, 16, 40}, group_of[] = {-1, -1, -1, -1};
static const uint8_t masked[] = {1, 1, 0, 0}, is_bag[] = {0, 0, 0, 0}, is_pile[] = {0, 0, 1, 0}, kept[] = {1, 1, 1, 1};
static const uint8_t has_face[COUNT]; static const int16_t look[COUNT], inside_of[COUNT], stock_of[COUNT];
static uint8_t stale[ZONES]; static M twins;
"""
ONE = "static M zm[ZONES], firsts[ZONES], takes[ZONES], looks_alike[COUNT];"
TWO = """static uint64_t zm_a[ZONES], zm_b[ZONES], firsts_a[ZONES], firsts_b[ZONES], takes_a[ZONES], takes_b[ZONES];
static uint64_t looks_alike_a[COUNT], looks_alike_b[COUNT];"""
FACES = """
static inline M (like)(CTX_ I c) { return m_at(looks_alike, c); }
static void (unface)(CTX_ I c) { lk[c] = look[c]; }
static void (unface_all)(CTX_ M m) { for (; !m_empty(m); m = m_drop(m)) unface(m_low(m)); }
static inline M (unrolled)(CTX_ M m) { return m_and(m, m_zero()); }
static I (refill_of)(CTX_ I z) { (void)z; return -1; }
static void (check)(CTX) {}
"""
RULES = {**dict.fromkeys(("like", "unface", "unface_all", "unrolled", "refill_of"), True), "check": False}
BITS = "static uint64_t bits_a[COUNT], bits_b[COUNT];"
GAME = """
static void reset(void) {} static void run_play(void) {} static void (fill)(CTX) {}
static void finish(I *out) { memset(out, 0, 8 * sizeof(I)); }
"""
ORDER = ["before.h", "twins.h", "pieces.h", "bags.h", "best.h", "options.h"]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter", "-Wno-unused-variable"]


def text(masks: str, files: list[str], build: Build = PLAYOUT) -> str:
    """A table of some size, and these files behind the ones that all need."""
    count, words = MASKS[masks]
    sizes = [f"#define COUNT {count}", f"#define WORDS {words}", f"#define SPLIT {count // 2}"]
    sizes += ["#define SUBSET 64", "#define APART 256", f"#define SCRIPTED {int(build.step)}"]
    variables = runtime_variables(build)
    kept = table_state(variables, [], RULES, build) if build.step else playout_state(variables)
    basics = [runtime_text("word.h"), runtime_text(masks).replace("BITS", BITS), *kept]
    basics += map(runtime_text, ("basics.h", "lists.h", "rng.h", "unwatched.h", *["put.h"] * build.step))
    state = [TWO if masks == "mask_two.h" else ONE, STATE, FACES]
    return "\n".join([*HEAD, TABLE, *sizes, *basics, *state, *map(runtime_text, files)])


def compiled(words: list[str], source: str, folder: Path) -> Path:
    path = folder / "runtime.c"
    path.write_text(source, encoding="utf-8")
    made = folder / "runtime.so"
    command = [*compiler(), *words, "-o", str(made), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return made


@pytest.mark.parametrize("masks", MASKS)
def test_each_file_compiles_with_all_warnings(masks, tmp_path):
    for number in range(len(ORDER) + 1):
        compiled([*WARNINGS, "-fsyntax-only"], text(masks, ORDER[:number]), tmp_path)


@pytest.mark.parametrize("masks", MASKS)
def test_each_file_compiles_where_games_are_kept_in_structs(masks, tmp_path):
    """A function that works on a game, and is not among the names of work.h, is called with too few arguments."""
    compiled([*WARNINGS, "-fsyntax-only"], text(masks, ORDER, TABLES), tmp_path)


def test_every_function_that_works_on_a_game_is_among_the_names_of_work_h():
    """Also one that no other file calls: only a game at a table would find out."""
    work, made = set(re.findall(r"#define (\w+)\(", runtime_text("work.h"))), set[str]()
    for path in C.iterdir():
        if path.name.endswith((".h", ".c")) and path.name != "work.h":
            made |= set(re.findall(r"(?m)^static .*\((\w+)\)\(CTX[^;{]*\{", path.read_text(encoding="utf-8")))
    assert len(made) > 200 and not made - work


def test_playouts_compile_with_all_warnings(tmp_path):
    playing = runtime_text("playout.c").replace("RUNS", "run_play();").replace("WIDTH", "8")
    compiled([*WARNINGS, "-fsyntax-only"], text("mask_one.h", ORDER) + GAME + playing, tmp_path)


def test_every_file_says_what_it_is_for():
    for path in sorted(C.iterdir()):
        assert path.read_text(encoding="utf-8").startswith("/* "), path.name
        assert "/*" not in runtime_text(path.name).partition("\n")[0], path.name


# ---------------------------------------------------------------- what the functions do

EXPORTS = """
#define TESTED(call) top = ARENA_START; bp = 0; if (setjmp(over)) return MISS; return call;
I t_div(I a, I b) { TESTED(floor_div(a, b)) }
I t_mod(I a, I b) { TESTED(floor_mod(a, b)) }
I t_mul(I a, I b) { TESTED(mul_ck(a, b)) }
I t_fit(I a) { TESTED(fit(a)) }
I t_sum(I a, I b) { TESTED(fit(sum_ck(a, b))) }
I t_ix(I i, I n) { TESTED(ix(i, n)) }
I t_fresh(I n) { TESTED(fresh(n)) }
I t_span(I a, I b) { TESTED(mem[span(a, b)]) }
I t_upto(I a, I b) { TESTED(upto(a, b)) }
I t_kth(uint64_t m, I k) { return m_kth(m, k); }
"""
EDGES = [0, 1, -1, 2, -2, MOST, LEAST, 94906265, 94906266, 1 << 31, -(1 << 31)]
INTS = st.integers(LEAST, MOST) | st.sampled_from(EDGES)
MISS = -(1 << 62) + 1


@pytest.fixture(scope="module")
def lib(tmp_path_factory) -> ctypes.CDLL:
    flags, folder = ["-O1", "-w", "-shared", "-fPIC"], tmp_path_factory.mktemp("lib")
    library = ctypes.CDLL(str(compiled(flags, text("mask_one.h", ORDER) + EXPORTS, folder)))
    for name in ("div", "mod", "mul", "fit", "sum", "ix", "fresh", "span", "upto", "kth"):
        function = getattr(library, f"t_{name}")
        function.restype, function.argtypes = ctypes.c_int64, [ctypes.c_int64] * (1 if name in ("fit", "fresh") else 2)
    return library


def counted(value: int) -> int:
    return value if LEAST <= value <= MOST else MISS


@given(INTS, INTS)
def test_numbers_are_those_of_python(lib, a, b):
    assert lib.t_mul(a, b) == counted(a * b)
    assert lib.t_sum(a, b) == counted(a + b)
    assert lib.t_div(a, b) == (a // b if b else MISS)
    assert lib.t_mod(a, b) == (a % b if b else MISS)
    assert lib.t_upto(a, b) == (b if b - a < 100_000 else MISS)
    assert lib.t_ix(a, abs(b)) == (a if 0 <= a < abs(b) else MISS)


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_memory_and_bounds_are_tested_for_any_number(lib, a):
    assert lib.t_fit(a) == counted(a)
    assert lib.t_fresh(a) == (64 if 0 <= a < 4096 - 1 - 64 else MISS)


@given(INTS, st.integers(-5, 5000))
def test_a_range_has_its_size_or_bails_out(lib, low, size):
    found = lib.t_span(low, low + size - 1)
    assert found == (max(size, 0) if size < 4096 - 1 - 64 else MISS)


@given(st.sets(st.integers(0, 63), min_size=1), st.data())
def test_the_kth_piece_of_a_mask(lib, pieces, data):
    k = data.draw(st.integers(0, len(pieces) - 1))
    mask = sum(1 << piece for piece in pieces)
    assert lib.t_kth(ctypes.c_int64(mask).value, k) == sorted(pieces)[k]
