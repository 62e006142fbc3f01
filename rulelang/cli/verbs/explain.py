"""`rulelang explain CODE`: what a diagnostic means, with a wrong example and a right one, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulelang.cli.group import VERBS, Verb
from rulelang.cli.terminal import paint, say, say_json, wrap

if TYPE_CHECKING:
    from rulelang.diagnostics.explained import Explanation


@click.command("explain", cls=Verb, help=VERBS["explain"], epilog="rulelang explain R101\nrulelang explain")
@click.argument("code", required=False)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(code: str | None, as_json: bool) -> None:
    from rulelang.diagnostics import CODES, nearest
    from rulelang.diagnostics.explained import explanations

    if code is None:
        rows = [explanations()[name] for name in sorted(CODES)]
        say_json([row(each) for each in rows]) if as_json else say("\n".join(map(short, rows)))
        return
    found = explanations().get(code.strip("[]").upper())
    if found is None:
        close = nearest(code.upper(), CODES)
        hint = f"did you mean `{close}`?" if close else "`rulelang explain` lists them."
        raise click.UsageError(f"there is no code `{code}`; {hint}", click.get_current_context())
    say_json({**row(found), **texts(found)}) if as_json else say("\n".join(long(found)))


def row(each: Explanation) -> dict[str, str]:
    """A row of the table of codes."""
    code = each.code
    return {"code": code.code, "severity": code.severity, "title": code.title, "next": code.next}


def texts(each: Explanation) -> dict[str, str]:
    from rulelang.diagnostics.explained import strip_hints

    return {"text": each.text, "wrong": strip_hints(each.wrong), "right": strip_hints(each.right)}


def short(each: Explanation) -> str:
    from rulelang.diagnostics.explained import blanks

    return f"{each.code.code}  {each.code.severity:<7}  {blanks(each.code.title)}"


def long(each: Explanation) -> list[str]:
    """The whole explanation."""
    from rulelang.diagnostics.explained import blanks, strip_hints

    head = f"{each.code.severity}[{each.code.code}]: {blanks(each.code.title)}"
    lines = [paint(head, "bold"), "", *wrap(each.text, "  ")]
    for word, example, style in (("Wrong", each.wrong, "bad"), ("Right", each.right, "good")):
        if example:
            lines += [
                "",
                f"  {paint(f'{word}:', style)}",
                *(f"    {line}" for line in strip_hints(example).splitlines()),
            ]
    return [*lines, "", *wrap(f"What to do: {each.next}", "  ")]
