"""Information flow: programs that tell only what they may pass, every planted leak is refused unplayed, and twins find
it without the analysis.
"""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from helpers import GAMES, Setup, counts, loaded
from made_secrets import (
    BLOCKS,
    ROUTES,
    SINKS,
    Planted,
    made_secrets,
    planted,
    program_of,
    refusals,
    told_apart,
    with_play,
)  # fmt: skip

from rulelang.analysis.builtins import BUILTINS
from rulelang.base.source import Source
from rulelang.engine.errors import RuleError
from rulelang.engine.match import Match
from rulelang.engine.start import code_of, first_slots
from rulelang.ir.expressions import OPS
from rulelang.play.answers import Answers
from rulelang.play.follow import Follower
from rulelang.play.log import Log
from rulelang.workspace.fixes.edits import offers

# Every sink by one route, and every route to one sink; `tests/sweep.py secrets` tries all.
PLANTS = [
    *((sink, list(ROUTES)[at % len(ROUTES)]) for at, sink in enumerate(SINKS)),
    *(("assign", route) for route in ROUTES),
]


def test_every_builtin_has_its_label() -> None:
    assert set(BUILTINS) == set(OPS)


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(40))
def test_programs_that_tell_what_they_may_pass_and_twins_agree(seed: int) -> None:
    program = program_of(made_secrets(seed), 2 + seed % 2)
    assert refusals(program) == []
    found, _ = told_apart(program, games=1, tries=4, seed=seed, guarded=True)
    assert found is None, found


@pytest.mark.parametrize(("sink", "route"), PLANTS)
def test_a_planted_leak_is_refused_and_twins_find_it(sink: str, route: str) -> None:
    program = program_of(made_secrets(sum(map(ord, sink + route)), planted(sink, route)))
    found = refusals(program)
    assert [each.code for each in found] and {each.code for each in found} == {"R347"}
    assert all(each.span.text.startswith("own") for each in found)
    difference, _ = told_apart(program, games=6, tries=6, most=400)
    assert difference is not None


UNFIXABLE = {"guard", "index", "label"}


@pytest.mark.parametrize("sink", [sink for sink in SINKS if sink not in UNFIXABLE])
def test_the_fix_of_a_leak_is_accepted(sink: str) -> None:
    text = made_secrets(3, planted(sink, "direct"))
    for _ in range(4):
        found = refusals(program_of(text))
        if not found:
            return
        edit = offers(found[0])[0]
        text = edit.apply(text)
    pytest.fail(f"{found[0]}\n{text}")


@pytest.mark.parametrize("rule", BLOCKS)
def test_the_rules_of_secret_blocks(rule: str) -> None:
    lines, code = BLOCKS[rule]
    found = refusals(program_of(made_secrets(1, Planted(rule, "", lines, ""))))
    assert code in {each.code for each in found}


@pytest.mark.parametrize("name", GAMES)
def test_twins_of_the_games_go_on_alike(name: str) -> None:
    found, _ = told_apart(loaded(Setup(name, counts(name)[0])).program, games=1, tries=1, most=12, sound=True)
    assert found is None, found


@pytest.mark.parametrize(
    ("lines", "readers"),
    [
        ("points[P1] = own[P1]", "own"),
        ("own[P2] = own[P1]", "own"),
        ("var x = 0\nif own[P1] > 1: x = 2\nlevel = x", "own"),
        ("var x = 0\nwhile own[P1] > x at most 9: x += 1\nlevel = x", "own"),
        ("P1 chooses c from hand[P1]\nlevel = c.number", "hand"),
        ("P1 chooses c from hand[P1]\nlevel = c.number\nmove c to table", "hand"),
        ("swap level, own[P1]", "swap"),
        ('let x = [own[p] for p in seats]\nnote "{x[1]}"', "own"),
        ("if own[P1] > 1: run Pause", "own"),
        ("move first(for p in seats, c in hand[p] where c.number == 1) to table", "hand"),
        ('for p in sorted(for q in seats by own[q]): p chooses k from 0..1 "Which?"', "own"),
        ('P1 chooses k from 0..own[P2] "Which?"', "own"),
        ("pay up to 1 coins from bank to seat(own[P1])", "own"),
    ],
)
def test_what_is_refused(lines: str, readers: str) -> None:
    found = refusals(program_of(with_play(lines)))
    assert [each.code for each in found] == ["R347"], found
    assert found[0].span.text.startswith(readers)


