"""What a summary says that the user said, wants or agreed to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from inspector.summary.audit.claims import Claim
from inspector.summary.audit.shapes import Range

Manner = Literal["thought", "said", "did", "decided", "agreed", "wished", "refused"]
"""`thought`: had the idea or found it out, so that nobody else had it before; `said`: stated it; `agreed`: put into force what
may have been another's; `wished`: wants it done; `refused`: wants it not done."""

OWN: tuple[Manner, ...] = ("thought", "said")
"""What one says in one's own words."""

_VERBS: dict[Manner, str] = {
    "thought": "propos(?:ed|es)|suggest(?:ed|s)|recommend(?:ed|s)|advis(?:ed|es)|suspect(?:ed|s)|guess(?:ed|es)"
    "|assum(?:ed|es)|believ(?:ed|es)|thinks|thought|blam(?:ed|es)|judg(?:ed|es)|conclud(?:ed|es)|expect(?:ed|s)"
    "|estimat(?:ed|es)|predict(?:ed|s)|specul(?:ated|ates)|infer(?:red|s)|deduc(?:ed|es)|reason(?:ed|s)|argu(?:ed|es)"
    "|hypothesi[sz](?:ed|es)|theori[sz](?:ed|es)|doubt(?:ed|s)|found|finds|discover(?:ed|s)|notic(?:ed|es)"
    "|reali[sz](?:ed|es)|identif(?:ied|ies)|determin(?:ed|es)|diagnos(?:ed|es)|trac(?:ed|es)|establish(?:ed|es)"
    "|figur(?:ed|es) out|work(?:ed|s) out|calculat(?:ed|es)|measur(?:ed|es)|verif(?:ied|ies)|prov(?:ed|es)|show(?:ed|s)"
    "|admit(?:ted|s)|conced(?:ed|es)|observ(?:ed|es)|attribut(?:ed|es)|presum(?:ed|es)|reckon(?:ed|s)|consider(?:ed|s)"
    "|offer(?:ed|s)|held|holds|nam(?:ed|es)|detect(?:ed|s)|spott?(?:ed|s)|saw|sees|learn(?:ed|t|s)|deem(?:ed|s)"
    "|regard(?:ed|s)|ascrib(?:ed|es)|imagin(?:ed|es)|fear(?:ed|s)|supposed?s?|track(?:ed|s) down|pinpoint(?:ed|s)",
    "said": "said|says|stat(?:ed|es)|report(?:ed|s)|mention(?:ed|s)|explain(?:ed|s)|not(?:ed|es)|added that|wrote|writes"
    "|point(?:ed|s) out|clarif(?:ied|ies)|describ(?:ed|es)|complain(?:ed|s)|warn(?:ed|s)|claim(?:ed|s)"
    "|critici[sz](?:ed|es)|announc(?:ed|es)|answer(?:ed|s)|repli(?:ed|es)|recall(?:ed|s)|assert(?:ed|s)|den(?:ied|ies)"
    "|promis(?:ed|es)|hop(?:ed|es)|comment(?:ed|s)|remark(?:ed|s)|inform(?:ed|s)|emphasi[sz](?:ed|es)|stress(?:ed|es)"
    "|declar(?:ed|es)|indicat(?:ed|es)|reveal(?:ed|s)|caution(?:ed|s)|assur(?:ed|es)|guarantee[ds]|hint(?:ed|s)"
    "|remind(?:ed|s)|knows|knew|maintain(?:ed|s)|insist(?:ed|s) that",
    "decided": "decid(?:ed|es)|chose|chooses|pick(?:ed|s)|select(?:ed|s)|opt(?:ed|s)|settl(?:ed|es)|put|puts|left|leaves"
    "|plan(?:ned|s)|prefer(?:red|s)",
    "agreed": "agree[ds]|approv(?:ed|es)|confirm(?:ed|s)|accept(?:ed|s)|allow(?:ed|s)|permit(?:ted|s)|authori[sz](?:ed|es)"
    "|consent(?:ed|s)|grant(?:ed|s)|okay(?:ed|s)|sign(?:ed|s) off(?: on)?|endors(?:ed|es)|acknowledg(?:ed|es)"
    "|gave (?:the |his |her |their )?(?:go-ahead|permission|approval|consent|ok)"
    "|(?:is|was) (?:fine|ok|okay|happy|satisfied|content|comfortable) (?:with|that)|ha[sd] nothing against"
    "|d(?:oes|id)(?: not|n't) mind",
    "wished": "ask(?:ed|s)|want(?:ed|s)|wish(?:ed|es)|request(?:ed|s)|told|tells|instruct(?:ed|s)|order(?:ed|s)|demand(?:ed|s)"
    "|insist(?:ed|s)|requir(?:ed|es)|direct(?:ed|s)|would like|need(?:ed|s)|lik(?:ed|es)|express(?:ed|es)"
    "|urg(?:ed|es)|begged|call(?:ed|s) for|sets?|impos(?:ed|es)|will have|would rather|favou?r(?:ed|s)|specif(?:ied|ies)"
    "|limit(?:ed|s)|restrict(?:ed|s)",
    "refused": "forb[ai]de?s?|prohibit(?:ed|s)|reject(?:ed|s)|refus(?:ed|es)|declin(?:ed|es)|veto(?:ed|es)"
    "|(?:is|was) (?:against|opposed to)|rul(?:ed|es) out|oppos(?:ed|es)|dismiss(?:ed|es)|turn(?:ed|s) down|bann(?:ed|s)"
    "|object(?:ed|s)(?: to)?|postpon(?:ed|es)|defer(?:red|s)|exclud(?:ed|es)|d(?:oes|id)(?: not|n't) (?:want|allow|permit|like)"
    "|will not have|no longer (?:needs|wants|requires|insists on|demands)|waiv(?:ed|es)|dropp?(?:ed|s)|withdrew|lift(?:ed|s)"
    "|revok(?:ed|es)|cancell?(?:ed|s)",
}
_WIDE: dict[Manner, str] = {
    "thought": "建议|提议|推荐|怀疑|认为|觉得|判断|推测|猜测?|估计|断定|发现|查明|查出|定位|注意到|意识到|诊断|承认"
    "|得出|推断|预计|主张|提出|想到|以为|误认|归因|归咎|查到|算出|看出|找到|找出|测得|坦承|考虑|看法",
    "said": "强调|抱怨|声称|告知|提醒|补充|反馈|批评|描述|担心|说明?|指出|提到|表示|报告|反映|显示|写明|提示|解释|透露|质疑|宣布"
    "|警告|声明|承诺|保证|断言",
    "decided": "决定|选择|选定|选|打算|计划",
    "agreed": "授权|满意|默许|准许|同意|批准|确认|允许|许可|认可|接受",
    "wished": "指示|指定|吩咐|需要|倾向于?|偏好|要求|希望|想要|想|让|请|命令|坚持|规定|限制",
    "refused": "不希望|不想|不要|排除|否决|禁止|不许|不允许|拒绝|不同意|反对|放弃|取消|撤回|推迟",
}
_NOUNS: dict[Manner, str] = {
    "thought": "suggestion|proposal|recommendation|advice|idea|suspicion|guess|assumption|hypothesis|theory|finding|diagnosis"
    "|analysis|conclusion|estimate|expectation|view|opinion|judge?ment|belief|discovery|admission|investigation|explanation",
    "said": "statement|report|remark|warning|words|claim|note|comment|answer|complaint|account",
    "decided": "decision|choice|plan",
    "agreed": "approval|consent|permission",
    "wished": "request|wish|demand|orders?|instructions?|insistence|condition|preference|rule|constraint",
    "refused": "objection|refusal|ban",
}
_WIDE_NOUNS: dict[Manner, str] = {
    "thought": "建议|提议|推荐|判断|推测|猜测|怀疑|看法|观点|发现|结论|分析|估计|诊断|方案|想法|思路|主意|办法|解释",
    "said": "说法|反馈|描述|说|报告|提醒",
    "decided": "决定|选择|计划|打算",
    "agreed": "确认|同意|批准",
    "wished": "要求|意见|指示|意思|希望",
    "refused": "反对",
}
_ADVERBS = (
    r"(?:(?:also|first|then|now|later|again|finally|therefore|already|only|just|has|had|have|once|itself|next|still|at first"
    r"|\w+ly)\s+){0,3}"
)


