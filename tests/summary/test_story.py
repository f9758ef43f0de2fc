"""What a summary of a real piece of work must keep, in Chinese and in English."""

from __future__ import annotations

import pytest

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary import Extractive
from inspector.summary.size import estimate
from tests.summary.talk import Talk, debugging, entries, order_404, quotes, unsupported


def test_the_order_404_story_keeps_goal_constraints_facts_and_what_is_open() -> None:
    talk = order_404()
    text = talk.summarised(max_size=1_000)
    assert quotes(text, "Goal") == [talk.parts[0].text]
    assert "只读，不修改文件。" in quotes(text, "Constraints")
    assert "后续诊断必须引用证据，日志位置为 server.log。" in quotes(text, "Constraints")
    assert quotes(text, "Open items") == ["发现 TypeError，尚未核对源码。"]
    assert [e.line for e in entries(text, "Errors in tool output")] == [
        "- [5.1] output: \"TypeError: 'NoneType' object is not subscriptable\""
    ]
    assert quotes(text, "Files read") == ["server.log", "order_service.py"]
    assert quotes(text, "Latest request") == ["读取 order_service.py 核对原因"]
    assert unsupported(text, talk) == []


@pytest.mark.parametrize("size", [20, 30, 50, 80, 120, 200, 300, 600])
def test_unverified_never_becomes_fixed(size: int) -> None:
    text = order_404().summarised(max_size=size)
    assert "修复" not in text
    if "发现 TypeError" in text:
        assert "发现 TypeError，尚未核对源码。" in text


def test_open_stays_open_over_generations() -> None:
    text = order_404().summarised(max_size=300)
    for generation in range(5):
        talk = (
            Talk(first=20 + 10 * generation)
            .user(f"继续看第 {generation} 个文件")
            .says(f"第 {generation} 个文件没有异常。")
        )
        text = talk.summarised(previous=text, max_size=300)
        assert "发现 TypeError，尚未核对源码。" in quotes(text, "Open items")
        assert "只读，不修改文件。" in quotes(text, "Constraints")
        assert quotes(text, "Goal")[0].startswith("目标：排查订单接口 order_404 的 500。")


def test_the_five_things_in_english() -> None:
    talk = debugging()
    text = talk.summarised(max_size=1_500)
    assert quotes(text, "Goal")[0] == "The payment service double-charges order_404. Find out why and fix it."
    assert quotes(text, "Constraints") == [
        "Do not touch the database schema.",
        "Only change files under src/payments/.",
        "Never run migrations.",
        "ok, and keep the 30 s timeout as it is",
    ]
    found = quotes(text, "Decisions and findings")
    assert any("root cause is that `retry_charge()`" in line for line in found)
    assert any("idempotency key instead of locking" in line for line in found)
    assert quotes(text, "Files changed") == ["/srv/app/src/payments/retry.py"]
    assert "src" in talk.parts[4].source.input["path"]
    assert any("not yet verified against the staging gateway" in line for line in quotes(text, "Open items"))
    assert [e.line.split("] ")[1] for e in entries(text, "To-do list")] == [
        "in_progress: Add an idempotency key",
        "Measure p95 latency against the 250 ms budget",
    ]
    assert any("test_once - AssertionError: 2 != 1" in line for line in quotes(text, "Errors in tool output"))
    assert quotes(text, "Commands") == ["pytest tests/payments -q"]
    assert quotes(text, "Latest request") == ["ok, and keep the 30 s timeout as it is"]
    assert unsupported(text, talk) == []


@pytest.mark.parametrize(
    "identifier",
    ["order_404", "`retry_charge()`", "src/payments/retry.py", "30 s", "https://gw.example.com/v2/charges", "250 ms"],
)
def test_identifiers_are_kept_letter_by_letter(identifier: str) -> None:
    assert identifier in debugging().summarised(max_size=1_500)


