"""go-tiny-claw by its article's own figures: 9,221 bytes, one fresh result of 8,067, limit 3,000, the last 6 kept."""

from __future__ import annotations

from inspector.engine import Fate, Replay, View
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.engine.messages import Api, assistant, call, result, system, user

LINE = "这是一段极其冗长的、无意义的服务器报错日志信息，用来模拟 OOM 场景"
LOG = "".join(chr(ord("a") + at % 26) for at in range(8067))


def last_view(messages: list[Api], **knobs: int) -> View:
    replay = Replay(load_messages(messages), load_policy("go-tiny-claw").with_knobs(**knobs))
    return replay.view(replay.requests)


def figures(output: str, others: int) -> list[Api]:
    """The article's session before its third request; the system message fills up to `others` bytes beside the output."""
    messages = [
        user("x" * 200),
        assistant("Let me do these three steps.", call("t1", "bash", command="echo start")),
        user(result("t1", "start\n")),
        assistant(call("t2", "read_file", path="mock_log.txt")),
        user(result("t2", output)),
    ]
    # the texts, the names of the tools, and {"command":"echo start"}, {"path":"mock_log.txt"}
    fixed = 200 + 28 + 4 + 24 + 6 + 9 + 23
    return [system("s" * (others - fixed)), *messages]


def test_the_article_figures_in_ascii() -> None:
    view = last_view(figures(LOG, 9221 - 8067))
    notice = "\n\n[… 7067 bytes in the middle were cut out …]\n\n"
    assert view.transcript_size == 9221
    assert view.size == 2154 + len(notice.encode())
    cut = view.messages[5].blocks[0]
    assert (cut.fate, cut.layer, cut.text) == (Fate.TRUNCATED, "truncate", LOG[:500] + notice + LOG[-500:])
    assert [layer.id for layer in view.layers if layer.fired] == ["truncate"]
    assert [message.fate for message in view.messages] == [*[Fate.VERBATIM] * 5, Fate.TRUNCATED]
    assert view.messages[0].blocks[0].text == "s" * len(view.messages[0].blocks[0].text)
    assert (view.certificate.kind, view.certificate.request, view.gone) == ("bounded", 3, ())


def test_starts_at_the_limit_not_before() -> None:
    messages = [user("x" * 500), *older(201, 201)]
    size = last_view(messages, max_chars=10**6).size
    assert last_view(messages, max_chars=size, retain_last_messages=0).size < size
    assert last_view(messages, max_chars=size + 1, retain_last_messages=0).size == size


def older(output: int, prose: int) -> list[Api]:
    """A result and a text that are older than the last six messages; their calls, and what the user said."""
    return [
        assistant("t" * prose, call("old", "bash", command="c" * 300)),
        user(result("old", "o" * output), "u" * 300),
        *[message for at in range(3) for message in (assistant("a" * 300), user("u" * 300))],
    ]


def test_an_older_result_and_text_over_200_bytes_go_and_at_200_stay() -> None:
    over = last_view([system("s" * 900), user("task " * 100), *older(201, 201)])
    assert over.messages[2].blocks[0].text == "[Earlier reasoning was folded away.]"
    assert over.messages[3].blocks[0].text == "[An older tool result was cleared to save room; it held 201 bytes.]"
    assert [b.fate for b in over.messages[2].blocks] == [Fate.FOLDED, Fate.VERBATIM]
    assert [b.fate for b in over.messages[3].blocks] == [Fate.CLEARED, Fate.VERBATIM]
    assert all(m.fate is Fate.VERBATIM for at, m in enumerate(over.messages) if at not in (2, 3))
    exact = last_view([system("s" * 900), user("task " * 100), *older(200, 200)])
    assert exact.transcript_size >= 3000
    assert exact.size == exact.transcript_size
    assert not any(layer.fired for layer in exact.layers)


def test_a_fresh_result_of_1000_bytes_stays_whole() -> None:
    whole, cut = last_view(figures("r" * 1000, 2500)), last_view(figures("r" * 1001, 2500))
    assert whole.messages[5].fate is Fate.VERBATIM
    assert cut.messages[5].blocks[0].text == "r" * 500 + "\n\n[… 1 bytes in the middle were cut out …]\n\n" + "r" * 500


def test_six_messages_back_is_the_working_memory() -> None:
    """The sixth message from the end is inside, the seventh is not; each of three results in one message counts."""
    calls = [call(name) for name in "abc"]
    messages = [user("x" * 3000), assistant(*calls), user(*[result(name, "y" * 201) for name in "abc"])]
    for after, cleared in ((3, []), (4, ["a"]), (5, ["a", "b"]), (6, ["a", "b", "c"])):
        view = last_view([*messages, *[user("z")] * after])
        fates = {b.source.tool_id: b.fate for b in view.messages[2].blocks if b.source}
        assert [name for name in "abc" if fates[name] is Fate.CLEARED] == cleared


def test_the_system_message_is_never_touched() -> None:
    for text in ("s" * 20000, LINE * 300):
        view = last_view([system(text), user("go"), *older(201, 201)])
        assert view.messages[0].blocks[0].text == text
        assert view.messages[0].fate is Fate.VERBATIM


def test_the_article_log_line_is_cut_between_characters() -> None:
    """500 bytes is no boundary of its characters: both cuts move inward, and the notice counts what really went."""
    output = f"{LINE}\n" * 20
    data = output.encode()
    assert len(data) > 1000
    head = data[:500].decode(errors="ignore")
    tail = data[-500:].decode(errors="ignore")
    assert len(head.encode()) < 500
    assert len(tail.encode()) <= 500
    removed = len(data) - len(head.encode()) - len(tail.encode())
    view = last_view(figures(output, 2500))
    cut = view.messages[5].blocks[0]
    assert cut.text == f"{head}\n\n[… {removed} bytes in the middle were cut out …]\n\n{tail}"
    assert "\ufffd" not in cut.text
    assert removed > len(data) - 1000


def test_every_offset_of_the_log_line_is_safe() -> None:
    for shift in range(7):
        output = "x" * shift + LINE * 25
        cut = last_view(figures(output, 2500)).messages[5].blocks[0]
        head, notice, tail = cut.text.partition("\n\n[… ")[0], cut.text.split("[… ")[1], cut.text.split(" …]\n\n")[1]
        assert output.startswith(head)
        assert output.endswith(tail)
        assert 497 < len(head.encode()) <= 500
        assert 497 < len(tail.encode()) <= 500
        assert int(notice.split()[0]) == len(output.encode()) - len(head.encode()) - len(tail.encode())


def test_each_view_is_made_afresh() -> None:
    """A result is cut while it is fresh and cleared from its source later; the record keeps it whole."""
    messages = [*figures(LOG, 1154), *[message for _ in range(3) for message in (assistant("a"), user("u"))]]
    transcript = load_messages(messages)
    replay = Replay(transcript, load_policy("go-tiny-claw"))
    assert replay.plan(3).state(6).fate is Fate.TRUNCATED
    late = replay.view(replay.requests).messages[5].blocks[0]
    assert late.text == "[An older tool result was cleared to save room; it held 8067 bytes.]"
    assert transcript.messages[5].blocks[0].text == LOG
