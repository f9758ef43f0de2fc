"""What a reply refers to, worked by hand."""

from __future__ import annotations

import pytest

from inspector.analysis.recall.atoms import Atom, in_argument, in_text
from inspector.analysis.recall.places import stands


def texts(text: str, kind: str) -> set[str]:
    return {atom.text for atom in in_text(text) if atom.kind == kind}


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("I read src/app/main.py, then ./lib/x.go.", {"src/app/main.py", "./lib/x.go"}),
        ("See /etc/app/conf.ini:12 and README_extra.md", {"/etc/app/conf.ini", "README_extra.md"}),
        ("either/or, 3/4, and/or", set()),
        ("The package.json of it", set()),
    ],
)
def test_paths(text: str, paths: set[str]) -> None:
    assert texts(text, "path") == paths


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("parse_header calls HttpParser.feed and self.max_items", {"parse_header", "HttpParser.feed", "max_items"}),
        ("json.dumps, os.path.join, __init__, JavaScript, rows.append", set()),
        ("commit 3f9c2ab in us-east-1, version 1.4.2", {"3f9c2ab", "us-east-1", "1.4.2"}),
        ("plain words say well-known things, e.g. this", set()),
    ],
)
def test_identifiers(text: str, names: set[str]) -> None:
    assert texts(text, "identifier") == names


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("the port is 8443 now", {"8443"}),
        ("in 2024 there were 12 of them", set()),
        ("a ratio of 0.25, 1,234,567 bytes", {"0.25", "1,234,567"}),
        ("it took 45 ms for 99 rows", {"45"}),
        ("at 12:30:45 on 2025-01-02 in a1234b", set()),
        ("8443", set()),
        ("7431558", {"7431558"}),
    ],
)
def test_numbers(text: str, numbers: set[str]) -> None:
    """A number without words beside it tells nothing, unless it is long."""
    assert texts(text, "number") == numbers


def test_quotations() -> None:
    text = 'It says "no such table: users" and `make it so` and “only one”; "a" and "word" are none, nor is "parse".'
    assert texts(text, "quotation") == {"no such table: users", "make it so", "only one"}


def test_arguments() -> None:
    """Numbers that steer a tool are no needs; a pattern is a quotation as a whole; of an old text the lines are."""
    assert not list(in_argument("offset", 4_127_558))
    assert list(in_argument("port", 8443)) == [Atom("number", "8443", frozenset({"port"}))]
    assert [atom.text for atom in in_argument("pattern", "def handle request")] == ["def handle request"]
    assert not list(in_argument("command", "make all of it"))
    old = [atom.text for atom in in_argument("old_string", "  if ready and warm:\n      go on then\n")]
    assert old == ["if ready and warm", "go on then"]


@pytest.mark.parametrize(
    ("atom", "text", "places"),
    [
        (Atom("identifier", "max_items"), "max_items, xmax_items, max_items2 (max_items)", [(0, 9), (35, 44)]),
        (Atom("number", "4127"), "4127.5 1,4127 14127 id-4127 4127.", [(9, 13), (28, 32)]),
        (Atom("number", "127"), "4,127 127,500 127,0.5 7,4127,127", [(14, 17)]),
        (Atom("number", "4127", frozenset({"quota"})), "4127 sheep\nthe quota is 4127", [(24, 28)]),
        (Atom("path", "a/b.py"), r'{"text": "line\na/b.py\n"}', [(16, 22)]),
        (Atom("quotation", "不要动 legacy"), "请不要动 legacy 目录", [(1, 11)]),
    ],
)
def test_places(atom: Atom, text: str, places: list[tuple[int, int]]) -> None:
    assert list(stands(atom, text)) == places


@pytest.mark.parametrize(
    "sign", ["a1-", "1,", "111,", "1.", '"', " '", "“", "`x", "/a", "_", "a.b", "\x1b[", "9", "ab-ab- "]
)
def test_no_text_takes_long(sign: str) -> None:
    """Tens of thousands of any sign are read in the blink of an eye; nothing is made of them."""
    assert len(list(in_text(sign * 20_000))) <= 1
