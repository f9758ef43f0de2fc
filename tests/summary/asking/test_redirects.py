"""A session goes to the server that was named, and to none that this one points at."""

from __future__ import annotations

import pytest

from inspector.engine.summariser import SummaryFailed
from tests.summary.asking.running import KEY, Serve, request, summariser
from tests.summary.asking.server import Act, Handler, says


def points_at(url: str, status: int) -> Act:
    def act(handler: Handler) -> None:
        handler.begin(status, location=f"{url}/v1/messages")

    return act


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_nothing_is_sent_elsewhere(serve: Serve, status: int) -> None:
    elsewhere = serve(says("A summary."))
    named = serve(points_at(elsewhere.url, status))
    with pytest.raises(SummaryFailed, match=str(status)) as failed:
        summariser(named.url).answer(request())
    assert "ANTHROPIC_BASE_URL" in str(failed.value)
    assert KEY not in str(failed.value)
    assert len(named.seen) == 1
    assert not elsewhere.seen
