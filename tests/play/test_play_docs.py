"""The examples of the documents are run, and what the documents list is what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from play_kit import SCHEMAS, schema, small, steps

from rulelang.base.escape import json_text
from rulelang.play.trace import LINES

DOCS = Path(__file__).parents[2] / "docs"


def blocks(name: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_interface():
    space: dict[str, object] = {}
    for block in blocks("python.md"):
        exec(compile(block, "docs/python.md", "exec"), space)


def test_the_auditor_of_the_trace():
    space: dict[str, object] = {}
    (block,) = blocks("trace.md")
    exec(compile(block, "docs/trace.md", "exec"), space)
    *_, match = steps(small("packs").start(3))
    place = space["audit"](map(json_text, match.trace()))
    assert sum(zone == "deck" for zone in place.values()) == match.view(None)["zones"]["deck"]["size"]


def test_every_event_is_explained():
    """The tables of both pages name every event of their schemas."""
    for name, page in (("log", "python.md"), ("trace", "trace.md")):
        text = (DOCS / page).read_text(encoding="utf-8")
        events = [each["properties"]["event"]["const"] for each in schema(name).schema["oneOf"]]
        assert len(events) >= len(LINES) - 2
        assert all(f"`{event}`" in text or f'"{event}"' in text for event in events)


def test_every_key_of_a_view_is_explained():
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in text for key in schema("view").schema["properties"])


VERSIONS = {"view": 2, "log": 2, "trace": 2}  # the others are 1


def test_schemas_are_schemas():
    for path in SCHEMAS.glob("*.json"):
        value = json.loads(path.read_text(encoding="utf-8"))
        schema(path.stem).check_schema(value)
        assert f"version {VERSIONS.get(path.stem, 1)}" in value["description"]
