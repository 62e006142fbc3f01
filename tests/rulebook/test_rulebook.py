"""Rulebooks: every game has one, every numbered rule stands in it, every link leads somewhere, and it is English."""

from __future__ import annotations

import html.parser
import re
from functools import cache
from pathlib import Path

import attrs
import pytest
from cli_kit import rulelang
from helpers import ALL, GAMES

from rulelang.cli.report.rule_matrix import matrix
from rulelang.rulebook import brief, gather, make_book, to_html, to_markdown
from rulelang.rulebook.model import refs, walk

ROOT = Path(__file__).parents[2]
each_game = pytest.mark.parametrize("name", sorted(ALL))


@cache
def book(name: str):
    return make_book(gather(str(ALL.get(name) or ROOT / f"examples/gallery/{name}.rules")))


@cache
def markdown(name: str) -> str:
    return to_markdown(book(name), {})


@cache
def page(name: str) -> str:
    made = book(name)
    return to_html(made)


class Links(html.parser.HTMLParser):
    """The places and links of a page; tags that do not close are noticed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@each_game
def test_every_numbered_rule_is_told(name):
    wanted = {rule.id for rule in matrix(ALL[name]) if rule.lines}
    told = set(re.findall(r"(?m)^\| ([A-Z]+-\d+) \|", markdown(name)))
    assert wanted - told == set()


# How many numbered rules each game has, and which of them are told nowhere but in the index: none, at present.
NUMBERED = {"nokosu": ("NOKO", 39), "nosh": ("NOSH", 49), "nuts": ("NUTS", 53), "pretzel": ("PRETZ", 29),
            "sweet_nose": ("SWEET", 41)}  # fmt: skip
UNTOLD: dict[str, str] = {}
PROOFS = ("index", "always")  # a title of an invariant is no rule to play by


@pytest.mark.parametrize("name", sorted(NUMBERED))
def test_every_number_stands_at_a_sentence_one_can_play_by(name):
    head, last = NUMBERED[name]
    sections = [section for section in walk(book(name).sections) if section.anchor not in PROOFS]
    told = {tag for section in sections for ref in refs(section) for tag in ref.tags} | set(book(name).ref.tags)
    wanted = {f"{head}-{number}" for number in range(1, last + 1)}
    assert wanted - told == {tag for tag in UNTOLD if tag.startswith(head)}
    assert {tag for tag in told if tag.startswith(head)} <= wanted


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("nokosu", "A die keeps the face it was rolled to until the round is over. <sub>[NOKO-11]"),
        ("nokosu", "are of the same suit and equally strong. <sub>[NOKO-20]"),
        ("nokosu", "Lead any piece you may play, a trump too"),
        ("nokosu", "| Cards dealt to each player | 9 | 10 |"),
        ("nosh", "Appetite token shows its green side; at first everybody is. <sub>[NOSH-4]"),
        ("sweet_nose", "If [they used the store first](#term-used-store):"),
        ("sweet_nose", "(*level*: [the highest level of stores for so many points in a round](#term-access) (their"),
        ("pretzel", "you take 3 pretzels from the bank, or as many as are left. <sub>"),
        ("pretzel", "What happens now depends on the space: see [Space](#menu-Space)."),
        ("pretzel", "If a run was spent and there are some dice to use:"),
        ("pretzel", "The victim becomes the mover."),
        ("pretzel", "Repeat this until the game ends, 500 times at most:"),
        ("pretzel", "- The game ends at once when a player has at least 20 pretzels. <sub>"),
        ("nokosu", "**Zero Tricks kept**: 10, if you have promised Zero Tricks and you are [eligible]"),
        ("nokosu", "They have now promised Zero Tricks."),
        ("nosh", "| B01 | 2 | candy apple, ice-cream cone |"),
        ("nosh", "You are no longer hungry."),
        ("nuts", "For each season from 1 to 4:"),
        ("nuts", "Move the pair of gloves to the discards."),
        ("nuts", "**When somebody has the best bid, *n***:"),
        ("pretzel", "Set your pawn to [*n* spaces forward from *start*]"),
        ("nuts", "### Laying out"),
    ],
)
def test_what_a_player_looks_for(name, sentence):
    assert sentence in markdown(name)


@each_game
def test_every_link_leads_somewhere(name):
    links = Links()
    links.feed(page(name))
    assert not links.open and len(links.ids) == len(set(links.ids))
    assert {link for link in links.links if link.removeprefix("#") not in links.ids} == set()
    places = set(re.findall(r'<a id="([\w-]+)">', markdown(name)))
    assert set(re.findall(r"\]\(#([\w-]+)\)", markdown(name))) <= places


@each_game
def test_the_page_holds_all_it_needs(name):
    text = page(name)
    assert "<script" not in text and "http" not in text.partition("</style>")[0] and "@page" in text
    assert text.count("<h2>") >= 6 and "<nav>" in text


@each_game
def test_it_is_english_and_no_code(name):
    told = "\n".join(line for line in markdown(name).splitlines() if not line.startswith(("|", "<a id")))
    told = re.sub(r"<[^>]*>|\]\([^)]*\)", "", told)
    assert not re.search(r"==|!=|<=|>=|\bfn\b|\bdiv\b|None|Local\(|Span|\{|\}|\w_\w|…|\*\*\*\*", told)
    assert not re.search(r"\b(the the|a a|of of|is is|you is|they is|you has|they has|one one)\b", told)


def test_the_numbers_of_players_are_told():
    text = markdown("nokosu")
    assert "| **Cards** |" in text and "| 28 | 40 |" in text
    assert "Deal 9 (3 players) or 10 (4 players) cards from the deck to their cards." in text
    for_four = to_markdown(make_book(gather(str(GAMES["nokosu"]), 4)), {})
    assert (
        "Deal 10 cards from the deck to their cards." in for_four and "3 players" not in for_four.split("## ")[1]
    )


def test_a_mechanism_is_told_by_its_hooks():
    text = markdown("nokosu")
    assert re.search(r"\*\*The strongest wins\*\*: in this order:.*\n +1\. Number and color of the centre die", text)
    assert "Among equally strong: the first or the last played** – Last played." in text


def test_options_variants_and_mods_change_the_book(tmp_path):
    gold = make_book(gather(str(GAMES["nuts"]), variants=["Exploding"]))
    assert "variant Exploding" in gold.facts and "part of this rulebook" in to_markdown(gold, {})
    short = to_markdown(make_book(gather(str(GAMES["nokosu"]), options={"rounds": 2})), {})
    assert "Do this 2 times" in short and "rounds: 2" in short
    mod = tmp_path / "late.rules"
    mod.write_text('rules 1\nmod "Late" extends nokosu "Firsts win."\noverride trick Trick:\n  ties = first_played\n')
    late = make_book(gather(str(GAMES["nokosu"]), mods=[str(mod)]))
    assert late.title.endswith("+ Late") and "– First played." in to_markdown(late, {})
    assert str(mod) in late.sources


VARIANT = """rules 1
mod "V" extends nokosu
variant Odd "Odd things":
  override score RoundScore for p:
    "Bonus": original + 1 when eligible(p)
  extend score RoundScore for p:
    "Dealing": 2 when dealer == p
  remove score RoundScore "Zero Tricks kept"
  override trick Trick:
    ties = first_played
  override table BONUS:
    | players | 1  |
    | 4       | 29 |
  override winner p: least points[p]
  end when any(points[p] > 99 for p in seats) "somebody has a hundred"
  ruling "A new ruling."
  var seen[Seat]: Bool = false "seen it"
  zone heap: pile of Card, open "for later"
  option extra: 0..3 = 1 "More"
  override option rounds = 2
