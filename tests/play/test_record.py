"""Records: a game is its seed and its answers; other rules and damaged files are refused with a sentence."""

from __future__ import annotations

import json
from functools import cache

import pytest
from cli_kit import ROOT
from helpers import examples
from hypothesis import given
from hypothesis import strategies as st
from play_kit import PACKS, fits_schema, game_of, games, plays, small, steps

from rulelang import BadRecord, LoadError, read_record
from rulelang.play.journal import Journal
from rulelang.play.record import FORMAT, LARGEST, check_record, parse_record, settings_of

SCHEMA = json.loads((ROOT / "docs/schemas/record.json").read_text(encoding="utf-8"))
FIELDS = [field for field in SCHEMA["required"] if field not in ("format", "version", "result")]


@examples(40)
@given(plays())
def test_a_replay_is_the_same_game(match):
    record = json.loads(json.dumps(match.record()))
    again = match.game.replay(record)
    assert again.events == match.events and again.record() == match.record()
    fits_schema("record", match.record())


@pytest.mark.parametrize("name", games())
def test_whole_games_replay(name):
    *_, match = steps(games()[name].start(seed=11), 5)
    record = match.record()
    assert record["result"]["winners"] == list(match.winners)
    again = match.game.replay(record)
    assert again.over and again.events == match.events
    assert match.game.replay(record, anyway=True).events == match.events


def test_only_asked_answers_are_kept():
    *_, match = steps(small("packs").start(1))
    asked = [event for event in match.events if getattr(event, "asked", False)]
    assert len(match.record()["answers"]) == len(asked)
    assert match.record()["answers"][0].keys() == {"seat", "name", "value", "index"}


def test_scripted_draws_are_kept():
    game = small("cups")
    match = game.start(seed=5, chance=[5, 0, None, 3])
    *_, match = steps(match, 2)
    record = match.record()
    assert record["chance"] == {"0": 5, "1": 0, "3": 3}
    assert game.replay(record).events == match.events


def test_a_record_tells_how_to_load_the_game():
    match = game_of(PACKS, players=3, options={"dealt": 2}).start(1)
    settings_ = settings_of(match.record())
    assert game_of(PACKS, **settings_).replay(match.record()).events == match.events
    assert "/" not in json.dumps(match.record())


# ---------------------------------------------------------------- other rules


def record_of(text, answers=6, **settings_):
    *_, match = steps(game_of(text, **settings_).start(1), 3, answers)
    return match.record()


@cache
def empty():
    """A record of a game in which nobody has answered yet."""
    return record_of(PACKS, 0)


def test_a_record_of_other_rules_is_refused_by_name():
    record = record_of(PACKS)
    text = PACKS.replace('"Lucky": lucky[p]', '"Lucky": lucky[p] + 1').replace("var fate: 0..6", "var fate: 0..7")
    changed = game_of(text)
    with pytest.raises(BadRecord) as caught:
        changed.replay(record)
    assert caught.value.changed == ("fate", "Cards")
    assert "`fate`" in str(caught.value) and "`Cards`" in str(caught.value)
    assert changed.replay(record, anyway=True).record()["answers"] == record["answers"]


def test_new_and_lost_declarations_are_named():
    record = record_of(PACKS)
    with pytest.raises(BadRecord, match="gone: `fame`") as caught:
        small("packs").replay({**record, "declarations": {**record["declarations"], "fame": "0"}})
    assert caught.value.changed == ("fame",)


def test_answers_are_found_by_value():
    """An option more at the front moves the indexes; the values stay."""
    text = PACKS.replace("chooses bid from 0..3", "chooses bid from 1..3")
    match = game_of(text).start(1)
    while match.decision.name != "Bidding.bid":
        match.choose(0)
    match.choose(2)
    again = game_of(PACKS).replay(match.record(), anyway=True)
    assert again.state.var("bid", (1,)) == 3
    with pytest.raises(BadRecord, match="this is not offered"):
        game_of(PACKS.replace("chooses bid from 0..3", "chooses bid from 0..2")).replay(match.record(), anyway=True)


def test_a_game_loaded_otherwise_is_refused():
    record = record_of(PACKS)
    with pytest.raises(BadRecord, match="The record has players 2, not 3"):
        game_of(PACKS, players=3).replay(record)
    with pytest.raises(BadRecord, match="The record has options"):
        game_of(PACKS, options={"dealt": 5}).replay(record)
    with pytest.raises(BadRecord, match='The record has title "Packs", not "Cups"'):
        small("cups").replay(record)


# ---------------------------------------------------------------- damaged records


@pytest.mark.parametrize("value", [None, 5, [], {}, "record", {"format": "zip"}, {"format": "rulelang record"}])
def test_what_is_no_record_is_refused(value):
    with pytest.raises(BadRecord) as caught:
        small("packs").replay(value)
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


@pytest.mark.parametrize("field", FIELDS)
def test_a_record_without_a_part_is_refused(field):
    record = record_of(PACKS)
    del record[field]
    with pytest.raises(BadRecord, match=f"damaged: its `{field}` is not"):
        small("packs").replay(record)


