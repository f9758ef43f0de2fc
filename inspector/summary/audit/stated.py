"""What a text states: not what it quotes, and not what it asks, wishes or plans."""

from __future__ import annotations

import re
from functools import lru_cache

from inspector.summary.audit.atoms import SIGNS
from inspector.summary.audit.endings import unreal

LEAST_QUOTED = 3
"""Characters of a quotation that holds something, with its marks."""
_QUOTED = re.compile(rf"`[^`\n]+`|{SIGNS}|\"[^\"\n]+\"|“[^”\n]+”|「[^」\n]+」|(?<!\w)'[^'\n]+'(?!\w)|\"[^\"\n]+$")
_SPEAKER = re.compile(
    r"\b(?:the )?(?:agent|assistant|user|log) (?:said|says|wrote|reported|noted|found|told)(?: that)?\b|助手说|用户说"
    r""
    r"|^\W*(?:verify|confirm|ensure|create|add|write|keep|handle)"
    r"(?= (?:第|失败|通过|成功|最后|也|failed|passed|succeeded|timed|ended))"
    r"|\b(?:about |only )?once in (?=\w+)|\b(?:the|in the) next (?=\w+)|\bexpected (?!to\b)",
    re.I,
)
"""What is no wish, though its words are those of wishes."""
_NAMED = re.compile(r"^\W*[a-z-]+(?=\.\w)", re.I)
"""A name that begins as an order does: `verify.sh`."""


def masked(text: str) -> str:
    """The text with its quotations empty: what they hold ends no part and tells no ending."""
    return _QUOTED.sub(_empty, text)


def _empty(found: re.Match[str]) -> str:
    """Its quotes alone, and the point that ends a sentence."""
    text = found[0]
    if len(text) < LEAST_QUOTED:
        return text
    stop = text[-2] if text[-2] in ".!?" and text[0] != "`" else "x"
    return text[0] + "x" * (len(text) - 3) + stop + text[-1]


@lru_cache(maxsize=16_384)
def stated(text: str) -> bool:
    """Whether a text states something, and does not ask, wish or plan: what somebody said is stated."""
    return not unreal(_SPEAKER.sub(" ", _NAMED.sub("x", masked(text))))
