"""Code told apart by another process: at once what is known, never longer than a budget, plain when it goes wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from threading import Event

import pytest

from inspector.tui.inks.ink import Ink
from inspector.tui.inks.lexer import TRIES, WAITING, Lexer
from inspector.tui.inks.lexing import NAMES, inks, named
from inspector.tui.theme_file import INKS

EVIL = "\x1b]0;owned\x07 [/red] \u202egnp.exe \ud800 👩‍👩‍👧‍👦 עברית e\u0301 漢字 \x00\x9b31m\r\n"
CODE = 'def f(x: int) -> str:\n    """Says it."""\n    return "a" + str(1)  # a\n'
DEADLINE = 60.0

READY = "import sys\nprint('[]', flush=True)\n"
SLOW = [sys.executable, "-c", f"{READY}for line in sys.stdin:\n    while True: pass"]
BROKEN = [sys.executable, "-c", f"{READY}for line in sys.stdin:\n    print('nonsense', flush=True)"]
DYING = [sys.executable, "-c", f"{READY}sys.stdin.readline()"]
MISSING = ["/nonexistent/python"]
SILENT = [sys.executable, "-c", ""]


def known(lexer: Lexer, language: str, code: str) -> Sequence[Ink]:
    """The inks, once they are known."""
    heard = Event()
    hear: Callable[[], object] = heard.set
    lexer.listen(hear)
    end = time.monotonic() + DEADLINE
    while (found := lexer.inks(language, code)) is None:
        assert time.monotonic() < end
        heard.wait(0.05)
        heard.clear()
    lexer.leave(hear)
    return found


def test_code_is_told_apart() -> None:
    lexer = Lexer()
    assert lexer.inks("python", CODE) is None, "nobody waits for it"
    found = [(CODE[ink.start : ink.stop], ink.name) for ink in known(lexer, "python", CODE)]
    assert ("def", "keyword") in found
    assert ("f", "name") in found
    assert ('"""Says it."""', "comment") in found
    assert ('"a"', "string") in found
    assert ("1", "number") in found
    assert ("# a", "comment") in found
    assert known(lexer, "nonsense", CODE) == []
    lexer.close()
    assert lexer.inks("python", CODE), "what is known stays known"


def test_hostile_code_is_answered_and_the_process_goes_on() -> None:
    lexer = Lexer(budget=DEADLINE)
    for language in ("python", "javascript", "bash", "yaml"):
        for text in (EVIL * 100, "(" * 20_000, '"' * 20_000, "\\" * 20_000, ""):
            end = 0
            for ink in known(lexer, language, text):
                assert end <= ink.start < ink.stop <= len(text)
                end = ink.stop
    assert known(lexer, "python", CODE)
    lexer.close()


@pytest.mark.parametrize(
    "command", [SLOW, BROKEN, DYING, SILENT, MISSING], ids=["slow", "broken", "dying", "silent", "missing"]
)
def test_whatever_goes_wrong_leaves_the_text_plain(command: list[str]) -> None:
    lexer = Lexer(command, budget=0.2)
    for number in range(TRIES + 1):
        assert known(lexer, "python", f"{CODE}{number}") in ([], ())
    assert lexer.idle
    lexer.close()


def test_only_so_many_texts_wait_and_those_are_asked_for_again() -> None:
    lexer = Lexer(SLOW, budget=0.05)
    for number in range(WAITING * 3):
        lexer.inks("python", str(number))
    assert len(lexer._wanted) <= WAITING
    lexer.close()


def test_the_names_are_names_of_inks() -> None:
    from pygments.token import Token

    assert set(NAMES.values()) <= set(INKS)
    assert named(Token.Literal.String.Double) == "string"
    assert named(Token.Text.Whitespace) == ""
    assert list(inks("python", "x")) == []
    assert ("x = 1"[4:5], "number") in [("x = 1"[start:stop], name) for start, stop, name in inks("python", "x = 1")]
