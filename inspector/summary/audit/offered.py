"""What the agent offers, asks, supposes or would do: nobody who forbids it says the contrary."""

from __future__ import annotations

import re

_AGENT = r"(?:\b(?:the )?(?:agent|assistant|model)|^\W*it)"
_MAY = r"(?:could|might|would)\b(?! not)"
_TO = r"(?:wants?|wanted|wish(?:es|ed)|plans?|planned|intend(?:s|ed)|hope[sd]) to\b"
_ASKS = (
    r"(?:offer|suggest|recommend|advis|propos|consider|ask|wonder|favou?r|prefer)\w*\b"
    r"|(?:idea|question|plan|intention)\b|(?:thought|thinks|thinking) of\b"
)
_SAYS = (
    r"(?:say|said|add|note|answer|repl|wrote|write|think|thought|believ|explain|mention|told|suppos|guess|assum|suspect"
    r"|expect)\w*\b(?: \w+){0,3}?(?: that|,|:)? (?:(?:the )?agent|it|he|she|I|we|one) (?:may\b(?! not)|" + _MAY + ")"
)
_OFFERED = re.compile(
    rf"{_AGENT}(?:'s)?(?: (?:had|has|also|then|first|now|only|again|once|even))* (?:{_MAY}|{_TO}|{_ASKS}|{_SAYS})", re.I
)
_NAMED = re.compile(
    r"^\W*(?:(?:an?|the|its|another|one|first|open|rejected|declined) )*"
    r"(?:offers?|offered|suggestions?|suggested|proposals?|proposed|ideas?|options?|questions?)\b(?=[ :])",
    re.I,
)
_WIDE = re.compile(
    r"(?:助手|模型|它)[^，。；：]{0,4}?(?:建议|提议|提出|提到|问(?!题)|想|打算|希望|考虑|推荐|准备)"
    r"|(?:助手|模型)(?:说|认为|觉得|表示)[^。；]{0,6}?(?:可以|可能)"
)
_ENDS = re.compile(
    r"\b(?:user|human|allow(?:s|ed)|permitted|permission|did|done)\b"
    r"|(?:\b(?:and|but|so|then)|,) (?:then |later |now |also |the agent |it )*"
    r"(?:is|was|were|has|had|may|must|can|sent|ran|made|wrote|took|put|cut|set|\w+ed)\b"
    r"|, which\b|;|\.(?=\s)|[。；]|用户|允许|然后|已经?|，[^，]{0,20}了",
    re.I,
)
"""Where another speaks, or where it is told what was done or allowed: no offer goes on there."""


def offered(before: str) -> bool:
    """Whether the words of a sentence up to the end of a part make that part an offer, a question or a supposition."""
    return any(
        _ENDS.search(before.rstrip("。；;"), found.end()) is None
        for form in (_OFFERED, _NAMED, _WIDE)
        for found in form.finditer(before)
    )
