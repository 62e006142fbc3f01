"""Which options are better or worse than the others of the same decision, in sentences.

Players who choose at random make every choice a randomized experiment: whether an option is taken depends only on how
many others there were. So its effect is causal, and an advantage of merely getting to choose cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.sim.report import Offered, Report
from rulelang.sim.wording import group_texts

MOST = 6  # options of each kind that are named
OFTEN = 30  # offers after which it tells that an option was never taken


def judgeable_options(report: Report) -> list[Offered]:
    """The options whose effect can be judged; only players who choose at random allow this."""
    return [each for each in report.offers if each.wins is not None] if report.at_random else []


def is_sure(report: Report, option: Offered) -> bool:
    return option.wins is not None and option.wins.sure(len(judgeable_options(report)))


def dominated_options(report: Report) -> list[Offered]:
    """Options that win significantly less often than the others of the same decision, the worst first."""
    some = [each for each in judgeable_options(report) if is_sure(report, each) and each.wins and each.wins.value < 0]
    return sorted(some, key=lambda each: each.wins.value if each.wins else 0.0)


def strong(report: Report) -> list[Offered]:
    some = [each for each in judgeable_options(report) if is_sure(report, each) and each.wins and each.wins.value > 0]
    return sorted(some, key=lambda each: -each.wins.value if each.wins else 0.0)


def sentences(report: Report) -> list[str]:
    """What is dominated, and what is strong; or that nothing was found. For players who think, what they never take."""
    if not report.at_random:
        return describe_untaken(report)
    if not judgeable_options(report):
        return []
    found = describe_options("Dominated", "less", dominated_options(report)) + describe_options(
        "Strong", "more", strong(report)
    )
    games = f"{len(judgeable_options(report))} options, as far as {report.games:,} games can tell"
    return found or [f"No option is better or worse than the others of the same decision ({games})."]


def describe_untaken(report: Report) -> list[str]:
    """What players who think were often offered and never took."""
    some = [each for each in report.offers if each.offered >= OFTEN and not each.taken.value]
    some.sort(key=lambda each: -each.offered)
    kinds = " and ".join(dict.fromkeys(report.bots))
    told = group_texts([(each.group, f"{each.name} (offered {each.offered:,} times)") for each in some], MOST)
    return [f"Never taken by {kinds} bots: {told}."] if some else []


def describe_options(title: str, how: str, some: Sequence[Offered]) -> list[str]:
    if not some:
        return []
    told = group_texts([(each.group, f"{each.name} ({amount(each)})") for each in some], MOST)
    return [f"{title}, winning {how} often than the others of the same decision: {told}."]


def amount(option: Offered) -> str:
    """`−5.1 ± 0.6 points`, of a percentage."""
    return f"{plus_minus(option)} points"


def plus_minus(option: Offered) -> str:
    """`−5.1 ± 0.6`; what rounds to zero has no sign."""
    assert option.wins is not None
    size = f"{100 * abs(option.wins.value):.1f}"
    sign = "" if size == "0.0" else "−" if option.wins.value < 0 else "+"
    return f"{sign}{size} ± {100 * option.wins.error:.1f}"