"""


def test_a_variant_tells_each_kind_of_change(tmp_path):
    mod = tmp_path / "odd.rules"
    mod.write_text(VARIANT)
    made = make_book(gather(str(GAMES["nokosu"]), mods=[str(mod)]))
    (told,) = [section for section in walk(made.sections) if section.anchor == "variant-Odd"]
    said = to_markdown(attrs.evolve(made, sections=(told,)), {})
    for sentence in (
        "In the round score:", "**Bonus**: ", "**Dealing**: 2, if you are the dealer.", "is not scored.",
        "– First played.", "players: 4, 1: 29.", "whoever has the fewest points", "ends at once when a player's points",
        "A new ruling.", "**Seen**", "**heap**", "**extra** – More (here: 1)", "**Rounds** is 2.",
    ):  # fmt: skip
        assert sentence in said.replace("[round score](#score-RoundScore)", "round score"), sentence


def test_sections_come_in_the_order_of_need():
    titles = [section.title for section in book("nosh").sections]
    order = ["Components", "Set-up", "Course of the game", "Scoring", "End of the game"]
    order += ["Examples", "Rulings", "Credits"]
    assert [title for title in titles if title in order] == order
    assert any(section.title == "Stand sale" for section in walk(book("nosh").sections))


def test_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = rulelang("rulebook", "nokosu", "-o", "rules.html")
    assert said.code == 0 and said.out == "The rulebook is in rules.html.\n"
    assert Path("rules.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert rulelang("rulebook", "nokosu", "--md", "--players", "3").out.startswith('<a id="top"></a>\n\n# Nokosu Dice')
    assert "for 3 or 4 players, not 5" in rulelang("rulebook", "nokosu", "--players", "5").err
    assert rulelang("rulebook", "nokosu", "-o", "nowhere/rules.md").code == 2
    Path("wrong.rules").write_text('rules 1\ngame "W" for 2 players\nplay: nothin\nwinner p: most p.number\n')
    assert rulelang("rulebook", "wrong.rules").code == 1


# What a rulebook once said, and shall not say again.
    assert rulelang("rulebook", "nokosu", "-o", "-").out == rulelang("rulebook", "nokosu").out
    assert not Path("-").exists()


RESIDUE = re.compile(
    r"up to \d+ \w+ from the bank|[Pp]ushing|Do this \d{3,} times|by lot|Now the mover|says for the"
    r"|game ends at once\.? –|\b1 players\b|\['|of the to act|boxe\b|of of"
)


@each_game
def test_no_residue_of_a_program(name):
    assert not RESIDUE.search(re.sub(r"<[^>]*>|\]\([^)]*\)", "", markdown(name)))


def test_an_option_that_is_a_list_is_told_in_words():
    made = make_book(gather(str(GAMES["nuts"]), options={"gold_types": ["gloves", "hot_spice", "broom"]}))
    assert "gold types: pair of gloves, hot spice and broom" in made.facts


SHEET = """rules 1
game "Boxes" for 2 players
enum Box: ones, twos
var sheet[Seat, Box]: 0..60 = 0 "points in a box"
var filled[Seat, Box]: Bool = false "used up"
var to_act: list of Seat = [] "who is still to act"
setup: to_act = [for p in seats]
play:
  for p in seats:
    p chooses box from [for b in Box where not filled[p, b]] "Which box?"
    filled[p, box] = true
    to_act = [for q in to_act where q != p]
