"""The search panel: opened and closed, its hits gone through, and the way from each to its place in the panes."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.widgets import Input

from inspector.engine.view import BlockState, Fate
from inspector.tui import body
from inspector.tui.finding.history import Past
from inspector.tui.finding.hits import nearest
from inspector.tui.finding.left import is_held
from inspector.tui.finding.match import Hit, spans
from inspector.tui.finding.query import LATER
from inspector.tui.screens.seeking import Seeking
from inspector.tui.widgets.hit_list import HitList
from inspector.tui.widgets.side_by_side import SideBySide
from inspector.tui.within import Found, Sought


class Searching(Seeking):
    """What a person does with the panel."""

    _match_block = -1
    """The block whose match was shown last, and the character that it begins at."""
    _match = 0

    # ---------------------------------------------------------------- open and close

    def action_search(self) -> None:
        """Open the panel with the last query, or go back to it."""
        if self.session is None:
            return
        self._open_panel()
        self.search_panel.input.focus()

    def _open_panel(self) -> None:
        panel, panes = self.search_panel, self.query_one(SideBySide)
        if not panel.open:
            self.past.texts = Past().texts
            panel.add_class("-open")
            self.add_class("-searching")
            panes.attended = True
            self.seek(panel.input.value)

    def close_search(self) -> bool:
        """Give up looking for the request at which a block left, else put the panel away; False when there is none."""
        panel, panes = self.search_panel, self.query_one(SideBySide)
        if self.stop_departing():
            return True
        if not panel.open:
            return False
        self._keep_query()
        self.stop_seeking()
        panel.remove_class("-open")
        self.remove_class("-searching")
        panes.attended = False
        panes.mark(None)
        panes.focus()
        return True

    def _keep_query(self) -> None:
        """The query is worth remembering."""
        if self._found is not None and self._found.count:
            self.past.add(self._asked_query.text.strip())

    # ---------------------------------------------------------------- going through the hits

    def action_hit(self, by: int) -> None:
        """Another hit is chosen, and the panes follow; in an empty query, the queries of before."""
        panel = self.search_panel
        if panel.input.has_focus and (not panel.input.value or self.past.at >= 0):
            self._recall(-by)
            return
        panel.list.select(panel.list.cursor + by)
        self._follow_hit()

    def action_hit_page(self, by: int) -> None:
        """A screenful of hits on or back."""
        hits = self.search_panel.list
        hits.select(hits.cursor + by * hits.page)
        self._follow_hit()

    def action_hit_end(self, direction: int) -> None:
        """The first hit, or the last."""
        hits = self.search_panel.list
        hits.select(0 if direction < 0 else len(hits.hits) - 1)
        self._follow_hit()

    def action_recall(self, by: int) -> None:
        """An older query, or a newer one."""
        self._recall(by)

    def _recall(self, by: int) -> None:
        text = self.past.step(by)
        if text is not None:
            self.search_panel.input.value = text
            self.search_panel.input.cursor_position = len(text)

    def action_hits_focus(self) -> None:
        """From the query to the list, and on to the panes."""
        panel = self.search_panel
        if panel.input.has_focus and panel.list.hits:
            panel.list.focus()
        else:
            self.query_one(SideBySide).focus()

    def _follow_hit(self) -> None:
        """The chosen hit comes into sight in the panes."""
        panes, hit = self.query_one(SideBySide), self.search_panel.list.chosen
        if hit is not None and panes.rows is not None:
            panes.go_to_row(panes.rows.row_of[hit.block], aside=True)

    @on(Input.Submitted, "#query")
    def query_entered(self) -> None:
        """Enter: to the chosen hit, as soon as there is one."""
        self.action_jump()

    @on(HitList.Pointed)
    def hit_pointed(self, event: HitList.Pointed) -> None:
        """The mouse chose a hit."""
        if event.twice:
            self.action_jump()
        else:
            self._follow_hit()

    def action_jump(self) -> None:
        """To the chosen hit: its block unfolded so that the match is in sight, the keys back to the panes."""
        if self._found is None or not self.search_panel.list.hits:
            self._when_found = self.action_jump if self.seeking else None
        else:
            self._keep_query()
            self._show_hit()
            self.query_one(SideBySide).focus()

    def action_found(self, direction: int) -> None:
        """The next match out of sight, in the block or in the next hit; what was looked for last, when the panel is closed."""
        panel, panes = self.search_panel, self.query_one(SideBySide)
        if self.session is None or panes.rows is None:
            return
        if not panel.input.value.strip():
            self.action_search()
            return
        self._open_panel()
        hits = panel.list.hits
        if self._found is None or not hits:
            self._when_found = (lambda: self.action_found(direction)) if self.seeking else None
        elif not self._match_further(direction):
            panel.list.select(nearest(list(hits), panes.rows.block_at(panes.cursor), direction))
            self._show_hit()

    def _match_further(self, direction: int) -> bool:
        """Another match of the same block, if there is one that is not in sight yet."""
        panes, hit = self.query_one(SideBySide), self.search_panel.list.chosen
        rows = panes.rows
        if hit is None or rows is None or panes.cursor != rows.row_of[hit.block] or panes.cursor not in rows.expanded:
            return False
        starts = self._matches(hit)
        here = self._match if hit.block == self._match_block else -1
        ahead = [at for at in starts if (at - here) * direction > 0][::direction]
        for at in ahead:
            y = panes.line_of(hit.block, at)
            if y is not None and not panes.is_in_sight(y):
                self._match, self._match_block = at, hit.block
                panes.show_text(hit.block, at)
                self._tell_hit(hit)
                return True
        return False

    def _show_hit(self) -> None:
        """The match of the chosen hit in sight, and where it is in words."""
        panes, hit = self.query_one(SideBySide), self.search_panel.list.chosen
        if hit is None or self.session is None:
            return
        standing = self._standing(hit)
        if standing.fate is not Fate.VERBATIM or standing.group == LATER:
            self.record_wanted()
        self._match_block, self._match = hit.block, self._place_of_match(hit)
        if self._is_away(hit):
            self._follow_hit()
            self._tell_hit(hit)
        else:
            self._tell_hit(hit, shown=panes.show_text(hit.block, self._match))

    def _tell_hit(self, hit: Hit, shown: bool = True) -> None:
        """Which hit that is, which match in it, and what became of it."""
        hits, session = self.search_panel.list, self.session
        assert session is not None
        name, starts = session.transcript.structure.name(hit.block), self._matches(hit)
        which = starts.index(self._match) + 1 if self._match in starts else 1
        several = f" · match {which:,} of {len(starts):,} in it" if len(starts) > 1 else ""
        below = self._why_out_of_sight(hit, shown)
        what = f"{self._standing(hit).words(60)}{self._said_later(hit)}"
        self.say(f"{name}: {hits.cursor + 1:,} of {len(hits.hits):,} hits{several} · {what}{below} · f next · F before")

    def _is_away(self, hit: Hit) -> bool:
        """While two views are compared: neither of them holds the block, and it has no line of its own."""
        rows = self.query_one(SideBySide).rows
        return rows is not None and rows.away_at(rows.row_of[hit.block]) is not None

    def _why_out_of_sight(self, hit: Hit, shown: bool) -> str:
        if self._is_away(hit):
            return " · neither A nor B holds it: space reads it, c lets go of A"
        return "" if shown else " · far down in the block: space reads it there"

    def _matches(self, hit: Hit) -> list[int]:
        """Where matches begin in the text of the unfolded block, as it is searched."""
        if self.session is None or not hit.stop:
            return []
        text = body.text_of(self.session.transcript.structure.blocks[hit.block], expanded=True)
        return [start for start, _ in spans(self._asked_query, text)]

    def _place_of_match(self, hit: Hit) -> int:
        """The character of the first match there; of a call, the words are quoted there, and may be elsewhere."""
        assert self.session is not None
        if self.session.transcript.structure.blocks[hit.block].kind != "tool_use":
            return hit.start
        return next(iter(self._matches(hit)), 0)

    def sought_in(self, block: int) -> Sought | None:
        """The marks of the search in a block that is read whole, from the match that was shown last."""
        hit, query = self.search_panel.list.chosen, self._asked_query
        if not self.search_panel.open or not query.has_text:
            return None
        here = hit is not None and block == hit.block == self._match_block
        starts = self._matches(hit) if here and hit is not None else []
        which = starts.index(self._match) if self._match in starts else 0
        return Sought(lambda text: Found(query.text, tuple(spans(query, text))), which)

    def record_wanted(self) -> None:
        """What the view does not hold is to be seen: the Transcript, where there is room for one pane."""
        raise NotImplementedError

    def _said_later(self, hit: Hit) -> str:
        """A word about a hit that comes after the request which is shown."""
        session = self.session
        assert session is not None
        asked = session.transcript.structure.request_of(session.transcript.structure.owner[hit.block])
        return f" · first sent in request {asked:,}" if session.request < asked <= session.requests else ""

    @property
    def departing_block(self) -> int | None:
        """The chosen hit's block while the keys are in the panel."""
        hit = self.search_panel.list.chosen if self.search_panel.busy else None
        return hit.block if hit is not None else None

    def departing_test(self, block: int) -> Callable[[BlockState], bool]:
        """For a hit, whether the words are still there: a match that was cut out has left, too."""
        hit, standings = self.search_panel.list.chosen, self._standings
        if hit is None or hit.block != block or standings is None or not self.search_panel.open:
            return is_held
        return lambda state: standings.holds(block, state)
