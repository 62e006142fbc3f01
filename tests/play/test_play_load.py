"""Loading: what a caller asks for, and the sentence for each mistake."""

from __future__ import annotations

import subprocess
import sys

import pytest
from play_kit import PACKS, game_of, small

import rulelang
from rulelang import LoadError, load
from rulelang.base.files import bundled_games


def test_the_package_is_quick_to_import():
    """Nothing is imported before it is used."""
    code = "import sys, rulelang; print([name for name in sys.modules if name.startswith('rulelang.')])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_every_public_name_is_there():
    assert all(getattr(rulelang, name) for name in rulelang.__all__)
    assert set(rulelang.__all__) <= set(dir(rulelang))
    with pytest.raises(AttributeError, match="no attribute `Gmae`"):
        _ = rulelang.Gmae


def test_a_game_says_what_it_is():
    game = small("packs")
    assert (game.title, game.players, game.counts) == ("Packs", 2, (2, 3))
    assert game.options == {"dealt": 4, "starter": None, "trump": "sun", "liked": ["moon"], "short": False}
    assert (game.variants, game.mods, game.name) == ((), (), "small")


@pytest.mark.parametrize(
    "given, kept",
    [
        ({"dealt": 2}, 2),
        ({"dealt": "3"}, 3),
        ({"starter": "P2"}, 2),
        ({"starter": 1}, 1),
        ({"starter": "none"}, None),
        ({"starter": None}, None),
        ({"trump": "moon"}, "moon"),
        ({"liked": "[sun, moon]"}, ["sun", "moon"]),
        ({"liked": ["moon", "sun"]}, ["moon", "sun"]),
        ({"short": "true"}, True),
        ({"short": False}, False),
    ],
)
def test_options_are_python_values_or_texts(given, kept):
    game = game_of(PACKS, options=given)
    (name,) = given
    assert game.options[name] == kept
    assert game_of(PACKS, options=game.options).options == game.options


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"options": {"delt": 3}}, "There is no option `delt`; did you mean `dealt`? The options are `dealt`,"),
        ({"options": {"dealt": 9}}, "Option `dealt` cannot be 9; give a value that its declaration allows: 2..5."),
        ({"options": {"trump": "sum"}}, "Option `trump` cannot be `sum`; did you mean `sun`? The values are"),
        ({"options": {"liked": "[sun, mon]"}}, "Option `liked` cannot be `mon`; did you mean `moon`?"),
        ({"options": {"starter": "P7"}}, "Option `starter` cannot be P7"),
        ({"players": 9}, "“Packs” is for 2 or 3 players, not 9."),
        ({"players": True}, "“Packs” is for 2 or 3 players, not True."),
        ({"players": "2"}, "“Packs” is for 2 or 3 players, not '2'."),
        ({"variants": ["Fast"]}, "There is no variant `Fast`; there are no variants."),
    ],
)
def test_a_wrong_setting_is_one_sentence(settings, sentence):
    with pytest.raises(LoadError) as caught:
        game_of(PACKS, **settings)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_variants_that_exclude_each_other():
    fast = "variant Fast excludes Slow:\n  override option dealt = 2\n"
    text = PACKS + fast + "variant Slow:\n  override option dealt = 5\n"
    assert game_of(text, variants=["Fast"]).options["dealt"] == 2
    with pytest.raises(LoadError, match="`Fast` and `Slow` exclude each other"):
        game_of(text, variants=["Slow", "Fast"])
    with pytest.raises(LoadError, match="did you mean `Slow`"):
        game_of(text, variants=["Slwo"])


def test_mistakes_in_the_rules_come_as_diagnostics():
    with pytest.raises(LoadError) as caught:
        game_of(PACKS.replace("deal dealt from deck", "deal dealt from dekc"))
    assert [each.severity for each in caught.value.diagnostics] == ["error"]
    assert "dekc" in str(caught.value) and "small.rules:" in str(caught.value)


def test_games_are_found_by_name_or_path(tmp_path):
    with pytest.raises(LoadError, match="There is no game `nokoso`; did you mean `nokosu`"):
        load("nokoso")
    with pytest.raises(LoadError, match="There is no file"):
        load(tmp_path / "none.rules")
    path = tmp_path / "mine.rules"
    path.write_text(PACKS.lstrip(), encoding="utf-8")
    assert load(path).name == load(str(path)).name == "mine"
    with pytest.raises(LoadError, match="There is no mod `x`"):
        load(path, mods=["x"])


def test_a_mod_is_a_mod_of_the_game(tmp_path):
    game, mod = tmp_path / "mine.rules", tmp_path / "more.rules"
    game.write_text(PACKS.lstrip(), encoding="utf-8")
    mod.write_text('rules 1\nmod "More" extends mine\noverride option dealt = 5\n', encoding="utf-8")
    assert load(game, mods=["more"]).options["dealt"] == load(game, mods=mod).options["dealt"] == 5
    assert load(game, mods=["more"]).mods == ("more",)
    assert load(mod).options["dealt"] == 5
    with pytest.raises(LoadError, match="is not a mod; a mod begins with"):
        load(game, mods=[game])
    mod.write_text('rules 1\nmod "More" extends yours\n', encoding="utf-8")
    with pytest.raises(LoadError, match="is a mod of `yours`, not of `mine`"):
        load(game, mods=[mod])


@pytest.mark.parametrize("name", bundled_games())
def test_bundled_games_load(name):
    assert load(name).players == min(load(name).counts)