score Total for p:
  "Bonus": 35 when sum(sheet[p, b] for b in Box) >= 63
winner p: most Total(p)
"""


def test_sums_and_marks_of_several_indexes(tmp_path):
    path = tmp_path / "boxes.rules"
    path.write_text(SHEET)
    told = to_markdown(make_book(gather(str(path))), {})
    assert "35, if the total of your sheet of that box for each box is at least 63." in told
    assert "The box is now *[filled](#mark-filled)* for them." in told
    assert "Take them off the list *to act*." in told or "Set the list *to act* to the players" in told


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_short_form_is_a_page(name):
    text = to_markdown(brief(book(name)), {})
    assert len(text.split()) < 650 and "<sub>" not in text
    assert all(f"## {part}" in text for part in ("Components", "Set-up", "Course of the game", "End of the game"))
    assert not RESIDUE.search(text)


def test_pieces_are_drawn_from_their_looks(tmp_path):
    assert '<span class="piece" style="--piece: var(--blue)" title="blue 3">blue 3</span>' in page("nokosu")
    cards = to_html(make_book(gather("hearts")))
    assert 'style="--piece: var(--red)" title="king of hearts">K♥</span>' in cards
    hostile = tmp_path / "h.rules"
    hostile.write_text(
        'rules 1\ngame "H" for 2 players\nenum E: a, b\npiece Coin(e: E) in hat "Coin": 1 each\n'
        'zone hat: set of Coin, open\nlook E:\n  a "<b onclick=x>" short "*[x](javascript:y)"\n'
        "play: nothing\nwinner p: most p.number\n"
    )
    assert "<b onclick" not in to_html(make_book(gather(str(hostile))))


def test_the_page_follows_light_and_dark_and_any_paper():
    style = page("nokosu").partition("<style>")[2].partition("</style>")[0]
    assert "prefers-color-scheme: dark" in style and "size: A4" not in style


@pytest.mark.parametrize(
    ("name", "never", "instead"),
    [
        ("pretzel", "there is something in", "A run takes three unused dice with numbers in a row."),
        ("pretzel", "For each *k* from 0 to 2, move", "Move [an unused die of each of these numbers]"),
        ("pretzel", "namely the space's *n*", "namely the space's number, or as many as are left"),
        ("nuts", "whose number is the season", "beginning with player 1 in season 1, player 2 in season 2 and so on"),
        ("sweet_nose", "in a round](#term-access)) –", "(their sweet points of the round counted last)"),
        ("nokosu", "Four rounds", "4 rounds; the deal moves clockwise."),
        ("nosh", "Seven rounds", "7 rounds; then the Favorites are shown"),
        ("nuts", "Move the card to the discards", "Move the pair of gloves to the discards"),
        ("nosh", "the kind of the favorite in your favorite", "where your favorite's kind is among that goal's needs"),
        ("nosh", "lot: *here*", "(lot: the chosen number, with the players who are hungry"),
        ("nuts", "Does Hot Spice count it?", "A package that Hot Spice counts."),
        ("nuts", "at least 2 of [who is still in]", "at least 2 of [those who are still in]"),
        ("nuts", "**A bid that is in the running**: 0 is", "the running**: If it is more than 0 – 0 is a Nil bid"),
        ("nuts", "Fill (step)", "**[Laying out](#proc-fill)**"),
        ("nuts", "that package's made", "Allowed if that package's season is the season"),
        ("nuts", "from the other player's floor", "The other player may choose a card from their floor, provided its"),
        ("nuts", "Let you pick", "“Let that player pick a *k* off your floor?”"),
        ("nuts", "A package that Hot Spice counts. <", "A package that Hot Spice counts. *Here that is always so.*"),
        ("nuts", "**Gold**", "There are no cards of the kind pair of gloves, coffee break or hot spice with [what the"),
        ("nosh", "at least the nth", "if entry *s* of the list [stands](#by-players) is at least *nth*: deal 1 treat"),
        ("nosh", "namely the owed", "and owes this**: The winner pays so many coins to the bank."),
        ("nosh", "namely the number of players", "Deal as many red goals as there are players from the reds"),
        ("nokosu", "See [bonus]", "What each eligible player gets. See the table [bonus](#table-BONUS) and"),
        ("pretzel", "All at once: each player", "or as many as are left – all of it counts as one step."),
        ("pretzel", "choose another player –", "You choose another player (the victim) – “Steal from whom?”"),
        ("pretzel", "with this face", "Allowed if there are at least 2 of [the unused dice that show *v*]"),
        ("sweet_nose", "at most the level", "Allowed if that store tile's level is at most *level*."),
        ("sweet_nose", "the held stores", "*That is, if* you have fewer than *held* store tiles in your store."),
        ("sweet_nose", "has the least points", "whoever has the fewest points"),
        ("no_thanks", "of you are one lower", "where you have [no card that is one lower than that number card]"),
        ("liars_dice", "differs from", "more than the number in the bid, or the same and *f* is more than the face in"),
        ("liars_dice", "dice in your cup", "whoever has the most dice in their cup"),
        ("liars_dice", "otherwise the loser becomes", "if the loser's cup is empty, otherwise the loser."),
        ("pig", "- **[Bank it](#proc-bank-it)**.", "If the answer is no: **[Bank it](#proc-bank-it)**."),
        ("column_race", "   - Stop repeating.", "If the answer is no: stop repeating."),
        ("scopa", "every player's points are not", "If a player's points are at least 11: stop repeating."),
        ("scopa", "with the highest the number", "1, if you alone have the highest number of your taken cards."),
        ("court", "against: they", "(claimant: you, role: thief, against: them)"),
        ("cribbage", "the dealer's opponent's", "The dealer's opponent works out their [count](#score-Count)"),
        ("nuts", "['gloves'", "honey roasted, raisin and broom"),
        ("nokosu", "This holds if its", "This holds of a piece if its number is the number of the die in the middle."),
        ("nokosu", "One centre die (during", "During *Declare* and *Play tricks*: there is one centre die."),
        ("nokosu", "- Who cannot", "Whoever cannot follow need not play a trump"),
        ("nosh", "number from 1 to 7 | nobody sees it;", "nobody sees it, until it is revealed; the goals"),
        ("nosh", "the first one of", "For each of that goal's needs: move one of your treats of that kind to the pile"),
        ("nuts", "the boss comes round", "then the boss, whom nobody plays, pays for packages and charges for floors."),
        ("sweet_nose", "Your *kind* for", "**Trade *kind* for another player's *kind***"),
        ("hearts", "; who is still", "the fewest points win"),
        ("hearts", "its rank is 12", "its suit is spades and its rank is queen – the queen of spades."),
        ("hearts", "1. If *first trick* is on.", "  - If *first trick* is on: the piece is [the two of clubs]"),
        ("hearts", "modulo", "One seat, then three, then two, then none, and so on."),
        ("hearts", "your penalty points](#term-penalty) is", "points](#term-penalty) are less than 26."),
        ("cribbage", "One: able", "If there is no next player: **[End count](#proc-end-count)**."),
        ("cribbage", "counts crib", "The non-dealer's hand, the dealer's, then the crib."),
        ("scopa", "the highest your", "you alone have the highest [number of coins](#term-gold)."),
        ("column_race", "Also:", "  - Markers and climb."),
        ("column_race", "columns – Somebody", "somebody has won enough columns."),
        ("nuts", "Who is still in.", "**Bidders**<a id=\"term-bidders\"></a>: Those who are still in."),
        ("nuts", "in Ann’s floor", "a peanut, a cashew and a bad nut on Ann’s floor"),
        ("nokosu", "in Ann’s cards", "*Before:* The red 4 in the middle; Ann’s cards: the blue 3; Ben’s cards: red 7"),
        ("nuts", "All 2 go", "Both go to the discards."),
        ("nuts", "a card goes that you take", "[where that card goes when you take it](#term-home)."),
        ("nosh", "claimed pieces", "Move that goal to your claimed goals."),
        ("sweet_nose", "Do this 20 times", "Repeat this until it ends, 20 times at most:"),
        ("sweet_nose", "for each sweet,", "For each kind of sweet: move"),
        ("sweet_nose", "to the stores.", "Move the tile to the store area."),
        ("sweet_nose", "adds it to", "[round points](#score-RoundPoints) and adds them to their points."),
        ("sweet_nose", "order](#term-by-total) where", "order](#term-by-total), for whom some action of"),
    ],
)
def test_sentences_that_readers_stumbled_over(name, never, instead):
    """What was found when the rulebooks were read as a new player would, and what should be there."""
    assert never not in markdown(name) and instead in markdown(name)


UNTOLD = """rules 1
game "Untold" for 2 players
var stage: 0..3 = 0
var notes: Int = 0
look notes bookkeeping
play:
  if stage == 1: notes = 1
  elif stage == 2: stage = 3
  else: stage = 0