@pytest.mark.parametrize(
    "lines",
    [
        "own[P1] = own[P1] + count(hand[P2])",
        "P1 chooses c from hand[P1]\nmove c to table\nlevel = c.number",
        "P1 chooses c from hand[P1]\nlet n = c.number\nmove c to table\nlevel = n",
        'P1 chooses k from 0..own[P1] "Which?"\nlevel = k',
        "let x = own[P1]\nown[P1] = x",
        "if reveal own[P1] > 1: level = 2",
        'let x = (reveal own[P1] to P2)\nP2 chooses k from 0..x "Which?"',
        "if own[P1] > 1: own[P1] = 0",
        'P1 secretly chooses k from 0..3 "Which?"\nown[P1] = k',
        "move hand[P1] to table\nlevel = first(table).number",
        'each q in seats secretly chooses b from 0..2 "Bid"\nreveal b\nlevel = b[P1]',
        "for p in seats:\n  let q = p\n  q chooses c from hand[p]\n  move c to kept[q]",
        "var turn = P1\nturn chooses c from hand[turn]\nmove c to table",
    ],
)
def test_what_is_not(lines: str) -> None:
    assert refusals(program_of(with_play(lines))) == []


@pytest.mark.parametrize(
    "lines",
    [
        "level = own[P2]",
        "level = max(own)",
        "for q in seats where own[q] >= 0: level = q.number",
        'let m = max(own)\nfor q in seats: q chooses x from 0..1 "Is it {m}?"',
        'each q in seats secretly chooses x from 0..1 "Is it {max(own)}?"',
        'each q in seats secretly chooses x from 0..own[q.left] "Which?"',
        'each q in seats secretly chooses x from 0..1 where x <= own[q.left] "Which?"',
        'var m = 0\nrepeat 2 times:\n  for q in seats:\n    q chooses x from 0..1 "Is it {m}?"\n'
        "    if q == P2: m = own[P2]",
        'P1 chooses from [Told(P1, own[q]) for q in seats] "Which?"',
    ],
)
def test_what_is_revealed_later_is_not_told_before(lines: str) -> None:
    """The analysis trusts a `reveal` only as far as play can test that it has come."""
    menu = 'menu Told(p: Seat, n: Int):\n  go "Go": level = n\n  stay "Stay": nothing\n'
    text = with_play(f"{lines}\nreveal own").replace("setup:\n", f"{menu}setup:\n")
    program = program_of(text)
    if refusals(program):
        return  # unplayed
    with pytest.raises(RuleError) as stopped:
        match = Match(program, seed=1, guarded=True)
        while match.runner.question is not None:
            match.choose(0)
    assert stopped.value.code == "R630"


SHOWN = 'P1 chooses c from hand[P1] "Show one"\nreveal c\n'
TAKEN = "move take(hand[P1], 1) to kept[P1]"
SECRETLY = 'each q in seats secretly chooses x from hand[q] "Which?"\n'
LAID = 'P1 chooses n from 0..2 "Lay which number?"\nmove [for d in hand[P1] where d.number >= n] to table\n'


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (TAKEN, ""),
        (SHOWN + TAKEN, "R630"),
        (f"{SHOWN}unreveal c\n{TAKEN}", ""),
        (f"{SHOWN}let d = first(hand[P1])\nmove d to kept[P1]", "R630"),
        (f"{SHOWN}let d = random hand[P1]\nmove d to kept[P1]", ""),
        (f"{SHOWN}P1 chooses d from hand[P1]\nmove d to kept[P1]", ""),
        (f"{SHOWN}move hand[P1] to kept[P1]", ""),
        (f"{SHOWN}{SECRETLY}move x[P1] to kept[P1]", ""),
        (f"{SHOWN}{SECRETLY}reveal x\nmove x[P1] to kept[P1]", ""),
        (f"{SHOWN}{SECRETLY}reveal x\nmove x[P1] to table", ""),
        (f"{LAID}reveal hand[P1]", ""),
        (f"{SHOWN}{LAID}reveal hand[P1]", "R630"),
    ],
)
def test_which_card_goes_is_not_told_by_those_that_were_shown(lines: str, code: str) -> None:
    """Who has seen one card of a hand would learn how the others compare with it, if it is the first that goes."""
    program = program_of(with_play(lines))
    assert not refusals(program)
    match, stopped = Match(program, seed=1, guarded=True), ""
    try:
        while match.runner.question is not None:
            match.choose(0)
    except RuleError as error:
        stopped = error.code
    assert stopped == code