def _any(*tables: dict[Manner, str]) -> str:
    return "|".join(words for table in tables for words in table.values())


_TOLD = re.compile(
    r"(?:\b(?:agent|assistant|it)|^)\s+(?:was|were|is|ha[sd] been)\s+(?:also |then |first |explicitly |only )?"
    r"(?P<wished>told|asked|instructed|ordered|directed|allowed|permitted|authori[sz]ed|required|forbidden)\b(?: by the user)?",
    re.I,
)


_DEEDS = (
    r"(?!need|indeed|related|based)[a-z]{2,}ed|brought|built|caught|came|did|drew|felt|fixed|gave|got|had|heard|kept|led|made|meant|ran"
    r"|read|sent|took|understood|went|won|wondered"
)
"""Any other verb in the past."""


_SPOKEN = r"(?<=说|为|示|调|充|醒|释|称|诺|证|馈|告|映|诉|出|到|言|疑|测|断|得|现|明|认)(?<!做出|作出|得到|选出)"
"""The end of a verb after which a comma leads to what was said: "用户说，…"."""


class Forms:
    """How a text speaks of the user: as "the user", or as "you" where it is addressed to the user."""

    def __init__(self, who: str, whose: str, wide: str) -> None:
        verb, wide_verb = rf"(?P<verb>{_any(_VERBS)}|{_DEEDS})", rf"(?P<verb>{_any(_WIDE)})"
        self.passive = (
            re.compile(rf"\b{verb}(?: \w+)? by {who}\b[,:]?", re.I),
            re.compile(rf"(?:由|被|是){wide}{wide_verb}(?:的|出)?"),
        )
        self.active = (
            _TOLD,
            re.compile(rf"\b{who},?\s+(?:\([^)\n]{{1,30}}\)\s+|who\s+)?{_ADVERBS}{verb}\b", re.I),
            re.compile(
                rf"{wide}(?:先|也|又|还|现在|已经|已|明确|再次|当时|随后|接着|曾经?|最后|最终|自己|起初|首先|一开始|后来|之后|是){{0,3}}"
                rf"(?:[看读查测跑试][^，。；\n]{{0,24}}，)?(?:{wide_verb}|(?P<thought>把)(?=[^，。；]{{1,12}}(?:当成|当作|看成|归)))"
                rf"(?:{_SPOKEN}[，,]|[：:])?"
            ),
        )
        self.all = (
            *self.passive,
            *self.active,
            re.compile(
                r"(?:\b(?:on|at|by|upon|per|following|in|to|as|under|according to|in line with|based on)\s+)?"
                rf"\b{whose}\s+(?:(?:own|first|initial|explicit|original|earlier|express|\w+ly)\s+){{0,2}}"
                rf"(?P<verb>{_any(_NOUNS)})\b"
                r"(?:\s+(?:was|is|that|to|of)\b(?!\s+(?:right|wrong|correct|true|confirmed|that it)\b)|[,:]|\s(?=\())?",
                re.I,
            ),
            re.compile(rf"\bas {who} {_ADVERBS}{verb}\b(?=[\s]*(?:[,;:.|]|$))[,:]?", re.I),
            re.compile(rf"\b(?:an? |the )?(?P<verb>{_any(_NOUNS)}) (?:of|by|from) {who}\b(?!')", re.I),
            re.compile(
                rf"\b(?:per|according to|as (?:instructed|ordered) by|by order of) (?P<said>{who})\b(?!')[,:]?", re.I
            ),
            re.compile(
                rf"(?:(?:按照?|依照|根据|应|据|遵照){wide}的?|{wide}的)(?:第一个|最初|新)?(?P<verb>{_any(_WIDE_NOUNS)})"
                r"(?:是(?!对|错)|为|，|：|,|:)?(?!是?对的|是?错的|没错)"
            ),
        )


