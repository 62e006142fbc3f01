"""The kinds of players, as they are written: `random`, `easy`, `medium`, `hard`, `bot:500`, `bot:2s`, or a third-party
bot by name or as `module:Class`.
"""

from __future__ import annotations

import re

from rulelang.base.frozen import Frozen, frozen

BUDGET = re.compile(r"(bot|plain|mixed):([0-9]{1,7})(s?)(?:x([1-9][0-9]?))?")
OWN = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
APART = "apart:"  # before a bot of others: it runs in a process of its own
MOST_SIMULATIONS, MOST_SECONDS = 1_000_000, 600
A_WORLD = 50  # simulations for which another world is worth its time …
FEWEST, MOST_WORLDS = 4, 24  # … between these
A_NATIVE_WORLD, MOST_NATIVE_WORLDS = 25, 400  # those that C makes cost less …
FEW_NATIVE_WORLD, FEW_NATIVE_WORLDS = 10, 20  # … and the first ones are worth more


class BadKind(ValueError):
    """There is no such kind; the text is a sentence that says what to write instead."""


@frozen
class Effort(Frozen):
    """How long a search thinks: a number of simulations or seconds, and in how many worlds.

    `careless`: it takes an option in proportion to how often it was tried, so it errs if several are almost equally
    good. `learned`: it uses the learned policy of the game; `by_heart`: it uses nothing else. `mixed`: it solves a
    small game as a whole, and mixes its options so that it cannot be predicted. `threads`: this many search at once,
    each with its share of the simulations, and their results are added up.
    """

    simulations: int
    worlds: int
    seconds: int = 0
    careless: bool = False
    learned: bool = True
    by_heart: bool = False
    mixed: bool = False
    threads: int = 1

    @property
    def native_worlds(self) -> int:
        """How many worlds to make, if C makes them."""
        few = min(FEW_NATIVE_WORLDS, self.simulations // FEW_NATIVE_WORLD)
        wanted = max(few, self.simulations // A_NATIVE_WORLD) if not self.seconds else MOST_NATIVE_WORLDS
        return max(self.worlds, min(MOST_NATIVE_WORLDS, wanted))


@frozen
class Thought(Frozen):
    """What a seat thinks of its options: for each, how often it was tried and its mean result, from 0 to 1.

    `worlds`: in how many worlds it has searched; without any, it knows nothing. `points`: how far ahead of the mean of
    the others an option came out; if the rules count no points (`scored` is false), the share of games won. `priors`:
    how likely the policy considered an option before the search, if there is one.
    """

    visits: tuple[int, ...]
    means: tuple[float, ...]
    worlds: int
    points: tuple[float, ...]
    scored: bool = True
    priors: tuple[float, ...] = ()

    @property
    def simulations(self) -> int:
        return sum(self.visits)

    @property
    def best(self) -> int:
        """The option that was tried most often; of several such options, the one with the best result."""
        return max(range(len(self.visits)), key=lambda at: (self.visits[at], self.means[at], -at))


@frozen
class Kind(Frozen):
    """A kind of player. `effort`: that of a search, None for others. `plugin`: the name of a third-party bot; `apart`:
    it runs in a separate process.
    """

    text: str
    effort: Effort | None = None
    plugin: str = ""
    apart: bool = False


# kind: how it thinks
STRENGTHS = {
    "easy":   Effort(24, 3, careless=True),
    "medium": Effort(200, 6),
    "hard":   Effort(1000, 16),
}  # fmt: skip

# kind: who answers
MEANINGS = {
    "random":  "takes any option, each as likely as the others",
    "easy":    "looks ahead a little, and errs",
    "medium":  "looks ahead",
    "hard":    "looks far ahead",
    "learned": "plays what it has learned, without looking ahead",
    "bot:500": "thinks for so many simulations",
    "bot:2s":  "thinks for so many seconds",
    "bot:4000x2": "thinks with so many threads",
    "plain:500": "thinks so long too, but has learned nothing",
    "mixed:100000": "works a small game out as a whole, and bluffs",
}  # fmt: skip


def read_kind(text: str) -> Kind:
    """The kind that a text names. Raises BadKind."""
    if text == "random":
        return Kind(text)
    if text in STRENGTHS or text == "bot":
        return Kind(text, STRENGTHS.get(text, STRENGTHS["hard"]))
    if text == "learned":
        return Kind(text, Effort(1, 1, by_heart=True))
    if text.startswith(("bot:", "plain:", "mixed:")):
        return Kind(text, read_budget(text))
    if text.startswith(APART):
        inner = read_kind(text.removeprefix(APART)).plugin
        if not inner:
            example = f"{APART}module:Class"
            raise BadKind(f"`{APART}` stands before a bot of your own, as in `{example}`; `{text}` names none.")
        return Kind(text, plugin=inner, apart=True)
    if OWN.fullmatch(text):
        return Kind(text, plugin=text)
    from rulelang.bots.plugins import plugin_names

    if text in plugin_names():
        return Kind(text, plugin=text)
    raise BadKind(unknown(text, plugin_names()))


def read_budget(text: str) -> Effort:
    """`bot:500` or `bot:2s`, by one thread or several (`x2`); `plain:500` without anything learned."""
    found = BUDGET.fullmatch(text)
    number, seconds, threads = (int(found[2]), bool(found[3]), int(found[4] or 1)) if found else (0, False, 1)
    learned, mixed = not text.startswith("plain"), text.startswith("mixed")
    if not 1 <= number <= (MOST_SECONDS if seconds else MOST_SIMULATIONS) or (mixed and seconds):
        raise BadKind(
            f"`{text}` says no time to think; write `bot:500` for 500 simulations (at most {MOST_SIMULATIONS:,}), "
            f"or `bot:2s` for 2 seconds (at most {MOST_SECONDS})."
        )
    if seconds:
        return Effort(0, MOST_WORLDS, number, learned=learned, threads=threads)
    worlds = max(FEWEST, min(MOST_WORLDS, number // A_WORLD))
    return Effort(number, worlds, learned=learned, mixed=mixed, threads=threads)


def unknown(text: str, plugins: tuple[str, ...]) -> str:
    """The sentence for an unknown kind."""
    from rulelang.diagnostics import nearest

    known = (*MEANINGS, *plugins)
    close = nearest(text, ("you", *known))
    hint = f"did you mean `{close}`?" if close else f"a seat is one of: you, {', '.join(known)}."
    return f"there is no kind of seat `{text}`; {hint}"
