"""Reports as one self-contained HTML page: plots are drawn here as inline SVG.

    marks ──▶ axes ──▶ plots, rows ──▶ parts ──▶ simulated, compared, swept

The same report gives the same bytes: the page contains no date, no engine and no path. Texts from the rules are escaped
where they become a mark (marks.py), and nowhere else.
"""

from __future__ import annotations

from rulelang.sim.page.comparison import comparison_page
from rulelang.sim.page.simulation import report_page
from rulelang.sim.page.sweep import sweep_page

__all__ = ["comparison_page", "report_page", "sweep_page"]
