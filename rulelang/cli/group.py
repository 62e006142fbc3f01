"""The verbs and what each is for. A verb's module is imported when it is called, not before."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import click

# verb: what it does, in one line; its command is in the module of that name
VERBS = {
    "run":     "Play a game, or watch bots play it.",
    "check":   "Find mistakes in a rules file.",
    "test":    "Run the tests in a rules file, and search for faults.",
    "fmt":     "Format rules files.",
    "sim":     "Simulate many games and report statistics.",
    "compare": "Simulate two games on the same seeds and compare them.",
    "sweep":   "Simulate a game with each value of an option.",
    "ask":     "Answer a designer's questions about a game.",
    "arena":   "Hold a tournament of bots on the same deals.",
    "learn":   "Let bots learn a game by playing against themselves.",
    "tree":    "Measure a game as a tree of chance and decisions.",
    "solve":   "Solve a small game: its value, and what to do where.",
    "diff":    "Show what a mod, a variant or an option changes.",
    "new":     "Start a new game or mod.",
    "rulebook": "Write the rulebook of a game.",
    "games":   "List the games that come with rulelang.",
    "serve":   "Play with friends and bots in the browser.",
    "replay":  "Tell the story of a recorded game.",
    "why":     "Explain why a move was not allowed in a recorded game.",
    "hint":    "Say what a bot would do in a recorded game.",
    "review":  "Name the answers of a recorded game that cost most.",
    "explain": "Explain an error code.",
    "lsp":     "Serve editors: problems as you type, completion, rename.",
    "completion": "Let a shell complete games, options, variants, mods and tests.",
}  # fmt: skip


class Verbs(click.Group):
    """A group whose commands are found by name in VERBS."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"rulelang.cli.verbs.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in VERBS and not name.startswith("-"):
            raise click.UsageError(unknown_verb(name), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def unknown_verb(name: str) -> str:
    """The sentence for an unknown verb; if it is a file, the user probably wants to play it."""
    from rulelang.diagnostics import nearest

    close = nearest(name, VERBS)
    if close:
        return f"there is no verb `{name}`; did you mean `{close}`?"
    if name.endswith(".rules"):
        return f"`{name}` is no verb; to play it: rulelang run {name}"
    return f"there is no verb `{name}`; there are: {', '.join(VERBS)}."


ASKED = "_RULELANG_COMPLETE"  # click looks for a completion request in this variable
NEED_NO_LIMITS = ("games", "explain", "completion")  # verbs that read no rules


def set_limits(context: click.Context, option: click.Parameter, text: str | None) -> None:
    """`--limits`: they hold until the verb ends."""
    if text is None:
        return
    from rulelang.base.limits import BadLimits, read_limits, use_limits

    try:
        context.with_resource(use_limits(read_limits(text)))
    except BadLimits as error:
        raise click.UsageError(str(error), context) from None


class Verb(click.Command):
    """A command that ends with the exit code its function returns.

    Its examples name a game that exists: `{game}` by name, `{file}` by file, `{folder}` all of them, `{mod}` a mod of
    it.
    """

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        if ASKED in os.environ:  # a shell asks for completions
            from rulelang.cli.shell import add_completion

            add_completion(self)
        if self.name not in NEED_NO_LIMITS:
            text = "Change what the rules may use; `none` removes all limits."
            given = {"metavar": "NAME=N,…", "expose_value": False, "callback": set_limits, "is_eager": True}
            self.params.append(click.Option(["--limits"], help=text, **given))  # type: ignore[arg-type]

    def invoke(self, ctx: click.Context) -> None:
        try:
            code = super().invoke(ctx)
        except Exception as error:
            from rulelang.base.files import Unwritable
            from rulelang.base.limits import EXHAUSTED, excess_of
            from rulelang.base.source import Unreadable
            from rulelang.bots.plugins import BotError

            if isinstance(error, Unwritable | BotError):
                raise click.ClickException(str(error)) from None
            if isinstance(error, Unreadable):
                raise click.UsageError(error.message[:1].lower() + error.message[1:], ctx) from None
            if isinstance(error, EXHAUSTED):
                raise click.ClickException(f"{excess_of(error)}; see `--limits` in the manual of commands.") from None
            raise
        ctx.exit(code or 0)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from rulelang.base.files import bundled_games, bundled_mods

        game = next(iter(bundled_games()), "GAME")
        here = os.path.isfile(f"games/{game}.rules")
        names = {"game": game, "file": f"games/{game}.rules" if here else game, "folder": "games" if here else game}
        names["mod"] = next((path.stem for path in sorted(bundled_mods().glob(f"{game}_*.rules"))), "MOD")
        with formatter.section("Examples"):
            for example in dict.fromkeys((self.epilog or "").format(**names).splitlines()):
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")