DEALT = "deal 1 from deck to hand[P1]\n"
KEEP = "var keep: list of Card = []\n"


@pytest.mark.parametrize(("how", "told"), [("", ["[{}, Card(?)]"]), (" one by one", ["Card(?)", "Card(?)"])])
def test_the_order_of_a_bag_does_not_tell_how_hidden_cards_compare(how: str, told: list[str]) -> None:
    """A bag is in the order of what its cards show: who has seen one of them is not told where in it the one lies."""
    program = program_of(with_play(f"{DEALT}{SHOWN}P1 chooses 2 cs from hand[P1]{how}"))
    answers = Answers.of(program)
    for first in range(3):
        match = Match(program, seed=3, guarded=True)
        match.choose(first)
        while match.runner.question is not None:
            match.choose(0)  # the lowest two
        log = Log(2, answers, Follower(program, first_slots(code_of(program), 3)))
        for event in match.runner.events:
            log.add(event)
        shown = next(each for each in log.entries if each["event"] == "showed")["pieces"][0]
        given = [each["answer"] for each in log.entries if each.get("name") == "play.cs" and each["event"] == "chose"]
        hidden = how or first == 2  # the highest is not taken
        assert given == (["[Card(?), Card(?)]"] if hidden and not how else [each.format(shown) for each in told])
        assert told_apart(program, games=6, tries=6)[0] is None


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("P1 chooses 2 cs from hand[P1]\nkeep = cs", KEEP),
        ("P1 chooses cs from subsets(hand[P1], 2)\nkeep = cs", KEEP),
        ("P1 chooses from Bag(P1)", KEEP + "menu Bag(p: Seat):\n  lay(cs in subsets(hand[p], 2)): keep = cs\n"),
    ],
)
def test_what_all_see_is_not_in_the_order_of_what_is_hidden(lines: str, more: str) -> None:
    assert {each.code for each in refusals(program_of(with_play(DEALT + lines, more)))} == {"R347"}


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("reveal first(deck)\nlevel = first(deck).number", "R630"),
        ("level = reveal first(deck).number", ""),
        ("let c = first(deck)\nreveal c\nlevel = c.number", ""),
    ],
)
def test_a_card_of_a_pile_is_named_before_it_is_revealed(lines: str, code: str) -> None:
    """The check in play asks for all that is read: of a pile that is seen in part, the whole."""
    program = program_of(with_play(lines))
    assert not refusals(program)
    with pytest.raises(RuleError, match="deck") if code else nullcontext():
        Match(program, seed=1, guarded=True)


ROLL = "step throw() -> Int:\n  let n = random 0..4\n  return n\nstep keep(n: Int): own[P1] = n\n"


@pytest.mark.parametrize(
    ("lines", "more", "is_told"),
    [
        ("level = n", "", False),
        ("own[P1] = n", "", False),
        ("level = n\nown[P1] = n\nif n > 2: level = 1", "", False),
        ('note "It is {n}."\nown[P1] = n\nif n > 2: level = 1', "", False),
        ("own[P1] = n\nlevel = reveal n", "", False),
        ("own[P1] = random 0..4\nlevel = n", "", False),
        ("own[P1] = random 0..4\nlet m = own[P1]\nlevel = m", "", True),
        ("own[P1] = n\nlevel = n", "", True),
        ("hide level\nlevel = n\nown[P1] = n\nif n > 2: points[P1] = 1", "", True),
        ("own[P1] = n\nown[P2] = n", "", True),
        ("own[P1] = n\nif n > 2: level = 1", "", True),
        ("let m = n + 1\nown[P1] = min(m, 4)\nlevel = n", "", True),
        ("level = min(n, 1)\nown[P1] = n\nif n > 2: level = 2", "", True),
        ("if n > 1:\n  own[P1] = n\n  level = 1", "", True),
        ("if coin: own[P1] = n\nlevel = n", "", True),
        ("run keep(n)\nlevel = n", ROLL, True),
        ("let m = run throw()\nown[P1] = m\nlevel = m", ROLL, True),
        ("for p in seats:\n  own[p] = n\nlevel = n", "", True),
    ],
)
def test_what_was_drawn_and_is_kept_in_private_is_private_from_then_on(lines: str, more: str, is_told: bool) -> None:
    play = f"let coin = random [true, false]\nlet n = random 0..4\n{lines}"
    assert {each.code for each in refusals(program_of(with_play(play, more)))} == ({"R347"} if is_told else set())


