"""The questions that designers ask, in one table: how each is asked, and how games answer it.

An answer is a sentence with its interval, and the figures behind it. Most are read off a report; some play games of
their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from rulelang.base.frozen import Frozen, frozen
from rulelang.present.english import series
from rulelang.sim.dominance import MOST, describe_options, dominated_options, judgeable_options, strong
from rulelang.sim.figures import Numbers, Share, share
from rulelang.sim.luck import PLAYS, continue_games, replay_deals, share_decided
from rulelang.sim.report import Report, Used, report_of
from rulelang.sim.run import Jobs, Progress, simulate
from rulelang.sim.setup import Setup
from rulelang.sim.sheet import FIRST, GAINED, PAID
from rulelang.sim.thinking import BESIDE, taste_sentences, tastes, thinkers
from rulelang.sim.wording import (
    fairness,
    group_title,
    interval,
    number_of,
    percent,
    plain,
    role_sentence,
    sale_sentences,
    seat_name,
    signed_text,
    whole_number,
)


@attrs.frozen
class Inquiry:
    """What a question is asked of: how to play, and the report of the games that were played."""

    setup: Setup
    seed: int
    games: int
    jobs: Jobs
    report: Report
    progress: Progress | None = None


@frozen
class Answer(Frozen):
    """A sentence or two, and the figures that say so, a line each."""

    sentence: str
    figures: tuple[str, ...] = ()


@frozen
class Question(Frozen):
    """`words`: what else it may be called by; `answer`: how games answer it. `own`: who plays the games of its
    own that it needs, which take a while; `needs_report`: does it need the usual games too?
    """

    name: str
    text: str
    words: str
    answer: Callable[[Inquiry], Answer]
    own: str = ""
    needs_report: bool = True


# ---------------------------------------------------------------- who wins


def first_player(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    if report.players == 1:
        return Answer("One plays alone: nobody goes first.")
    groups = dict.fromkeys(each.group for each in report.roles)
    if FIRST not in groups:
        return Answer("Nobody chooses anything in these games, so nobody goes first.")
    first = next(each for each in report.roles if each.group == FIRST)
    fair = 1 / report.players
    more = first.wins.value - fair
    told = f"{signed_text(100 * more)} points to a fair {percent(fair)}"
    sentences = dict.fromkeys(role_sentence(report, group) for group in groups)
    sentence = " ".join([f"Who chooses first wins {share_text(first.wins)}: {told}.", *sentences])
    figures = [f"{each.name}, {each.group}: wins {share_text(each.wins)}" for each in report.roles]
    return Answer(sentence, tuple(figures))


def seats(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    return Answer(
        fairness(report), tuple(f"{seat_name(each.seat)}: wins {share_text(each.wins)}" for each in report.seats)
    )


def ties(inquiry: Inquiry) -> Answer:
    often = share_text(inquiry.report.ties)
    return Answer(f"Several share the first place in {often} of games.", (f"ties for first: {often}",))


# ---------------------------------------------------------------- options


def worse(inquiry: Inquiry) -> Answer:
    return options(inquiry.report, "worse", describe_options("Dominated", "less", dominated_options(inquiry.report)))


def better(inquiry: Inquiry) -> Answer:
    return options(inquiry.report, "better", describe_options("Strong", "more", strong(inquiry.report)))


AT_RANDOM = "Only players who choose at random tell what comes of an option; leave `--seats` away."


def options(report: Report, how: str, told: Sequence[str]) -> Answer:
    """What is known of options, or why nothing is."""
    if not report.at_random:
        return Answer(AT_RANDOM)
    number = number_of(len(judgeable_options(report)), "option")
    if not judgeable_options(report):
        return Answer("No option was offered often enough to tell; play more games (`-n`).")
    figures = (f"{number} compared with the others of the same decision",)
    none = f"No option is surely {how} than the others of its decision."
    return Answer(told[0] if told else none, figures)


def unused(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    never = [each for each in report.uses if not each.times]
    # Of something that never happened in n games, 3/n is where its 95 % interval ends (the rule of three).
    most = f"less than {percent(3 / report.games)} of games" if report.games >= 30 else "few games"
    counted = (f"{number_of(len(never), 'thing')} of {len(report.uses):,} that are counted never happened",)
    if not never:
        return Answer("Everything that the rules offer happened at least once.", counted)
    return Answer(f"Never in {report.games:,} games (so in {most}): {list_uses(never)}.", counted)


def list_uses(some: Sequence[Used]) -> str:
    """`the action Market · swap, the answers Fair.here · 4 and 5`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for each in some:
        groups.setdefault((each.kind, each.group), []).append(each.name)
    told = [f"{group_title(each)} · {series(n[:MOST])}{more(len(n))}" for (_, each), n in groups.items()]
    return "; ".join(told[:MOST]) + more(len(told), "groups")


