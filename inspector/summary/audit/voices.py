"""What a summary says that the user said, wants or agreed to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from inspector.summary.audit.claims import Claim
from inspector.summary.audit.shapes import Range

Manner = Literal["said", "asked", "agreed", "decided", "forbade"]

_VERBS: dict[Manner, str] = {
    "said": "said|says|stated|states|reported|reports|mentioned|mentions|explained|explains|noted|notes|added that|wrote"
    "|pointed out|points out|reminded|clarified|clarifies|described|complained|warned|warns|observed|admitted"
    "|admits|concluded"
    "|blamed|blames|suspected|suspects|assumed|assumes|guesses|guessed|expects|expected|suspects|believes"
    "|thinks|thought|shows|showed|knows",
    "asked": "asked|asks|wants|wanted|wishes|wished|requested|requests|told|tells|instructed|instructs|ordered"
    "|demanded|demands"
    "|insisted|insists|requires|required|prefers|preferred|directed|would like",
    "agreed": "agreed|agrees|approved|approves|confirmed|confirms|accepted|accepts|allowed|allows|permitted"
    "|permits|authorised"
    "|authorized|consented|granted|gave (?:the |his |her |their )?(?:go-ahead|permission|approval|consent|ok)"
    "|okayed|signed off",
    "decided": "decided|decides|chose|chooses|picked|picks|selected|opted|proposed|proposes|suggested|suggests|recommended"
    "|recommends|planned|plans|put|guessed|judged|left",
    "forbade": "forbade|forbids|forbid|prohibited|prohibits|rejected|rejects|refused|refuses|declined|declines|vetoed"
    "|does not want|did not want|doesn't want|didn't want|does not allow|did not allow|banned|objected",
}
_WIDE: dict[Manner, str] = {
    "said": "说|指出|提到|表示|承认|报告|反映|认为|怀疑|判断|显示|写明|提示|推测|估计",
    "asked": "要求|希望|想要|想|需要|让|请|命令|坚持",
    "agreed": "同意|批准|确认|允许|许可|认可|接受",
    "decided": "决定|建议|提议|选择|选定|选",
    "forbade": "禁止|不许|不允许|拒绝|不同意|反对",
}
_ADVERBS = (
    r"(?:(?:also|first|then|now|later|again|finally|therefore|explicitly|already|only|just|has|had|have|once"
    r"|clearly|\w+ly|itself|next)"
    r"\s+){0,3}"
)
_SUBJECT = r"\b(?:the |The )?(?:user|User|USER|human|Human)\s+(?:\([^)\n]{1,30}\)\s+)?"
_ALL = "|".join(f"(?:{verbs})" for verbs in _VERBS.values())
_ALL_WIDE = "|".join(f"(?:{verbs})" for verbs in _WIDE.values())
_SAYS = re.compile(rf"{_SUBJECT}{_ADVERBS}({_ALL})\b", re.I)
_SAYS_WIDE = re.compile(rf"用户(?:先|也|又|还|现在|已经|已|明确|再次|当时|随后|接着|曾|最后|自己){{0,3}}({_ALL_WIDE})")
_AND = re.compile(
    rf"(?:,\s+(?:and|but)|\s+and|\s+but)\s+(?:he |she |they )?{_ADVERBS}({_ALL})\b"
    rf"|[，,](?:并且|并|也|又|还|而且)?({_ALL_WIDE})",
    re.I,
)
_MANNERS = [(manner, re.compile(f"(?:{verbs}|{_WIDE[manner]})$", re.I)) for manner, verbs in _VERBS.items()]
_END = re.compile(
    r"[;；。]|\.\s|,\s+(?:but|so|and|while|whereas|because|which)\s+(?:the|it|that|this|an?|its)\b"
    r"|\sbut\s+the\s|，(?=助手|代理|但)|，(?:所以|因此)|,\s+(?:which|who|where)\s"
    r"|[,;]\s+(?:the agent|the assistant|it)\b|\s(?:before|after|when|while)\s+the (?:agent|assistant)\b"
)

_GOES_ON = re.compile(r"\s*(?:,\s*)?(?:and|but|,)\s")
"""After a verb without an object: what follows is another deed."""


class Saying(NamedTuple):
    """One thing that the user is claimed to have said, in `manner`; `content` is what, and where it stands in the summary."""

    manner: Manner
    content: str
    verb: str
    span: Range


def sayings(claim: Claim) -> Iterator[Saying]:
    """What a sentence says of the user."""
    text = claim.text
    starts: list[re.Match[str]] = sorted(
        (*_SAYS.finditer(text), *_SAYS_WIDE.finditer(text)), key=lambda found: found.start()
    )
    marks = [(found, found.start()) for found in starts]
    for found, begin in marks:
        limit = next((start for _, start in marks if start > begin), len(text))
        yield from _chain(claim, found, begin, limit)


def _chain(claim: Claim, found: re.Match[str], begin: int, limit: int) -> Iterator[Saying]:
    """A saying, and those that the same subject goes on with ("… and asked …")."""
    text = claim.text
    stop = _END.search(text, found.end(), limit)
    end = stop.start() if stop else limit
    follow = _AND.search(text, found.end(), end)
    here = follow.start() if follow else end
    verb = next(group for group in found.groups() if group)
    manner = next(manner for manner, verbs in _MANNERS if verbs.match(verb))
    content = "" if _GOES_ON.match(text, found.end()) else text[found.end() : here]
    yield Saying(manner, content, verb, Range(claim.start + begin, claim.start + here))
    if follow:
        yield from _chain(claim, follow, follow.start(), limit)