winner p: most p.number
"""


def test_what_follows_a_branch_that_is_not_told_says_when_it_holds(tmp_path):
    (tmp_path / "untold.rules").write_text(UNTOLD)
    said = to_markdown(make_book(gather(str(tmp_path / "untold.rules"))), {})
    assert "If the stage is not 1 and the stage is 2: set the stage to 3." in said
    assert "Otherwise, if the stage is not 1: set the stage to 0." in said


@pytest.mark.parametrize(
    "said",
    [
        "Move a king man in the box to d4.",
        "if that cell is empty and",
        "the man on *a* may [stop on *b*]",
        "| **Cells** | men,",
        "and Defender wins.",
        "A guard on a4; the king on g4.",
    ],
)
def test_a_place_on_a_board_is_its_cell_and_a_seat_has_its_name(said):
    """“Move a king man to the at of d4.” “If the at of that cell is empty.” “Player 2 wins.”"""
    assert said in markdown("brandubh")


LADDERS = """rules 1
game "Ladders" for 2 players
piece Card(rank: 1..9) in deck: 2 each
zone deck: pile of Card, hidden
zone heap: row of Card, open
zone hand[Seat]: set of Card, owner
fn fits(cs: list of Card) -> Bool:
  count(distinct(c.rank for c in cs)) == 1 when empty(heap)
  else count(cs) == count(heap) and count(distinct(c.rank for c in cs)) == count(cs)
