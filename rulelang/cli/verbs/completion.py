"""`rulelang completion SHELL`: the script by which a shell completes verbs, games, variants, options, mods and
tests.
"""

from __future__ import annotations

import click

from rulelang.cli.group import ASKED, VERBS, Verb
from rulelang.cli.terminal import say

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = "rulelang completion bash\nrulelang completion zsh\nrulelang completion fish"


@click.command("completion", cls=Verb, help=VERBS["completion"], epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
def command(shell: str) -> int:
    from click.shell_completion import get_completion_class

    from rulelang.cli import rulelang

    made = get_completion_class(shell)
    assert made is not None  # click supports all three shells
    complete = made(rulelang, {}, "rulelang", ASKED)
    lines = made.source_template % complete.source_vars()
    for old, new in MENDED.get(shell, {}).items():
        lines = lines.replace(old, new)
    say(lines)
    return 0


# By shell: lines of click's script, and our replacements.
MENDED = {
    # bash inserts a completion as it is, with its blanks. So quote it, unless a quote is open: the title of a test is
    # one word. What ends in `=` or `/` continues.
    "bash": {
        "            COMPREPLY+=($value)\n": """\
            case ${COMP_WORDS[COMP_CWORD]} in
                [\\"\\']*) COMPREPLY+=("$value");;
                *) COMPREPLY+=("$(printf '%q' "$value")");;
            esac
            [[ $value == *[=/] ]] && compopt -o nospace 2> /dev/null
"""
    },
    "fish": {'string split ","': 'string split --max 1 ","'},  # titles contain commas
}