THIRD, SECOND = (
    Forms(r"(?:the )?(?:user|human)", r"(?:the )?(?:user|human)'s", "用户"),
    Forms("you", "your", "你"),
)
_AND = re.compile(
    rf"(?:,\s+(?:and|but)|\s+and|\s+but|,)\s+(?:he |she |they )?{_ADVERBS}(?P<verb>{_any(_VERBS)})\b"
    rf"|[，,](?:并且|并|也|又|还|而且|但)?(?P<wide>{_any(_WIDE)})",
    re.I,
)
_MANNERS: list[tuple[Manner, re.Pattern[str]]] = [
    (manner, re.compile("|".join(table[manner] for table in (_VERBS, _WIDE, _NOUNS, _WIDE_NOUNS)), re.I))
    for manner in ("refused", "said", "decided", "agreed", "wished", "thought")
]
_END = re.compile(
    r"[;；。]|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bProf)(?<!\bSt)\.\s|,\s+(?:but|so|and|while|whereas|because|which)\s+(?:the|it|that|this|an?|its)\b"
    r"|\sbut\s+the\s|，(?=助手|代理|但|用户)|，(?:所以|因此)|,\s+(?:(?:of )?(?:which|whom)|who|whose|where)\s"
    r"|[,;]\s+(?:and |but )?(?:the agent|the assistant|it|I|we)\b|\sand (?:I|we|the agent|the assistant)\s"
    r"|\s(?:before|after|when|while)\s+the (?:agent|assistant)\b"
)
_QUOTED = re.compile(r"\W{0,3}(?:that )?(?:\"[^\"\n]+\"|“[^”\n]+”|「[^」\n]+」)")
_BEFORE = re.compile(r".*(?:[;；。，:|]|\.\s|,\s+(?:and|but|so|which)\s|[,—–]\s)", re.S)
_GOES_ON = re.compile(r"\s*(?:\b(?:on|for|to|with|about)\b)?\s*(?:,\s*)?(?:and|but|,|;|\.|\||$)(?:\s|$)|\s*[，。；]")
"""After a verb without an object: what follows is another deed."""


