"""Generated C that counts statistics and adds them up: the same numbers as totals.py, game by game."""

from __future__ import annotations

from typing import Any

from rulelang.native.c.known import number
from rulelang.native.c.stmt import Statements, prints
from rulelang.native.plan import acts, ops
from rulelang.native.plan.menus import Offer
from rulelang.native.plan.nodes import MASK
from rulelang.native.rt import runtime_text
from rulelang.native.totals import (
    EVERY,
    EXACT,
    HEAD,
    LARGEST,
    LARGEST_SAMPLE,
    MARKS,
    OFFERED,
    PARTS,
    SAMPLES,
    SHARE,
    SIDE,
    USED,
    Totals,
)


@prints(acts.Count)
def count(out: Statements, step: acts.Count) -> None:
    stmt, cell = step.stmt, cell_of(out, step)
    seat = "0" if stmt.seat is None else out.temp("I", out.of(step.args[-1]))
    if stmt.seat is not None and out.may_be_none(step.args[-1]):
        seat = f"({seat} == NONE ? 0 : {seat})"
    out.line(f"rl_counts[{cell} * (PLAYERS + 1) + ix({seat}, PLAYERS + 1)]++;")


@prints(acts.Offer)
def offer(out: Statements, step: acts.Offer) -> None:
    stmt, cell = step.stmt, cell_of(out, step)
    seat = out.temp("I", out.of(step.args[stmt.value is not None]))
    here = f"rl_options[{cell} * (PLAYERS + 2)"
    if stmt.taken:
        size = "rl_size" if stmt.among is None else out.of(step.args[-1])
        out.line(f"{here} + PLAYERS + 1]++; {here} + ix({seat}, PLAYERS + 1)] += {size};")
    else:
        out.line(f"{here}]++; {here} + ix({seat}, PLAYERS + 1)]--;")


def note_options(out: Statements, offer: Offer, options: tuple[str, str], seat: str) -> None:
    """Every option of a choice, with the cell that it has."""
    listed, count = options
    for stmt in offer.watch:
        mask = offer.options.rep == MASK and offer.guard is None
        head = f"M at = {listed}; !m_empty(at); at = m_drop(at)" if mask else f"I at = 0; at < {count}; at++"
        ranged = offer.options.op is ops.RANGE and offer.guard is None
        item = "m_low(at)" if mask else f"{listed} + at" if ranged else f"mem[{listed} + 1 + at]"
        with out.block(f"if (rl_offering) for ({head})"):
            out.line(f"I item = {item}; (void)item;")
            here = f"rl_options[{place_of(out, stmt, 'item')} * (PLAYERS + 2)"
            out.line(f"{here}]++; {here} + ix({seat}, PLAYERS + 1)]--;")


def cell_of(out: Statements, step: acts.Count | acts.Offer) -> str:
    """The cell of a value."""
    stmt = step.stmt
    return place_of(out, stmt, "" if stmt.value is None else out.temp("I", out.of(step.args[0])))


def place_of(out: Statements, stmt: Any, value: str) -> str:
    if stmt.value is None:
        return str(stmt.cell)
    if stmt.bins:
        table = out.table([number(each) for each in stmt.bins], "int32_t")
        return f"({stmt.cell} + ((uint64_t){value} < {len(stmt.bins)} ? {table}[{value}] : {stmt.size - 1}))"
    low, last = stmt.low, stmt.size - 1
    return f"({stmt.cell} + ({value} >= {low} && {value} < {low + last} ? {value} - {low} : {last}))"


@prints(acts.Sample)
def sample(out: Statements, step: acts.Sample) -> None:
    value = out.temp("I", out.of(step.args[0]))
    out.line(f"if ({value} != NONE) note_sample({step.series}, {value});")


@prints(acts.Standing)
def standing(out: Statements, step: acts.Standing) -> None:
    if step.known:
        out.line("standing();")
    else:
        out.line("if (rl_rounds < N_MARKS) mark_best[rl_rounds] = mark_worst[rl_rounds] = 0;")
    out.line("rl_rounds++;")


def watching(totals: Totals | None) -> str:
    """What is kept of a game; nothing, where no statistics are wanted."""
    if totals is None:
        return "#define FORCED\n#define OFFERED(n)"
    lines = ["#define FORCED rl_size = 1; rl_forced++;"]  # where a lone option is not put to the seat
    # how often, and how many
    lines += ["#define OFFERED(n) rl_size = n; if (n > 1) rl_offered += (1LL << 32) + n; else rl_forced++;"]
    known = {
        "CELLS": totals.cells, "MARKS": MARKS, "SAMPLES": SAMPLES, "EXACT": EXACT, "PARTS": PARTS, "SIDE": SIDE,
        "LARGEST": LARGEST, "LARGEST_SAMPLE": LARGEST_SAMPLE, "WIN": totals.win, "MOST": int(totals.most),
        "SCORED": int(totals.scored), "AT_WINS": totals.wins, "AT_SCORES": totals.scores, "AT_SAMPLES": totals.sampled,
        "AT_SERIES": totals.series(0), "SERIES_WIDTH": totals.series(1) - totals.series(0), "AT_USED": totals.used,
        "ROW": totals.width, "USED": len(USED), "AT_HALVES": HEAD.index("halves"), "OFFERS": totals.offers,
        "OFFERED": len(OFFERED), "AT_OFFERS": totals.offered, "SHARE": SHARE, "EVERY": EVERY,
    }  # fmt: skip
    return "\n".join([*lines, *(f"#define N_{name} {value}" for name, value in known.items()), runtime_text("watch.h")])


def adding(out: Statements) -> None:
    """The functions that look at a standing and add a game to the totals."""
    seat, criteria = out.plan.criteria
    with out.block("static void standing(void)"):
        if criteria:
            most, value = criteria[0]
            out.line("I found[PLAYERS];")
            with out.block("for (I p = 1; p <= PLAYERS; p++)"):
                out.line(f"I {seat} = p; (void){seat};")
                out.line(f"found[p - 1] = {out.sure(value)};")
            out.line("if (rl_rounds >= N_MARKS) return;")
            out.line("I all = (1LL << (PLAYERS + 1)) - 2;")
            out.line(f"mark_best[rl_rounds] = best_of(all, found, 1, {int(most)});")
            out.line(f"mark_worst[rl_rounds] = best_of(all, found, 1, {int(not most)});")
    out.lines.append(runtime_text("stats.c").replace("CRITERIA", str(len(criteria))))