def test_a_bag_that_was_shown_may_be_kept_where_all_see_it() -> None:
    for lines in ("reveal cs", "move cs to table"):
        program = program_of(with_play(f"{DEALT}P1 chooses 2 cs from hand[P1]\n{lines}\nkeep = cs", KEEP))
        assert refusals(program) == []
    assert refusals(program_of(with_play("P1 chooses ns from permutations(1..2)"))) == []


def test_a_mechanism_does_not_begin_with_seats_in_a_secret_order() -> None:
    """All are told with what it begins, in order."""
    duel = DUEL.replace("own[P1]", "2")
    assert refusals(program_of(with_play("run Duel(seats)", duel))) == []
    found = refusals(program_of(with_play("run Duel(sorted(for q in seats by own[q]))", duel)))
    assert {each.code for each in found} == {"R347"}


def test_a_reveal_that_a_mod_overrides_reveals_nothing() -> None:
    """Its phase is there for `original` only; where nothing runs it, a mod cannot lean on it."""
    shown = "reveal hand[P1]\n  level = max(c.number for c in hand[P1])"
    base = with_play("run Go", f"phase Go:\n  {shown}\n")
    told = "level = sum(c.number for c in hand[P1]) mod 5"
    for body, code in ((told, {"R347"}), (f"original\n  {told}", set())):
        mod = Source("mod.rules", f'rules 1\nmod "M" extends made\noverride phase Go:\n  {body}\n')
        assert {each.code for each in refusals(program_of(base, mods=[mod]))} == code


MIX = "step mix():\n  move hand[P1] + hand[P2] to deck\n  shuffle deck\n  for q in seats: deal 3 from deck to hand[q]\n"
PICK = "step pick(p: Seat) -> Card:\n  p chooses c from hand[p]\n  return c\n"
LAND = 'menu Land(p: Seat, here: Color) by here:\n  red(n in 0..1) "Take {n}": own[p] = n\n  blue: nothing\n'
SHAKER = "zone shaker[Seat]: set of Die, owner\n"
MELD = """group Meld(n: 0..4) of Card, at most 4
zone melds[Seat]: set of Meld, owner
zone laid_down: set of Meld, open
"""
DUEL = """mechanism duel is draft(order: list of Seat):
  need start -> Int
  var mine[Seat]: 0..4 = start, owner
  play: P2 chooses z from 0..1
draft Duel is duel:
  start = own[P1]
"""
FAVOURITE = "var favourite: Card? = none\n"
DRAW = "P1 chooses c from hand[P1]\n"


