"""Which answers may replace history: none that is only an error, a call or a refusal; every summary that speaks of one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine.usable import unusable
from tests.engine.profile import examples
from tests.summary.corpus.cases import cases

ERRORS = (
    "Error: 429",
    "Error: 429 Too Many Requests",
    "Error: fetch failed",
    "API Error: 529 Overloaded",
    "openai.RateLimitError: Error code: 429",
    "HTTP/1.1 500 Internal Server Error",
    "502 Bad Gateway",
    "Request failed with status code 503",
    "Request timed out.",
    "Connection error.",
    "Internal Server Error",
    "Rate limit exceeded",
    "An error occurred while generating the summary.",
    "Failed to generate summary",
    "Error generating summary",
    "prompt is too long: 213000 tokens > 200000 maximum",
    "This model's maximum context length is 8192 tokens",
    "The server is currently overloaded.",
    "You exceeded your current quota",
    "Invalid API key",
    "Credit balance is too low",
    "Your credit balance is too low to use the API.",
    "connect ECONNREFUSED 127.0.0.1:11434",
    "curl: (7) Failed to connect to localhost port 11434",
    "upstream connect error or disconnect/reset before headers",
    "Error: model 'llama3' not found, try pulling it first",
    "TypeError: fetch failed",
    "[Request failed]",
    "[Request failed: timeout after 60 s]",
    "Overloaded",
    "Unauthorized",
)
MORE = (
    "",
    "Please try again in 20s.",
    "Please retry later",
    "Visit https://status.example.com for more.",
    "Request ID: req_0123",
    "Your request was not processed.",
    "Retry after 12 seconds",
    '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}',
    "However, your messages resulted in 9000 tokens.",
    "If this persists, contact support.",
)
JOINTS = ("\n", "\n\n", " - ", ". ")


@examples(400)
@given(
    st.sampled_from(ERRORS),
    st.lists(st.tuples(st.sampled_from(JOINTS), st.sampled_from(MORE)), max_size=3),
    st.booleans(),
)
def test_an_error_and_what_it_says_of_itself_is_no_summary(
    error: str, more: list[tuple[str, str]], fence: bool
) -> None:
    text = error + "".join(joint + part for joint, part in more)
    assert unusable(f"```\n{text}\n```" if fence else f"\n{text} \n"), text


TOLD = (
    "Goal: find out why {} comes up in the importer, read-only.",
    "The user asked to handle `{}` with a backoff; src/client.py still lacks it.",
    'server.log shows "{}" at 12:03; the source was not checked yet.',
    "{} was returned twice. The user wants three retries before giving up.",
    "{}\nThis is what the log showed; remaining: add a test for it.",
    "Decided: {} is retried, everything else is raised.",
    "## Goal\nStable imports\n\n## Errors\n{}",
    "- {}\n- The fix in retry.py is not tested.\n- Next step: run the suite.",
    "目标是排查订单接口的 500，只读。日志里有“{}”，尚未核对源码。",
)


@examples(400)
@given(st.sampled_from(TOLD), st.sampled_from(ERRORS), st.lists(st.sampled_from(TOLD), max_size=2))
def test_a_summary_that_quotes_an_error_is_one(told: str, error: str, more: list[str]) -> None:
    text = "\n".join(line.format(error) for line in (told, *more))
    assert unusable(text) is None, text


def test_the_true_summaries_of_the_corpus_are_usable() -> None:
    found = [summary.text for case in cases() for summary in case.summaries]
    assert len(found) > 30
    assert [text for text in found if unusable(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Error handling in parser.py was rewritten.",
        "Errors: none.",
        "404 pages were fixed in router.ts.",
        "500 errors on the orders endpoint are being investigated, read-only.",
        "The request failed with 429 until a backoff was added.",
        "I cannot run the tests here because docker is missing; the user wants the change anyway.",
        "I can't help but note that the importer still fails.",
        "Failed to reproduce the bug so far.",
        "Rate limiting was added to the API gateway.",
        "Timeouts of the importer: raised to 30 s.",
        "<tool_call> tags in the output are parsed by parser.py now.",
        'The model printed <tool_call>{"name": "x"}</tool_call> as text; parser.py must read it.',
        "Please share the build cache between jobs: that is what the user asked.",
        "Sorry about the noise: logs stay quiet.",
        '{"goal": "stable imports", "errors": ["429"]}',
        "<summary>\nGoal: stable imports\n</summary>",
        "```\nGoal: stable imports\n```",
        "There is a message queue between api and worker.",
        "There is a history of flaky runs in CI.",
        "I have no messages queue in the design any more.",
        "S",
        "好的，目标是排查订单接口。",
    ],
)
def test_what_only_looks_like_one_is_a_summary(text: str) -> None:
    assert unusable(text) is None


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\u200b", "```\n```", "<summary></summary>", "<summary>\n\n</summary>", "---", "…"]
)
def test_blank(text: str) -> None:
    assert unusable(text) == "the answer was blank"


@pytest.mark.parametrize(
    "value",
    [
        {"error": "x"},
        {"error": {"type": "overloaded_error", "message": "Overloaded"}, "type": "error", "request_id": "req_1"},
        {"detail": "Not Found"},
        {"errors": [{"message": "x"}]},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "x"}},
        [{"error": {"code": 429, "message": "x", "status": "RESOURCE_EXHAUSTED"}}],
    ],
)
def test_error_objects(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2), f"```json\n{json.dumps(value)}\n```"):
        assert unusable(text) == "the answer was an error object, no summary"


@pytest.mark.parametrize(
    "head", ["<!DOCTYPE html>", "<html>", "<HTML lang='en'>", '<?xml version="1.0"?>\n<Error>', "<head>"]
)
def test_error_pages(head: str) -> None:
    page = f"{head}\n<body><h1>502 Bad Gateway</h1><p>The goal is to be fixed, the user asked.</p></body>"
    assert "HTML page" in (unusable(page) or "")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"type": "tool_use", "id": "x", "name": "bash", "input": {"command": "ls"}}),
        json.dumps({"name": "bash", "arguments": '{"command": "ls"}'}),
        json.dumps({"tool_calls": [{"id": "a"}]}),
        json.dumps([{"name": "read", "parameters": {"path": "a.py"}}]),
        '<tool_call>\n{"name": "read", "arguments": {}}\n</tool_call>',
        'Let me look first.\n<function_calls>\n<invoke name="read"><parameter name="p">x</parameter></invoke>\n</function_calls>',
        '<invoke name="read">\n<parameter name="p">x</parameter>',
        '[TOOL_CALLS][{"name": "x", "arguments": {}}]',
    ],
)
def test_tool_calls(text: str) -> None:
    assert unusable(text) == "the answer was a tool call, no summary"


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that request.",
        "I can't help with that.",
        "I cannot summarize this conversation.",
        "Sorry, I am unable to comply with this.",
        "As an AI language model, I cannot provide a summary of harmful content.",
        "抱歉，我无法提供帮助。",
    ],
)
def test_refusals(text: str) -> None:
    assert unusable(text) == "the summariser refused"


def test_a_question_for_the_conversation() -> None:
    for text in (
        "Please provide the conversation you'd like me to summarize.",
        "I don't see any conversation to summarize. Could you share it?",
    ):
        assert "asks for the conversation" in (unusable(text) or "")


@pytest.mark.parametrize(("stop", "word"), [("cut off", "cut off"), ("tool call", "tool call"), ("refusal", "refused")])
def test_the_way_the_answer_ended_decides(stop: str, word: str) -> None:
    good = "Goal: stable imports. Remaining: a test."
    assert word in (unusable(good, stop) or "")
    assert unusable(good, "end") is unusable(good, "unknown") is None
    for cut in ("<summary>\nGoal: stable imp", "<analysis>\nhm\n</analysis>\n<summary>\nGoal: sta", "<analysis>\nhm"):
        assert "never closed" in (unusable(cut) or "")
    assert unusable("<analysis>\nhm\n</analysis>\n\n<summary>\nGoal: stable imports\n</summary>") is None


def test_no_key_is_repeated_in_the_reason() -> None:
    why = unusable("Error: 401 invalid x-api-key sk-ant-REDACTED") or ""
    assert "401" in why
    assert "sk-ant" not in why


@examples(200)
@given(st.text(max_size=300))
def test_it_never_fails_and_says_the_same(text: str) -> None:
    assert unusable(text) == unusable(text)


def test_hostile_texts_are_judged_quickly() -> None:
    for text in (
        "[" * 100_000,
        "{" * 100_000 + "}" * 100_000,
        "<" * 200_000,
        "Error: " * 280,
        "```\n" * 50_000,
        "\n" * 300_000,
    ):
        unusable(text)
