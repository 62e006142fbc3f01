"""Reports as one HTML page: plots are drawn here, as SVG in the page, so that it needs nothing but itself.

    marks ──▶ axes ──▶ plots, rows ──▶ parts ──▶ simulated, compared, swept

The same report is the same bytes: no date, no engine, no path is in it. Texts from the rules are escaped where they
become a mark (marks.py), and nowhere else.
"""

from __future__ import annotations

from rulelang.sim.page.comparison import comparison_page
from rulelang.sim.page.simulation import report_page
from rulelang.sim.page.sweep import sweep_page

__all__ = ["comparison_page", "report_page", "sweep_page"]