@pytest.mark.parametrize(
    ("lines", "more", "code"),
    [
        # a piece that is known by name, or was lost sight of, is any of those in a hand
        ("level = sum(c.number for c in Card - hand[P1]) mod 9", "", "R347"),
        ("for c in Card where empty([c] - hand[P1]): points[P1] += 1", "", "R347"),
        ("let c = first(deck)\nshuffle deck\nlevel = count([c] - take(deck, 1))", "", "R347"),
        (f"{DRAW}run mix\npoints[owner(c)] += 1", MIX, "R347"),
        (f"{DRAW}run mix\nmove c to table", MIX, "R347"),
        (f"{DRAW}favourite = c\nrun mix\nif favourite != none: move favourite to table", FAVOURITE + MIX, "R347"),
        (f"{DRAW}P1 secretly chooses d from hand[P1]\nmove d to kept[P1]\nmove c to table", "", "R347"),
        ("P1 chooses 2 cs from hand[P1]\nmove cs to deck\nfor c in cs:\n  shuffle deck\n  move c to table", "", "R347"),
        ("let t = first(for c in Chip where c.worth == 1)\npoints[owner(t)] += 1\nfor p in seats: reveal mine[p]",
         "zone mine[Seat]: set of Chip, owner\n", "R347"),
        # of several answers one is shown
        ("P1 chooses 2 cs from hand[P1]\nlet a = cs[1]\nmove a to table\nlevel = cs[2].number", "", "R347"),
        ("P1 chooses 2 cs from hand[P1]\nlet a = random cs\nmove a to table\nlevel = sum(c.number for c in cs)", "",
         "R347"),
        ("let a = run pick(P1)\nlet b = run pick(P1)\nmove a to table\nlevel = b.number", PICK, "R347"),
        ("var n = 0\nfor i in 1..2:\n  P1 chooses c from hand[P1]\n  if i == 1: n = c.number\n  else:\n"
         "    move c to table\n    level = n", "", "R347"),
        # dice and groups show something else later
        ("let d = first(cup[0])\nfavourite = d\nmove d to shaker[P1]\nroll shaker[P1]\n"
         "if favourite != none: level = favourite.face", SHAKER + "var favourite: Die? = none\n", "R347"),
        ("let d = first(cup[0])\nrun shake(d)\nlevel = d.face",
         SHAKER + "step shake(d: Die):\n  move d to shaker[P1]\n  roll d\n", "R347"),
        (f"{DRAW}form Meld(1) from [c] to laid_down\nlet m = only(laid_down)\nmove m to melds[P1]\n"
         "P1 chooses d from hand[P1]\nmove d to m\nlevel = sum(e.number for e in m)", MELD, "R347"),
        # who is asked, and who sees it
        ("resolve Land(seat(own[P1]), red)", LAND, "R347"),
        ("resolve Land(P1, if own[P1] > 1 then red else blue)", LAND, "R347"),
        ("P2 chooses from [With(P2, c) for c in hand[P1]]", "menu With(p: Seat, c: Card):\n  drop: move c to table\n",
         "R359"),
        ("level = gems[bank]", "", "R347"),
        ("run Duel(seats)", DUEL, "R347"),
        # in a secret block the others' doings are not known
        ("each z in seats secretly:\n  z may choose c from hand[z]: move c to kept[z]\n"
         "  z chooses m from 0..count(hand[z.left])\n  own[z] = m", "", "R347"),
        ("each z in seats secretly:\n  z chooses c from table\n  move c to kept[z]", "", "R399"),
        ("var n = 0\neach z in seats secretly:\n  z chooses m from 0..n\n  n = 1", "", "R399"),
    ],
)  # fmt: skip
def test_what_is_refused_in_combinations(lines: str, more: str, code: str) -> None:
    assert code in {each.code for each in refusals(program_of(with_play(lines, more)))}


