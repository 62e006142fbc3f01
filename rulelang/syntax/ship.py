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
        tables.ship()
        build_data["artifacts"].append("rulelang/syntax/tables.bin")
