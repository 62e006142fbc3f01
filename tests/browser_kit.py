"""A real browser for tests: Playwright with the system's Chromium, which `make browser` installs where it may."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

HOW = "apt-get install chromium  (as root; or: make browser)"
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage")  # fmt: skip
PHONE, WIDE = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
WAIT = 60_000.0  # milliseconds; a busy machine may take its time
CONFIRM, PICKED = ".ask .confirm:not([disabled])", ".piece.can.picked"
CHOOSE = ".question .option:not([disabled]), .piece.can:not(.picked)"


def missing(why: str) -> Any:
    """Without a browser nothing is tried in one, unless somebody insists, or CI is set."""
    message = f"{why}, so nothing is tried in a browser; to install one: {HOW}"
    required = os.environ.get("RULELANG_BROWSER") == "required" or os.environ.get("CI")
    return pytest.fail(message) if required else pytest.skip(message)


@contextmanager
def a_browser() -> Iterator[Any]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        missing("no Chromium is installed")
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        missing("the package playwright is not installed")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS), timeout=WAIT)
        except Error as error:
            missing(f"{path} does not start ({str(error).splitlines()[0]})")
        yield browser
        browser.close()


def screen(browser: Any, phone: bool = False, **more: Any) -> Any:
    """A page of somebody's own. `mistakes`: what went wrong in it."""
    size = PHONE if phone else WIDE
    context = browser.new_context(viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce", **more)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.mistakes = []
    page.on("pageerror", lambda error: page.mistakes.append(str(error)))
    page.on("console", lambda told: page.mistakes.append(told.text) if "Content Security" in told.text else None)
    return page


def sit(page: Any, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    page.get_by_text(f"{name} (you)").wait_for()


def take(page: Any, dice: random.Random, phone: bool) -> bool:
    """One click, or touch, on something that can be chosen."""
    from playwright.sync_api import Error

    confirm, fresh, picked = (page.locator(each) for each in (CONFIRM, CHOOSE, PICKED))
    found = next((each for each in (confirm, fresh, picked) if each.count()), None)
    if found is None:
        return False
    thing = found.nth(dice.randrange(found.count() or 1))
    try:
        thing.tap(timeout=5000) if phone else thing.click(timeout=5000)
    except Error:  # it was gone before the finger came down
        return False
    return True


def is_over(page: Any) -> bool:
    return bool(page.locator(".outcome").count())


# Texts whose contrast with what lies behind them is below WCAG AA (4.5, for large ones 3).
FAINT = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const found = rgba(style.backgroundColor);
      if (found[3] > 250) return found;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    const style = getComputedStyle(node);
    const text = walk.currentNode.data.trim().slice(0, 20);
    const left = node.closest("[disabled], noscript, script, .unseen, option") || style.visibility === "hidden";
    const back = behind(node);
    if (!text || left || !back) continue;
    const [one, two] = [light(rgba(style.color)), light(back)].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${node.className || node.localName}: ${text} ${ratio.toFixed(2)}`);
  }
  return [...new Set(faint)];
}"""

# Things to click, to fill in or to look at that a screen reader has no name for.
UNNAMED = """() => [...document.querySelectorAll("button, a, input, select, [role=img], summary")]
  .filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length))
  .map((e) => e.outerHTML.slice(0, 120))"""

WIDER = "document.documentElement.scrollWidth > innerWidth"