fn fine(c: Card) -> Bool:
  true when empty(heap)
  false when c.rank == 9
  else c.rank > 5
play:
  for p in seats:
    p chooses cs from subsets(hand[p], 1..2) where fits(cs)
    move cs to heap
    p may choose d from hand[p] where fine(d): move d to deck
winner p: most p.number
"""


def test_every_rung_of_a_condition_is_told(tmp_path):
    """Only the last line was told: what fits an empty heap was left out of the book."""
    (tmp_path / "ladders.rules").write_text(LADDERS)
    said = to_markdown(make_book(gather(str(tmp_path / "ladders.rules"))), {})
    assert "provided all of these have the same rank (if the heap is empty), or there are as many of these as" in said
    assert "as of the cards in the heap and no two of these have the same rank (otherwise)" in said
    assert "the heap is empty, or never (if its rank is 9), or its rank is more than 5 (otherwise)" in said


RISING = """rules 1
game "Rising" for 2 players
enum Suit: red, blue
piece Card(suit: Suit, number: 1..3) in deck: 1 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
zone heap: set of Card, open
phase Show "Each player shows a card":
  for p in seats:
    p chooses c from hand[p] where c.number > 1 "Which card?"
    move c to heap
play:
  run Show
winner p: most count(hand[p])

test "S1: a 1 is never shown" for 2 players:
  given:
    put [Card(red, 1), Card(red, 2), Card(blue, 3)] into hand[P1]
    put Card(blue, 2) into hand[P2]
  when Show:
    P1 may: Card(red, 2), Card(blue, 3)
    P1 may not: Card(red, 1)
    P1: Card(blue, 3)
