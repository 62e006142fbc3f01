"""Generated C that watches games for statistics and adds them up: the same numbers as totals.py, game by game."""

from __future__ import annotations

from rulelang.native.c.code import number
from rulelang.native.c.stmt import Statements, prints
from rulelang.native.plan import acts
from rulelang.native.plan.nodes import Step
from rulelang.native.rt import fixed
from rulelang.native.totals import EXACT, HEAD, LARGEST, LARGEST_SAMPLE, MARKS, PARTS, SAMPLES, SIDE, USED, Totals


@prints(acts.COUNT)
def count(out: Statements, step: Step) -> None:
    stmt = step.data
    cell = str(stmt.cell)
    if stmt.value is not None:
        value = out.temp("I", out.of(step.args[0]))
        if stmt.bins:
            table = out.table("int32_t", [number(each) for each in stmt.bins])
            cell = f"({stmt.cell} + ((uint64_t){value} < {len(stmt.bins)} ? {table}[{value}] : {stmt.size - 1}))"
        else:
            low, last = stmt.low, stmt.size - 1
            cell = f"({stmt.cell} + ({value} >= {low} && {value} < {low + last} ? {value} - {low} : {last}))"
    seat = "0" if stmt.seat is None else out.temp("I", out.of(step.args[-1]))
    if stmt.seat is not None and out.may_be_none(step.args[-1]):
        seat = f"({seat} == NONE ? 0 : {seat})"
    out.line(f"rl_counts[{cell} * (PLAYERS + 1) + ix({seat}, PLAYERS + 1)]++;")


@prints(acts.SAMPLE)
def sample(out: Statements, step: Step) -> None:
    value = out.temp("I", out.of(step.args[0]))
    out.line(f"if ({value} != NONE) note_sample({step.data}, {value});")


@prints(acts.STANDING)
def standing(out: Statements, step: Step) -> None:
    if step.data:
        out.line("standing();")
    else:
        out.line("if (rl_rounds < N_MARKS) mark_best[rl_rounds] = mark_worst[rl_rounds] = 0;")
    out.line("rl_rounds++;")


def watching(totals: Totals | None) -> str:
    """What is kept of a game; nothing, where no statistics are wanted."""
    if totals is None:
        return "#define FORCED\n#define OFFERED(n)"
    lines = ["#define FORCED rl_forced++;"]  # where a lone option is not put to the seat
    lines += ["#define OFFERED(n) if (n > 1) rl_offered += (1LL << 32) + n; else rl_forced++;"]  # how often, how many
    known = {
        "CELLS": totals.cells, "MARKS": MARKS, "SAMPLES": SAMPLES, "EXACT": EXACT, "PARTS": PARTS, "SIDE": SIDE,
        "LARGEST": LARGEST, "LARGEST_SAMPLE": LARGEST_SAMPLE, "WIN": totals.win, "MOST": int(totals.most),
        "SCORED": int(totals.scored), "AT_WINS": totals.wins, "AT_SCORES": totals.scores, "AT_SAMPLES": totals.sampled,
        "AT_SERIES": totals.series(0), "SERIES_WIDTH": totals.series(1) - totals.series(0), "AT_USED": totals.used,
        "ROW": totals.width, "USED": len(USED), "AT_HALVES": HEAD.index("halves"),
    }  # fmt: skip
    return "\n".join([*lines, *(f"#define N_{name} {value}" for name, value in known.items()), fixed("watch.h")])


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
    out.lines.append(fixed("stats.c").replace("CRITERIA", str(len(criteria))))
