"""Access to the server: which requests it answers, and with which headers.

Hosts and origins are checked first. So a page elsewhere can neither point its own host name at this server (DNS
rebinding) nor open a connection to it.
"""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}

PATIENCE = 20.0  # seconds until a request must have been sent


class Guard:
    """Refuses foreign hosts and origins, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, names: frozenset[str], framed: str) -> None:
        self.app, self.names = app, names
        self.headers = security_headers(framed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        host, origin = headers.get(b"host", ""), headers.get(b"origin")
        own = is_ours(host, self.names) and (origin is None or parts_of(origin).netloc == host)
        if own:
            await self.app(scope, receive, with_headers(send, self.headers))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = "This server does not answer to that name. Open the link that it printed.\n"
            await PlainTextResponse(text, 403)(scope, receive, with_headers(send, self.headers))


def security_headers(framed: str) -> dict[str, str]:
    """The headers, with `framed` as the origin that may show these pages in a frame: nobody, or the workshop."""
    policy = HEADERS["content-security-policy"].replace("frame-ancestors 'none'", f"frame-ancestors {framed}")
    options = "DENY" if framed == "'none'" else "SAMEORIGIN"
    return {**HEADERS, "content-security-policy": policy, "x-frame-options": options}


def with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {key for key, _ in message["headers"]}
            more = [(k.encode(), v.encode()) for k, v in headers.items() if k.encode() not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


async def read_body(request: Request, most: int) -> bytes | Response:
    """The body of a request, or why it is refused."""
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    return JSONResponse({"why": "That is too long."}, 413)
    except (ClientDisconnect, TimeoutError):
        return JSONResponse({"why": "The request was not sent to its end."}, 408)
    return body


def parts_of(address: str) -> SplitResult:
    """The parts of an address; none, if it is not one."""
    try:
        return urlsplit(address)
    except ValueError:  # a bracket without its other half
        return urlsplit("")


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a host is an IP address, localhost or one of our names, not a foreign name that resolves to us."""
    name = parts_of(f"//{host}").hostname or ""
    if name == "localhost" or name in names:
        return True
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False
