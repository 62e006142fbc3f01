"""The workshop: rules on the left, their table on the right. This is the part in the main server.

It serves the page, forwards questions about the text to the annex, and writes the one file that it was opened with.
Only the holder of the workshop's key may do that.
"""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from pathlib import Path
from typing import Any

import attrs
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rulelang.base.files import Unwritable, write_whole
from rulelang.base.source import Unreadable, read_source
from rulelang.table.access import read_body
from rulelang.table.annex import LARGEST, LIMIT, LONG, LONG_LIMIT, Annex
from rulelang.table.live import decode
from rulelang.table.room import Refused

STATIC = Path(__file__).parent / "static"
PAGES = 12  # rulebooks and reports that stay available
OF_PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A rulebook or a report is isolated: its scripts can reach nothing.
OF_MADE = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)


@attrs.define(eq=False)
class Workshop:
    """`path`: the file. `table`: the name and keys of the table where its rules are played, once they can be."""

    path: Path
    annex: Annex
    key: str = attrs.field(factory=lambda: secrets.token_urlsafe(32), repr=False)
    table: dict[str, str] = attrs.field(factory=dict, repr=False)
    made: OrderedDict[str, str] = attrs.field(factory=OrderedDict, repr=False)

    @property
    def name(self) -> str:
        return self.path.stem

    def routes(self) -> list[Route]:
        return [
            Route("/edit", self.page),
            Route("/edit/made/{name}", self.show_made),
            Route("/api/edit", self.act, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        text = (STATIC / "workshop.html").read_text(encoding="utf-8").replace("NONCE", nonce)
        headers = {"content-security-policy": OF_PAGE.format(nonce=nonce)}
        return Response(text, media_type="text/html", headers=headers)

    async def show_made(self, request: Request) -> Response:
        text = self.made.get(request.path_params["name"])
        if text is None:
            return Response("This page is gone; make it again.", 404, media_type="text/plain")
        headers = {"content-security-policy": OF_MADE, "x-frame-options": "SAMEORIGIN"}
        return Response(text, media_type="text/html", headers=headers)

    async def act(self, request: Request) -> Response:
        """`{"key", "do", "text", "at"}`: one of the services of the desk, or `open`, or `save`."""
        given = await self.read(request)
        if isinstance(given, Response):
            return given
        try:
            if given["do"] == "open":
                return JSONResponse(await self.open())
            if given["do"] == "save":
                return JSONResponse(await self.save(given["text"]))
            wanted = {name: given[name] for name in ("do", "text", "at")}
            limit = LONG_LIMIT if given["do"] in LONG else LIMIT
            status, found = await self.annex.ask("/desk", wanted, limit)
            return JSONResponse(self.with_page(found), status)
        except Refused as error:
            return JSONResponse({"why": str(error)}, 400)

    async def read(self, request: Request) -> dict[str, Any] | Response:
        body = await read_body(request, LARGEST)
        if isinstance(body, Response):
            return body
        given = decode(body)
        fits = given is not None and all(isinstance(given.get(name, ""), str) for name in ("key", "do", "text"))
        if given is None or not fits or not isinstance(given.get("at", 0), int):
            return JSONResponse({"why": "This is nothing that a workshop can do."}, 400)
        if not hmac.compare_digest(given.get("key", "").encode(), self.key.encode()):
            return JSONResponse({"why": "This is not the key of the workshop; open the link that was printed."}, 403)
        return {"do": "", "text": "", "at": 0, **given}

    def with_page(self, found: dict[str, Any]) -> dict[str, Any]:
        """Replace a whole page in the answer by a URL that nobody can guess, with its own policies."""
        if "page" not in found:
            return found
        name = secrets.token_urlsafe(16)
        self.made[name] = found["page"]
        while len(self.made) > PAGES:
            self.made.popitem(last=False)
        return {"page": f"/edit/made/{name}"}

    # ------------------------------------------------------------ the file and its table

    async def open(self) -> dict[str, Any]:
        """The text on the disk, and the table; if the rules cannot be played yet, the reason."""
        try:
            text = read_source(self.path).text
        except Unreadable as error:
            raise Refused(str(error)) from None
        found = {"file": self.path.name, "text": text}
        try:
            return {**found, **(self.table or await self.put_on_table())}
        except Refused as error:
            return {**found, "problem": str(error)}

    async def save(self, text: str) -> dict[str, Any]:
        """Write the file, and continue the match under the new rules; if they cannot be played, the table stays."""
        try:
            write_whole(self.path, text)
        except Unwritable as error:
            raise Refused(str(error)) from None
        try:
            return {"saved": True, **await self.put_on_table()}
        except Refused as error:
            return {"saved": True, "problem": str(error), **self.table}

    async def put_on_table(self) -> dict[str, Any]:
        status, found = await self.annex.ask("/rework", {"game": self.name, "table": self.table.get("table")})
        if status != 200:
            raise Refused(found["why"])
        self.table = {**self.table, **{name: found[name] for name in ("table", "token", "host") if name in found}}
        return {**found, **self.table}
