"""Behind the cassette: asked once, the same ever after, and never asked where it was not meant to be."""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import fields, replace
from pathlib import Path

import pytest

import inspector
from inspector.engine.summariser import SummaryFailed, SummaryPending, SummaryRequest
from inspector.policy.model import SummarySection
from inspector.summary.answer import Answer, Usage
from inspector.summary.cassette import Cassette
from inspector.summary.command import Command
from inspector.summary.registry import asks_outside, summariser
from inspector.summary.through import Through, after, before, blocks
from tests.summary.programs import Counting, python, until
from tests.summary.talk import debugging, order_404

ONE, TWO = order_404().request(number=4, layer="summary"), debugging().request(number=9)


def test_the_second_time_is_free_and_the_same(tmp_path: Path) -> None:
    inner = Counting()
    first = Through(inner, Cassette(tmp_path)).answer(ONE)
    again = Through(inner, Cassette(tmp_path)).answer(ONE)
    assert len(inner.asked) == 1
    assert (first.kept, again.kept) == (False, True)
    assert replace(again, kept=False) == first
    assert Through(inner, Cassette(tmp_path), "replay").summarise(ONE) == first.text
    assert Through(inner, Cassette(tmp_path), "pending").summarise(ONE) == first.text
    assert len(inner.asked) == 1
    assert Through(inner, Cassette(tmp_path)).summarise(TWO) != first.text
    assert len(inner.asked) == 2


def test_the_same_request_is_put_into_words_once(tmp_path: Path) -> None:
    inner = Counting()
    through = Through(inner, Cassette(tmp_path), "pending")
    for request in (ONE, replace(ONE), replace(ONE, number=77, layer="other"), ONE):
        with pytest.raises(SummaryPending):
            through.answer(request)
    assert inner.prepared == 1
    assert len(through.missing) == 1


