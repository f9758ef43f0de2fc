"""What the corpus calls a changed exit status: the clause names a run, and the record knows one ending of it only."""

from __future__ import annotations

import pytest

from inspector.library import load_messages
from tests.summary.corpus.cases import Case, Summary, cases
from tests.summary.corpus.corrupt import is_false, possible
from tests.summary.corpus.exits import runs, shown

RUST = next(case for case in cases("dev") if case.name == "rust")


@pytest.mark.parametrize(
    ("text", "well"),
    [
        ("The fuzz run was killed.", False),
        ("All is well, and clippy fails.", False),
        ("The 188 tests passed.", True),
        ("`cycles_are_reported` crashed.", False),
    ],
)
def test_what_the_record_shows(text: str, well: bool) -> None:
    assert shown(RUST, text, text.rindex(" ") + 1, well)
    assert not shown(RUST, text, text.rindex(" ") + 1, not well)


@pytest.mark.parametrize(
    "text", ["The tests failed.", "`cargo +1.74.0 check` failed.", "The fuzzer is new, and it failed."]
)
def test_what_is_not_named_or_ended_in_several_ways_is_not_told(text: str) -> None:
    assert not shown(RUST, text, text.rindex(" ") + 1, False)


ERRORS = load_messages(
    [
        {"role": "user", "content": "Import the orders again."},
        {
            "role": "assistant",
            "content": [
                {"type": "tool_use", "id": "a", "name": "bash", "input": {"command": "ledger-import --db shop.db"}}
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "a",
                    "content": "sqlite: UNIQUE constraint failed on ledger-import\nexit code: 1",
                    "is_error": True,
                }
            ],
        },
    ]
)
IMPORT = Case("dev", "errors", ERRORS, (), ())


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("The ledger-import failed", True),
        ("The run of ledger-import that failed", True),
        ("The ledger-import and what came after it failed", True),
        ("After the ledger-import it failed", False),
        ("With ledger-import they also failed", False),
        ("But then that failed", False),
        ("有了 ledger-import 以后它也失败", False),
        ("有了以后 ledger-import 失败", True),
        ("The ledger-import ended badly: UNIQUE constraint failed", False),
        ('The ledger-import printed "sqlite: UNIQUE constraint failed', False),
        ("Results: the ledger-import failed", True),
        ('The ledger-import, "which one knows", failed', True),
    ],
)
def test_the_clause_itself_says_what_failed(text: str, is_shown: bool) -> None:
    at = max(text.rfind("failed"), text.rfind("失败"))
    assert shown(IMPORT, text, at, False) is is_shown


def test_every_run_has_its_words_and_its_end() -> None:
    assert {run.well for run in runs(RUST) if "clippy" in run.words} == {False}


def test_what_the_writer_lists_is_left_out() -> None:
    case = Case(
        "dev", "rust", RUST.transcript, (Summary("prose", "Clippy fails."),), (), (("exit status", "Clippy passes"),)
    )
    assert [is_false(each) for each in possible(case) if each.kind == "exit status"] == [False]
