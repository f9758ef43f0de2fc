"""`models.yaml` is what the script writes from the source tables; a row that is not whole is refused with its line."""

from __future__ import annotations

from importlib.resources import files

import pytest

from inspector.meter.write_models import MODEL, PRICE, SourceError, source, written

_MODELS, _PRICES = ",".join(MODEL), ",".join(PRICE)


def test_the_file_is_what_the_script_writes() -> None:
    file = files("inspector.meter").joinpath("models.yaml").read_text(encoding="utf-8")
    assert file == written(source("models_source.csv"), source("prices_source.csv"))


def test_a_row_of_each_table() -> None:
    models = f"{_MODELS}\n,,,,,Somebody\nmade-1,Somebody,200000,8192,2026-01-31,https://example.org/models\n"
    prices = f"{_PRICES}\nmade-1,0.5,22.5,,0.625,200000,2026-01-31,https://example.org/prices\n"
    lines = [line for line in written(models, prices).splitlines() if line.startswith("  ")]
    assert lines == [
        "  # Somebody",
        "  - {name: made-1, provider: Somebody, window: 200_000, output: 8_192, as_of: 2026-01-31, "
        'source: "https://example.org/models"}',
        "  - {name: made-1, input: 0.5, output: 22.5, cache_write: 0.625, above: 200_000, as_of: 2026-01-31, "
        'source: "https://example.org/prices"}',
    ]


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("made-1,Somebody,,8192,2026-01-31,https://example.org", "models_source.csv:2: window is missing"),
        ("made-1,Somebody,200K,8192,2026-01-31,https://example.org", "2: window is a plain number, not '200K'"),
        ("made-1,Somebody,200000,8192,soon,https://example.org", "2: as_of is a day such as 2026-11-30, not 'soon'"),
        ("made-1,Somebody,200000,8192,2026-01-31,a friend", "2: source is the address of a page"),
        ("made-1,Somebody,200000", "2: a row has 6 fields"),
    ],
)
def test_a_row_that_is_not_whole(row: str, wrong: str) -> None:
    with pytest.raises(SourceError, match=wrong):
        written(f"{_MODELS}\n{row}\n", f"{_PRICES}\n")


def test_other_columns() -> None:
    with pytest.raises(SourceError, match=r"prices_source\.csv:1: the columns are name, input"):
        written(f"{_MODELS}\n", "name,price\n")
