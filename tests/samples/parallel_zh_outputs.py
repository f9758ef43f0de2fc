"""The full outputs of the nickname session: four dry runs, a scan of nicknames, a long test run.

What matters stands once, in the middle of the dry run of shard 2.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

SEED = 20_250_410

PIECES = (
    *"小明阿花大山林海云朵星月风雨雪糖豆米果竹叶青白墨鱼鹿",
    *("Leo", "Mia", "K", "_", "7", "é"),
    *("🍣", "🍺", "🍜", "🌸", "🐼", "🎧"),
    *("👍🏽", "👋🏿", "🤙🏻", "🙋🏼‍♀️"),
    *("👨‍👩‍👧‍👦", "👩🏽‍💻", "🧑🏻‍🚀", "🏳️‍🌈", "❤️‍🔥", "🇨🇳"),
)
"""Each is one grapheme, or a word of plain letters."""

EMOJI = ("👨‍👩‍👧‍👦", "👩🏽‍💻", "🏳️‍🌈", "🇨🇳", "👍🏽", "❤️‍🔥")
"""Those that the tests name."""

ROWS = {0: 412_006, 1: 398_771, 2: 420_954, 3: 405_310}
"""Rows of each shard before the migration."""

LOST = 1_842
"""Rows of shard 2 that are gone after it."""

CAUSE = (
    "WARN  unique    shard=2 server 5.7.44 has no utf8mb4_0900_as_cs, falling back to utf8mb4_general_ci",
    "WARN  unique    shard=2 utf8mb4_general_ci gives every character above U+FFFF one weight: '小明🍣' compares equal to '小明🍺'",
    "WARN  unique    shard=2 on_duplicate=keep-first (default since 2.6): of two equal nicknames the younger ROW IS DELETED, "
    f"{LOST} rows so far; avoid with collation=utf8mb4_bin",
)
"""The only place where the cause is written down."""


def nickname(rng: random.Random) -> list[str]:
    return [rng.choice(PIECES) for _ in range(rng.randrange(2, 8))]


def _at(second: int) -> str:
    return (datetime.fromisoformat("2025-04-10T14:18:36+08:00") + timedelta(seconds=second)).isoformat()


def _row(rng: random.Random, shard: int, chunk: int, second: int) -> str:
    first, kind = chunk * 700, rng.randrange(9)
    if kind < 6:
        wide, took = rng.randrange(4, 60), rng.randrange(110, 640)
        text = f"INFO  convert   shard={shard} chunk {chunk:04}: rows {first}-{first + 699}, {wide} with 4-byte characters, {took} ms"
    elif kind < 8:
        name = "".join(nickname(rng))
        text = f"INFO  sample    shard={shard} id={shard}{first + rng.randrange(700):07} '{name}' {len(name.encode())} bytes"
    else:
        text = (
            f"INFO  throttle  shard={shard} replica lag {rng.randrange(0, 900)} ms, paused {rng.randrange(20, 200)} ms"
        )
    return f"{_at(second)} {text}"


def dry_run(shard: int) -> str:
    """What `widen --dry-run` prints for one shard."""
    rng = random.Random(SEED + shard)
    chunks = ROWS[shard] // 700
    rows = [
        f"{_at(0)} INFO  main      widen 2.6.1, dry run, shard={shard}, config ops/widen.toml",
        f"{_at(0)} INFO  main      table profile.nickname, column nickname varbinary(256), unique key uq_nickname",
        f"{_at(1)} INFO  main      varbinary(256) -> varchar(64) utf8mb4, {ROWS[shard]} rows in {chunks} chunks of 700",
    ]
    second = 1
    for chunk in range(chunks):
        second += rng.randrange(0, 2)
        rows.append(_row(rng, shard, chunk, second))
        if shard == 2 and chunk == chunks // 2:
            rows += [f"{_at(second)} {row}" for row in CAUSE]
    warnings = len(CAUSE) if shard == 2 else 0
    return "\n".join([
        *rows,
        f"{_at(second + 1)} INFO  main      converted {ROWS[shard]} of {ROWS[shard]} rows (dry run, nothing written)",
        f"{_at(second + 1)} INFO  main      estimated time {chunks * 31 // 100} s, extra disk 41 MB",
        f"{_at(second + 2)} INFO  main      finished shard={shard} errors=0 warnings={warnings} exit=0",
    ]) + "\n"  # fmt: skip


def units(text: str) -> int:
    """UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def scan() -> str:
    """Nicknames longer than the old clients allow, and what cutting them at 12 code units does."""
    rng = random.Random(SEED + 10)
    rows = ["user_id,shard,nickname,utf16_units,code_points,graphemes,cut_at_12"]
    while len(rows) < 1_700:
        pieces = nickname(rng)
        name = "".join(pieces)
        if units(name) <= 12:
            continue
        whole = {units("".join(pieces[:count])) for count in range(len(pieces) + 1)}
        user = 10_000_000 + len(rows) * 937
        graphemes = sum(len(piece) if piece.isascii() else 1 for piece in pieces)
        cut = "ok" if 12 in whole else "broken"
        rows.append(f"{user},{user % 4},{name},{units(name)},{len(name)},{graphemes},{cut}")
    return "\n".join(rows) + "\n"


def test_run() -> str:
    """A verbose run over every nickname of the corpus."""
    rng = random.Random(SEED + 20)
    count = 380
    rows = [
        "============================= test session starts ==============================",
        "platform linux -- Python 3.12.4, pytest-8.3.4, pluggy-1.5.0",
        "rootdir: /srv/profile, configfile: pyproject.toml",
        f"collected {count} items",
        "",
    ]
    fixed = ["test_short_ones_stay", "test_cut_at_twelve", "test_blank_is_not_allowed"]
    for test, emoji in (("test_emoji_is_kept_whole_or_left_out", EMOJI), ("test_emoji_is_allowed", EMOJI[:4])):
        fixed += [f"{test}[{each}]" for each in emoji]
    for number in range(1, count + 1):
        points = "-".join(f"U+{ord(character):04X}" for character in "".join(nickname(rng)))
        name = fixed[number - 1] if number <= len(fixed) else f"test_no_grapheme_is_cut[{points[:90]}]"
        rows.append(f"tests/test_nickname.py::{name} PASSED [{number * 100 // count:>3}%]")
    return (
        "\n".join([*rows, "", f"============================= {count} passed in 3.17s =============================="])
        + "\n"
    )


def outputs() -> dict[str, str]:
    """File → text of every artifact of the session."""
    dry = {f"dry-run-shard-{shard}.log": dry_run(shard) for shard in ROWS}
    return {"nickname-scan.csv": scan(), "test-run.log": test_run(), **dry}
