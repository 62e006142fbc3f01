"""A game that is killed at a random moment: what was answered and followed by a question is on the disk.

Whoever plays here gives answers and takes some back over a pipe, and keeps a list of its own. `kill -9` comes before
the first question, while it thinks, or within milliseconds after an answer was sent.
"""

from __future__ import annotations

import os
import random
import select
import subprocess
import time
from pathlib import Path

import attrs
from cli_kit import GUESS, script

from rulelang import load, read_record

RULES = GUESS.replace("repeat 3 times", "repeat 8 times")
PROMPT = b"> "
BEFORE = '{"rulelang record": "of another game"}\n'


@attrs.define
class Player:
    """Types at a game; `given`: its answers that hold, `sent`: with what was sent and not acknowledged yet."""

    process: subprocess.Popen[bytes]
    given: list[int] = attrs.field(factory=list)
    sent: list[int] = attrs.field(factory=list)
    seen: bytes = b""
    asked: int = 0

    def wait_for_question(self) -> bool:
        """Until the next question is shown: all that was sent is acknowledged then. False if the game is over."""
        out = self.process.stdout
        assert out is not None
        while self.seen.count(b"\n" + PROMPT) <= self.asked:
            select.select([out], [], [])
            data = os.read(out.fileno(), 65536)
            if not data:
                return False
            self.seen += data
        self.asked += 1
        self.given = list(self.sent)
        return True

    def play(self, dice: random.Random) -> None:
        """Answer, or take the last answer back."""
        if self.sent and dice.random() < 0.25:
            self.sent.pop()
            self.type("u")
        else:
            self.sent.append(dice.randint(1, 6))
            self.type(str(self.sent[-1]))

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()


def kill_once(folder: Path, seed: int) -> tuple[list[str], int]:
    """Play, kill and look: what is wrong, in words, and how many answers were acknowledged."""
    dice = random.Random(seed)
    (folder / "guess.rules").write_text(RULES, encoding="utf-8")
    path = folder / f"{seed}.json"
    old = dice.random() < 0.3
    if old:
        path.write_text(BEFORE, encoding="utf-8")
    command = [script(), "run", "guess.rules", "--seed", str(seed), "--seats", "you,random", "--record", path.name]
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    player = Player(process)
    try:
        play_until_killed(player, dice)
    finally:
        process.kill()
        process.communicate()
    wrong = faults(path, player, old, folder / "guess.rules")
    return [f"seed {seed}: {each}" for each in wrong], len(player.given)


def play_until_killed(player: Player, dice: random.Random) -> None:
    if dice.random() < 0.1:
        time.sleep(dice.random())  # before the first question
        return
    for _ in range(dice.randint(0, 8)):
        if not player.wait_for_question():
            return
        player.play(dice)
    if dice.random() < 0.3:
        player.wait_for_question()
    else:
        time.sleep(dice.random() * 0.03)


def faults(path: Path, player: Player, old: bool, rules: Path) -> list[str]:
    """What is wrong with what is left in the folder."""
    untouched = path.exists() and path.read_text(encoding="utf-8") == BEFORE if old else not path.exists()
    if not player.asked and untouched:
        return []
    try:
        record = read_record(path)
        match = load(rules, players=2).replay(record)
    except Exception as error:
        return [f"not to be read: {error}"]
    own = [answer["value"] for answer in record["answers"] if answer["seat"] == 1]
    wrong = [] if own in (player.given, player.sent) else [f"{own} kept, {player.given} given, {player.sent} sent"]
    return wrong + ([] if match.seed == record["seed"] else ["another game"])
