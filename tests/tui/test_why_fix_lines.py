"""What the why room says of a search for fixes: what was tried and not, what does not count, what does not last."""

from __future__ import annotations

import inspector
from inspector.analysis.fixes.shapes import Fix, LeftOut, Scan
from inspector.analysis.why.facts import text_fact
from inspector.analysis.why.unmade import Failed, Unmade
from inspector.engine import Replay
from inspector.tui.entries import Entry
from inspector.tui.why.fix_lines import Search, fix_lines
from inspector.tui.why.lines import first_lines
from inspector.tui.why.story import Asked, Story, completed, story


def replayed(*texts: str) -> Replay:
    roles = ("user", "assistant")
    made = [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]
    return inspector.replay(inspector.load_messages(made), "evo-agent")


def said(lines: list[Entry]) -> str:
    return "\n".join("".join(part.text for part in line.parts) for line in lines)


def of(search: Search) -> str:
    return said(list(fix_lines(search, replayed("a", "b"), "", None)))


def test_nothing_is_said_of_values_that_were_not_tried() -> None:
    scans = (Scan("context_limit", 7, 3), Scan("summary_max_tokens", 4, 0, (0, 1)), Scan("hard_limit", 2, upward=True))
    shown = of(Search((1,), whole=True, scans=scans, assumed=True))
    assert "none of the 13 values tried keeps it: pinning does" in shown
    assert "not tried, for want of time: 3 values of context_limit" in shown
    assert "not counted: summary_max_tokens 0–1 (2 values)" in shown
    assert "smaller values of hard_limit" in shown
    assert "without their words" in shown
    assert "single knob" not in shown


def test_a_fix_that_does_not_last_says_so() -> None:
    fix = Fix("context_limit", 5, 6, "chars", 1, 2, 0, True, True, 25)
    shown = of(Search((1,), [fix], whole=True, scans=(Scan("context_limit", 7),)))
    assert "gone again from request 25" in shown
    assert "7 values tried" in shown


def test_facts_that_are_left_out_are_named() -> None:
    left = (LeftOut("zanzibar", "nowhere in the record"),)
    shown = of(Search((1,), whole=True, several=True, scans=(Scan("k", 2),), left_out=left))
    assert "keeps all that the record holds by then" in shown
    assert "left out “zanzibar”: nowhere in the record" in shown
    assert "all of them" not in shown


def test_another_writing_and_summaries_that_failed_are_told_with_the_first_place() -> None:
    replay = replayed("Rules: READ ONLY.", "So read only.", "go")
    question = Asked(replay.transcript, replay.policy, inspector.summariser("none"), None, None, replay)
    question.unmade = Unmade((Failed(9, "summary", "no key"),))
    told = completed(question, story(replay, text_fact("read only"), None))
    assert isinstance(told, Story)
    shown = said(list(first_lines(told, replay)))
    assert "also written READ ONLY in message 1, by the user: ask for that or /read only/i" in shown
    assert "no summary could be made at 1 request (9): no key" in shown
    assert "while summaries failed" in shown
