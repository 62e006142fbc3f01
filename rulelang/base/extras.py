"""Parts of rulelang that need third-party libraries, and how to install these."""

from __future__ import annotations

# an extra of pyproject.toml: the beginning of a sentence about what needs it
EXTRAS = {
    "spiel": "`rulelang.spiel` needs OpenSpiel",
    "zoo": "`rulelang.zoo` needs PettingZoo",
    "dask": "`--cluster` needs Dask",
    "lsp": "The language server needs some packages",
    "postgres": "Tables in a PostgreSQL database need psycopg",
    "serve": "A table in the browser needs some packages",
}


def missing(extra: str, error: ImportError) -> str:
    """The sentence about a missing extra: what needs it, what is missing, and how to install it."""
    return f"{EXTRAS[extra]}, and `{error.name}` is not installed; `pip install 'rulelang[{extra}]'` brings it."
