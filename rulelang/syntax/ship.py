"""Makes the parser's tables when the package is built or installed; only hatchling runs this file."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import (  # type: ignore[import-not-found,unused-ignore]
    BuildHookInterface,
)


class Ship(BuildHookInterface):  # type: ignore[misc,unused-ignore]
    """Puts `tables.bin` beside `tables.py`, and into the wheel although git ignores it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        path = Path(self.root) / "rulelang" / "syntax" / "tables.py"
        spec = importlib.util.spec_from_file_location("rulelang_tables", path)
        assert spec and spec.loader
        tables = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tables)
        grammar = tables.grammar_text()
        key = tables.key_of(grammar)
        if tables.read(tables.SHIPPED, key, mine_only=True) is None:  # a working copy may have made them
            tables.SHIPPED.write_bytes(tables.packed(key, tables.make(grammar)))
        build_data["artifacts"].append("rulelang/syntax/tables.bin")
