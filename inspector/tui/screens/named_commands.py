"""What the command palette finds: titles first, then other names and the words of the help, then letters of titles in order."""

from __future__ import annotations

import re
from collections.abc import Mapping

from textual.command import Hit, Hits
from textual.system_commands import SystemCommandsProvider

IN_TITLE, IN_NAMES, IN_HELP = 3_000.0, 2_000.0, 1_000.0
"""What is added to a score. Textual's own, for letters that stand somewhere in a title, is far below."""
_WORD = re.compile(r"[\w-]+")


class NamedCommands(SystemCommandsProvider):
    """Every command by its title, by its names on the command line, and by what its help says."""

    async def search(self, query: str) -> Hits:
        """Those that match what was typed, the best first; several words that name one by its title mean that one."""
        matcher = self.matcher(query)
        names: Mapping[str, str] = self.app.command_names(self.screen)  # type: ignore[attr-defined]
        found = [
            (standing(query, title, names.get(title, ""), about), title, about, call)
            for title, about, call, *_ in self.app.get_system_commands(self.screen)
        ]
        least = IN_TITLE if " " in query.strip() and any(worth == IN_TITLE for worth, *_ in found) else IN_HELP
        for worth, title, about, call in found:
            score = matcher.match(title) + (worth if worth >= least else 0.0)
            if score > 0:
                yield Hit(score, matcher.highlight(title), call, help=about)


def standing(query: str, title: str, names: str, about: str) -> float:
    """What stands in which of the three: every word that was typed begins one of its words; 0 for none."""
    wanted = query.casefold().split()
    title = title.rpartition(": ")[2]  # without its group, which stands before many
    for text, worth in ((title, IN_TITLE), (f"{title} {names}", IN_NAMES), (f"{title} {names} {about}", IN_HELP)):
        words = _WORD.findall(text.casefold())
        if wanted and all(any(word.startswith(each) for word in words) for each in wanted):
            return worth
    return 0.0
