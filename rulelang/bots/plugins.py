"""Third-party bots: a class with `choose(view, log, decision)`, found by an entry point or by `module:Class`.

    class First:
        def choose(self, view, log, decision):
            return decision["options"][0]

A bot receives what its seat may know, as plain data (`docs/python.md`), and has no access to the match. It returns an
option, the index of an option, or its value. If its class takes a `seed`, it gets one, so that its games are
reproducible.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import Any, Protocol

GROUP = "rulelang.bots"


class Bot(Protocol):
    """What sits at a seat. A decision has `name`, `prompt`, `options`; an option `index`, `label`, `value`, `data`."""

    def choose(self, view: dict[str, Any], log: list[dict[str, Any]], decision: dict[str, Any]) -> Any: ...


class BotError(Exception):
    """A third-party bot cannot be created, or gave an impossible answer; the text is one sentence."""


@cache
def plugin_names() -> tuple[str, ...]:
    """The bots that installed packages provide."""
    from importlib.metadata import entry_points

    return tuple(sorted({each.name for each in entry_points(group=GROUP)}))


def make(name: str, seed: int) -> Bot:
    """A new bot of that name. Raises BotError."""
    from importlib.metadata import entry_points

    try:
        factory = import_class(name) if ":" in name else next(iter(entry_points(group=GROUP, name=name))).load()
        bot = factory(seed=seed) if takes_seed(factory) else factory()
    except Exception as error:  # whatever a stranger's module does
        raise BotError(f"the bot `{name}` cannot be made: {type(error).__name__}: {error}.") from error
    if not callable(getattr(bot, "choose", None)):
        raise BotError(f"`{name}` is no bot: it has no `choose(view, log, decision)`.")
    return bot


def import_class(name: str) -> Any:
    """The class `module:Class`; also finds a module in the current folder."""
    module, _, own = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    return getattr(import_module(module), own)


def takes_seed(factory: Any) -> bool:
    import inspect

    try:
        return "seed" in inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return False


def answer_of(name: str, bot: Bot, view: dict[str, Any], log: list[dict[str, Any]]) -> int:
    """The index of the option that a bot takes. Raises BotError if its answer is not an option, or if it crashes."""
    decision = view["decision"]
    options = decision["options"]
    try:
        answer = bot.choose(view, log, decision)
    except BotError:
        raise
    except Exception as error:  # whatever a stranger's bot does
        raise BotError(f"the bot `{name}` broke: {type(error).__name__}: {error}.") from error
    for option in options:
        if answer is option or (isinstance(answer, dict) and answer.get("index") == option["index"]):
            return int(option["index"])
    if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(options):
        return answer
    by_value = [option["index"] for option in options if isinstance(answer, str) and option["value"] == answer]
    if by_value:
        return int(by_value[0])
    many = f"there are {len(options)}, from 0 on"
    raise BotError(f"the bot `{name}` answered {answer!r:.60}, which is no option; {many}.")