BOTH = f"{DRAW}reveal c\nP1 chooses d from hand[P1] where d != c\nreveal d\n"


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        (f"{DRAW}reveal c\ndeal 1 from hand[P1] to kept[P1]", ""),
        (f"{DRAW}reveal c\nP1 chooses 2 cs from hand[P1]\nmove cs[1] to kept[P1]", "zone more: pile of Card, hidden\n"),
        (f"{BOTH}move sorted(for e in hand[P1] by own[P1] * e.number) to kept[P1]", ""),
        (f"{BOTH}move min(for e in hand[P1] by own[P1] * e.number) to kept[P1]", ""),
        ("deal 2 from deck to table\neach q in seats secretly chooses x from table\nlevel = x[P1].number\nreveal x",
         ""),
        ("move cup[0] to shaker[P1]\nroll shaker[P1]\nlevel = sum(d.face for d in shaker[P1]) - 2\nreveal shaker[P1]",
         SHAKER),
        ("move bag + cup[0] to shaker[P1]\nroll shaker[P1]\nlevel = count(for d in Die where d.face == 6)\n"
         "reveal shaker[P1]\nreveal shaker[P2]\nreveal bag", SHAKER),
        ("reveal own\nown[P1] = reds(P1)", ""),
        ("deal 2 from deck to table\nlet cs = [for c in table]\nhide cs - hand[P1]\nshuffle table\n"
         "level = first(table).number", ""),
        ("reveal own[P1] to [P2]\nown[P1] = reds(P1)", ""),
    ],
)  # fmt: skip
def test_what_is_stopped_in_play(lines: str, more: str) -> None:
    """Who sees some of the pieces, or the variable, would learn what is private."""
    program = program_of(with_play(lines, more))
    assert not refusals(program)
    with pytest.raises(RuleError) as stopped:
        match = Match(program, seed=1, guarded=True)
        while match.runner.question is not None:
            match.choose(0)
    assert stopped.value.code == "R630"


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("for x in [for c in hand[P1] where c.number > 3]: n += 1", ""),
        ("repeat 3 times:\n  if own[P1] >= 0: break\n  n += 1", ""),
        ('P1 secretly may "Raise?": nothing\nelse: n = 1', ""),
        (f"{DRAW}favourite = c\nif favourite != none: n = favourite.number - favourite.number", FAVOURITE),
    ],
)
def test_a_question_with_one_answer_is_asked_where_silence_would_tell(lines: str, more: str) -> None:
    program = program_of(with_play(f'var n = 0\n{lines}\nP1 chooses m from 0..n "How many?"', more))
    assert not refusals(program)
    match, asked = Match(program, seed=1, guarded=True), []
    while match.runner.question is not None:
        asked.append(match.runner.question.name)
        match.choose(0)
    assert asked[-1] == "play.m"


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("for c in hand[P1]: move c to deck", ""),
        ("P1 chooses 2 cs from hand[P1]\nfor c in cs:\n  move c to table\n  points[P1] += c.number", ""),
        ("P1 chooses 2 cs from hand[P1]\nfor c in cs: run lay(c)",
         "step lay(c: Card): move c to table\n"),
        (f"{DRAW}deal 1 from deck to hand[P1]\nmove c to table\nlevel = c.number", ""),
        (f"{DRAW}P2 chooses d from hand[P2]\nmove c to hand[P2], d to hand[P1]", ""),
        ("let a = run pick(P1)\nmove a to table\nlevel = a.number", PICK),
        (f"{DRAW}move hand[P1] - [c] to kept[P1]\nmove c to table", ""),
        (f"{BOTH}move min(for e in hand[P1] by e.number) to kept[P1]", ""),
        ("each q in seats secretly chooses x from hand[q]\nfor q in seats: move x[q] to line[q]\nlevel = x[P1].number",
         "zone line[Seat]: row of Card, open\n"),
        ("reveal own\nunreveal own\nown[P1] = reds(P1)", ""),
        ("let d = first(cup[0])\nroll d\nlevel = d.face", ""),
        ("each z in seats secretly:\n  var n = 0\n  z may choose c from hand[z]:\n    move c to kept[z]\n    n = 1\n"
         "  own[z] = n", ""),
    ],
)  # fmt: skip
def test_what_all_can_follow_is_not_refused(lines: str, more: str) -> None:
    program = program_of(with_play(lines, more))
    assert not refusals(program)
    match = Match(program, seed=1, guarded=True)
    while match.runner.question is not None:
        match.choose(0)


def test_a_value_is_called_what_the_author_calls_it() -> None:
    """All choose a `b` twice: of the two the second has another name in the program."""
    asked = 'each q in seats secretly chooses b from 0..2 "Bid"'
    found = refusals(program_of(with_play(f"{asked}\nif players > 1:\n  {asked}\n  level = b[P1]")))
    assert [each.title for each in found] == ["not all who are told this may know `b`"]


BAG = """\
rules 1
game "Bag" for 2 players
piece Tile(number: 1..9) in bag "Tile": 1 each
zone bag: bag of Tile, hidden
zone middle: set of Tile, open
var points[Seat]: Int = 0

play:
  repeat 3 times:
    deal 3 from bag to middle
    for p in seats:
      p chooses t from middle "Take one"
      points[p] += t.number
    move middle to bag

winner p: most points[p]
"""


def test_a_piece_in_the_open_is_the_same_on_both_tables() -> None:
    """Whatever order it came in from a bag: an answer that names it names its look."""
    for seed in range(12):
        assert told_apart(program_of(BAG), games=1, tries=4, seed=seed)[0] is None


def test_a_card_that_was_dealt_anew_is_no_twin_any_more() -> None:
    """All are gathered, shuffled alike and dealt: who looked like another before is only itself."""
    assert told_apart(program_of(made_secrets(2655), 3), games=1, tries=3, seed=2655, guarded=True)[0] is None
