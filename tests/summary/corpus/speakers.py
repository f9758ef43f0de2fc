"""Who decided, proposed, said or found something: given to the user."""

from __future__ import annotations

import re

from tests.summary.corpus.swaps import swaps

_ADVERBS = (
    "therefore|first|then|now|also|itself|initially|later|only|rightly|wrongly|at first|finally|had|has|just|still"
)
_ADVERB = rf"(?:(?:{_ADVERBS}) )*"
_SAID = (
    r"(?:recommend|propos|suggest|decid|chose|chosen|admit|assum|suspect|blam|prefer|stated?\b|states\b|conclu|expect|judg|"
    r"plann?(?:ed|s)\b|pick|guess|found\b|finds\b|notic|thought\b|thinks\b|said\b|says\b|explain|warn|believ|estimat|advis|"
    r"consider|named\b|names\b|confirm|report|offer|opted|argu|claim|point|held\b|promis|diagnos|attribut|declar|insist|"
    r"discover|observ|identif|trac|presum|calculat|verif|left\b|leaves\b|put\b|refus|object|reckon|maintain|announc)"
)
_VERB = rf"(?={_ADVERB}{_SAID})"
_OWN = r"(?:first |own |second |last |new |current |initial |original |wrong )?"
_NOUN = (
    r"(?:suggestion|proposal|advice|idea|view|guess|diagnosis|decision|recommendation|suspicion|assumption|opinion|estimate|"
    r"answer|finding|conclusion|explanation|choice|judgement|preference|hypothesis|claim)s?\b"
)
_AGENT = r"(?:agent|assistant|model)"
_OF = r"(?: there| of (?:the )?[\w./ -]{2,30}?| in [\w./-]+| by \w+| over [\w./ -]{2,30}?)?"
_DOCUMENT = (
    r"(?:[\w'-]+ ){0,2}?(?:logs?|plan|README|documentation|docs|scanner|scan|tools?|output|benchmark|linter|profiler|profile|"
    r"report|advisory|manifest|audit|compiler|guide(?:line)?s?|ticket|changelog|comment|message|query|queries|playbook|"
    r"contract|policy|trace|schema|config(?:uration)?|script|command|search|table|dashboard|issue|spec|page|note|runbook|"
    r"checklist|statistics|measurements?|analysis|check|checker|diff|history|warning|workflow|kernel|database|server|"
    r"monitor(?:ing)?|metrics|dry run|migration|queue|capture|source|code|trace|dump|survey|listing|manual)"
)
_THING = rf"(?:(?:[Tt]he|[Aa]n?|[Ii]ts) {_DOCUMENT}{_OF}|`[^`\n]+`|[\w/-]+\.(?:md|txt|toml|yaml|rst))"
_ASKED = r"(?:asks? for|asked for|requires?|required|demands?|demanded)"
_SPOKE = r"(?:says?|said|states?|stated)"
_TOLD = (
    r"(?:shows?|showed|reports?|reported|lists?|listed|warns?|warned|gives?|gave|proves?|proved|reveals?|revealed|names?|named|"
    r"explains?|explained|indicates?|indicated|confirms?|confirmed|recommends?|recommended|claims?|claimed|notes?|noted|found)"
)
_THOUGHT = (
    r"(?:recommend|propos|suggest|decid|admit|assum|suspect|conclu|advis|blam|believ|prefer|notic|found\b|named\b|picked\b|"
    r"reported\b|calculat|guess|identif)"
)
_ZH_WHEN = r"(?:先|先是|曾|曾经|当时|又|自己|后来|一开始|起初|最后|现在|还|也|之后|随后|第一次)*"
_ZH_SAID = (
    r"(?:建议|承认|判断|怀疑|认为|决定|说|选|提议|推测|估计|发现|指出|提出|打算|主张|推荐|觉得|猜|以为|查到|得出|解释|提醒|警告|保证|"
    r"声称|确认|表示|推断|归因|承诺|把\S{1,12}(?:当成|当作|归)|(?:看|读|查|检查)了[^，。；]{1,20}，(?:怀疑|发现|认为|确认))"
)
_ZH_NOUN = r"(?:第一个|最初|新)?(?:建议|判断|提议|猜测|看法|推测|结论|方案|估计|决定|诊断|想法|怀疑|解释)"

