"""Many games and their statistics, which depend on the game and the seed and on nothing else.

    setup ──watch──▶ program that counts ──engines──▶ tallies, added up ──report──▶ plain data ──▶ screen, JSON, CSV

A setup is plain data, and `play_chunk(setup, seed, first, number)` plays a range of its games anywhere. Names are
imported lazily, so playing one game does not load the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# name: the module it stands in
OFFERED = {
    "Setup": "setup", "setup_of": "setup", "play_chunk": "setup", "Run": "run", "simulate": "run", "Tally": "tally",
    "Report": "report", "report_of": "report", "play_sides": "compare", "differences": "compare",
    "verdict_of": "verdict",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in OFFERED:
        raise AttributeError(f"module `rulelang.sim` has no `{name}`; it offers {', '.join(OFFERED)}")
    return getattr(import_module(f"rulelang.sim.{OFFERED[name]}"), name)
