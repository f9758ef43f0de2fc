"""The words of outcomes: which way something went, which words tell of it, and which say that it is only supposed."""

from __future__ import annotations

import re
from typing import Literal

Outcome = Literal["well", "badly", "done", "open"]
"""`well` and `badly` speak of runs; `done` of what was checked, fixed, written or decided; `open` says that it was not."""

STATUS_WORDS = re.compile(
    r"pass|fail|succe|fix|resolv|solv|done|complet|finish|kill|crash|abort|prov|tested|untest|unver|unread"
    r"|unprov|merged|deployed|help|normal|open|pending|blocked|exit|code|green|stop|clos|yet|still|already"
    r"|works?$|written|set$|find$|^end$",
    re.I,
)
_WIDE_STATUS = re.compile(
    r"全部|通过|失败|已经|验证|确认|成功|完成|读完|没有|尚未|仍然|还没|顺利|之后|现在|从来|读过|了|还|的"
)


def bare(text: str) -> str:
    """The text without the Chinese words of its outcome: what is left is what it is about."""
    return text if text.isascii() else _WIDE_STATUS.sub(" ", text)


_UNREAL = re.compile(
    r"\b(?:must|should|to be|has to|have to|needs?|will|would|may|might|expect(?:s|ed)?|if|unless|once|asked|wants?|told"
    r"|please|next|why|how|what|which|plan(?:s|ned)? to|in order to|so that|until)\b|\b(?:agent"
    r"|assistant) (?:said|claimed|wrote|thought|believed)\b"
    r"|助手(?:说|曾说|声称)|\?$|？$|要求|应该|如果|需要|下一步",
    re.I,
)


def unreal(clause: str) -> bool:
    """Whether a clause asks, wishes or plans: then it states no outcome."""
    return _UNREAL.search(clause) is not None
