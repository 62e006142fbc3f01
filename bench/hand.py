"""Nokosu as written by hand in C: compiled like generated games, with rows of results of the same shape."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

from rulelang.base.rng import fold
from rulelang.native.host.cc import library

Raw = Callable[[int, int, int], "ctypes.Array[ctypes.c_int64]"]


def hand_nokosu(players: int) -> tuple[Raw, int]:
    """Plays so many games of a seed from a number on; and how many numbers a game gives."""
    text = Path(__file__).with_name("hand_nokosu.c").read_text(encoding="utf-8")
    lib = library(f"#define PLAYERS {players}\n{text}")
    lib.hand_play.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p]
    lib.hand_play.restype = None
    width = lib.hand_width()

    def raw(seed: int, first: int, games: int) -> ctypes.Array[ctypes.c_int64]:
        out = (ctypes.c_int64 * (width * games))()
        lib.hand_play(fold(seed), first, games, out)
        return out

    return raw, width
