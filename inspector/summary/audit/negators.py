"""Words that deny or forbid: whether a clause says that something is, or that it is not."""

from __future__ import annotations

import re
from functools import lru_cache

_NEGATORS = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot|\w+n't|avoid(?:s|ed|ing)?"
    r"|forbid(?:s|den|ding)?|forbade"
    r"|prohibit(?:s|ed|ing)?|refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|declin(?:e|es|ed|ing)|fail(?:s|ed"
    r"|ing)? to|unable|untouched"
    r"|unchanged|unmodified|frozen|freeze|clear of|away from"
    r"|apart from|hands off|off[- ]limits|leave (?:[\w./-]+ ){1,4}alone|left alone"
    r"|leave (?:[\w./-]+ ){1,4}(?:as|untranslated|empty)|keep (?:[\w./-]+ ){1,4}(?:as|out of)"
    r"|kept as|stays?|stay as|read[- ]only|instead of|rather than|stop(?:s|ped)? \w+ing|skip(?:s|ped|ping)?"
    r"|ignor(?:e|es|ed|ing)"
    r"|un(?:tested|verified|proven|read|checked|confirmed|fixed|resolved|set|sent|applied|known|clear|finished"
    r"|merged|used|safe|able)"
    r"|lacks?|lacking|missing|absent|yet to|hardly|rather not|out of scope|must remain|remains? (?:as|the same)"
    r"|dont|cant|wont)\b"
    r"|不|没|未|别|勿|禁止|严禁|无(?!论)|拒绝|避免|只读|保持|冻结|暂停|反对|取消",
    re.I,
)
_TWO_FACED = re.compile(
    r"\b(?:not only|no longer|nothing but|no doubt|cannot but|not just|why not|no matter|no\.)\b"
    r"|能不能|会不会"
    r"|是不是|有没有|要不要|不过|不同|不但|不仅|只不过",
    re.I,
)


@lru_cache(maxsize=16_384)
def negated(text: str) -> bool:
    """Whether a clause denies, forbids or leaves something."""
    return _NEGATORS.search(_TWO_FACED.sub(" ", text.replace("’", "'"))) is not None
