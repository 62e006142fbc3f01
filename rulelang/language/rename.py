"""Renaming across a game, its mods and its modules, or a sentence that says why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rulelang.language.index import Thing, apply_edits
from rulelang.language.project import Project
from rulelang.syntax.vocabulary import RESERVED

Edit = tuple[int, int, str]
Edits = dict[Path, list[Edit]]


class NotRenamed(ValueError):
    """A name that cannot be changed this way; the text says why."""


def rename(project: Project, path: Path, offset: int, new: str) -> Edits:
    """The edits that rename the thing at an offset, wherever it is mentioned."""
    source = project.source(path)
    thing = project.index(path).at(source.name, offset) if source is not None else None
    if source is None or thing is None:
        raise NotRenamed("There is no name here that can be changed.")
    is_word = new in RESERVED and thing.kind != "action"  # an action may be called like a statement: `swap`
    if not re.fullmatch(r"[A-Za-z_]\w*", new) or is_word:
        raise NotRenamed(f"`{new}` cannot be a name: write letters, digits and `_`, and no word of the language.")
    if thing.kind in ("setup", "play"):
        raise NotRenamed(f"`{thing.name}` is a word of the language.")
    edits: Edits = {}
    for span in project.mentions(path, thing):
        file = Path(span.source.name).resolve()
        edits.setdefault(file, []).append((span.start, span.end, spell(span.text, thing, new)))
    for index, same in project.alike(path, thing):
        key = index.key_of(same)
        for line in index.implied:
            if index.root(line.key) == key:
                edits.setdefault(Path(line.file).resolve(), []).append((line.start, line.start, line.line(new)))
        take_back(project, same, edits, new)
    edits = {file: sorted(set(found)) for file, found in edits.items()}
    refuse_changes_of_meaning(project, edits, new)
    return edits


def spell(written: str, thing: Thing, new: str) -> str:
    """The new name in the spelling of the old one: in the braces of a look, an enum is written in lower case."""
    return new if written == thing.name.rpartition(".")[2] else new.lower()


def take_back(project: Project, thing: Thing, edits: Edits, new: str) -> None:
    """Remove a binding such as `hand(p) = cards[p]`, which is redundant once `cards` is called `hand`."""
    for place, (start, end, left) in own_name_lines(project, thing, new):
        found = edits.setdefault(place, [])
        found[:] = [each for each in found if not start <= each[0] < end]
        found.append((start, end, left))


def own_name_lines(project: Project, thing: Thing, new: str) -> Iterator[tuple[Path, Edit]]:
    """The lines that bind a hook to the thing that now has its name, with the same arguments."""
    for name, start, end in thing.places:
        source = project.source(Path(name))
        if source is None:
            continue
        first = source.text.rfind("\n", 0, start) + 1
        last = source.text.find("\n", end) + 1
        line = source.text[first:start] + new + source.text[end:last]
        plain = re.fullmatch(r"[ \t]+(\w+)(?:\(([\w, ]*)\))? = (?:(\w+)\.)?(\w+)(?:\[([\w, ]*)\])?\n", line)
        if plain and plain[1] == plain[4] == new and plain[2] == (plain[5] or plain[3]):
            yield Path(name).resolve(), (first, last, "")


def namesakes(project: Project, edits: Edits, new: str) -> Iterator[Path]:
    """The files without an edit that depend on one with edits and contain the new name."""
    for file in sorted(project.files() - edits.keys()):
        source = project.source(file)
        if source is not None and re.search(rf"\b{new}\b", source.text) and project.stands_on(file) & edits.keys():
            yield file


def refuse_changes_of_meaning(project: Project, edits: Edits, new: str) -> None:
    """Refuse if the renaming causes one more problem of a code, also in a file that depends on the changed ones and
    already has the new name.
    """
    for file in edits:
        if not any(file.is_relative_to(folder) for folder in project.folders) and file not in project.texts:
            raise NotRenamed(f"It is declared in {file.name}, which is not part of this workspace.")
    sources = {file: source for file in edits if (source := project.source(file)) is not None}
    after = project.with_texts({file: apply_edits(source.text, edits[file]) for file, source in sources.items()})
    for file in (*edits, *namesakes(project, edits, new)):
        before = Counter(each.code for each in project.examination(file).first().problems)
        for each in after.examination(file).first().problems:
            before[each.code] -= 1
            if before[each.code] < 0:
                raise NotRenamed(f"With `{new}` there would be a mistake in {file.name}: {each.title}.")
