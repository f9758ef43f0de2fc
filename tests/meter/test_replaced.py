"""The arithmetic of a replacement equals measuring the block that is really sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.meter import COUNTERS, counter, replaced_block
from inspector.transcript.model import ImageRef, Message
from tests.meter.histories import MARKER, messages, result, text, thinking, words


@pytest.mark.parametrize("name", COUNTERS)
@given(one=messages(), said=words, images=st.booleans(), data=st.data())
def test_replaced_is_what_the_replaced_block_measures(
    name: str, one: Message, said: str, images: bool, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(one.blocks) - 1))
    block, meter = one.blocks[place], counter(name)
    new = replaced_block(block, said, images)
    changed = replace(one, blocks=(*one.blocks[:place], new, *one.blocks[place + 1 :]))
    expected = meter.block(new, changed, place == 0)
    for _ in range(2):  # the second time from what was kept of the first
        assert meter.replaced(block, one, place == 0, said, images=images) == expected


@pytest.mark.parametrize("name", COUNTERS)
@given(one=messages())
def test_replacing_a_text_by_itself_changes_no_size(name: str, one: Message) -> None:
    meter = counter(name)
    for place, block in enumerate(one.blocks):
        if block.kind in ("text", "thinking", "summary"):
            assert meter.replaced(block, one, place == 0, block.text) == meter.block(block, one, place == 0)


def test_what_stays_of_a_result() -> None:
    other = {"type": "tool_reference", "tool_name": "grep"}
    picture = {"type": "image", "source": MARKER}
    shown = result(
        [{"type": "text", "text": "a"}, picture, other], images=(ImageRef("image/png", 9, "00"),), is_error=True
    )
    said = {"type": "text", "text": "new"}
    assert replaced_block(shown, "new").api["content"] == [said, picture, other]
    assert replaced_block(shown, "new", images=False).api == {**shown.api, "content": [said, other]}
    assert replaced_block(shown, "new", images=False).images == ()
    assert replaced_block(result([{"type": "text", "text": "a"}] * 2), "new").api["content"] == "new"
    assert replaced_block(result([picture]), "new", images=False).api["content"] == "new"


def test_other_kinds() -> None:
    assert replaced_block(text("a"), "b").api == {"type": "text", "text": "b"}
    assert replaced_block(thinking("a"), "b").api["thinking"] == "b"
