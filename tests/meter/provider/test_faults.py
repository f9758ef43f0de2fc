"""Reports of usage that are not sound are named, and counted nowhere; sound ones raise no alarm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from itertools import accumulate
from pathlib import Path

import orjson
import pytest

from inspector.analysis.cost.account import account
from inspector.engine import Replay
from inspector.meter.provider import charges
from inspector.meter.provider.fault_words import SHOWN, fault_rows, mended_words
from inspector.meter.provider.faults import left_out, usage_faults
from inspector.meter.provider.sound import reported
from inspector.meter.provider.stretches import stretches
from inspector.transcript import load
from inspector.transcript.load import load_open
from inspector.transcript.model import Compaction, Transcript, Usage
from tests.cli.running import run
from tests.meter.provider.sessions import Kind, Truth, session
from tests.transcript import formats
from tests.transcript.formats import fixtures_opencode as oc

SAMPLES = sorted(
    path
    for path in Path("sample_transcripts").rglob("*.json*")
    if path.name not in ("index.json", "durable-facts.durable.json")
)
KINDS = (
    Kind(),
    Kind(hidden=0.5),
    Kind(images=0.3, more_tools=(8, 9_000)),
    Kind(compact_at=4),
    Kind(turns=12, fixed=200, leaves=True, hidden=0.4),
)


def replies(truth: Truth) -> list[int]:
    """Positions of the replies."""
    return [at for at, message in enumerate(truth.messages) if message.usage is not None]


def changed(truth: Truth, change: Callable[[int, Usage, list[Usage]], Usage | None]) -> Transcript:
    """The session with other reports: `change` is given the place among the replies, the report, and all of them."""
    places = replies(truth)
    usages = [usage for at in places if (usage := truth.messages[at].usage) is not None]
    messages = list(truth.messages)
    for number, at in enumerate(places):
        messages[at] = replace(messages[at], usage=change(number, usages[number], usages))
    return Transcript("test", tuple(messages), compactions=tuple(truth.compactions))


def kinds(transcript: Transcript) -> dict[str, list[int]]:
    """Kind → requests."""
    found: dict[str, list[int]] = {}
    for each in usage_faults(transcript):
        found.setdefault(each.kind, []).append(each.request)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_sound_reports_raise_no_alarm(kind: Kind, seed: int) -> None:
    truth = session(seed, kind)
    assert usage_faults(truth.transcript) == ()
    assert all(reported(truth.transcript))


@pytest.mark.parametrize("seed", range(3))
def test_sums_of_the_session(seed: int) -> None:
    """Every report from the second on is the sum of all so far: the first alone is a prompt."""
    truth = session(seed, Kind(turns=8))
    prompts = [usage.context for at in replies(truth) if (usage := truth.messages[at].usage)]
    sums = list(accumulate(prompts))
    record = changed(truth, lambda number, usage, _: usage._replace(uncached_input=0, cache_read=sums[number]))
    assert kinds(record) == {"cumulative": list(range(2, len(prompts) + 1))}
    assert [each[0] for each in reported(record) if each] == prompts[:1]
    assert account(Replay(record)).reported.prompt == prompts[0]


def test_the_report_before_once_more() -> None:
    record = changed(session(1, Kind()), lambda number, usage, all_: all_[4] if number in (5, 6) else usage)
    assert kinds(record) == {"repeated": [6, 7]}
    whole = sum(each[0] for each in reported(record) if each)
    usages = [message.usage for message in record.messages if message.usage is not None]
    assert whole == sum(usage.context for usage in usages) - 2 * usages[4].context
    assert account(Replay(record)).reported.prompt == whole


def test_an_output_without_a_prompt() -> None:
    record = changed(session(2, Kind()), lambda number, usage, _: Usage(output=7) if number == 3 else usage)
    assert kinds(record) == {"zero": [4]}


def test_placeholders_of_a_stream() -> None:
    """The prompt is sound, the output is not: prompts are used, and replies have their calibrated sizes."""
    truth = session(3, Kind(outputs="snapshot"))
    found = usage_faults(truth.transcript)
    assert {each.kind for each in found} == {"placeholder"}
    assert len(found) > len(truth.fixed) // 2
    assert left_out(truth.transcript) == frozenset()
    assert all(reported(truth.transcript))


def test_an_old_report_after_a_compaction() -> None:
    """The size of before, to the token or nearly, though little is left."""
    truth = session(4, Kind(turns=10, compact_at=7))
    (compaction,) = truth.compactions
    after = next(number for number, at in enumerate(replies(truth)) if at >= compaction.since)
    for more in (0, 40):
        record = changed(
            truth,
            lambda number, usage, all_, more=more: (  # type: ignore[misc]
                all_[after - 1]._replace(cache_read=all_[after - 1].cache_read + more, output=usage.output)
                if number == after
                else usage
            ),
        )
        assert kinds(record) == {"stale": [after + 1]}


def test_a_prompt_smaller_than_its_messages() -> None:
    truth = session(5, Kind(turns=10))
    last = len(replies(truth)) - 1
    record = changed(truth, lambda number, usage, _: usage._replace(cache_read=40) if number == last else usage)
    assert kinds(record) == {"impossible": [last + 1]}


def test_a_compaction_that_leaves_everything_is_no_stale_report() -> None:
    truth = session(6, Kind())
    at = replies(truth)[6]
    order = tuple(range(at))
    messages = truth.messages
    record = Transcript("test", tuple(messages), compactions=(Compaction("full", at, order=order),))
    assert usage_faults(record) == ()


def test_charges_without_unsound_reports() -> None:
    truth = session(7, Kind(turns=8))
    record = changed(truth, lambda number, usage, all_: all_[3] if number == 4 else usage)
    found = charges(record)
    assert found.prompt(5) is None
    for request in range(1, record.structure.requests + 1):
        parts = found.parts(record, request)
        assert parts.total == parts.fixed + sum(tokens for _, tokens in parts.messages)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_samples_are_sound(path: Path) -> None:
    assert [each for each in usage_faults(load(path)) if each.kind != "placeholder"] == []


def line(number: int, part: dict[str, object], output: int, **usage: int) -> dict[str, object]:
    """A line of one reply of Claude Code."""
    told = {"input_tokens": 4, "cache_creation_input_tokens": 15_000, "output_tokens": output, **usage}
    message = {"id": "m1", "role": "assistant", "model": "claude-x", "content": [part], "usage": told}
    return {
        "type": "assistant",
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}",
        "sessionId": "s",
        "timestamp": f"2026-01-01T00:00:0{number}Z",
        "message": message,
    }


def claude(outputs: list[int]) -> Transcript:
    first = {
        "type": "user",
        "uuid": "u0",
        "parentUuid": None,
        "sessionId": "s",
        "timestamp": "2026-01-01T00:00:00Z",
        "message": {"role": "user", "content": "go"},
    }
    lines = [line(n, {"type": "text", "text": f"part {n}"}, output) for n, output in enumerate(outputs, 1)]
    return load_open(BytesIO(b"\n".join(map(orjson.dumps, [first, *lines])) + b"\n"))


def talk(*told: object) -> Transcript:
    """A session of Claude Code; each reply with what was told of its usage."""
    rows: list[dict[str, object]] = []
    for number, usage in enumerate(told):
        name = {"sessionId": "s", "timestamp": f"2026-01-01T00:00:{number:02}Z"}
        asked = {"role": "user", "content": f"question {number} about the files of the ledger, one after the other"}
        said = {"id": f"m{number}", "role": "assistant", "model": "claude-x", "usage": usage}
        said["content"] = [{"type": "text", "text": "yes"}]
        before = f"a{number - 1}" if number else None
        rows.append({"type": "user", "uuid": f"q{number}", "parentUuid": before, "message": asked, **name})
        rows.append({"type": "assistant", "uuid": f"a{number}", "parentUuid": f"q{number}", "message": said, **name})
    return load_open(BytesIO(b"\n".join(map(orjson.dumps, rows)) + b"\n"))


def told(**changed: object) -> dict[str, object]:
    return {"input_tokens": 4, "cache_read_input_tokens": 15_000, "output_tokens": 30, **changed}


@pytest.mark.parametrize(
    "usage",
    [
        told(input_tokens=-5),
        told(cache_read_input_tokens="15,000"),
        told(output_tokens=1e308),
        told(output_tokens=2**63),
        told(output_tokens=1_000_000_000),
        told(cache_read_input_tokens=15_000.5),
        told(input_tokens=True),
        [4, 15_000, 30],
        "15,034",
    ],
)
def test_numbers_that_are_no_counts(usage: object) -> None:
    """Named, and counted nowhere: neither what was wrong nor what stands beside it."""
    record = talk(told(), usage, told(cache_read_input_tokens=15_080))
    assert kinds(record) == {"unreadable": [2]}
    assert reported(record) == [[15_004], [], [15_084]]
    assert account(Replay(record)).reported.prompt == 15_004 + 15_084


def test_numbers_that_are_written_otherwise() -> None:
    """A whole number with a point is one, and what is missing or null is nothing."""
    record = talk(told(cache_read_input_tokens=15_000.0), told(input_tokens=None, cache_read_input_tokens=15_080))
    assert usage_faults(record) == ()
    assert reported(record) == [[15_004], [15_080]]


def test_a_reply_whose_usage_is_zero_throughout() -> None:
    """What gateways write that do not count; where nothing was told at all, nothing is wrong."""
    zero = told(input_tokens=0, cache_read_input_tokens=0, output_tokens=0)
    assert kinds(talk(told(), zero, told(cache_read_input_tokens=15_080))) == {"zero": [2]}
    assert kinds(talk(told(), None, {})) == {}


def test_several_passes_added_up() -> None:
    """60,000 where 15,000 came before and soon come again; it was paid for, and is no prompt to compare others with."""
    sizes = [15_000, 15_040, 60_000, 15_120, 15_160]
    record = talk(*(told(cache_read_input_tokens=size) for size in sizes))
    assert kinds(record) == {"passes": [3]}
    assert account(Replay(record)).reported.prompt == sum(sizes) + 5 * 4
    assert {asked.request for run in stretches(record) for asked in run.requests} == {1, 2, 4, 5}


def test_lines_of_one_reply() -> None:
    """Three lines with one usage count once; snapshots are named, and the largest output counts."""
    same = claude([159, 159, 159])
    assert same.report.usage == {"repeated": 2}
    grown = claude([9, 9, 159])
    assert grown.report.usage == {"repeated": 1, "snapshot": 1}
    for record in (same, grown):
        assert [m.usage for m in record.messages if m.usage] == [Usage(4, 0, 15_000, 159)]
        assert usage_faults(record) == ()
        assert account(Replay(record)).reported.prompt == 15_004
    assert list(mended_words(grown.report.usage)) == [
        "repeated: 1 report says what one before it said; counted once",
        "snapshot: 1 report was written before the reply was complete; the largest one counts",
    ]


def codex(*told: dict[str, object] | None) -> Transcript:
    """A rollout of Codex with one reply before each report."""
    meta = {
        "type": "session_meta",
        "payload": {"id": "t", "cwd": "/w", "originator": "codex", "cli_version": "0.147.0"},
    }
    rows: list[dict[str, object]] = [meta]
    for number, info in enumerate(told):
        for role, kind in (("user", "input_text"), ("assistant", "output_text")):
            content = [{"type": kind, "text": f"{role} {number}"}]
            rows.append({"type": "response_item", "payload": {"type": "message", "role": role, "content": content}})
        rows.append({"type": "event_msg", "payload": {"type": "token_count", "info": info}})
    stamped = [{"timestamp": f"2026-01-01T00:00:{at:02d}Z", **row} for at, row in enumerate(rows)]
    return load_open(BytesIO(b"\n".join(map(orjson.dumps, stamped)) + b"\n"))


def sums(total: int, last: int, output: int = 10) -> dict[str, object]:
    def usage(prompt: int, answer: int) -> dict[str, int]:
        return {
            "input_tokens": prompt,
            "cached_input_tokens": 0,
            "output_tokens": answer,
            "total_tokens": prompt + answer,
        }

    return {"total_token_usage": usage(total, output), "last_token_usage": usage(last, output)}


def test_sums_of_a_thread() -> None:
    """Codex tells both: the report of a request counts, and the same total again is the same report."""
    record = codex(sums(900, 900), sums(900, 900), sums(2_000, 1_100))
    assert [m.usage.context if m.usage else None for m in record.messages if m.role == "assistant"] == [
        900,
        None,
        1_100,
    ]
    assert record.report.usage == {"repeated": 1}
    assert usage_faults(record) == ()


def test_zeros_after_a_compaction_are_an_estimate() -> None:
    zero = {"input_tokens": 0, "cached_input_tokens": 0, "output_tokens": 0, "total_tokens": 18_326}
    told: dict[str, object] = {"total_token_usage": sums(900, 900)["total_token_usage"], "last_token_usage": zero}
    record = codex(sums(900, 900), told)
    assert record.report.usage == {"zero": 1}
    assert [m.usage.context for m in record.messages if m.usage] == [900]


FIXTURES = sorted(
    path.stem
    for path in Path(formats.__file__).parent.glob("fixtures_*.py")
    if path.stem not in ("fixtures_cline", "fixtures_inspect_log", "fixtures_openhands")  # the same number throughout
)


@pytest.mark.parametrize("name", FIXTURES)
def test_clean_records_of_every_format(name: str) -> None:
    """Sessions of our own are short, and their numbers small and made up: only what numbers alone tell could be an alarm."""
    for data in import_module(f"{formats.__name__}.{name}").FUZZED:
        if not data.startswith(b"SQLite"):
            found = Counter(each.kind for each in usage_faults(load_open(BytesIO(data))))
            assert not set(found) - {"placeholder"}, found


def test_few_of_many_are_told() -> None:
    found = usage_faults(session(3, Kind(outputs="snapshot")).transcript)
    rows = list(fault_rows(found))
    assert len(rows) == SHOWN + 1
    assert rows[-1] == (found[-1], f"{len(found) - SHOWN} more reports of this kind, the last one here")


def opencode(sizes: list[int], output: int = 60) -> Transcript:
    """An export with a reply for each size: a question, a call and a result of some hundred words each time."""
    made = []
    for number, size in enumerate(sizes):
        at = 2 * number + 1
        reading = oc.tool(f"c{at}", output="the ferry leaves at ten past seven; " * 60, input={"filePath": "a.py"})
        made += [
            oc.user(at, f"question {number}, please"),
            oc.reply(at + 1, "I look.", reading, parent=at, tokens=oc.tokens(size, output + number)),
        ]
    return load_open(BytesIO(orjson.dumps(oc.export(*made))))


def pi(sizes: list[int]) -> Transcript:
    """The same as a session of pi; a size of 0 is an output without a prompt."""
    rows: list[dict[str, object]] = [{"type": "session", "version": 3, "id": "s", "timestamp": "t", "cwd": "/w"}]
    for number, size in enumerate(sizes):
        usage = {"input": size, "output": 50 + number, "cacheRead": 0, "cacheWrite": 0}
        said = [{"type": "text", "text": f"answer {number}: " + "the ferry leaves at ten; " * 6}]
        asked = {"role": "user", "content": f"question {number}: " + "a timetable of ferries " * 90}
        answered = {"role": "assistant", "content": said, "usage": usage, "model": "m", "provider": "p"}
        for message in (asked, answered):
            before = f"e{len(rows) - 1}" if len(rows) > 1 else None
            stamp = "2026-01-01T00:00:00Z"
            rows.append(
                {"type": "message", "id": f"e{len(rows)}", "parentId": before, "timestamp": stamp, "message": message}
            )
    return load_open(BytesIO(b"\n".join(map(orjson.dumps, rows)) + b"\n"))


GROWING = [20_000 + 700 * number for number in range(8)]


@pytest.mark.parametrize("write", [opencode, pi])
def test_each_defect_in_a_log(write: Callable[[list[int]], Transcript]) -> None:
    """Named in logs as agents write them, and counted nowhere; the log without it raises no alarm."""
    clean = write(GROWING)
    assert usage_faults(clean) == ()
    assert account(Replay(clean)).reported.prompt == sum(GROWING)
    sums = write(list(accumulate(GROWING)))
    assert kinds(sums) == {"cumulative": [2, 3, 4, 5, 6, 7, 8]}
    assert account(Replay(sums)).reported.prompt == GROWING[0]
    small = write([*GROWING[:-1], 30])
    assert kinds(small) == {} or kinds(small) == {"impossible": [8]}


def test_a_zero_in_a_log_of_pi() -> None:
    record = pi([*GROWING[:4], 0, *GROWING[5:]])
    assert kinds(record) == {"zero": [5]}
    assert account(Replay(record)).reported.prompt == sum(GROWING) - GROWING[4]


def test_it_is_shown(tmp_path: Path) -> None:
    """By `check` with message and request, and as JSON; `cost` says what it left out."""
    record = pi([*GROWING[:4], 0, *GROWING[5:]])
    assert record.report.usage == {}
    path = tmp_path / "s.jsonl"
    path.write_bytes(PI_LINES)
    ran = run("check", path, "--json")
    assert ran.json["usage"] == {
        "mended": {},
        "faults": [
            {
                "request": 2,
                "message": 4,
                "kind": "zero",
                "prompt": 0,
                "output": 9,
                "text": "a prompt of 0 tokens for a reply of 9: nothing is known of this prompt, and it is left out",
            }
        ],
    }
    shown = " ".join(run("check", path, env={"COLUMNS": "120"}).out.split())
    assert "4 2 · zero a prompt of 0 tokens for a reply of 9" in shown
    assert "the usage of 1 reply, which is not sound" in " ".join(run("cost", path).out.split())


def _lines() -> bytes:
    stamp = "2026-01-01T00:00:00Z"
    rows: list[dict[str, object]] = [{"type": "session", "version": 3, "id": "s", "timestamp": stamp, "cwd": "/w"}]
    for size in (900, 0):
        usage = {"input": size, "output": 9, "cacheRead": 0, "cacheWrite": 0}
        asked = {"role": "user", "content": "go on"}
        answered = {"role": "assistant", "content": [{"type": "text", "text": "yes"}], "usage": usage, "model": "m"}
        for message in (asked, answered):
            parent = f"e{len(rows) - 1}" if len(rows) > 1 else None
            rows.append(
                {"type": "message", "id": f"e{len(rows)}", "parentId": parent, "timestamp": stamp, "message": message}
            )
    return b"\n".join(map(orjson.dumps, rows)) + b"\n"


PI_LINES = _lines()