test "this one is wrong" for 2 players:
  given:
    put Card(red, 2) into hand[P1]
  when Show:
    P1 may: Card(red, 3)
test "nobody is asked here" for 2 players:
  given:
    put Card(red, 2) into hand[P1]
  expect count(hand[P1]) == 1
"""


def test_examples_are_the_tests_that_pass_told_as_a_story(tmp_path):
    file = tmp_path / "rising.rules"
    file.write_text(RISING, encoding="utf-8")
    section = next(each for each in make_book(gather(str(file))).sections if each.anchor == "examples")
    (listing,) = section.blocks
    (item,) = listing.items
    assert item.text == "**A 1 is never shown.**"
    assert [each.text for each in item.inside] == [
        "*Before:* The red 1, the red 2 and the blue 3 in Ann’s hand; the blue 2 in Ben’s hand.",
        "Ann may choose only the red 2 or the blue 3. Ann may not choose the red 1. Ann puts the blue 3 into the heap,"
        " Ben the blue 2.",
    ]


BIDDERS = """rules 1
game "Bidders" for 3 players "Bid or leave."
piece Chip(of: 1..3) in box "Chip": 2 each
zone chips[Seat]: set of Chip, open
var bidding: list of Seat = seats "who is still bidding"
setup:
  for p in seats: move [for c in box where c.of == p.number] to chips[p]