class Saying(NamedTuple):
    """One thing that the user is claimed to have said, in `manner`; `content` is what, and where it stands in the summary."""

    manner: Manner
    content: str
    verb: str
    span: Range


_STATED = re.compile(r"t(?:old|ells?) (?:the agent |the assistant |it |me |us )?that\b", re.I)
"""To tell that something is so asks for nothing."""
_I, _YOU, _USER = (re.compile(form) for form in (r"\bI\b|我", r"\b[Yy]ou\b|你", r"\b[Uu]ser\b|用户"))


def forms(text: str) -> Forms:
    """The forms of a summary: "you" is the user where the agent says "I" and never "the user"."""
    return SECOND if _I.search(text) and _YOU.search(text) and not _USER.search(text) else THIRD


def sayings(claim: Claim, forms: Forms = THIRD) -> Iterator[Saying]:
    """What a sentence says of the user."""
    for each in _sayings(claim.text, forms):
        yield each._replace(span=Range(claim.start + each.span.start, claim.start + each.span.end))


@lru_cache(maxsize=2048)
def _sayings(text: str, forms: Forms) -> tuple[Saying, ...]:
    """Where they stand in the sentence. A summary of a session has many sentences of the one before it."""
    starts: list[re.Match[str]] = []
    for found in sorted((m for form in forms.all for m in form.finditer(text)), key=lambda m: (m.start(), -m.end())):
        if not starts or found.start() >= _past(starts[-1]):
            starts.append(found)
    limits = [*(start.start() for start in starts[1:]), len(text)]
    return tuple(
        saying
        for found, limit in zip(starts, limits, strict=False)
        for saying in _chain(found, limit, found.re in forms.passive, found.re in forms.active)
    )


def _past(found: re.Match[str]) -> int:
    """Where a quotation ends that stands right after it, or it itself: what is quoted says nothing of the user."""
    quoted = _QUOTED.match(found.string, found.end())
    return quoted.end() if quoted else found.end()


def _chain(found: re.Match[str], limit: int, passive: bool, goes_on: bool) -> Iterator[Saying]:
    """A saying, and those that the same subject goes on with ("… and asked …")."""
    text = found.string
    quoted = _QUOTED.match(text, found.end(), limit)
    within = quoted.end() if quoted else found.end()
    stop = _END.search(text, within, limit)
    end = stop.start() if stop else limit
    follow = _AND.search(text, within, end) if goes_on else None
    here = follow.start() if follow else end
    name, verb = next((name, group) for name, group in found.groupdict().items() if group)
    manner: Manner = name if name in _VERBS else _manner(verb)
    start, content = found.start(), text[found.end() : here]
    passive = passive and not (found[0].endswith(":") or text.startswith(" that ", found.end()))
    if passive or _GOES_ON.match(text, found.end()):
        before = _before(text, found.start()) if found.re is not _AND and (passive or manner in OWN) else start
        if before < start or not passive:
            start, content = before, text[before : found.start()]
    if manner == "wished" and _STATED.match(verb + content):
        manner = "said"
    yield Saying(manner, content, verb, Range(start, here))
    if follow and manner != "did":
        yield from _chain(follow, limit, False, True)


def _before(text: str, at: int) -> int:
    """Where the clause starts that stands before words that say who said it."""
    mark = _BEFORE.match(text[:at].rstrip(" ,，"))
    return mark.end() if mark else 0


def _manner(verb: str) -> Manner:
    """How the user is said to have spoken."""
    return next((manner for manner, verbs in _MANNERS if verbs.fullmatch(verb)), "did")
