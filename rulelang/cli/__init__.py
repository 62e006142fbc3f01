"""The command line: one module per verb, loaded when it is called.

`main` is the only entry point. It runs a verb and turns every outcome into an exit code and, at worst, a sentence: 0
success, 1 the rules or the game are wrong, 2 wrong usage, 130 interrupted. Nothing heavy is imported here: `rulelang
--help` is as fast as Python and click allow.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Sequence

import click

from rulelang.base.hidden import clean
from rulelang.cli import terminal
from rulelang.cli.group import Verbs
from rulelang.cli.terminal import say, warn

__all__ = ["main", "rulelang"]

OK, WRONG, MISUSE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a verb and return the exit code."""
    terminal.tolerate_any_letter()
    gc.set_threshold(50_000)  # a verb makes many objects and little garbage: rare collections save a tenth
    code = outcome(arguments)
    try:
        terminal.flush()
    except OSError as error:  # the disk is full
        return report_uncaught(error)
    return code


def outcome(arguments: Sequence[str] | None) -> int:
    """Run a verb, report what it has not reported itself, and return the exit code."""
    try:
        code = rulelang.main(arguments, prog_name="rulelang", standalone_mode=False)
        return code if isinstance(code, int) else OK
    except (KeyboardInterrupt, click.Abort):
        if arguments is None:  # a second Ctrl-C during exit must not show a traceback
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        warn()
        return INTERRUPTED
    except SystemExit:  # click exits so when nobody reads what click itself writes: a page of help, a question
        terminal.silence()
        return OK
    except click.ClickException as error:
        complain(error)
        return error.exit_code
    except Exception as error:
        return report_uncaught(error)


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def rulelang(context: click.Context, version: bool) -> None:
    """Write the rules of a tabletop game; play, check and test them.

    \b
    rulelang games              what comes with it
    rulelang run GAME           play one of these, or a file of rules
    rulelang VERB --help        examples of each verb
    """
    if version:
        from importlib.metadata import version as installed

        say(f"rulelang {installed('rulelang')}")
    elif context.invoked_subcommand is None:
        say(context.get_help())


def complain(error: click.ClickException) -> None:
    """One sentence about the mistake, and for wrong usage where to read more."""
    where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "rulelang"
    message = error.format_message()
    if message:
        warn(f"{where}: {message}")
    if isinstance(error, click.UsageError) and type(error) is not click.UsageError:
        warn(f"How it is used: {where} --help")


def report_uncaught(error: Exception) -> int:
    """Rules that break and files that cannot be written are the user's problems; any other exception that gets here is
    a bug of ours.
    """
    from rulelang.cli.errors import tell_problem
    from rulelang.engine.errors import RuleError

    if isinstance(error, RuleError):
        tell_problem(error.diagnostic)
        return WRONG
    if isinstance(error, OSError) and error.strerror:
        what = f"`{error.filename}`" if error.filename else "the output"
        terminal.silence()  # do not try again to write what a full disk has not taken
        warn(f"rulelang: {clean(what)} cannot be used ({error.strerror.lower()}).")
        return WRONG
    if os.environ.get("RULELANG_DEBUG"):
        raise error
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    warn(
        f"rulelang: this is a mistake in rulelang itself ({clean(what)}); please report it with the command you gave "
        "and what it prints with RULELANG_DEBUG=1."
    )
    return WRONG
