"""Messages for the tests: built by hand, and random ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from inspector.transcript.model import Block, Held, ImageRef, Message, Transcript

MARKER = {"type": "reference", "sha256": "ab" * 32, "bytes": 91_000}


def text(words: str) -> Block:
    return Block("text", Held(words, {"type": "text", "text": words}))


def thinking(words: str) -> Block:
    return Block("thinking", Held(words, {"type": "thinking", "thinking": words, "signature": "c2ln"}))


def summary(words: str) -> Block:
    return Block("summary", Held(words, {"type": "text", "text": words}))


def call(name: str, arguments: Any, tool_id: str = "t1") -> Block:
    return Block(
        "tool_use", Held("", {"type": "tool_use", "id": tool_id, "name": name, "input": arguments}), tool_id, name
    )


def result(content: Any, tool_id: str = "t1", images: tuple[ImageRef, ...] = (), **more: Any) -> Block:
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    api = {"type": "tool_result", "tool_use_id": tool_id, "content": content, **more}
    return Block("tool_result", Held("\n".join(filter(None, parts)), api), tool_id, images=images)


def image(width: int = 0, height: int = 0) -> Block:
    ref = ImageRef("image/png", 91_000, "ab" * 32, width, height)
    return Block("image", Held("", {"type": "image", "source": MARKER}), images=(ref,))


def opaque(api: dict[str, Any]) -> Block:
    return Block("opaque", Held("", api))


def message(*blocks: Block, role: str = "user", plain: bool = False, number: int = 1) -> Message:
    return Message(number, role, blocks, plain)  # type: ignore[arg-type]


def transcript(*messages: Message) -> Transcript:
    return Transcript("anthropic", messages)


words = st.text(max_size=40) | st.sampled_from(
    ["", "a\n\nb", 'say "hi"\\', "日志日志", "👩‍👩‍👧", "\x00\x1f\x7f", "\u2028"]
)
"""Any text, lone surrogates left out by the strategy's own default alphabet."""
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
pictures = st.builds(
    ImageRef, st.just("image/png"), st.just(900), st.just("00"), st.integers(0, 3000), st.integers(0, 3000)
)
text_parts = st.builds(lambda said: {"type": "text", "text": said}, words)
other_parts = st.sampled_from(
    [{"type": "tool_reference", "tool_name": "grép"}, {"type": "search_result", "title": "é"}]
)


@st.composite
def results(draw: st.DrawFn, media: bool = True) -> Block:
    """A result: a string, text parts, or a mixture of text, other parts and pictures."""
    more = draw(st.sampled_from([{}, {"is_error": True}, {"cache_control": {"type": "ephemeral"}}]))
    if draw(st.booleans()):
        return result(draw(words), **more)
    refs = tuple(draw(st.lists(pictures, max_size=2))) if media else ()
    parts = draw(st.lists(text_parts | other_parts, max_size=3)) + [{"type": "image", "source": MARKER}] * len(refs)
    return result(draw(st.permutations(parts)), images=refs, **more)


def blocks(media: bool = True) -> st.SearchStrategy[Block]:
    """Any block."""
    kinds = [
        st.builds(text, words),
        st.builds(thinking, words),
        st.builds(summary, words),
        st.builds(call, words, st.dictionaries(words, json_values, max_size=3) | words),
        results(media),
        st.builds(opaque, st.dictionaries(words, json_values, max_size=3).map(lambda api: {"type": "odd", **api})),
    ]
    return (
        st.one_of(*kinds, st.builds(image, st.integers(0, 3000), st.integers(0, 3000))) if media else st.one_of(*kinds)
    )


roles = st.sampled_from(["system", "developer", "user", "assistant", "tool"])


def messages(media: bool = True) -> st.SearchStrategy[Message]:
    """Any message that has a block: a plain string or a list."""
    plain = st.builds(lambda block, role: message(block, role=role, plain=True), st.builds(text, words), roles)
    return plain | st.builds(
        lambda parts, role: message(*parts, role=role), st.lists(blocks(media), min_size=1, max_size=4), roles
    )
