"""`python -m inspector.meter.write_models`: write `models.yaml` from its source tables, checked.

`models_source.csv` has one row a model, `prices_source.csv` one row a price; in both, a row without a name is a heading of the
rows that follow (its text in the column `source`). To add a model or a price: look it up at the provider's own page, write the
row with the day and the address of that page, run this, and run `pytest tests/meter/test_models_source.py`. Numbers have no
separators in the tables. A field that is not known stays empty; only prices may have such fields.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from datetime import date
from importlib.resources import files
from pathlib import Path

Row = Mapping[str, str]

MODEL = ("name", "provider", "window", "output", "as_of", "source")
PRICE = ("name", "input", "output", "cache_read", "cache_write", "above", "as_of", "source")
_OPTIONAL = frozenset({"cache_read", "cache_write", "above"})
_TEXTS = frozenset({"name", "provider", "source", "as_of"})

_MODELS = """\
# Written by `python -m inspector.meter.write_models` from models_source.csv and prices_source.csv: change those.
#
# What each model can hold, in its provider's own tokens. A row speaks for every name that begins with `name`.
#
# window: prompt and reply together (Gemini: the input limit alone). output: the longest reply. 1K = 1,000 where the page
# rounds. as_of: when the number was read at `source`, or a day on which it is known to have held there; where the source
# is not the provider's own page, that page could not be read. Plans and betas may allow less or more; the suffix `[1m]` that
# Claude Code puts on a name means a window of 1,000,000.
models:
"""
_PRICES = """\
# What a million tokens cost in US dollars, as the provider lists it. A row speaks for its own name alone (a date behind it
# is passed over): never for a variant, and never for what a cloud or a reseller asks.
#
# cache_write: for the shortest time to live. above: the row holds for requests with more than so many tokens of input.
# as_of: a day on which the price is known to have stood at `source`. A field that is not known is left out.
prices:
"""


class SourceError(ValueError):
    """What is wrong with a source table, with its line."""


def source(name: str) -> str:
    """The text of a source table, `models_source.csv` or `prices_source.csv`."""
    return files("inspector.meter").joinpath(name).read_text(encoding="utf-8")


def written(models: str, prices: str) -> str:
    """The text of `models.yaml` for two source tables. Raises `SourceError` for a row that is not whole."""
    lines = [*_lines(models, "models_source.csv", MODEL)]
    return "".join((_MODELS, *lines, _PRICES, *_lines(prices, "prices_source.csv", PRICE)))


def _lines(text: str, name: str, fields: tuple[str, ...]) -> Iterator[str]:
    reader = csv.DictReader(text.splitlines(), strict=True)
    if tuple(reader.fieldnames or ()) != fields:
        raise SourceError(f"{name}:1: the columns are {', '.join(fields)}")
    for row in reader:
        if None in row or None in row.values():
            raise SourceError(f"{name}:{reader.line_num}: a row has {len(fields)} fields")
        if not row["name"]:
            yield f"  # {row['source']}\n"
            continue
        _check(row, f"{name}:{reader.line_num}")
        yield f"  - {{{', '.join(_field(field, row[field], fields) for field in fields if row[field])}}}\n"


def _check(row: Row, where: str) -> None:
    for field, value in row.items():
        if not value and field not in _OPTIONAL:
            raise SourceError(f"{where}: {field} is missing")
        if value and field not in _TEXTS and not value.replace(".", "", 1).isdigit():
            raise SourceError(f"{where}: {field} is a plain number, not {value!r}")
    try:
        date.fromisoformat(row["as_of"])
    except ValueError:
        raise SourceError(f"{where}: as_of is a day such as 2026-11-30, not {row['as_of']!r}") from None
    if not row["source"].startswith("https://"):
        raise SourceError(f"{where}: source is the address of a page")


def _field(field: str, value: str, fields: tuple[str, ...]) -> str:
    """One field of a row; numbers of tokens get their thousands apart, prices stay as they are."""
    if field in ("window", "above") or (field == "output" and fields is MODEL):
        return f"{field}: {int(value):_}"
    return f'{field}: "{value}"' if field == "source" else f"{field}: {value}"


def main() -> None:
    """Write the file beside the tables."""
    path = Path(__file__).with_name("models.yaml")
    path.write_text(written(source("models_source.csv"), source("prices_source.csv")), encoding="utf-8")
    print(f"{path.name} is written.")


if __name__ == "__main__":
    main()
