"""What `rulelang new` writes: a game of each family, with the placeholders TITLE, PLAYERS and MANY (the most players);
with `--repo`, a game in a folder of its own, with everything to check it.
"""

from __future__ import annotations

from pathlib import Path

# path of the new file: its template in the folder `repo`
FILES = {
    "README.md": "README.md",
    ".gitignore": "gitignore",
    ".pre-commit-config.yaml": "pre-commit.yaml",
    ".github/workflows/rules.yml": "workflow.yaml",
}


def template(family: str) -> str:
    """The text of a starter game."""
    return (Path(__file__).parent / f"{family}.rules").read_text(encoding="utf-8")


def repository(name: str, title: str, game: str) -> dict[str, str]:
    """The files of a repository by path: the game of this name, and what checks it."""
    made = {f"games/{name}.rules": game}
    for path, source in FILES.items():
        text = (Path(__file__).parent / "repo" / source).read_text(encoding="utf-8")
        made[path] = text.replace("TITLE", title).replace("NAME", name)
    return made
