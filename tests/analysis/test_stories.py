"""Each bundled sample's own story of forgetting is explained rightly: what was lost, where, by which layer, and why."""

from __future__ import annotations

import inspector
from inspector.analysis.why.facts import Fact, message_fact, text_fact
from inspector.analysis.why.lineage import Lineage, lineage
from inspector.settings import samples
from tests.samples.oom_log import CAUSE
from tests.samples.re_reads import RULE


def story(name: str, fact: Fact) -> Lineage:
    sample = next(each for each in samples() if each.name == name)
    return lineage(inspector.replay(inspector.load(sample.path), sample.policy), fact)


def test_oom_log_the_cause_is_cut_out_of_the_middle_and_run_for_again() -> None:
    told = story("oom-log", text_fact(CAUSE[0]))
    (loss,) = told.losses
    assert (loss.layer, loss.do, loss.state, loss.request) == ("truncate", "truncate", "cut", 3)
    assert loss.reason == "9221 >= 3000; 8067 > 1000"
    assert [back.way for back in told.returns] == ["re-run"]


def test_re_reads_the_rule_is_pruned_and_never_comes_back() -> None:
    told = story("re-reads", text_fact(RULE))
    (loss,) = told.losses
    assert (loss.layer, loss.knob, loss.state) == ("prune", "keep_recent_messages", "gone")
    assert "first 1 and last 6 messages kept" in loss.reason
    assert told.lanes[-1].last == 139
    assert told.returns == ()


def test_research_the_height_goes_with_the_compaction_that_the_agent_asked_for() -> None:
    told = story("research", text_fact("1920 mm high"))
    (loss,) = told.losses
    assert (loss.layer, loss.state) == ("summary", "perhaps paraphrased")
    assert "the agent asked for it" in loss.reason
    assert [(back.way, back.path) for back in told.returns] == [("re-read", "notes/03.md")]


def test_order_404_the_trace_is_cut_and_the_rule_of_turn_1_summarised() -> None:
    (cut,) = story("order-404", text_fact('state = order["state"]')).losses
    assert (cut.layer, cut.state, cut.knob) == ("preview", "cut", "result_limit")
    (summarised,) = story("order-404", message_fact(1)).losses
    assert (summarised.layer, summarised.state, summarised.knob) == ("summary", "perhaps paraphrased", "retain_turns")


def test_lost_rule_the_recorded_summary_lacks_the_version() -> None:
    told = story("lost-rule", text_fact("Python 3.9"))
    (loss,) = told.losses
    assert (loss.layer, loss.state, loss.knob) == ("recorded", "perhaps paraphrased", "")
    assert told.certificate.kind == "reconstructed"


def test_screenshot_the_picture_is_cleared() -> None:
    (loss,) = story("screenshot", message_fact(4)).losses
    assert (loss.layer, loss.state, loss.knob) == ("micro", "cleared", "keep_recent_results")


def test_parallel_zh_the_previews_that_say_where_to_read_on_are_cleared() -> None:
    told = story("parallel-zh", message_fact(35))
    assert (told.losses[0].layer, told.losses[0].state) == ("micro", "cleared")


def test_durable_facts_the_ticket_is_cleared_and_read_again() -> None:
    told = story("durable-facts", text_fact("SQLite in WAL mode"))
    (loss,) = told.losses
    assert (loss.layer, loss.state, loss.request) == ("micro", "cleared", 3)
    assert [(back.way, back.by) for back in told.returns] == [("re-run", "read_ticket")]


def test_every_sample_has_its_story_here() -> None:
    told = {name.removeprefix("test_").replace("_", "-") for name in globals()}
    assert not [each.name for each in samples() if not any(name.startswith(f"{each.name}-") for name in told)]
