"""`rulelang new`: what it writes can be checked, tested and played at once, and it never writes over anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import warm
from cli_kit import rulelang, terminal
from helpers import ROOT
from link_kit import play_some

from rulelang.base.files import bundled_games
from rulelang.base.source import Source, read_source
from rulelang.cli.verbs.new import ALSO, FAMILIES, game_text
from rulelang.prove.mutation_testing import Trial, try_mutants
from rulelang.workspace.problems import examine
from rulelang.workspace.rule_tests import prove


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def right(path: str) -> None:
    found = examine(read_source(path))
    assert not found.problems, [(each.code, each.title) for each in found.problems]
    proofs = list(prove(found))
    assert proofs and all(each.passed for each in proofs)


@pytest.mark.parametrize(("said", "family"), sorted(ALSO.items()))
def test_a_family_has_the_names_that_people_use(said, family):
    assert family in FAMILIES and rulelang("new", "one", "--family", said).code == 0
    assert rulelang("new", "two", "--family", family, "--title", "One").code == 0
    assert Path("one.rules").read_text() == Path("two.rules").read_text()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("players", ["2..4", "3", "10"])
def test_a_new_game_can_be_played(family, players):
    said = rulelang("new", "my_game", "--family", family, "--players", players, "--title", 'The "New" One')
    assert said.code == 0 and "rulelang test my_game.rules" in said.out
    right("my_game.rules")
    play_some(Path("my_game.rules").resolve(), 1)
    assert "game \"The 'New' One\" for" in Path("my_game.rules").read_text()


@pytest.mark.few(1)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_tests_of_a_new_game_notice_changed_rules(family):
    """At least nine of ten small changes; the others change nothing that anybody could see, or only a safety net."""
    text = game_text(family, "2..4", "New")
    verdicts = try_mutants(Trial(Source("new.rules", text), games=0), 30, jobs=1).counted
    noticed = sum(each.fate == "noticed" for each in verdicts)
    assert noticed >= 0.9 * len(verdicts) and len(verdicts) >= 20, (noticed, len(verdicts))


def test_without_flags():
    assert rulelang("new", "my_first_game.rules").code == 0
    assert 'game "My First Game" for 2..4 players' in Path("my_first_game.rules").read_text()


@pytest.mark.parametrize("game", bundled_games())
def test_a_new_mod(game):
    assert rulelang("new", "--mod", game, "my_mod").code == 0
    text = Path("my_mod.rules").read_text()
    assert f"extends {game} " in text and 'test "' in text
    found = examine(read_source("my_mod.rules"))
    assert not found.problems
    assert rulelang("fmt", "--check", "my_mod.rules").code == 0


def test_a_mod_of_an_own_game():
    rulelang("new", "mine")
    Path("mods").mkdir()
    assert rulelang("new", "--mod", "mine.rules", "beside").code == 0
    right("beside.rules")
    said = rulelang("new", "--mod", "mine.rules", "mods/below")
    assert "  rulelang test mine.rules --mod mods/below.rules\n" in said.out
    assert all("extends mine " in Path(f"{name}.rules").read_text() for name in ("beside", "mods/below"))
    for verb in ("test", "check"):
        assert rulelang(verb, "mine.rules", "--mod", "mods/below.rules").code == 0
    assert "R203" in rulelang("check", "mods/below.rules").err  # alone it may not read what lies above it


def test_a_mod_of_a_game_below():
    Path("games").mkdir()
    rulelang("new", "games/mine")
    assert rulelang("new", "--mod", "games/mine.rules", "above").code == 0
    assert 'extends "games/mine.rules" ' in Path("above.rules").read_text()
    right("above.rules")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["here"], "is there already"),
        (["bad-name"], "cannot be the name of a game"),
        (["nowhere/game"], "there is no folder"),
        (["x", "--family", "trik"], "did you mean `trick`?"),
        (["x", "--players", "4..2"], "no number of players"),
        (["x", "--players", "1"], "no number of players"),
        (["--mod", "nokosu"], "name the file to write"),
        (["--mod", "no_game", "x"], "there is no game `no_game`"),
        (["--mod", "nokosu", "x", "--players", "3"], "leave `--family` and `--players` out"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_refused(arguments, sentence):
    Path("here.rules").write_text("mine")
    said = rulelang("new", *arguments)
    assert said.code == 2 and sentence in said.err
    assert Path("here.rules").read_text() == "mine" and not Path("x.rules").exists()


# ---------------------------------------------------------------- at a terminal


def test_what_is_not_said_is_asked(tmp_path):
    with terminal(tmp_path, "new") as screen:
        screen.wait(r"Name of the file \[my_game\]: ")
        screen.type("bad-name\n")
        assert "cannot be the name of a game" in screen.wait(r"Name of the file \[my_game\]: ")
        screen.type("hop_hop\n")
        screen.wait(r"Title \[Hop Hop\]: ")
        screen.type("\n")
        assert "dice are rolled" in screen.wait(r"Family \[blank\]: ")
        screen.type("dise\n")
        assert "did you mean `dice`?" in screen.wait(r"Family \[blank\]: ")
        screen.type("dice\n")
        screen.wait(r"Players, as 4 or 2\.\.4 \[2\.\.4\]: ")
        screen.type("99\n")
        assert "is no number of players" in screen.wait(r"Players, as 4 or 2\.\.4 \[2\.\.4\]: ")
        screen.type("2..3\n")
        screen.wait(r"rulelang run hop_hop\.rules")
        assert screen.end() == 0
    assert 'game "Hop Hop" for 2..3 players' in Path("hop_hop.rules").read_text()
    right("hop_hop.rules")


def test_a_mod_is_asked_for_its_name_and_title_only(tmp_path):
    with terminal(tmp_path, "new", "--mod", "nuts") as screen:
        screen.wait(r"Name of the file \[my_mod\]: ")
        screen.type("\n")
        screen.wait(r"Title \[My Mod\]: ")
        screen.type("Nuts to You\n")
        said = screen.wait(r"rulelang run my_mod\.rules")
        assert "Family" not in said and "Players" not in said and screen.end() == 0
    assert 'mod "Nuts to You" extends nuts ' in Path("my_mod.rules").read_text()
    right("my_mod.rules")


def test_what_was_said_is_not_asked(tmp_path):
    with terminal(tmp_path, "new", "one", "--title", "One", "--family", "blank", "--players", "2") as screen:
        assert "[" not in screen.wait(r"rulelang run one\.rules") and screen.end() == 0


def test_who_leaves_the_questions_writes_nothing(tmp_path):
    with terminal(tmp_path, "new", "one") as screen:
        screen.wait(r"Title \[One\]")
        for _ in range(20):  # one that comes too early is not heard: after two seconds there is another
            screen.type("\x03")
            if not all(screen.read() for _ in range(10)):
                break
        assert screen.end() != 0 and "Traceback" not in screen.seen
    assert not Path("one.rules").exists()


# ---------------------------------------------------------------- a repository


@pytest.mark.few(1)
@pytest.mark.parametrize("family", ["blank", "trick"])
def test_the_checks_of_a_new_repository_pass_as_written(family):
    """Those of its workflow, of its hooks and of its README."""
    said = rulelang("new", "--repo", "my-rules", "--family", family)
    assert said.code == 0 and "rulelang test games" in said.out
    repo = Path("my-rules")
    checks = re.findall(r"- run: (.*)", (repo / ".github/workflows/rules.yml").read_text())
    hooks = re.findall(r"entry: (.*)", (repo / ".pre-commit-config.yaml").read_text())
    assert checks[0].startswith("pip install") and len(checks) == 4 and len(hooks) == 2
    for line in [*checks[1:], *(f"{hook} games/my_rules.rules" for hook in hooks)]:
        program, *words = line.split()
        run = warm.run(words, program=program, cwd=repo)
        assert run.returncode == 0, (line, run.stdout, run.stderr)
    shown = re.findall(r"games/\w+\.rules", (repo / "README.md").read_text())
    assert shown == ["games/my_rules.rules"] and (repo / shown[0]).is_file()


def test_a_module_is_checked_and_tested_with_a_game_that_uses_it():
    """Directly, or through another in a folder below; what nobody uses is told to be no game."""
    rulelang("new", "--repo", "mine")
    repo, game = Path("mine/games"), Path("mine/games/mine.rules")
    head, rest = game.read_text().split("\n\n", 1)
    game.write_text(f"{head}\nuse parts\n\n{rest}")
    parts = 'rules 1\nuse inner.deep\nfn twice(n: Int) -> Int = plus(n, n)\ntest "four": expect twice(2) == 4\n'
    (repo / "parts.rules").write_text(parts.replace(": expect", ":\n  expect"))
    (repo / "inner").mkdir()
    deep = repo / "inner/deep.rules"
    deep.write_text("rules 1\nfn plus(a: Int, b: Int) -> Int = a + b\n")
    for path in (repo, repo / "parts.rules", deep, deep.absolute()):
        said = rulelang("check", path)
        assert said.code == 0 and said.out.count("mine.rules: no problems") == 1, said
    assert "6 tests passed" in rulelang("test", "--no-search", repo).out
    run = warm.run(["-q", "--rules-games", "0", "games"], program="pytest", cwd=Path("mine"))
    assert "6 passed" in run.stdout
    deep.write_text("rules 1\nfn plus(a: Int, b: Int) -> Int = a + c\n")
    said = rulelang("check", "--format", "github", deep)
    assert said.code == 1 and f"file={deep},line=2" in said.out
    (repo / "parts.rules").unlink()
    assert "R201" in rulelang("check", deep).err


def test_the_hooks_are_those_that_this_repository_offers():
    """Whoever takes them from here gets the same checks as whoever has them written."""
    offered = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    rulelang("new", "--repo", "mine")
    written = Path("mine/.pre-commit-config.yaml").read_text()
    for key in ("id", "entry", "files"):
        assert sorted(re.findall(rf"{key}: (.*)", offered)) == sorted(re.findall(rf"\b{key}: (.*)", written))


def test_the_page_on_repositories_shows_what_is_written():
    page = (ROOT / "docs/howto/your-rules-in-a-repository.md").read_text(encoding="utf-8")
    rulelang("new", "--repo", "mine")
    hooks, workflow = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    for shown, path in ((hooks, ".pre-commit-config.yaml"), (workflow, ".github/workflows/rules.yml")):
        written = Path("mine", path).read_text()
        assert shown == "".join(line for line in written.splitlines(keepends=True) if not line.startswith("#"))


def test_a_repository_is_written_over_nothing():
    Path("full").mkdir()
    Path("full/notes.txt").write_text("mine")
    for words, why in (
        (("--repo", "full"), "there already"),
        (("--repo", "no/where"), "there is no folder"),
        (("--repo", "1st"), "cannot be the name"),
        (("--repo", "x", "--mod", "guess.rules"), "leave `--mod` out"),
    ):
        said = rulelang("new", *words)
        assert said.code == 2 and why in said.err
    assert [path.name for path in Path("full").iterdir()] == ["notes.txt"]