play:
  for p in seats:
    p may "Leave?": bidding = [for q in bidding where q != p and not empty(chips[q])]
winner p: most count(chips[p])
"""


def test_whoever_is_left_out_is_named_and_a_seat_has_its_number(tmp_path):
    """“where you are not them” and “the number of they” were told."""
    file = tmp_path / "bidders.rules"
    file.write_text(BIDDERS, encoding="utf-8")
    told = to_markdown(make_book(gather(str(file))), {})
    assert "for whom there is something in that player's chips, except them." in told
    assert "is their number to their chips" in told and "of they" not in told


COURT = """rules 1
game "Court" for 2..4 players "Stay in."
enum Rank: page, fool, king
piece Card(rank: Rank) in deck "Card": 3 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, open
var out[Seat]: Bool = false
var clockwise: Bool = true
var leftwards: Bool = true "which way cards go"
var turn: Seat = P1
fn rivals(p: Seat) -> list of Seat = [for q in others(p) where not out[q]]
fn has(p: Seat, r: Rank) -> Bool = any(c.rank == r for c in hand[p])
fn counts(c: Card) -> Bool "a card of the better half" = c.rank == king
fn next(p: Seat) -> Seat = if clockwise then p.left else p.right
step leave(p: Seat):
  out[p] = true
  move hand[p] to deck
menu Effect(p: Seat, c: Card) by c.rank:
  page(q in rivals(p)) "Fight {q}":
    if count(hand[q]) > 1: run leave(q)
    else: run leave(p)
  fool: clockwise = not clockwise
  king: leftwards = not leftwards
phase Turn(p: Seat):
  p may choose c from hand[p] where counts(c) or not has(p, fool) "Play?": resolve Effect(p, c) else pass
  for q in others(p): run leave(q)
  turn = next(turn)
play:
  repeat 3 times: run Turn(turn)
  turn = random highest(for p in seats by max(c.rank.number for c in hand[p]))
winner p: most count(hand[p])
"""


def test_who_does_a_step_and_what_changes_is_told(tmp_path):
    """Who leaves was not told, nor what `not` and `if` give; “an other”, “is counts”, “the highest the” were."""
    file = tmp_path / "court.rules"
    file.write_text(COURT, encoding="utf-8")
    told = to_markdown(make_book(gather(str(file))), {})
    assert "Choose another player who is not" in told
    assert ": they: **[leave](#proc-leave)**" in told and "Otherwise: you: **[leave](#proc-leave)**" in told
    assert "Each other player: **[Leave](#proc-leave)**" in told
    assert "provided it [counts](#term-counts) or there is no card in your hand whose rank is fool" in told
    assert "If *clockwise* is off, *clockwise* is now on; otherwise *clockwise* is no longer on." in told
    assert "If *[leftwards](#mark-leftwards)* is off" in told
    assert "Now the player in turn is the player to the left of the player in turn if *clockwise* is on" in told
    assert "with the highest number of that card's rank" in told and "**Fool** <sub>" in told


def test_what_is_no_longer_revealed_is_as_its_zone_says():
    """The cups of Liar's Dice belong to their owners, who look into them."""
    assert "The dice in their cup are secret again: only the owner looks at them." in markdown("liars_dice")
