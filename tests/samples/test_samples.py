"""The bundled samples: their scripts write them byte for byte, they load whole, and each tells the story it promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import inspector
from inspector.meter import counter, sizes
from inspector.settings import data_dir, samples
from tests.samples.catalogue import CATALOGUE, Entry, index
from tests.samples.lost_rule import TASK as LOST_RULE
from tests.samples.oom_log import CAUSE, HISTORY_BYTES, LOG_BYTES
from tests.samples.re_reads import RULE
from tests.samples.screenshot import chart

FOLDER = data_dir("sample_transcripts")
LONG = {"re-reads", "research", "lost-rule"}


def loaded(name: str) -> inspector.Transcript:
    return inspector.load(next(sample.path for sample in samples() if sample.name == name))


def texts(view: inspector.View) -> str:
    return "\n".join(block.text for message in view.messages for block in message.blocks)


def fired(replay: inspector.Replay) -> dict[str, list[int]]:
    """Layer → the requests at which it fired."""
    found: dict[str, list[int]] = {}
    for row in replay.rows():
        for layer in row.fired:
            found.setdefault(layer, []).append(row.request)
    return found


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.file)
def test_script_writes_the_same_bytes(entry: Entry) -> None:
    assert entry.build() == (FOLDER / entry.file).read_bytes()
    for name, data in entry.beside().items():
        assert data == (FOLDER / name).read_bytes(), name


def test_index_is_written_by_its_script() -> None:
    assert index() == (FOLDER / "index.json").read_bytes()


def test_folder_holds_nothing_else() -> None:
    written = {name for entry in CATALOGUE for name in (entry.file, *entry.beside())}
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()} == {
        "index.json",
        *written,
    }


def test_only_sessions_are_offered() -> None:
    assert [sample.path.name for sample in samples()] == [entry.file for entry in CATALOGUE]
    assert not [sample for sample in samples() if ".durable" in sample.path.name or sample.path.parent != FOLDER]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_loads_without_a_problem(sample: inspector.settings.Sample) -> None:
    transcript = inspector.load(sample.path)
    assert not transcript.report.problems
    assert transcript.messages


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_call_has_its_result(sample: inspector.settings.Sample) -> None:
    structure = loaded(sample.name).structure
    alone = [structure.name(b) for b in (*structure.calls, *structure.results) if structure.partner[b] < 0]
    assert alone == (["34.2"] if sample.name == "order-404" else [])


@pytest.mark.parametrize("name", sorted(LONG))
def test_long_ones_have_more_than_a_hundred_messages(name: str) -> None:
    assert len(loaded(name).messages) > 100


def test_longest_has_more_than_150_000_tokens() -> None:
    transcript = loaded("re-reads")
    assert sum(sizes(transcript, counter("o200k_base")).blocks) > 150_000
    assert (FOLDER / "re-reads.jsonl").stat().st_size < 1_500_000


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.file)
def test_names_no_host_and_no_secret(entry: Entry) -> None:
    text = "\n".join(data.decode() for data in (entry.build(), *entry.beside().values()))
    hosts = re.findall(r"https?://([^/\s\"\\]+)", text) + re.findall(r"\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|io)\b", text)
    assert [host for host in hosts if not re.search(r"(^|\.)example\.(com|net|org)$", host)] == []
    assert not re.search(
        r"sk-[A-Za-z0-9]{8}|AKIA[A-Z0-9]{8}|gh[pousr]_\w{8}|-----BEGIN|[\w.]+@[\w-]+\.(?:com|net|org)", text
    )


def test_readme_has_one_line_for_each(root: Path) -> None:
    readme = (root / "README.md").read_text("utf-8")
    for sample in samples():
        assert f"* `{sample.name}` (`{sample.policy}`): {sample.story}\n" in readme


def test_oom_log_is_cut_in_the_middle() -> None:
    replay = inspector.replay(loaded("oom-log"), "go-tiny-claw")
    assert replay.row(3).transcript == HISTORY_BYTES
    view = replay.view(3)
    assert [layer.id for layer in view.layers if layer.fired] == ["truncate"]
    assert len(loaded("oom-log").messages[5].blocks[0].text.encode()) == LOG_BYTES
    assert CAUSE[0] in texts(inspector.replay(loaded("oom-log")).view(3))
    assert CAUSE[0] not in texts(view)


def test_re_reads_lose_the_rule_at_prune() -> None:
    replay = inspector.replay(loaded("re-reads"), "workbuddy-s14")
    layers = fired(replay)
    assert {"truncate", "dedupe", "prune"} <= set(layers)
    prune = layers["prune"][0]
    assert RULE in texts(replay.view(prune - 1))
    assert RULE not in texts(replay.view(prune))
    assert RULE not in texts(replay.view(replay.requests))


def test_research_is_compacted_by_the_agent_and_by_the_limit() -> None:
    replay = inspector.replay(loaded("research"), "evo-agent")
    assert len(fired(replay)["summary"]) == 2
    assert max(row.transcript for row in replay.rows()) > 50_000


def test_order_404_hides_the_trace_and_summarises_turn_1() -> None:
    replay = inspector.replay(loaded("order-404"), "agent-engineering")
    layers = fired(replay)
    assert layers["preview"][0] < layers["summary"][0]
    trace = 'state = order["state"]'
    assert trace in texts(inspector.replay(loaded("order-404")).view(replay.requests))
    assert trace not in texts(replay.view(layers["summary"][0]))
    assert [problem.kind for problem in replay.view(replay.requests).problems].count("unfinished") == 1


def test_lost_rule_is_in_no_view_after_the_recorded_compaction() -> None:
    transcript = loaded("lost-rule")
    (compaction,) = transcript.compactions
    assert compaction.preserved
    replay = inspector.replay(transcript)
    after = transcript.structure.request_of(compaction.before)
    rule = LOST_RULE.split("\n\n")[1]
    assert rule in texts(replay.view(after - 1))
    assert not any("3.9" in texts(replay.view(request)) for request in range(after, after + 5))


def test_screenshot_is_cleared_before_it_is_asked_for() -> None:
    transcript = loaded("screenshot")
    (image,) = (image for message in transcript.messages for block in message.blocks for image in block.images)
    assert (image.media_type, image.width, image.height, image.bytes) == ("image/png", 96, 48, len(chart()))
    assert transcript.is_prompt
    view = inspector.replay(transcript, "evo-agent").view(transcript.structure.requests)
    (shot,) = (block for message in view.messages for block in message.blocks if block.source and block.source.images)
    assert shot.fate == inspector.Fate.CLEARED
