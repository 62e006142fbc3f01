"""`make pictures`: the pictures of the README, from what rulelang really shows.

The terminal is a game at a terminal of its own, its full screen drawn as SVG; no other program is needed. The rulebook
and the report are pages, and a browser (chromium) takes their picture; without one, those two stay as they are.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
ROWS, COLUMNS = 24, 80
CELL, LINE, EDGE = 9.63, 20, 18  # pixels: a letter of 16 pixels in a common font, a line, the margin

# game, how it is seated, and what is typed until the picture is taken: places, which there are whatever bots do
PLAYED = ("nokosu", "--seed", "7", "--players", "3", "--names", "Ann,Ben,Cleo"), (
    "#1", "#1", "#1", "pass", "#2",
)  # fmt: skip
PAGES = {  # picture: the verb that writes the page, and the size of the window
    "rulebook": (("rulebook", "nokosu", "--html", "-o"), (1100, 900)),
    "report": (("sim", "nokosu", "-n", "20000", "--seed", "1", "--html"), (1100, 900)),
}

NARROW = "\u00a0"  # a space that is kept beside another one

PAPER, INK = "#1b1e27", "#d7dae0"
COLORS = {
    "2": "#7f8694", "31": "#f2777a", "32": "#7ec699", "33": "#e8c069", "34": "#82aaff", "35": "#c792ea",
    "36": "#6cc7d6", "90": "#7f8694", "94": "#7aa6ff",
}  # fmt: skip
ORDER = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


def main() -> None:
    (HERE / "terminal.svg").write_text(drawn(last_frame(*PLAYED)), encoding="utf-8")
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print("There is no chromium, so the pictures of pages stay as they are.", file=sys.stderr)
        return
    for name, (verb, size) in PAGES.items():
        photograph(browser, name, verb, size)


# ---------------------------------------------------------------- a terminal


def last_frame(arguments: tuple[str, ...], typed: tuple[str, ...]) -> str:
    """What stands on the full screen of a game when these lines have been typed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tempfile.mkdtemp())
        os.environ.update(TERM="xterm-256color", NO_COLOR="", RULELANG_LINES="")
        while os.get_terminal_size(0).columns != COLUMNS:
            time.sleep(0.01)
        os.execv(sys.executable, [sys.executable, "-m", "rulelang", "run", *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    frame = ""
    for line in (*typed, ""):
        frame = asked(terminal)
        os.write(terminal, f"{line}\n".encode() if line else b"\x03")
    while read(terminal):
        pass
    os.waitpid(pid, 0)
    return frame


def asked(terminal: int) -> str:
    """The frame that ends in a question."""
    seen = b""
    while not seen.endswith(b"\x1b[J> "):
        part = read(terminal)
        if not part:
            raise SystemExit("the game ended before the picture was taken: change what is typed in `PLAYED`")
        seen += part
    return seen.decode().rpartition("\x1b[H")[2].replace("\r", "")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536) if select.select([terminal], [], [], 60)[0] else b""
    except OSError:
        return b""


def drawn(frame: str) -> str:
    """A frame as SVG: a line of text a row, in runs of one style."""
    wide, high = round(COLUMNS * CELL + 2 * EDGE), ROWS * LINE + 2 * EDGE
    rows = "\n".join(
        f'<text x="{EDGE}" y="{EDGE + (at + 0.75) * LINE:g}">{"".join(spans(row))}</text>'
        for at, row in enumerate(frame.split("\n"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">\n'
        f"<title>A game of Nokosu Dice at a terminal</title>\n"
        f'<rect width="{wide}" height="{high}" rx="10" fill="{PAPER}"/>\n'
        f'<g fill="{INK}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace"'
        f' font-size="16" style="white-space: pre">\n{rows}\n</g>\n</svg>\n'
    )


def spans(row: str) -> list[str]:
    """The runs of a row, each as long as its letters at a terminal, whatever the font."""
    found, codes, at = [], "", 0
    for part in re.split(r"(\x1b\[[0-9;?]*[A-Za-z])", row):
        order, text = ORDER.fullmatch(part), part.strip()
        if order is None:
            x = EDGE + (at + len(part) - len(part.lstrip())) * CELL
            shown = escape(text).replace(" ", NARROW)
            span = f'<tspan x="{x:g}" textLength="{len(text) * CELL:g}"{styled(codes)}>{shown}</tspan>'
            found += [span] if text else []
            at += len(part)
        elif order is not None and order[2] == "m":
            codes = order[1] if order[1] not in ("", "0") else ""
    return found


def styled(codes: str) -> str:
    """The attributes of a style: `1;34` is bold and blue."""
    parts = codes.split(";")
    color = next((COLORS[each] for each in parts if each in COLORS), "")
    return (f' fill="{color}"' if color else "") + (' font-weight="bold"' if "1" in parts else "")


# ---------------------------------------------------------------- pages


def photograph(browser: str, name: str, verb: tuple[str, ...], size: tuple[int, int]) -> None:
    """The top of a page as a browser shows it."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        subprocess.run([sys.executable, "-m", "rulelang", *verb, str(page)], check=True, stdout=subprocess.DEVNULL)
        width, height = size
        window = ("--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{height}")
        shot = f"--screenshot={HERE / name}.png"
        subprocess.run([browser, *window, shot, page.as_uri()], check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    main()
