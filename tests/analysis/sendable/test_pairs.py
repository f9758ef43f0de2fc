"""Rules about calls and results, by hand: what breaks them, and what only looks so."""

from __future__ import annotations

from tests.analysis.sendable.asking import rules
from tests.engine.messages import assistant, call, result, system, user

GO = user("go")
END = [assistant("done"), user("thanks")]
A, B = call("a"), call("b")
RA, RB = result("a", "1"), result("b", "2")


def test_a_call_with_its_result_in_the_next_message() -> None:
    assert rules([GO, assistant("see", A), user(RA, "and"), *END]) == []
    assert rules([GO, assistant(A, B), user(RB, RA), *END]) == []


def test_results_in_two_messages_of_the_user_are_joined() -> None:
    assert rules([GO, assistant(A, B), user(RA), user(RB), *END]) == []
    assert rules([GO, assistant(A), assistant(B), user(RA), user(RB), *END]) == []


def test_a_call_without_a_result() -> None:
    assert rules([GO, assistant(A), user("well?"), *END]) == ["answered 2.1"]
    assert rules([GO, assistant(A, B), user(RA), *END]) == ["answered 2.2"]


def test_a_result_that_comes_too_late_breaks_both_rules() -> None:
    late = [GO, assistant(A), user("wait"), assistant("yes"), user(RA), *END]
    assert rules(late) == ["answered 2.1", "known 5.1"]


def test_calls_at_the_very_end_wait_for_what_the_harness_adds() -> None:
    assert rules([GO, assistant(A, B)]) == []
    assert rules([GO, assistant(A, B), user(RA)]) == []


def test_a_result_without_a_call() -> None:
    assert rules([user(RA, "and"), *END]) == ["known 1.1"]
    assert rules([GO, assistant("no call"), user(RA), *END]) == ["known 3.1"]


def test_a_result_before_its_call() -> None:
    assert rules([user(RA), assistant(A), user("so?"), *END]) == ["known 1.1", "answered 2.1"]


def test_a_second_result() -> None:
    assert rules([GO, assistant(A), user(RA, result("a", "again")), *END]) == ["once 3.2 3.1"]
    assert rules([GO, assistant(A), user(RA), user(result("a", "again")), *END]) == ["once 4.1 3.1"]


def test_an_id_that_names_two_calls() -> None:
    twice = [GO, assistant(A), user(RA), assistant(A), user(RA), *END]
    assert rules(twice) == ["unique-ids 4.1 2.1"]
    assert rules(twice, "openai") == []  # a result belongs to the calls just before it
    assert rules([GO, assistant(A, A), user(RA), *END], "openai") == ["unique-ids 2.2 2.1"]


def test_results_come_first() -> None:
    assert rules([GO, assistant(A), user("typed", RA), *END]) == ["results-first 3.2 3.1"]
    assert rules([GO, assistant(A), user("typed"), user(RA), *END]) == ["results-first 4.1 3.1"]
    assert rules([GO, assistant(A, B), user(RA, "typed", RB), *END]) == ["results-first 3.3 3.2"]
    assert rules([GO, assistant(A), user("typed", RA), *END], "openai") == []  # a result is a message of its own


def test_calls_without_ids_are_never_joined() -> None:
    nameless = [GO, assistant(call("")), user(result("")), *END]
    assert rules(nameless) == ["answered 2.1", "known 3.1"]


def test_chat_completions_wants_all_results_before_anything_else() -> None:
    assert rules([GO, assistant(A, B), user(RA), user(RB), *END], "openai") == []
    between = [GO, assistant(A, B), user(RA), user("typed"), user(RB), *END]
    assert rules(between, "openai") == ["answered 2.2", "known 5.1"]
    assert rules([GO, assistant(A), assistant(B), user(RA), user(RB), *END], "openai") == [
        "answered 2.1",
        "known 4.1",
    ]


def test_system_messages_stand_at_the_top_of_the_messages_api_and_in_place_in_chat_completions() -> None:
    between = [GO, assistant(A), system("note"), user(RA), *END]
    assert rules(between) == []
    assert rules(between, "openai") == ["answered 2.1", "known 4.1"]