AGENTS = swaps(
    (
        rf"\b([Tt])he {_AGENT} (?P<verb>(?:then |also |later )?(?:admitted|said|stated|claimed|noticed|thought|promised|reported)"
        r"(?: openly)?(?: that)?) it\b",
        r"\1he user \g<verb> they",
    ),
    (rf"\b([Tt])he {_AGENT} {_VERB}", r"\1he user "),
    (rf"\b[Aa]gent {_VERB}", "user "),
    (rf"\b([Tt])he {_AGENT}'s (?={_OWN}{_NOUN})", r"\1he user's "),
    (
        r"\b([Rr]ecommended|[Pp]roposed|[Ss]uggested|[Dd]ecided|[Cc]hosen|[Aa]ssumed|[Ss]uspected|[Bb]lamed|[Pp]referred|[Pp]lanned|"
        r"[Pp]icked|[Gg]uessed|[Ff]ound|[Nn]oticed|[Aa]dvised|[Nn]amed|[Rr]eported|[Ee]stimated|[Dd]iscovered)( \w+)?"
        rf" by the {_AGENT}\b",
        r"\1\2 by the user",
    ),
    (rf"\b([Aa]ccording to|[Ii]n the (?:view|opinion|eyes) of|[Oo]n the advice of) the {_AGENT}\b", r"\1 the user"),
    (rf"(?<=[.;] )It (?={_ADVERB}{_THOUGHT})", "the user "),
    (rf"(?<=and )it (?={_ADVERB}{_THOUGHT})", "the user "),
    (rf"\bI {_VERB}", "you "),
    (rf"\b[Mm]y (?={_OWN}{_NOUN})", "your "),
    (rf"(?:助手|模型|代理)(?={_ZH_WHEN}{_ZH_SAID})", "用户"),
    (rf"(?:助手|模型|代理)的(?={_ZH_NOUN})", "用户的"),
    (r"(?<=由)(?:助手|模型|代理)(?=提出|决定|建议|选)", "用户"),
    (rf"我(?={_ZH_WHEN}{_ZH_SAID})", "你"),
    (rf"我的(?={_ZH_NOUN})", "你的"),
)
"""The agent, by name or as the one who writes."""

THINGS = swaps(
    (rf"(?<!what )(?<!did )\b{_THING} (?:also |then |now |still )?{_ASKED}\b", "the user demanded"),
    (rf"(?<!what )(?<!did )\b{_THING} (?:also |then |now |still )?{_SPOKE}\b(?! in\b)", "the user said"),
    (rf"(?<!what )(?<!did )\b{_THING} (?:also |then |now |still )?{_TOLD}\b(?! in\b)", "the user reported"),
    (
        rf"\b[Aa]ccording to (?:(?:the |a |its )?{_DOCUMENT}\b|`[^`\n]+`|[\w/-]+\.(?:md|txt|toml|yaml|rst))",
        "according to the user",
    ),
    (r"\b[Ii]t turned out (?=that\b)", "the user said "),
    (r"\bturned out to be\b", "was, as the user said,"),
    (r"\b[Ii]t (?:was|has been) found (?=that\b)", "the user said "),
    (r"\bit is (?:only )?(assumed|expected|suspected)(?= that\b)", r"it is \1 by the user"),
    (r"(?m)^((?:[-*] |\d+\. )?(?:Proposed|Suggested|Recommended|Suspected)):", r"\1 by the user:"),
    (rf"\b[Tt]he (?:first|original|initial|wrong) (?={_NOUN})(?!\w+ of the user)", "the user's first "),
    (r"(?m)(?<=[.\n] )((?:Root cause|Cause|Reason|Diagnosis|Conclusion)):", r"\1, according to the user:"),
    (
        r"(?:查询|日志|工具|扫描|文档|报告|监控|结果|文件|表|记录|报错|输出|说明|手册|数据|接口文档)(?:里|中)?(?:显示|说|写明|写着|提示|表明|要求|指出|写道)",
        "用户说",
    ),
    (r"(?:根据|按照|按)(?:日志|文档|报告|手册|说明|监控|查询结果)", "根据用户的说法"),
    (r"(?<![一-鿿])(?:根本)?原因(?=[：:])", "用户说的原因"),
    (r"(?<![一-鿿])结论(?=[：:])", "用户的结论"),
)
"""A tool, a document, or nobody."""

_ROLES = re.compile(r"\b(agent|assistant|model|user|I|[Yy]ou)\b|(助手|模型|代理|用户|我|你)")
_OTHER = {
    "agent": "user",
    "assistant": "user",
    "model": "user",
    "user": "agent",
    "I": "you",
    "You": "I",
    "you": "I",
} | {
    "助手": "用户",
    "模型": "用户",
    "代理": "用户",
    "用户": "助手",
    "我": "你",
    "你": "我",
}
_BOUND = re.compile(r"\b(?:me|my|mine|myself|yours?|am|was|it|its|itself)\b|我们|你们")
"""Words that would stand with the wrong person if only the names were changed."""


def exchanged(sentence: str) -> str | None:
    """The sentence with the parts of agent and user exchanged; nothing where that makes no sense."""
    if _BOUND.search(sentence):
        return None
    sentence = re.sub(r"^It\b", "The agent", sentence)
    new = _ROLES.sub(lambda match: _OTHER[match.group()], sentence)
    return new[:1].upper() + new[1:] if sentence[:1].isupper() else new