def test_names_are_found_again_for_the_same_session(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    transcript, worded = inspector.load(samples["research"]), list[str]()
    monkeypatch.setattr(
        Through, "prepare", lambda self, request: worded.append(self.name) or self.inner.prepare(request)
    )
    for spec in ("command:a", "command:a", "command:b", "command:a"):
        with pytest.raises(SummaryPending):
            summariser(spec, transcript=transcript, mode="pending").summarise(ONE)
    assert worded == ["command:a", "command:b"]


def _changed() -> list[SummaryRequest]:
    """A request, and others that differ from it in one thing each."""
    part = ONE.parts[0]
    other = {
        "previous": "earlier",
        "focus": "the cause",
        "recent_files": ("a.py",),
        "max_size": 5,
        "unit": "chars",
        "omitted": 3,
        "notice": "left out",
        "omitted_end": "newest",
        "sections": (SummarySection("Goal", "what is wanted"),),
        "mode": "redistil",
        "guard": False,
        "instructions": "be short",
        "parts": (part._replace(text=part.text + "!"), *ONE.parts[1:]),
    }
    place = {"number", "layer"}
    assert set(other) == {field.name for field in fields(SummaryRequest)} - place
    return [ONE, *(replace(ONE, **{name: value}) for name, value in other.items())]  # type: ignore[arg-type]


def test_requests_that_differ_are_told_apart(tmp_path: Path) -> None:
    through = Through(Command("x"), Cassette(tmp_path), "pending")
    for request in _changed():
        with pytest.raises(SummaryPending):
            through.answer(request)
    assert len(through.missing) == len(_changed())


def test_another_model_is_asked_anew(tmp_path: Path) -> None:
    one, two, three = Counting("anthropic:a"), Counting("anthropic:b"), Counting("command:a")
    for inner in (one, two, three, one):
        Through(inner, Cassette(tmp_path)).answer(ONE)
    assert [len(inner.asked) for inner in (one, two, three)] == [1, 1, 1]


def test_the_place_in_the_session_does_not_matter(tmp_path: Path) -> None:
    inner = Counting()
    for number in (4, 5, 6):
        Through(inner, Cassette(tmp_path)).answer(order_404().request(number=number))
    assert len(inner.asked) == 1


def test_replay_only_names_what_is_missing(tmp_path: Path) -> None:
    inner = Counting()
    with pytest.raises(SummaryFailed) as caught:
        Through(inner, Cassette(tmp_path), "replay").summarise(ONE)
    said = str(caught.value)
    assert "anthropic:model-1" in said
    assert "before request 4" in said
    assert "blocks 1.1 to" in said
    assert "--replay-only" in said
    assert inner.asked == []


def test_pending_remembers_what_is_missing_once(tmp_path: Path) -> None:
    inner = Counting()
    through = Through(inner, Cassette(tmp_path), "pending")
    for request in (ONE, TWO, ONE):
        with pytest.raises(SummaryPending):
            through.summarise(request)
    assert through.missing == [ONE, TWO]
    assert inner.asked == []
    assert through.kept(ONE) is None
    Through(inner, Cassette(tmp_path)).answer(ONE)
    assert through.summarise(ONE) == "answer 1 of 9 parts"
    assert through.kept(ONE) is not None


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    told: list[str] = []
    inner = Counting(fails="the model is overloaded; try again later")
    through = Through(inner, Cassette(tmp_path), told=told.append)
    with pytest.raises(SummaryFailed, match="overloaded"):
        through.summarise(ONE)
    assert "overloaded" in told[-1]
    inner.fails = ""
    assert through.summarise(ONE)
    assert len(inner.asked) == 2


def test_after_failures_in_a_row_nobody_is_asked(tmp_path: Path) -> None:
    told: list[str] = []
    inner = Counting(fails="no such model")
    through = Through(inner, Cassette(tmp_path), told=told.append, patience=2)
    for request in (ONE, TWO, ONE, TWO):
        with pytest.raises(SummaryFailed):
            through.summarise(request)
    assert len(inner.asked) == 2
    assert told[-1] == "anthropic:model-1 is not asked any more: 2 summaries in a row failed"
    with pytest.raises(SummaryFailed, match="was not asked: 2 summaries in a row failed"):
        through.summarise(ONE)


def test_the_reason_not_to_ask_names_the_last_cause(tmp_path: Path) -> None:
    inner = Counting()
    through = Through(inner, Cassette(tmp_path), patience=2)
    for inner.fails in ("overloaded", "the key was refused", "never asked"):
        with pytest.raises(SummaryFailed) as caught:
            through.summarise(ONE)
    assert str(caught.value).endswith("2 summaries in a row failed; the last one: the key was refused")


def test_who_cannot_be_asked_is_told_before_what_it_would_cost(tmp_path: Path) -> None:
    told: list[str] = []
    inner = Counting()
    inner.lacks = "there is no key"
    with pytest.raises(SummaryFailed, match="there is no key"):
        Through(inner, Cassette(tmp_path), told=told.append).summarise(ONE)
    assert told == ["anthropic:model-1: no summary: there is no key"]
    assert inner.asked == []


def test_what_an_unusable_answer_cost_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    inner = Counting()
    inner.unusable = Answer("half", "claude-opus-4-5", Usage(1_000_000, 0), 2.0, "cut off")
    with pytest.raises(SummaryFailed, match="cut off"):
        Through(inner, Cassette(tmp_path), told=told.append).summarise(ONE)
    assert told[1:] == [
        "anthropic:model-1 answered in 2.0 s: 1,000,000 tokens read, 0 written, $5.00",
        "anthropic:model-1: no summary: it was cut off",
    ]


def test_a_success_between_failures_is_no_row(tmp_path: Path) -> None:
    inner = Counting()
    through = Through(inner, Cassette(tmp_path), patience=2)
    for number, fails in enumerate(("no", "", "no", "", "no")):
        inner.fails = fails
        with contextlib.suppress(SummaryFailed):
            through.summarise(order_404().request(focus=f"{number}"))
    assert len(inner.asked) == 5


def test_names_are_told_on_one_line_without_keys(tmp_path: Path) -> None:
    told: list[str] = []
    inner = Counting("command:ask --key s3cr3t-000-111-222\n  --long " + "x" * 500)
    cassette = Cassette(tmp_path, environ={"MY_API_KEY": "s3cr3t-000-111-222"})
    Through(inner, cassette, told=told.append).summarise(ONE)
    assert told[0].startswith("asking command:ask --key [secret removed] --long xxx")
    assert all(len(line) < 300 and "\n" not in line for line in told)


@pytest.mark.parametrize("stop", ["cut off", "tool call", "refusal"])
def test_an_answer_that_is_no_summary_is_not_kept(tmp_path: Path, stop: str) -> None:
    inner = Counting()
    inner.answered = Answer("half a summ", "model-1", None, 1.0, stop)  # type: ignore[arg-type]
    through = Through(inner, Cassette(tmp_path))
    assert through.answer(ONE).text == "half a summ"
    with pytest.raises(SummaryFailed):
        through.summarise(ONE)
    assert Cassette(tmp_path).entries() == ()


@pytest.mark.parametrize(
    "text", ["Error: model not found", "I'm sorry, but I can't help with that.", '{"error": {"message": "no"}}']
)
def test_words_that_are_no_summary_are_not_kept_and_count_as_failures(tmp_path: Path, text: str) -> None:
    told: list[str] = []
    inner = Counting()
    inner.answered = replace(inner.answered, text=text)
    through = Through(inner, Cassette(tmp_path), told=told.append, patience=2)
    for request in (ONE, TWO, ONE):
        with pytest.raises(SummaryFailed):
            through.summarise(request)
    assert len(inner.asked) == 2
    assert Cassette(tmp_path).entries() == ()
    assert told[-1].endswith("is not asked any more: 2 summaries in a row failed")


def test_a_kept_answer_that_is_no_summary_is_asked_for_anew(tmp_path: Path) -> None:
    inner, cassette = Counting(), Cassette(tmp_path)
    through = Through(inner, cassette)
    through.answer(ONE)
    (entry,) = cassette.entries()
    cassette.put(entry.key, Answer("Error: model not found"), {})
    assert through.kept(ONE) is None
    assert through.summarise(ONE) == "answer 2 of 9 parts"


def test_one_line_before_and_one_after(tmp_path: Path) -> None:
    told: list[str] = []
    through = Through(Counting(), Cassette(tmp_path), told=told.append)
    through.answer(ONE)
    through.answer(ONE)
    assert told == [
        "asking anthropic:model-1 for the summary before request 4: "
        "≈ 1,234 tokens to read, at most 500 to write, at most $0.0200",
        "anthropic:model-1 answered in 1.5 s: 120 tokens read, 30 written",
    ]


def test_what_cannot_be_sent_is_not_asked(tmp_path: Path) -> None:
    inner = Counting()
    inner.refusal = "the request is larger than the model's window"
    for mode in ("make", "pending"):
        with pytest.raises(SummaryFailed, match="larger than"):
            Through(inner, Cassette(tmp_path), mode).summarise(ONE)  # type: ignore[arg-type]
    assert inner.asked == []


def test_the_lines_say_what_is_known_and_no_more() -> None:
    prepared = Command("x").prepare(ONE)
    assert "$" not in before("command:x", prepared)
    assert after("command:x", Answer("t", seconds=2.04), None) == "command:x answered in 2.0 s"
    usage = Usage(10, 3_000, 20, 5)
    assert after("a:m", Answer("t", usage=usage, seconds=0.1), 1.234) == (
        "a:m answered in 0.1 s: 35 tokens read (20 from the cache, 5 into the cache), 3,000 written, $1.23"
    )


def test_what_is_kept_says_where_it_came_from(tmp_path: Path) -> None:
    Through(Counting(), Cassette(tmp_path)).answer(ONE)
    (entry,) = Cassette(tmp_path).entries()
    assert entry.kept is not None
    about = entry.kept.about
    assert (about["kind"], about["model"], about["request"], about["layer"]) == ("anthropic", "model-1", 4, "summary")
    assert (about["first"], about["estimate"]) == ("1.1", 1_234)


def test_an_earlier_summary_is_no_block_of_the_record() -> None:
    earlier = ONE.parts[0]._replace(name="earlier")
    assert blocks(replace(ONE, parts=(earlier, *ONE.parts))) == blocks(ONE) == ("1.1", "9.1")
    assert blocks(replace(ONE, parts=(earlier,))) == ("", "")


def test_two_that_ask_for_the_same_pay_once(tmp_path: Path) -> None:
    inner = Counting()
    inner.go.clear()
    through, texts = Through(inner, Cassette(tmp_path)), list[str]()
    threads = [threading.Thread(target=lambda: texts.append(through.summarise(ONE))) for _ in range(4)]
    for thread in threads:
        thread.start()
    until(lambda: inner.asked)
    inner.go.set()
    for thread in threads:
        thread.join(20)
    assert texts == ["answer 1 of 9 parts"] * 4
    assert len(inner.asked) == 1


def test_cancel_ends_those_who_wait_too(tmp_path: Path) -> None:
    inner = Counting()
    inner.go.clear()
    looked = list[str]()

    class Seen(Cassette):
        def get(self, key: str) -> Answer | None:
            looked.append(key)
            return super().get(key)

    through, said = Through(inner, Seen(tmp_path)), list[str]()

    def ask() -> None:
        try:
            through.summarise(ONE)
        except SummaryFailed as failed:
            said.append(str(failed))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    until(lambda: inner.asked and len(looked) == 4)  # each once, and the one that asks a second time
    through.cancel()
    for thread in threads:
        thread.join(20)
    assert said == ["cancelled"] * 3
    assert len(inner.asked) == 1
    inner.cancelled = False
    assert through.summarise(ONE)


def test_no_key_stands_in_any_file(tmp_path: Path) -> None:
    secret = 's3cr3t-wéird"value\\0123456789'
    environ = {**os.environ, "ANTHROPIC_API_KEY": secret, "OTHER_TOKEN": "another-secret-000111"}
    code = "import os; print('the key is', os.environ['ANTHROPIC_API_KEY'], os.environ['OTHER_TOKEN'])"
    cassette = Cassette(tmp_path / "kept", environ=environ)
    line = python(code, "--key", "another-secret-000111")
    first = summariser(f"command:{line}", cassette=cassette, environ=environ).summarise(ONE)
    again = summariser(f"command:{line}", cassette=cassette, environ=environ, mode="replay").summarise(ONE)
    assert first == again
    assert first.startswith("the key is ")
    written = b"".join(file.read_bytes() for file in (tmp_path / "kept").iterdir())
    for value in (secret, "another-secret-000111"):
        assert value not in first
        assert value.encode() not in written
        assert value.encode("unicode_escape") not in written
    assert b"s3cr3t" not in written


def test_a_program_behind_the_cassette(tmp_path: Path, home: Path) -> None:
    runs = tmp_path / "runs"
    line = "command:" + python("import sys; open(sys.argv[1], 'a').write('x'); print('summary')", str(runs))
    assert asks_outside(line)
    assert [summariser(line).summarise(ONE) for _ in range(3)] == ["summary"] * 3
    assert runs.read_text() == "x"
    assert len(Cassette().entries()) == 1
    Cassette().clear()
    with pytest.raises(SummaryFailed, match="no kept answer"):
        summariser(line, mode="replay").summarise(ONE)
