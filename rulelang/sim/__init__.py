"""Many games in a row, and what they come to: statistics that depend on the game and the seed, and on nothing else.

    setup ──watch──▶ program that counts ──engines──▶ tallies, added up ──report──▶ plain data ──▶ screen, JSON, CSV

A setup is plain data, and `play_chunk(setup, seed, first, number)` plays some games of it anywhere. What is offered
here is imported when it is asked for: who plays one game need not wait for the rest.
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