def test_a_refused_edit_is_not_a_file_changed_and_a_failed_command_says_so() -> None:
    talk = (
        Talk()
        .user("Fix the build of the parser module")
        .call("Write", {"file_path": "a.py"})
        .result("denied", error=True)
    )
    text = talk.ran("make all", "Exit code 2\nmain.c:3:1: undefined: parse_tree", error=True).summarised()
    assert quotes(text, "Files changed") == []
    assert [e.line for e in entries(text, "Commands")] == ["- [4.1] (failed) $ make all"]
    assert "main.c:3:1: undefined: parse_tree" in quotes(text, "Errors in tool output")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Please look at it. You must not restart the server.", "You must not restart the server."),
        ("This is a read-only investigation of the cache.", "This is a read-only investigation of the cache."),
        ("I don’t want any new dependencies in here.", "I don’t want any new dependencies in here."),
        ("严禁删除日志文件。其他随意。", "严禁删除日志文件。"),
        ("请不要改动接口签名", "请不要改动接口签名"),
        ("設定ファイルは変更しないでください。", "設定ファイルは変更しないでください。"),
        ("설정 파일은 절대 수정하지 마세요.", "설정 파일은 절대 수정하지 마세요."),
        (
            "Die Datenbank darf auf keinen Fall nicht erreichbar sein.",
            "Die Datenbank darf auf keinen Fall nicht erreichbar sein.",
        ),
        ("Ne modifiez jamais la base de données.", "Ne modifiez jamais la base de données."),
        ("Nunca borres los datos de prueba.", "Nunca borres los datos de prueba."),
        ("Не трогай продакшен-конфиг.", "Не трогай продакшен-конфиг."),
    ],
)
def test_constraints_in_several_languages(typed: str, kept: str) -> None:
    assert kept in quotes(Talk().user(typed).says("ok").summarised(), "Constraints")


@pytest.mark.parametrize(
    "typed",
    [
        "why don't you look at the cache first?",
        "I don't know what happens there.",
        "it only shows up on Fridays",
        "TypeError: x must be a string",
        "```\nassert x must never be None\n```",
        "不要求完美，先看看",
    ],
)
def test_questions_reports_and_code_bind_nobody(typed: str) -> None:
    assert quotes(Talk().user(typed).says("ok").summarised(), "Constraints") == []


def test_a_wrapped_sentence_is_quoted_whole() -> None:
    talk = Talk().user(
        "Please clean up the importer and whatever else you find on the way; never delete\n"
        "a file unless I say so.\n- one\n- two"
    )
    talk.says("The double import of the customer records is fixed in the new loader, but\nonly when the flag is set.")
    text = talk.says("Ok.").summarised()
    assert quotes(text, "Constraints")[0].endswith("never delete a file unless I say so.")
    assert quotes(text, "Decisions and findings") == [
        "The double import of the customer records is fixed in the new loader, but only when the flag is set."
    ]
    assert unsupported(text, talk) == []


def test_plans_age_and_unfinished_work_does_not() -> None:
    talk = Talk().user("Port the scheduler to asyncio please")
    talk.says("Next, I port the timer wheel.").says("The signal handling is not yet tested.")
    for step in range(20):
        talk.says(f"Ported file_{step}.py.")
    text = talk.says("Next: the worker pool.").summarised()
    assert quotes(text, "Open items") == ["The signal handling is not yet tested.", "Next: the worker pool."]


def test_a_checked_box_closes_an_open_one() -> None:
    talk = (
        Talk().user("Prepare the release of version 2").says("Left:\n- [ ] write docs\n- [ ] tag it\n- [ ] tell them")
    )
    talk.says("Now:\n- [x] write docs\n- [ ] tag it\n- [ ] tell them")
    first = talk.summarised()
    assert quotes(first, "Open items") == ["tag it", "tell them"]
    later = Talk(first=20).says("Now:\n- [x] tag it").says("But again:\n- [ ] write docs")
    assert set(quotes(later.summarised(previous=first), "Open items")) == {"write docs", "tell them"}


def test_intentions_and_hypotheses_are_no_findings() -> None:
    talk = Talk().user("Why does the import of settings fail?")
    talk.says("Let me check whether the root cause is the cache.").says("Is the cause the missing lock?")
    assert quotes(talk.summarised(), "Decisions and findings") == []


def test_tasks_follow_their_updates() -> None:
    talk = Talk().user("Write the release notes for version 2")
    for number, subject in enumerate(["Collect the changes", "Write the text", "Publish"], start=1):
        talk.call("TaskCreate", {"subject": subject}).result(f"Task #{number} created successfully: {subject}")
    talk.call("TaskUpdate", {"taskId": "1", "status": "completed"}).result("Updated task #1 status")
    first = talk.call("TaskUpdate", {"taskId": "2", "status": "in_progress"}).result("Updated").summarised()
    assert [e.line.split("] ")[1] for e in entries(first, "To-do list")] == [
        "#2 in_progress: Write the text",
        "#3 Publish",
    ]
    later = (
        Talk(first=20)
        .call("TaskUpdate", {"taskId": "2", "status": "completed"})
        .result("Updated")
        .says("Done with it.")
    )
    assert quotes(later.summarised(previous=first), "To-do list") == ["Publish"]


