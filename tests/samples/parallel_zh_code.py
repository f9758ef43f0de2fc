"""The files of the nickname session, as its tools show and change them."""

NICKNAME = '''"""Nicknames: what is allowed and how they are shortened."""

from __future__ import annotations

MAX_UNITS = 12
"""UTF-16 code units, as the old clients count them."""


def shorten(nickname: str) -> str:
    """At most twelve code units."""
    raw = nickname.encode("utf-16-le")[: MAX_UNITS * 2]
    return raw.decode("utf-16-le", errors="ignore")


def is_allowed(nickname: str) -> bool:
    """No control characters, no line breaks, not blank."""
    return bool(nickname.strip()) and nickname.isprintable()
'''

SHORTEN = '''def shorten(nickname: str) -> str:
    """As many whole graphemes as fit into twelve code units; the first one always fits."""
    kept, used = [], 0
    for grapheme in GRAPHEME.findall(nickname):
        used += len(grapheme.encode("utf-16-le")) // 2
        if kept and used > MAX_UNITS:
            break
        kept.append(grapheme)
    return "".join(kept)
'''

ALLOWED = '''def is_allowed(nickname: str) -> bool:
    """No control characters, no line breaks, not blank. The joiner inside 👩🏽‍💻 is no control character here."""
    return bool(nickname.strip()) and nickname.replace("\\u200d", "").replace("\\ufe0f", "").isprintable()
'''

STORE = '''"""Users by nickname, on four shards."""

from __future__ import annotations

from profile.shards import connect, shard_of


def find(nickname: str) -> int | None:
    """The user of that nickname. The shard is chosen by the hash of the bytes, so equal bytes are on one shard."""
    with connect(shard_of(nickname)) as db:
        row = db.one("SELECT user_id FROM nickname WHERE nickname = %s", nickname.encode())
    return row and row["user_id"]


def rename(user_id: int, nickname: str) -> None:
    """Raises `Taken` when somebody else has it."""
    with connect(shard_of(nickname)) as db:
        db.run("INSERT INTO nickname (user_id, nickname) VALUES (%s, %s)", user_id, nickname.encode())
'''

TESTS = '''"""Nicknames are cut between characters."""

from profile.nickname import is_allowed, shorten


def test_short_ones_stay() -> None:
    assert shorten("小明") == "小明"


def test_cut_at_twelve() -> None:
    assert shorten("一二三四五六七八九十十一十二十三") == "一二三四五六七八九十十一"


def test_blank_is_not_allowed() -> None:
    assert not is_allowed("  ")
'''

NEW_TESTS = """

FAMILY, CODER, RAINBOW, CHINA = "👨‍👩‍👧‍👦", "👩🏽‍💻", "🏳️‍🌈", "🇨🇳"


@pytest.mark.parametrize("emoji", [FAMILY, CODER, RAINBOW, CHINA, "👍🏽", "❤️‍🔥"])
def test_emoji_is_kept_whole_or_left_out(emoji: str) -> None:
    for before in range(12):
        cut = shorten("云" * before + emoji)
        assert cut in ("云" * before, "云" * before + emoji)


@pytest.mark.parametrize("emoji", [FAMILY, CODER, RAINBOW, CHINA])
def test_emoji_is_allowed(emoji: str) -> None:
    assert is_allowed(f"小明{emoji}")


@pytest.mark.parametrize("nickname", corpus(), ids=code_points)
def test_no_grapheme_is_cut(nickname: str) -> None:
    assert GRAPHEME.findall(shorten(nickname)) == GRAPHEME.findall(nickname)[: len(GRAPHEME.findall(shorten(nickname)))]
"""

WIDEN = """# widen: change the type of one column, shard by shard
[table]
name = "profile.nickname"
column = "nickname"
from = "varbinary(256)"
to = "varchar(64)"
charset = "utf8mb4"
collation = "utf8mb4_0900_as_cs"

[run]
chunk = 700
max_replica_lag_ms = 1000
"""

SHARDS = """shards:
  0: {host: db-p0.example.com, database: profile}
  1: {host: db-p1.example.com, database: profile}
  2: {host: db-p2.example.com, database: profile}
  3: {host: db-p3.example.com, database: profile}
"""

CORPUS = '''"""Nicknames as people write them, with every kind of emoji sequence."""

import json
from pathlib import Path


def corpus() -> list[str]:
    """367 nicknames, taken from the scan and made anonymous."""
    return json.loads(Path(__file__).with_name("corpus.json").read_text("utf-8"))


def code_points(nickname: str) -> str:
    """A test id without surprises for the terminal."""
    return "-".join(f"U+{ord(character):04X}" for character in nickname)
'''
