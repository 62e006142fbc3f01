"""Parts of rulelang that need libraries of others, and how these are installed."""

from __future__ import annotations

# an extra of pyproject.toml: what needs it, as the beginning of a sentence
EXTRAS = {
    "spiel": "`rulelang.spiel` needs OpenSpiel",
    "zoo": "`rulelang.zoo` needs PettingZoo",
    "dask": "`--cluster` needs Dask",
    "lsp": "The language server needs some packages",
    "postgres": "Tables in a PostgreSQL database need psycopg",
    "serve": "A table in the browser needs some packages",
}


def missing(extra: str, error: ImportError) -> str:
    """The sentence for who has not installed an extra: what needs it, what is not there, and what brings it."""
    return f"{EXTRAS[extra]}, and `{error.name}` is not installed; `pip install 'rulelang[{extra}]'` brings it."