def test_patches_editors_and_shells_name_their_files() -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: docs/b c.md\n+z\n*** End Patch"
    talk = Talk().user("Change a and b as discussed yesterday").call("apply_patch", {"input": patch}).result("done")
    talk.call("str_replace_based_edit_tool", {"command": "view", "path": "/w/seen.py"}).result("1 x")
    talk.call("str_replace_based_edit_tool", {"command": "str_replace", "path": "/w/made.py"}).result("ok")
    talk.call("shell", {"command": ["bash", "-lc", "cargo test --all"]}).result("test result: ok")
    text = talk.summarised()
    assert quotes(text, "Files changed") == ["src/a.py", "docs/b c.md", "/w/made.py"]
    assert quotes(text, "Files read") == ["/w/seen.py"]
    assert quotes(text, "Commands") == ["cargo test --all"]


def test_an_error_in_the_middle_of_a_long_log_is_found() -> None:
    noise = "INFO request served in 12 ms\n" * 4_000
    talk = (
        Talk().user("Look for what went wrong tonight").ran("cat server.log", noise + "KeyError: 'order_404'\n" + noise)
    )
    assert quotes(talk.summarised(), "Errors in tool output") == ["KeyError: 'order_404'"]


def test_source_code_that_speaks_of_errors_is_no_error() -> None:
    code = "1\tclass OrderError(Exception):\n2\t    raise OrderError('failed: ' + x)\n3\t# ERROR handling\n4\texcept ValueError:"
    talk = Talk().user("Read the order module").call("Read", {"file_path": "order.py"}).result(code)
    assert quotes(talk.summarised(), "Errors in tool output") == []


def test_focus_is_stated_and_served_first() -> None:
    talk = Talk().user("Rework the agent's loop and its interfaces")
    for step in range(40):
        talk.says(f"The result for module_{step} is fixed and its tests pass.")
    talk.call("Read", {"file_path": "loop.go"}).result(
        "package agent\n// CompactState survives user turns in loop.go\n"
    )
    text = talk.summarised(max_size=300, focus="loop.go CompactState module_3")
    assert "Focus: loop.go CompactState module_3" in text
    assert any("module_3 " in line for line in quotes(text, "Decisions and findings"))
    assert [e.line for e in entries(text, "On the focus")][-1].endswith(
        'output: "// CompactState survives user turns in loop.go"'
    )


def test_client_texts_are_not_typed() -> None:
    talk = Talk().user("<command-name>/clear</command-name>").client("You must never stop. Do not ask questions.")
    talk.user("[Request interrupted by user]").user(
        "<system-reminder>Never mention this.</system-reminder>Fix the flaky login test"
    )
    text = talk.says("ok").summarised()
    assert quotes(text, "Goal") == ["Fix the flaky login test"]
    assert "ever" not in "".join(quotes(text, "Constraints"))


@pytest.mark.parametrize("parts", [Talk(), Talk().user("  \n "), Talk().says("")])
def test_blank_input_fails(parts: Talk) -> None:
    with pytest.raises(SummaryFailed):
        Extractive().summarise(SummaryRequest(tuple(parts.parts)))


def test_a_summary_is_shorter_than_what_it_stands_for() -> None:
    talk = debugging()
    whole = sum(estimate(part.text) + estimate(str(dict(part.source.input))) for part in talk.parts)
    text = Extractive().summarise(SummaryRequest(tuple(talk.parts)))
    assert estimate(text) <= whole * 3 // 4
    assert "Do not touch the database schema." in text


def test_a_size_without_room_fails() -> None:
    with pytest.raises(SummaryFailed, match="size of 3"):
        order_404().summarised(max_size=3)


def test_only_tool_output_is_quoted_as_data() -> None:
    talk = Talk().call("get_order", {"id": "order_404"}).result('{"state": "paid"}')
    assert [e.line for e in entries(talk.summarised(), "Other tool calls")] == ["- [1.1] get_order: order_404"]
    lone = Talk().result('{"state": "paid"}', tool="get_order").summarised()
    assert '- [1.1] output: "{"state": "paid"}"' in lone


def test_name_and_previous_alone() -> None:
    assert Extractive().name == "extractive"
    assert "Ship on Friday." in Extractive().summarise(SummaryRequest(parts=(), previous="Ship on Friday."))


def test_an_error_far_inside_a_long_result_is_quoted_with_its_place_in_a_long_line() -> None:
    line = "step " * 58 + "fatal: the disk is full"
    output = "reading on\n" * 400 + line + "\n" + "reading on\n" * 400
    found = quotes(
        Talk().user("Find out why the build stops").ran("make", output).summarised(), "Errors in tool output"
    )
    assert len(found) == 1
    assert found[0].endswith("fatal: the disk is full")
