"""Which parts of a file the tests and the search have reached, as lines or as a colored page."""

from __future__ import annotations

from typing import Any

import attrs

from rulelang.base.escape import html_text
from rulelang.base.source import Source
from rulelang.prove.coverage import Coverage, Unit
from rulelang.syntax import nodes, parse

STYLE = """
body{font:14px/1.45 ui-monospace,Menlo,Consolas,monospace;margin:0;background:#fff;color:#222}
header{font-family:system-ui,sans-serif;padding:16px 24px;border-bottom:1px solid #ddd}
h1{font-size:18px;margin:0 0 4px}table{border-collapse:collapse;width:100%}
td{padding:0 8px;white-space:pre;vertical-align:top}td.n{color:#888;text-align:right;user-select:none}
td.why{color:#803;white-space:normal;font-family:system-ui,sans-serif;font-size:12px}
tr.all{background:#e9f7ec}tr.some{background:#fff4d0}tr.none{background:#fde3e3}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}header{border-color:#444}
tr.all{background:#16301c}tr.some{background:#3a320f}tr.none{background:#401a1a}td.why{color:#f9a}}
"""


NEVER = "never run"


@attrs.frozen
class Reach:
    """The lines of the rules in a file, without its tests, and what on each of them has run."""

    source: Source
    lines: dict[int, list[Unit]]

    @classmethod
    def of(cls, coverage: Coverage, source: Source) -> Reach:
        tests = [each.span for each in parse(source)[0].declarations if isinstance(each, nodes.Test)]
        proof = {line for span in tests for line in range(span.line, source.position(span.end)[0] + 1)}
        return cls(source, {line: units for line, units in coverage.lines(source).items() if line not in proof})

    @property
    def counts(self) -> tuple[int, int]:
        """Lines with something that has run, and all lines that can run."""
        return sum(any(unit.ran for unit in units) for units in self.lines.values()), len(self.lines)

    @property
    def percent(self) -> float:
        ran, total = self.counts
        return 100.0 * ran / total if total else 100.0

    def missing(self, line: int) -> list[str]:
        """What was not reached on a line. A line that never ran needs no more words."""
        units = self.lines.get(line, [])
        if not any(unit.ran for unit in units):
            return [unit.label for unit in units if unit.kind == "offer"] or [NEVER] if units else []
        kinds = {unit.kind for unit in units if not unit.ran}
        return list(
            dict.fromkeys(u.label for u in units if not u.ran and not (u.kind == "action" and "offer" in kinds))
        )

    def gaps(self) -> list[tuple[int, int, list[str]]]:
        """Stretches of lines with the same thing to say: first, last, what is missing."""
        found: list[tuple[int, int, list[str]]] = []
        previous = 0
        for line in self.lines:
            said = self.missing(line)
            if said:
                joined = found and found[-1][2] == said == [NEVER] and found[-1][1] == previous
                found[-1:] = [(found[-1][0], line, said)] if joined else [*found[-1:], (line, line, said)]
            previous = line
        return found

    def text(self) -> list[str]:
        """A line for the file, then one a gap."""
        ran, total = self.counts
        lines = [f"{self.source.name}: {ran} of {total} rule lines reached ({self.percent:.1f} %)"]
        for first, last, said in self.gaps():
            where = f"{first}" if first == last else f"{first}–{last}"
            lines.append(f"  {where:>9}  {', '.join(said)}: {self.source.line(first).strip()[:60]}")
        return lines

    def to_json(self) -> dict[str, Any]:
        ran, total = self.counts
        gaps = [{"first": first, "last": last, "missing": said} for first, last, said in self.gaps()]
        return {"file": self.source.name, "reached": ran, "lines": total, "gaps": gaps}

    def html(self) -> str:
        """The file on a page of its own, each line coloured: all of it has run, some of it, nothing."""
        rows = "\n".join(self.row(number) for number in range(1, len(self.source.starts) + 1))
        ran, total = self.counts
        title = html_text(self.source.name)
        return (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
            f"<header><h1>{title}</h1>{ran} of {total} rule lines reached by a test or a game "
            f"({self.percent:.1f} %)</header>\n<table>\n{rows}\n</table></html>\n"
        )

    def row(self, number: int) -> str:
        units, said = self.lines.get(number, []), self.missing(number)
        kind = "" if not units else "some" if said else "all"
        kind = kind if not units or any(unit.ran for unit in units) else "none"
        text = html_text(self.source.line(number))
        return f'<tr class="{kind}"><td class="n">{number}<td>{text}<td class="why">{html_text(", ".join(said))}'
