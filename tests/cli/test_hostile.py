"""Hostile text reaches no terminal as anything but text: asserted on the bytes of every table and message."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import Message, call, result, says, system, user, write
from tests.cli.running import Ran, run
from tests.pace import within

EVIL = (
    "\x1b]0;owned\x07 \x1b[2J\x1b[31m \x9b31m \x90q\x9c \u202eevil\u202c \u2066x\u2069 \x00 \x7f \r\n"
    "[bold red]markup[/] [link=file:///etc/passwd]x[/link] :smile: \ud83d \u200f 👩‍👩‍👧‍👦 \u2028 \U000e0041"
)
FORBIDDEN = [
    "\x1b",
    "\x9b",
    "\x90",
    "\x9c",
    "\x07",
    "\x00",
    "\x7f",
    "\r",
    "\u202e",
    "\u2066",
    "\u200f",
    "\u2028",
    "\U000e0041",
]


def hostile() -> list[Message]:
    text = EVIL.replace("\ud83d", "\\ud83d")
    return [
        system(text),
        user(text),
        {"role": "assistant", "content": [{"type": "thinking", "thinking": text}, {"type": text, "text": text}]},
        call(text, text, **{text: text, "nested": {text: [text]}}),
        result(text, text),
        says(text),
        result("nobody" + text, text),
        user(text),
        call("c", text),
    ]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = write(tmp_path, hostile(), "evil \x1b[2J\u202e.jsonl")
    with path.open("a", encoding="utf-8") as file:
        file.write('{"role": "user", "content": "damaged \x1b[2J\n{"type": "\x1b]0;x\x07\x9b", "x": 1}\n')
    return path


def assert_safe(ran: Ran) -> None:
    for text in (ran.raw.decode("utf-8"), ran.err):
        assert not [sign for sign in FORBIDDEN if sign in text]


@pytest.mark.parametrize("width", ["40", "120", "400"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["view"],
        ["view", "--full"],
        ["view", "--policy", "go-tiny-claw", "--set", "max_chars=10", "--set", "retain_last_messages=1"],
        ["view", "--policy", "workbuddy-s14"],
        ["replay"],
        ["replay", "--policy", "workbuddy-s14"],
        ["check"],
        ["view", "--json"],
        ["check", "--json"],
        ["export", "--body", "--force"],
    ],
    ids=" ".join,
)
def test_nothing_that_a_terminal_obeys(arguments: list[str], width: str, session: Path) -> None:
    ran = run(arguments[0], session, *arguments[1:], env={"COLUMNS": width})
    assert ran.code in (0, 1), ran
    assert_safe(ran)


def test_markup_and_links_are_text(session: Path) -> None:
    shown = run("view", session, "--full").out
    assert "[bold red]markup[/]" in shown
    assert "[link=file:///etc/passwd]x[/link]" in shown
    assert ":smile:" in shown


def test_names_in_errors_are_safe(tmp_path: Path) -> None:
    for arguments in (
        ["view", f"{tmp_path}/{EVIL[:40]}".replace("\x00", "")],
        ["view", tmp_path, "--policy", EVIL[:30]],
    ):
        ran = run(*arguments)
        assert ran.code == 2
        assert_safe(ran)


def test_a_hostile_policy_is_safe_in_every_table(tmp_path: Path) -> None:
    path = write(tmp_path, [user("a"), says("b"), user("c")])
    policy = tmp_path / "p.yaml"
    written = run("policies", "show", "go-tiny-claw").out
    evil = r'"\e]0;x\a \x9b2J [bold]x[/] \u202e"'
    lines = [f"about: {evil}" if line.startswith("about:") else line for line in written.splitlines()]
    policy.write_text("\n".join(lines).replace("help: ", "help: \u202e", 1), "utf-8")
    for arguments in (
        ["view", path, "--policy", policy],
        ["replay", path, "--policy", policy, "--set", "max_chars=1"],
        ["check", path, "--policy", policy],
        ["policies", "validate", policy],
    ):
        ran = run(*arguments)
        assert_safe(ran)


def test_thirteen_megabytes_on_one_line_freeze_nothing(tmp_path: Path) -> None:
    """A result of thirteen megabytes, and what leads to it and follows with a quarter of that."""
    big = "x\x1b[31m日本語 " * 1_100_000
    quarter = big[: len(big) // 4]
    path = write(tmp_path, [user("look"), call("c", command=quarter), result("c", big), says(quarter)])
    for arguments in (["view"], ["view", "--policy", "go-tiny-claw"], ["replay"], ["check"], ["view", "--full"]):
        with within(10):
            ran = run(arguments[0], path, *arguments[1:])
        assert ran.code in (0, 1)
        assert "\x1b" not in ran.out
