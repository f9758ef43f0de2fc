"""What the user took of several ways that the model named is the user's decision; "current work" tells no ending."""

from __future__ import annotations

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("box.cpp is miscompiled. Find out since when, and propose a workaround.")
    .says("I see three ways: (a) an attribute on box_2x, (b) the compile option for box.cpp only, (c) intrinsics.")
    .user("(c) is too much code. Take (b), but make it go away by itself with 14.3.")
    .ran("sed -i CMakeLists.txt", "set_source_files_properties(box.cpp PROPERTIES COMPILE_OPTIONS -fno-slp)")
    .says("ns2 does not accept SSH from the bastion (timeout on port 22); it does answer DNS.")
    .says("31 on board, 23 saved in two journeys, 8 drowned.")
    .user("Use the 31 everywhere.")
    .request()
)


def test_an_option_that_was_taken_was_picked_by_the_user() -> None:
    assert audit(SOURCE, "Among three workarounds the user picked the compile option for box.cpp alone.").findings == ()


def test_what_a_writer_adds_of_whom_is_not_the_decision() -> None:
    assert audit(SOURCE, "The user decided on 31, of whom 23 were saved in two journeys and 8 drowned.").findings == ()


def test_work_in_a_label_is_no_ending() -> None:
    text = "Current work: ns2 does not accept SSH from the bastion; it does answer DNS."
    assert audit(SOURCE, text).findings == ()
    assert audit(SOURCE, text.replace("not accept", "accept")).findings != ()
