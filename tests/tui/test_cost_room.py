"""The cost room: the same numbers as on the command line, recorded usage beside them, another life of the cache."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.analysis.cost.account import account
from inspector.analysis.cost.spent import Spent
from inspector.analysis.why.walk import Cancelled
from inspector.engine import Replay
from inspector.export.json_cost import cost_json
from inspector.policy import load_policy
from inspector.summary.extractive import Extractive
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript, Usage
from inspector.tui.app import InspectorApp
from inspector.tui.cost.lines import aligned, call_lines
from inspector.tui.cost.picture import marks, picture
from inspector.tui.screens import cost_room
from inspector.tui.screens.cost_room import CostRoom
from inspector.tui.screens.help import Help
from inspector.tui.screens.main import MainScreen
from inspector.tui.session import Session
from tests.analysis.cost.sessions import session
from tests.cli.histories import call, log, result, says, user
from tests.tui.drive import opened, text_of, until
from tests.tui.rooms import Way, look_the_same

TALK = [
    user("find the port"),
    *(m for at in "ab" for m in (call(at, command=f"look {at}"), result(at, f"{at}: 7431"))),
    says("7431, open"),
    user("thanks"),
]


WAY = Way(CostRoom, "dollar_sign", lambda room: room.settled and room.ended)
is_over, in_room, entered = WAY.is_over, WAY.into, WAY.entered


@asynccontextmanager
async def of_transcript(
    transcript: Transcript, policy: str = "", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[Any]:
    app = InspectorApp(session=Session(transcript, load_policy(policy) if policy else None))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MainScreen) and app.screen.session is not None)
        yield pilot, await in_room(pilot)


def flat(text: str) -> str:
    return " ".join(text.split())


async def test_the_numbers_are_those_of_the_command_line(samples: dict[str, Path]) -> None:
    told = cost_json(account(inspector.replay(inspector.load(samples["re-reads"]), "workbuddy-s14")))
    async with entered(samples["re-reads"], size=(120, 100)) as (_, room, _main, _session):
        shown, sums = flat(text_of(room)), told["totals"]["predicted"]
        for name, label in (("read", "read"), ("write", "written"), ("fresh", "fresh")):
            assert f"{label} {sums[name]:,} {sums[name] / sums['prompt']:.1%}" in shown
        assert f"prompts {sums['prompt']:,} 100.0%" in shown
        assert f"output {sums['output']:,}" in shown
        assert "unpriced: no price is known for a model that is not recorded (139 requests)" in shown
        for change in told["changes"]:
            line = f"request {change['request']:,} {change['before']:,} → {change['after']:,} {change['again']:,} again"
            assert line in shown
        assert "after 163 more requests; lasts 24" in shown
        assert "✓ at once" in shown
        assert "bounded from request 45 on" in shown
        assert "estimated, usage does not tell" in shown
        assert "the record has no times: nothing expires here" in shown
        assert "45 80,762 0 80,762 0 11 ◆ view changed" in shown, "the stretch that begins at the first change"


async def test_recorded_usage_stands_beside_the_prediction() -> None:
    """Prompts of 2,000, 2,100 and 2,300 tokens are reported, all of it as uncached; 5 tokens are answered each time."""
    async with of_transcript(session(TALK, (2000, 2100, 2300))) as (pilot, room):
        await pilot.press("less_than_sign", "right")
        shown = flat(text_of(room))
        assert "request 2 of 4 ■ read 2,000 ■ written 100 ■ fresh 0 ■ output 5 prompt 2,100" in shown
        assert "reported read 0 written 0 fresh 2,100 output 5 ─ prompt 2,100" in shown
        await pilot.press("greater_than_sign")
        assert "reported nothing · the size of the prompt is told by usage of this session" in flat(text_of(room))
        assert "4 requests sent, 3 of them with usage" in shown
        assert "tokens reported difference" in shown


async def test_the_life_of_the_cache_is_switched_and_answered_anew() -> None:
    """Requests are 400 seconds apart: five minutes are over, an hour is not. Without a life nothing expires."""
    async with of_transcript(session(TALK, (2000, 2100, 2300), gap=200)) as (pilot, room):
        await pilot.press("less_than_sign", "right")
        assert "cache kept 5 minutes" in text_of(room)
        assert "read 0 ■ written 2,100" in flat(text_of(room))
        assert "◌ expired" in text_of(room)
        assert room.picture.marks[2] == ("◌", "warn")
        for life in ("an hour", "for ever"):
            await pilot.press("t")
            await until(pilot, lambda: is_over(room))
            assert f"cache kept {life}" in text_of(room)
            assert "read 2,000 ■ written 100" in flat(text_of(room))
        await pilot.press("t")
        await until(pilot, lambda: is_over(room))
        assert "read 0 ■ written 2,100" in flat(text_of(room))


async def test_a_known_model_has_its_price_and_never_nothing() -> None:
    """Sonnet 4.5: 3 dollars for a million of input; nothing reaches the shortest prefix that is kept, 1,024 tokens."""
    async with of_transcript(session(TALK[:-1], (100, 200, 300))) as (pilot, room):
        await pilot.press("less_than_sign")
        assert f"${(100 * 3 + 5 * 15) / 1e6:,.4f}" in text_of(room)
        whole = (600 * 3 + 15 * 15) / 1e6
        assert f"money ${whole:,.4f} by prices of" in flat(text_of(room))


async def test_enter_goes_to_the_request_and_the_picture_follows_the_list(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, main, found):
        await pilot.press("home", "j")
        assert room.request == 48, "the second change"
        await pilot.press("n")
        assert room.request == 63, "the next mark"
        await pilot.press("N", "N")
        assert room.request == 45
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is main and main.settled)
        assert found.request == 45, "the picture was moved last"
        assert not main.rooms


async def test_a_policy_that_is_turned_is_costed_anew(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, _main, found):
        before = room.found
        await pilot.press("right_curly_bracket")
        await until(pilot, lambda: is_over(room) and room.found is not before)
        assert "*modified" in text_of(room)
        fresh = account(Replay(found.transcript, found.policy)).predicted
        assert f"{fresh.prompt:,} tokens of prompts" in text_of(room)


async def test_it_is_given_up_and_gone_on_with(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    go, real = threading.Event(), cost_room.account

    def slow(replay: Any, *args: Any, cancelled: Any, progress: Any, **named: Any) -> Any:
        while not go.wait(0.01):
            progress(1, 2)
            if cancelled():
                raise Cancelled
        return real(replay, *args, cancelled=cancelled, progress=progress, **named)

    monkeypatch.setattr(cost_room, "account", slow)
    async with opened(samples["re-reads"], "workbuddy-s14", (120, 40)) as (pilot, main, _):
        await pilot.press("dollar_sign")
        await until(pilot, lambda: "costing the requests 50 %" in text_of(pilot.app.screen))
        room = pilot.app.screen
        await pilot.press("escape")
        assert pilot.app.screen is room
        assert "not worked out: f does it" in text_of(room)
        go.set()
        await pilot.press("f")
        await until(pilot, lambda: is_over(room))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_trouble_is_told(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no such number")

    monkeypatch.setattr(cost_room, "account", broken)
    async with opened(samples["re-reads"], "workbuddy-s14", (80, 24)) as (pilot, main, _):
        await pilot.press("dollar_sign")
        await until(pilot, lambda: "the cost could not be worked out: no such number" in text_of(pilot.app.screen))
        await pilot.press("right", "n", "enter", "escape")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_keys_help_and_mouse(samples: dict[str, Path]) -> None:
    async with entered(samples["re-reads"]) as (pilot, room, main, _session):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Help))
        await until(pilot, lambda: "In the cost room" in text_of(pilot.app.screen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is room)
        await pilot.click("#cost-strip", offset=(7, 1))
        assert room.request == 1
        await pilot.press("dollar_sign")
        await until(pilot, lambda: pilot.app.screen is main)


async def test_any_size(samples: dict[str, Path]) -> None:
    """The smallest is what the app begins with; the room is opened anew at each of them."""
    async with opened(samples["re-reads"], WAY.policy, (20, 6)) as (pilot, main, _):
        for size in ((20, 6), (40, 12), (200, 60)):
            await pilot.resize_terminal(*size)
            await in_room(pilot)
            await pilot.press("right", "j", "n", "N", "t", "q")
            await until(pilot, lambda: pilot.app.screen is main)


async def test_a_session_without_messages() -> None:
    async with of_transcript(load_messages([]), "evo-agent", (100, 30)) as (pilot, room):
        await pilot.press("right", "j", "n", "t")
        await until(pilot, lambda: is_over(room))
        assert "tokens of prompts" in text_of(room)


def row(request: int, missed: str = "", sent: bool = True, usage: Usage | None = None, **tokens: int) -> Spent:
    parts = {"read": 0, "write": 0, "fresh": 0, "output": 0, **tokens}
    return Spent(request, "", missed=missed, basis="estimated", sent=sent, usage=usage, **parts)  # type: ignore[arg-type]


def test_bars_are_made_of_tokens_and_the_line_is_what_was_reported() -> None:
    """The highest is 80 + 20 tokens; of two requests in one cell the mean is drawn, of those with usage alone the line."""
    told = Usage(10, 30, 40, 5)
    drawn = picture([row(1, read=60, write=20, output=20), row(2, fresh=40, usage=told)])
    assert drawn.top == "100"
    assert drawn.bar(1, 1).parts == ((0.6, "read"), (0.2, "write"), (0.0, "fresh"), (0.2, "output"))
    assert drawn.bar(1, 1).line is None
    assert drawn.bar(1, 2).parts == ((0.3, "read"), (0.1, "write"), (0.2, "fresh"), (0.1, "output"))
    assert drawn.bar(1, 2).line == pytest.approx(0.8)


def test_marks_are_what_broke_the_cache_and_what_was_refused() -> None:
    rows = [row(1, "first"), row(2, "changed"), row(3, "expired"), row(4, "short"), row(5, sent=False), row(6)]
    assert {request: sign for request, (sign, _) in marks(rows).items()} == {2: "◆", 3: "◌", 5: "✖"}


def test_the_summarisers_calls_are_told_beside_the_requests() -> None:
    """Under evo-agent with a small window the session is summarised; quoting costs nothing, and that is said."""
    story = [
        user("Read. " * 50),
        *(m for n in range(30) for m in (call(f"c{n}", command=f"{n}"), result(f"c{n}", log(3_000)))),
    ]
    found = account(
        Replay(load_messages(story), load_policy("evo-agent").with_knobs(context_limit=6_000), Extractive())
    )
    assert found.calls
    told = ["".join(part.text for part in entry.parts) for entry in call_lines(found)]
    assert told[0].startswith("summaries")
    assert f"{len(found.calls):,} call" in told[0]
    assert any("nobody is asked, and they cost nothing" in line for line in told)
    assert len([line for line in told if line.startswith(" request")]) == len(found.calls)


def test_columns_are_as_wide_as_their_widest_text() -> None:
    assert aligned([["a", "1"], ["bcd", "1,000"]], left={0}) == [["a  ", "    1"], ["bcd", "1,000"]]
    assert aligned([]) == []


async def test_hostile_text_is_shown_as_text(tmp_path: Path) -> None:
    story = session([user("a"), says("b")], (10,), model="evil\x1b[31m[bold]x[/bold]")
    async with of_transcript(story) as (_, room):
        assert "\x1b" not in text_of(room)
        assert "[bold]x[/bold]" in text_of(room)


async def test_pictures(samples: dict[str, Path], snapshot: Any) -> None:
    """`pytest --snapshot-update` redraws them; look at each before keeping it."""
    async with entered(samples["re-reads"]) as (pilot, *_):
        await pilot.press("home", "j")
        await look_the_same(pilot, snapshot, ("dark", "light"))
