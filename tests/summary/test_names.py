"""The names that a summary lists: which words are names, which of them are listed, how the list is carried on."""

from __future__ import annotations

import pytest

from inspector.summary import Extractive
from inspector.summary.names import names_in
from inspector.summary.size import estimate
from tests.summary.talk import Talk, debugging, entries, unsupported


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see src/pay/retry.py:14, (./run.sh) and ~/.ssh/id_rsa", "src/pay/retry.py ./run.sh ~/.ssh/id_rsa"),
        ("chargeOnce(charge_once) raised TypeError: no HTTPServer", "chargeOnce charge_once TypeError HTTPServer"),
        ("9f31c2ab v1.4.2 #482 PAY-17 localhost:8080", "9f31c2ab v1.4.2 #482 PAY-17 localhost:8080"),
        ("<https://gw.example.com/v2/charges>", "https://gw.example.com/v2/charges"),
        ("查看order_404的日志，在 server.log 里", "order_404 server.log"),
        ("read and/or write 3/4 of the APIs. So it is, e.g. 2026-11-30", ""),
        ("\x1b[31mtest_once\x1b[0m failed", "test_once"),
        ("naïve_name José_x", ""),
        ("x" * 5_000 + "_y", ""),
    ],
)
def test_names_are_known_by_their_form(text: str, found: str) -> None:
    assert names_in(text) == set(found.split())


def listed(text: str) -> list[str]:
    return [name for entry in entries(text, "Names") for name in entry.text.split()]


def _long(first: int = 1, steps: int = 60) -> Talk:
    talk = Talk(first).user("Move the importer to the new loader, please")
    for step in range(first, first + steps):
        talk.call("Read", {"file_path": f"/srv/app/loader_{step}.py"}).result(f"def load_{step}(): return Loader{step}")
    return talk


def test_the_newest_names_are_listed_with_their_messages() -> None:
    talk = _long()
    text = talk.summarised(max_size=400)
    assert "load_60" in listed(text)
    assert "load_1" not in listed(text)
    assert unsupported(text, talk) == []
    assert entries(text, "Names")[-1].source.endswith("121")


def test_names_stay_within_the_size_and_out_of_small_summaries() -> None:
    for size in (300, 450, 700, 2_000):
        assert estimate(_long().summarised(max_size=size)) <= size
    assert listed(debugging().summarised(max_size=200)) == []


def test_what_is_met_again_comes_before_what_was_met_once() -> None:
    talk = Talk().user("Find the slow query in the reports")
    for step in range(40):
        talk.ran(f"grep slow_query_log part_{step}.log", f"line of other_thing_{step}")
    names = listed(talk.summarised(max_size=400))
    assert "slow_query_log" in names


def test_names_are_carried_on_below_what_is_new() -> None:
    first = _long().summarised(max_size=700)
    old = set(listed(first))
    text = _long(first=200, steps=3).summarised(previous=first, max_size=700)
    names = listed(text)
    assert "load_202" in names
    assert len(old & set(names)) > 10
    assert len(names) == len(set(names))
    talk = Talk(400).says("Going on.")
    again = talk.summarised(previous=text, max_size=700)
    assert len(set(names) & set(listed(again))) > 10
    assert unsupported(again, talk, text) == []


def test_restarted_numbers_are_marked() -> None:
    first = _long().summarised(max_size=700)
    text = Talk().user("This was compacted.\n\n" + first).says("Ok.").summarised(max_size=700)
    assert entries(text, "Names")
    assert all(entry.source.startswith("~") for entry in entries(text, "Names") if entry.source != "1")


def test_names_of_long_results_and_calls_are_looked_for_at_both_ends() -> None:
    talk = Talk().user("Find out why the build stops")
    talk.ran("make all_targets", "first_name\n" + "plain words\n" * 3_000 + "last_name")
    text = Extractive().summarise(talk.request(max_size=1_000))
    assert {"first_name", "last_name", "all_targets"} <= set(listed(text))