def more(number: int, what: str = "") -> str:
    left = number - MOST
    return f" and {left} more {what}".rstrip() if left > 0 else ""


def choices(inquiry: Inquiry) -> Answer:
    forced, options = share_text(inquiry.report.forced), plain(inquiry.report.branching)
    figures = (f"choices with one option: {forced}", f"options of the other choices: {options}")
    return Answer(f"{forced} of choices have one option only; the others have {options} on average.", figures)


# ---------------------------------------------------------------- the course of the game


def length(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    told = [("decisions", report.decisions)]
    told += [("rounds", report.rounds)] if report.rounds_are and report.rounds.count else []
    said = [spread(what, some) for what, some in told]
    longest = whole_number(report.decisions.high)
    sentence = f"Nine of ten games take {series(said)}; the longest took {longest} decisions."
    if report.decisions.low == report.decisions.high:
        sentence = f"Every game takes {series(said)}."
    late = f" {lead_sentence(report)}" if report.settled.count else ""
    figures = tuple(f"{what} a game: {mean(some)}, median {whole_number(some.median)}" for what, some in told)
    return Answer(sentence + late, figures)


def spread(what: str, some: Numbers) -> str:
    """`54 to 68 decisions (mean 60.7 ± 0.15)`."""
    if some.q05 == some.q95:
        return f"{whole_number(some.median)} {what}"
    return f"{whole_number(some.q05)} to {whole_number(some.q95)} {what} (mean {mean(some)})"


def lead_sentence(report: Report) -> str:
    return f"The winner leads for good after {mean(report.settled)} % of the game on average."


def known_early(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    if not report.settled.count:
        return Answer(NO_LEAD)
    alone = f" At half-time the later winner led alone in {share_text(report.half.alone)} of games."
    half = alone if report.half.games else ""
    figures = (
        f"% played when the winner led for good: {mean(report.settled)}, median {whole_number(report.settled.median)}",
    )
    return Answer(lead_sentence(report) + half, figures)


NO_LEAD = "The rules keep no score while the game runs, so nobody can be said to lead."


def drama(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    if not report.half.games:
        return Answer(NO_LEAD)
    half = report.half
    sentence = (
        f"The winner was behind at half-time in {share_text(half.behind)} of games, and last in {share_text(half.last)}"
    )
    sentence += f"; the lead changes {mean(report.changes)} times a game." if report.changes.count else "."
    figures = [
        f"winner was behind at half-time: {share_text(half.behind)}",
        f"winner was last: {share_text(half.last)}",
    ]
    return Answer(sentence, tuple(figures))


def closeness(inquiry: Inquiry) -> Answer:
    report = inquiry.report
    if not report.scored or not report.second.count:
        return Answer("These rules count no points, so nobody wins by more or less.")
    second, last = mean(report.second), mean(report.spread)
    sentence = f"The first is {second} points ahead of the second on average, and {last} ahead of the last"
    figures = (f"points from first to second: {second}", f"points from first to last: {last}")
    return Answer(f"{sentence}; {share_text(report.ties)} of games end in a tie for first.", figures)


# ---------------------------------------------------------------- money


def prices(inquiry: Inquiry) -> Answer:
    found = [each for each in inquiry.report.measures if each.kind == "auction" and each.name.endswith(PAID)]
    if not found:
        return Answer("Nothing is sold for money in these games.")
    told = [f"{group_title(each.group)}: {mean(each.numbers)} {each.name.removesuffix(PAID)}" for each in found]
    figures = [f"{line}, median {whole_number(each.numbers.median)}" for line, each in zip(told, found)]
    return Answer(f"Buyers pay on average: {'; '.join(told)}.", tuple(figures))


def overpaid(inquiry: Inquiry) -> Answer:
    told = sale_sentences(inquiry.report)
    if not told:
        return Answer("No auction of these games has a buyer whose points can be told before the end.")
    found = [each for each in inquiry.report.measures if each.name == GAINED]
    figures = [f"{group_title(each.group)}, {each.name}: {mean(each.numbers)}" for each in found]
    return Answer(" ".join(told), tuple(figures))


def money_left(inquiry: Inquiry) -> Answer:
    found = [each for each in inquiry.report.measures if each.kind == "money" and each.name.endswith(" unused")]
    if not found:
        return Answer("Nobody pays with anything in these games.")
    told = [f"{mean(each.numbers)} {each.name.removesuffix(' unused')}" for each in found]
    return Answer(f"A player ends the game with {series(told)} unused.", tuple(told))


# ---------------------------------------------------------------- luck and skill

DEALS = 500  # that are played again and again
MATCHES = 24  # games with a bot at each seat
THINKER = "easy"
PAIR = THINKER, "random"
RANDOM = "players choose at random"
THINKERS = f"beside bots that think ({THINKER})"
AMONG = f"one bot that thinks ({THINKER}) among players who choose at random"


def luck(inquiry: Inquiry) -> Answer:
    told = "the deal and the dice alone decide {} of who wins. Choices decide the rest."
    return what_decides(inquiry, replay_deals, told, "deals", f"deals, each played {PLAYS} times")


def first_half(inquiry: Inquiry) -> Answer:
    told = "{} of who wins is decided when half of the decisions are made. The second half decides the rest."
    how = f"games, each played on {PLAYS} times from its middle"
    return what_decides(inquiry, continue_games, told, "first halves", how)


def what_decides(inquiry: Inquiry, played: Callable[..., Any], told: str, between: str, how: str) -> Answer:
    """How much of who wins is decided by what the replayed games have in common."""
    again = played(inquiry.setup, inquiry.seed, min(DEALS, inquiry.games), inquiry.progress)
    found = share_decided(again)
    if found is None:
        return Answer("Who wins never differs in these games, so nothing decides it.")
    figure = f"variance of wins between {between}: {share_text(found)} ({len(again):,} {how})"
    return Answer(f"Among players who choose at random, {told.format(share_text(found))}", (figure,))


def skill(inquiry: Inquiry) -> Answer:
    """One player of a kind, at each seat in turn, among players of another kind: the first two kinds that `--seats`
    names, or a thinking bot among players who choose at random.
    """
    report = inquiry.report
    if report.players == 1:
        return Answer("One plays alone: nobody can be better than the others.")
    sitting = tuple(dict.fromkeys(inquiry.setup.seats))
    one, others, *_ = sitting if len(sitting) > 1 else PAIR
    games, wins, played = min(MATCHES, inquiry.games), 0.0, 0
    for seat in range(report.players):
        kinds = tuple(one if other == seat else others for other in range(report.players))
        run = simulate(attrs.evolve(inquiry.setup, seats=kinds, engine="auto"), inquiry.seed, games, inquiry.jobs)
        found = report_of(run)
        wins, played = wins + found.seats[seat].wins.value * found.games, played + found.games
        if inquiry.progress is not None:
            inquiry.progress(played)
    part, fair = share(wins, played), 1 / report.players
    sure = "surely more" if part.above(fair, 1) else "surely less" if part.below(fair, 1) else "not surely other"
    who, whom = "A player who thinks a little", "players who choose at random"
    if (one, others) != PAIR:
        who, whom = f"A player of kind {one}", f"players of kind {others}"
    sentence = f"{who} wins {share_text(part)} of games against {whom}"
    figures = (f"wins of `{one}` among `{others}`, each seat in turn: {share_text(part)} of {played:,} games",)
    return Answer(f"{sentence}: {sure} than a fair {percent(fair)}.", figures)


def thinking(inquiry: Inquiry) -> Answer:
    """What thinking bots take more or less often than players who choose at random."""
    if not inquiry.report.at_random:
        return Answer(AT_RANDOM)
    run = simulate(thinkers(inquiry.setup, THINKER), inquiry.seed, min(BESIDE, inquiry.games), inquiry.jobs,
                   inquiry.progress)  # fmt: skip
    report = attrs.evolve(inquiry.report, beside=report_of(run))
    number = len(tastes(report))
    if not number:
        return Answer("No option lay before both kinds of players.")
    return Answer(" ".join(taste_sentences(report)), (f"{number_of(number, 'option')} compared",))


# ---------------------------------------------------------------- all of them

QUESTIONS = (
    Question("first player", "Does it help to go first?",
             "start starter starting begin turn order role dealer second", first_player),
    Question("seats", "Does every seat win as often?", "seat fair fairness balanced balance place p1 p2", seats),
    Question("dominated", "Which options are worse than the others?",
             "worse weak weakest bad useless dominate pointless trap", worse),
    Question("strong", "Which options are better than the others?",
             "better best overpowered broken strongest powerful", better),
    Question("unused", "What never happens?", "never dead unreachable happens rare", unused),
    Question("choices", "Are there real choices?", "choice forced boring decisions branching interesting", choices),
    Question("too long", "How long is a game?", "long length short duration rounds time", length),
    Question("decided early", "When is the winner known?", "decided runaway settled over lead leader", known_early),
    Question("comebacks", "Can one come from behind?", "comeback drama exciting tension half catch swing", drama),
    Question("close", "How close are games?", "closeness margin gap points tight", closeness),
    Question("ties", "How often do games end in a tie?", "tied draw draws shared", ties),
    Question("prices", "What do things cost?", "price paid bid bids auction expensive cheap", prices),
    Question("overpaid", "Do buyers pay too much?", "overpay overprice worth value bargain profit", overpaid),
    Question("money left", "How much money is left over?", "coins unused leftover saved rich", money_left),
    Question("luck", "How much does luck decide?", "lucky chance random deal dice randomness", luck, RANDOM, False),
    Question("first half", "How much does the first half decide?", "halves middle", first_half, RANDOM, False),
    Question("skill", "Does it pay to think?", "skilled skilful bot strategy depth", skill, AMONG, False),
    Question("thinking", "What do good players do otherwise?",
             "thinker expert differently instead", thinking, THINKERS),
)  # fmt: skip
BY_NAME = {each.name: each for each in QUESTIONS}


def find_questions(text: str) -> list[Question]:
    """The questions that a text may mean: the one of that name, or those with most words in common."""
    if text.strip().lower() in BY_NAME:
        return [BY_NAME[text.strip().lower()]]
    points = {each.name: score(each, words_in(text)) for each in QUESTIONS}
    best = max(points.values())
    return [each for each in QUESTIONS if best and points[each.name] == best]


def score(question: Question, asked: set[str]) -> int:
    """A word of its name counts more than others that it goes by."""
    weights = ((3, question.name), (2, question.words), (1, question.text))
    return sum(weight * len(asked & words_in(text)) for weight, text in weights)


COMMON = frozenset(
    ("a", "an", "and", "are", "as", "at", "be", "can", "do", "does", "every", "game", "how", "i", "in", "is", "it",
     "many", "much", "my", "of", "often", "one", "other", "player", "than", "that", "the", "there", "to", "too", "what",
     "when", "which", "who")
)  # fmt: skip


def words_in(text: str) -> set[str]:
    """Words that say something, without the ending of a plural."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {word if len(word) < 4 else word.removesuffix("s") for word in words} - COMMON


def share_text(value: Share) -> str:
    """`29.8 % (27.8–31.8)`."""
    return f"{percent(value.value)} ({interval(value)})"


def mean(some: Numbers) -> str:
    return f"{plain(some.mean)} ± {plain(some.error)}"
