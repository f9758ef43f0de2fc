"""The lists of files that go with a summary, worked by hand: what was read, what was changed, in which order, of which calls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.engine import CompactionState, Replay, compact
from inspector.engine.checkpoint import load_checkpoint, resume
from inspector.engine.layers.file_lists import NO_FILES, Files, file_lists
from inspector.policy import PolicyError, dump, load_policy, load_text, preset_text
from inspector.policy.model import RecentFiles, Summarise
from inspector.transcript import load_messages
from tests.engine.messages import assistant, step, user
from tests.engine.test_count_by_usage import Words, of, pi

Api = dict[str, Any]
RULE = load_policy("pi").layers[0].operation


def named(number: int, name: str, path: str, prompt: int = 0) -> list[Api]:
    """A call that names a file, and its result; `prompt`: what its request took, where that is to start a compaction."""
    said, got = step(f"t{number}", of("r", 10), name, path=path)
    return [{**said, "usage": {"input_tokens": prompt, "output_tokens": 10}} if prompt else said, got]


FIRST = [
    user(of("a", 100)),
    *named(1, "read", "b.py"),
    *named(2, "edit", "a.py"),
    *named(3, "read", "a.py"),
    *named(4, "write", "z.py"),
    *named(5, "read", "c.py"),
]
TAIL = [user(of("e", 300)), *named(6, "read", "t.py", prompt=1600)]
"""Counted back the tail holds 250 tokens at e: the cut falls before it, and t.py is in what is kept."""
LATER = [
    *named(7, "read", "d.py"),
    *named(8, "edit", "b.py"),
    user(of("f", 300)),
    *named(9, "bash", "no.py", prompt=1650),
]


def listed(paths: str) -> str:
    return "\n".join(f"- {path}" for path in paths.split())


def shown(view: Any) -> str:
    return str(view.messages[0].blocks[0].text)


def test_pi_tells_read_and_modified_files_apart_by_name_and_of_what_it_summarised() -> None:
    view = Replay(load_messages([*FIRST, *TAIL]), pi(), Words()).view(7)
    assert shown(view).endswith(
        f"\n\n<read-files>\n{listed('b.py c.py')}\n</read-files>"
        f"\n\n<modified-files>\n{listed('a.py z.py')}\n</modified-files>\n</summary>"
    )


def test_the_lists_of_pi_grow_from_compaction_to_compaction() -> None:
    """b.py was read before the first one and is changed before the second; t.py is no longer in what is kept."""
    replay = Replay(load_messages([*FIRST, *TAIL, *LATER]), pi(), Words())
    last = replay.requests
    assert replay.steps(last).fired == ("summary",)
    assert shown(replay.view(last)).endswith(
        f"<read-files>\n{listed('c.py d.py t.py')}\n</read-files>"
        f"\n\n<modified-files>\n{listed('a.py b.py z.py')}\n</modified-files>\n</summary>"
    )


def test_a_list_that_holds_nothing_is_not_there() -> None:
    messages = [user(of("a", 100)), *named(1, "read", "b.py"), *TAIL]
    view = Replay(load_messages(messages), pi(), Words()).view(3)
    assert f"<read-files>\n{listed('b.py')}\n</read-files>" in shown(view)
    assert "modified-files" not in shown(view)


def test_they_outlive_the_process_where_the_record_does_not(tmp_path: Path) -> None:
    compact([*FIRST, *TAIL], pi(), Words(), checkpoints=tmp_path)
    found = load_checkpoint(tmp_path)
    assert found is not None
    assert (found.recent_files, found.changed_files) == (("b.py", "c.py"), ("a.py", "z.py"))
    new = [assistant(of("g", 10)), *LATER]
    small = pi().with_knobs(
        window=600
    )  # within a harness usage counts until a summary was made; the estimate starts this one
    done = compact(resume(found, new), small, Words(), state=found.state)
    text = str(done.messages[0]["content"])
    assert f"<read-files>\n{listed('c.py d.py t.py')}" in text
    assert f"<modified-files>\n{listed('a.py b.py z.py')}" in text


def test_where_there_is_one_list_it_holds_all() -> None:
    assert isinstance(RULE, Summarise)
    transcript = load_messages([*FIRST, *TAIL])
    end = len(transcript.structure.blocks)
    both = RecentFiles(3, ("read", "edit"), ("path",))
    one = replace(RULE, recent_files=both, changed_files=None)
    state = CompactionState(1, "", ("old.py",))
    assert file_lists(transcript, end, 0, one, state) == Files(("a.py", "c.py", "t.py"), ())
    fewer = replace(RULE, recent_files=replace(both, max=9, of="summarised"), changed_files=None)
    assert file_lists(transcript, 0, 0, fewer, state) == Files(("old.py",), ())
    assert file_lists(transcript, end, end, replace(one, recent_files=None), state) == NO_FILES


BROKEN = [
    ('      changed_files: "\\n', '      # changed_files: "\\n', "changed_files} of assemble.summary and the text"),
    ("{files}{changed_files}\\n</summary>", "{files}\\n</summary>", "changed_files} of assemble.summary and the text"),
    ("{changed_files}\\n</modified-files>", "{files}\\n</modified-files>", "assemble.changed_files"),
    ("order: name", "order: size", "order: must be one of recent, name, not the text 'size'"),
    ("of: summarised", "of: some", "of: must be one of all, summarised, not the text 'some'"),
]


@pytest.mark.parametrize(("old", "new", "told"), BROKEN)
def test_what_does_not_fit_together_is_told(old: str, new: str, told: str) -> None:
    text = preset_text("pi")
    assert old in text
    with pytest.raises(PolicyError, match=r"\d") as caught:
        load_text(text.replace(old, new, 1))
    assert told in str(caught.value)


def test_it_is_written_as_it_was_read() -> None:
    policy = load_policy("pi").with_knobs(window=90_000)
    assert load_text(dump(policy)) == policy
    plain = replace(policy, document=None, knobs=())
    assert replace(load_text(dump(plain)), document=None) == plain
