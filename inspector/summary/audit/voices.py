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
    "|thinks|thought|shows|showed|knows|claimed|claims|criticised|criticized|specified|specifies|announced|answered"
    "|raised|lowered|extended|reduced|increased|limited|restricted|restricts|tightened|loosened|replied|recalled|asserted|denied|denies|promised|promises|doubts|doubted|disagreed|hopes|hoped|commented",
    "asked": "asked|asks|wants|wanted|wishes|wished|requested|requests|told|tells|instructed|instructs|ordered"
    "|demanded|demands"
    "|insisted|insists|requires|required|prefers|preferred|directed|would like|needs|needed|likes|liked|expressed"
    "|keeps|urged|urges|begged|called for|calls for|set|sets|imposed|imposes|will have|would rather|favours|favors",
    "agreed": "agreed|agrees|approved|approves|confirmed|confirms|accepted|accepts|allowed|allows|permitted"
    "|permits|authorised"
    "|authorized|consented|granted|gave (?:the |his |her |their )?(?:go-ahead|permission|approval|consent|ok)"
    "|okayed|okays|signed off(?: on)?|endorsed|endorses|acknowledged|welcomed|cleared|lifted|lifts|waived|waives|dropped"
    "|drops|withdrew|relaxed|gave up|revoked|cancelled|canceled|postponed|no longer (?:needs|wants|requires|insists on|demands)"
    "|(?:is|was) (?:fine|ok|okay|happy|satisfied|content|comfortable) (?:with|that)|has nothing against"
    "|had nothing against|does not mind|did not mind|doesn't mind|didn't mind",
    "decided": "decided|decides|chose|chooses|picked|picks|selected|opted|proposed|proposes|suggested|suggests|recommended"
    "|recommends|planned|plans|put|guessed|judged|left",
    "forbade": "forbade|forbids|forbid|prohibited|prohibits|rejected|rejects|refused|refuses|declined|declines|vetoed"
    "|(?:is|was) (?:against|opposed to)|ruled out|rules out|does not permit|did not permit|will not have|does not like"
    "|did not like|objects to|opposes|opposed|dismissed|turned down"
    "|does not want|did not want|doesn't want|didn't want|does not allow|did not allow|banned|objected",
}
_WIDE: dict[Manner, str] = {
    "said": "强调|抱怨|声称|告知|提醒|补充|反馈|批评|描述|担心|觉得|说"
    "|指出|提到|表示|承认|报告|反映|认为|怀疑|判断|显示|写明|提示|推测|估计",
    "asked": "指示|指定|吩咐|需要|倾向于?|偏好|主张|要求|希望|想要|想|需要|让|请|命令|坚持",
    "agreed": "授权|放弃|取消|撤回|满意|默许|准许|同意|批准|确认|允许|许可|认可|接受",
    "decided": "决定|建议|提议|选择|选定|选",
    "forbade": "不希望|不想|不要|排除|否决|禁止|不许|不允许|拒绝|不同意|反对",
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
_TOLD = re.compile(
    r"(?:\b(?:agent|assistant|it)|^)\s+(?:was|were|is|has been|had been)\s+(?:also |then |first |explicitly |only )?"
    r"(told|asked|instructed|ordered|directed|allowed|permitted|authori[sz]ed|required|forbidden)\b(?: by the user)?",
    re.I,
)
_ACCORDING = re.compile(
    r"(?:^|(?<=[;:] ))(?:(per|according to|by order of|as instructed by|as ordered by) the user"
    r"(?:'s (?:wish|request|instructions?|demand))?"
    r"|as the user (?:has |had )?(requested|demanded|asked|wished|wanted|agreed|approved|said|ordered|instructed|preferred)"
    r"|(?:at|on|by|upon) the user's (request|wish|demand|orders?|instructions?|insistence|suggestion)"
    r"|(requested|demanded|ordered|approved|confirmed|suggested) by the user|the user's (?:wish|request|demand|choice|"
    r"decision|instruction|preference|order|condition|suggestion|proposal) (is|was))[,:]?(?=\s)",
    re.I,
)
_ACCORDING_WIDE = re.compile(
    r"(?:按|按照|依照|根据|应|据)用户的?(要求|意见|指示|意思|说法|说|反馈|描述|建议|确认)[，,：]?"
)
_CITED: tuple[tuple[Manner, re.Pattern[str]], ...] = (
    ("agreed", re.compile("agreed|approved|confirmed|allowed|permitted|authori|确认", re.I)),
    ("decided", re.compile("sugges|建议", re.I)),
    ("forbade", re.compile("forbidden", re.I)),
    ("said", re.compile("per|according|said|说|反馈|描述", re.I)),
)
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
    forms = (_SAYS, _SAYS_WIDE, _TOLD, _ACCORDING, _ACCORDING_WIDE)
    starts = sorted((found for form in forms for found in form.finditer(text)), key=lambda found: found.start())
    starts = [found for at, found in enumerate(starts) if not at or found.start() >= starts[at - 1].end()]
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
    manner = _manner(verb, found)
    content = "" if _GOES_ON.match(text, found.end()) else text[found.end() : here]
    yield Saying(manner, content, verb, Range(claim.start + begin, claim.start + here))
    if follow:
        yield from _chain(claim, follow, follow.start(), limit)


def _manner(verb: str, found: re.Match[str]) -> Manner:
    """How the user is said to have spoken, from the verb or from the words that cite the user."""
    if found.re not in (_TOLD, _ACCORDING, _ACCORDING_WIDE):
        return next(manner for manner, verbs in _MANNERS if verbs.match(verb))
    return next((manner for manner, words in _CITED if words.match(verb)), "asked")
