"""`rulelang explain CODE`: what a diagnostic means, from its row in the table of codes."""

from __future__ import annotations

from string import Formatter

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import paint, say, say_json, wrapped


@click.command("explain", cls=Verb, help=VERBS["explain"], epilog="rulelang explain R100\nrulelang explain")
@click.argument("code", required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(code: str | None, as_json: bool) -> None:
    from rulelang.diagnostics import CODES, Code, nearest

    def row(entry: Code) -> dict[str, str]:
        return {"code": entry.code, "severity": entry.severity, "title": entry.title, "next": entry.next}

    if code is None:
        rows = [row(entry) for entry in CODES.values()]
        say_json(rows) if as_json else say("\n".join(short(entry) for entry in rows))
        return
    found = CODES.get(code.strip("[]").upper())
    if found is None:
        close = nearest(code.upper(), CODES)
        hint = f"did you mean `{close}`?" if close else "`rulelang explain` lists them."
        raise click.UsageError(f"there is no code `{code}`; {hint}", click.get_current_context())
    say_json(row(found)) if as_json else say("\n".join(long(row(found))))


def short(entry: dict[str, str]) -> str:
    return f"{entry['code']}  {entry['severity']:<7}  {blanks(entry['title'])}"


def long(entry: dict[str, str]) -> list[str]:
    head = f"{entry['severity']}[{entry['code']}]: {blanks(entry['title'])}"
    return [paint(head, "bold"), *wrapped(f"What to do: {blanks(entry['next'])}", "  ")]


def blanks(template: str) -> str:
    """A template as people read it: `{name}` is ‹name›."""
    return "".join(text + (f"‹{name}›" if name else "") for text, name, _, _ in Formatter().parse(template))