@pytest.mark.parametrize(
    "damage",
    [
        {"answers": [5]},
        {"answers": [{"seat": 1}]},
        {"answers": [{"seat": 2, "name": "Pass.c", "value": "Card(sun, 1)", "index": 0}]},
        {"answers": [{"seat": 1, "name": "Pass.c", "value": "Card(sun, 99)", "index": 0}]},
        {"answers": [{"seat": 1, "name": "Pass.c", "value": "pass", "index": -3}]},
        {"chance": {"x": 1}},
        {"chance": {"0": 10**6}},
        {"language": 99},
        {"version": 99},
    ],
)
def test_damage_is_one_sentence(damage):
    with pytest.raises(BadRecord) as caught:
        small("packs").replay({**record_of(PACKS), **damage})
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


@examples(60)
@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_any_json_is_refused_or_read(value):
    for field in FIELDS:
        try:
            small("packs").replay({**empty(), field: value})
        except BadRecord:
            continue


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def places(value, place=()):
    """Every place in a value of JSON."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        yield from places(each, (*place, key))


def put(value, place, new):
    """A value with another at a place."""
    if not place:
        return new
    key, *rest = place
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[key] = put(value[key], rest, new)
    return changed


@cache
def whole():
    return json.loads(json.dumps(record_of(PACKS)))


@examples(150)
@given(st.data())
def test_anything_at_any_place_is_refused_or_read(data):
    """And the sentence is one line, not too long, and says where."""
    place = data.draw(st.sampled_from([each for each in places(whole()) if each]))
    record = put(whole(), place, data.draw(JSON))
    try:
        parse_record(json.dumps(record).encode(), "`r.json`")
        small("packs").replay(record)
    except BadRecord as error:
        said = str(error)
        assert "\n" not in said and len(said) < 700 and said.endswith((".", "?"))
        if "damaged" in said:
            assert f"its `{place[0]}" in said


@pytest.mark.parametrize("field", ["options", "answers", "chance", "seed", "result", "title"])
def test_what_is_nested_deep_or_huge_is_refused(field, tmp_path):
    deep = "[" * 10_000 + "]" * 10_000
    path = tmp_path / "deep.json"
    path.write_text(json.dumps({**whole(), field: "@"}).replace('"@"', deep), encoding="utf-8")
    with pytest.raises(BadRecord):
        read_record(path)
    nested = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(BadRecord, match=f"damaged: its `{field}"):
        small("packs").replay({**whole(), field: {"dealt": nested} if field == "options" else nested})
    path.write_text(json.dumps(whole()) + " " * LARGEST, encoding="utf-8")
    with pytest.raises(BadRecord, match="larger than 4 MiB"):
        read_record(path)
    path.write_text(json.dumps({**whole(), "seed": "@"}).replace('"@"', "9" * 5000), encoding="utf-8")
    with pytest.raises(BadRecord):
        read_record(path)


@pytest.mark.parametrize(
    "change", [{"source": "../../etc/x"}, {"source": "a\\b"}, {"mods": ["/etc/passwd"]}, {"mods": ["x/y.rules"]}]
)
def test_a_record_names_no_place_on_this_machine(change):
    with pytest.raises(BadRecord, match="is not the name of a file without its folder"):
        check_record({**whole(), **change})


# ---------------------------------------------------------------- journals


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    """The journal of a game, written answer by answer, and the match."""
    path = tmp_path_factory.mktemp("journal") / "j.json"
    match = small("packs").start(1)
    kept = Journal(str(path))
    kept.begin(match)
    while match.decision and kept.written < 9:
        match.choose(0)
        kept.add(match)
    match.undo()
    kept.begin(match)
    match.choose(0)
    kept.add(match)
    kept.close()
    return path.read_bytes(), match


def test_a_journal_is_the_record_so_far(journal):
    data, match = journal
    record, torn = parse_record(data, "j")
    assert not torn and record["answers"] == match.record()["answers"] and record["format"] == FORMAT
    assert match.game.replay(record).events == match.events


def test_a_journal_cut_anywhere_holds_what_was_whole(journal):
    data, match = journal
    answers, first = match.record()["answers"], data.index(b"\n") + 1
    for cut in range(first, len(data) + 1):
        record, torn = parse_record(data[:cut], "j")
        lines = data[first:cut].count(b"\n") + (data[cut : cut + 1] == b"\n" and not data[:cut].endswith(b"\n"))
        assert record["answers"] == answers[:lines]
        assert torn == (not data[:cut].endswith(b"\n") and data[cut : cut + 1] != b"\n")
    record, torn = parse_record(data + b"\0" * 4096, "j")
    assert torn and record["answers"] == answers


def test_a_journal_that_is_damaged_elsewhere_is_refused(journal):
    lines = journal[0].splitlines()
    for number in range(1, len(lines) - 1):
        damaged = b"\n".join([*lines[:number], lines[number][:-4], *lines[number + 1 :]]) + b"\n"
        with pytest.raises(BadRecord, match=f"j is damaged: line {number + 1} is not JSON"):
            parse_record(damaged, "j")
    with pytest.raises(BadRecord, match=r"its `answers\[0\].seat` is not a number"):
        parse_record(lines[0] + b'\n{"seat": true, "name": "x", "value": 1, "index": 0}\n', "j")


def test_files(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record_of(PACKS)), encoding="utf-8")
    assert small("packs").replay(read_record(path)).acts
    path.write_bytes(b"\x00\x01 not json")
    with pytest.raises(BadRecord, match="is not a record: it is not JSON"):
        read_record(path)
    with pytest.raises(BadRecord, match="cannot be read"):
        read_record(tmp_path / "none.json")
    with pytest.raises(BadRecord):
        check_record([])
    assert not issubclass(BadRecord, LoadError)
