"""Who decided, proposed, said or found something: given to the user."""

from __future__ import annotations

from tests.summary.corpus.swaps import swaps

_ADVERB = (
    r"(?:(?:therefore|first|then|now|also|itself|initially|later|only|rightly|wrongly|at first|finally|had|has) )*"
)
_SAID = (
    r"(?:recommend|propos|suggest|decid|chose|chosen|admit|assum|suspect|blam|prefer|stated?\b|states\b|conclu|expect|"
    r"judg|plann?(?:ed|s)\b|pick|guess|found\b|finds\b|notic|though?t\b|thinks\b|said\b|says\b|explain|warn|believ|"
    r"estimat|advis|consider|named\b|names\b|confirm|report|offer|opted|argu|claim|point|held\b|considers?\b|promis|"
    r"diagnos|attribut|declar|insist|discover|observ|identif|trac)"
)
_VERB = rf"(?={_ADVERB}{_SAID})"
_NOUN = (
    r"(?:suggestion|proposal|advice|idea|view|guess|diagnosis|decision|recommendation|suspicion|assumption|opinion|"
    r"estimate|answer|finding|conclusion|explanation|choice|judgement|plan|preference|hypothesis)s?\b"
)
_DOCUMENT = (
    r"(?:[a-z]+ ){0,2}?(?:logs?|plan|README|documentation|docs|scanner|scan|tools?|output|benchmark|linter|profiler|profile|"
    r"report|advisory|manifest|audit|compiler|guide(?:line)?s?|ticket|changelog|comment|message|query|queries|playbook|"
    r"contract|policy|trace|schema|config(?:uration)?|script|command|search|table|dashboard|issue|spec|page|note|runbook|"
    r"checklist|statistics|measurements?|analysis|check|checker|diff|history|warning|workflow|kernel|database|server|"
    r"monitor(?:ing)?|metrics|dry run|migration|queue)"
)
_TELLS = (
    r"(?:shows?|showed|says?|said|reports?|reported|states?|stated|lists?|listed|warns?|warned|gives?|gave|proves?|proved|"
    r"reveals?|revealed|names?|named|explains?|explained|indicates?|indicated|confirms?|confirmed|recommends?|recommended|"
    r"asks? for|asked for|requires?|required|demands?|demanded|claims?|claimed|advises?|advised|notes?|noted|found)"
)


USER = swaps(
    (rf"\b([Tt])he (?:agent|assistant|model) {_VERB}", r"\1he user "),
    (rf"\b[Aa]gent {_VERB}", "user "),
    (
        rf"\b([Tt])he (?:agent|assistant|model)'s (?=(?:first |own |second |last |new |current |initial )?{_NOUN})",
        r"\1he user's ",
    ),
    (
        r"\b([Rr]ecommended|[Pp]roposed|[Ss]uggested|[Dd]ecided|[Cc]hosen|[Aa]ssumed|[Ss]uspected|[Bb]lamed|[Pp]referred|[Pp]lanned|"
        r"[Pp]icked|[Gg]uessed|[Ff]ound|[Nn]oticed|[Aa]dvised|[Nn]amed|[Rr]eported|[Ee]stimated|[Dd]iscovered|[Mm]ade)"
        r"( \w+)? by the (?:agent|assistant|model)\b",
        r"\1\2 by the user",
    ),
    (
        r"\b([Aa]ccording to|in the view of|in the opinion of|on the advice of) the (?:agent|assistant|model)\b",
        r"\1 the user",
    ),
    (
        rf"(?<=[.;] )It (?={_ADVERB}(?:recommend|propos|suggest|decid|admit|assum|suspect|conclu|advis|blam|believ|prefer))",
        "the user ",
    ),
    (
        rf"(?<=and )it (?={_ADVERB}(?:recommend|propos|suggest|decid|admit|assum|suspect|conclu|advis|blam|believ|prefer))",
        "the user ",
    ),
    (rf"\bI {_VERB}", "you "),
    (rf"\b[Mm]y (?=(?:first |own |second |last |new |current |initial )?{_NOUN})", "your "),
    (
        rf"(?<!what )(?<!did )\b([Tt]he|[Aa]n?) {_DOCUMENT} (?:asks? for|asked for|requires?|required|demands?|demanded)\b",
        "the user asked for",
    ),
    (
        rf"(?<!what )(?<!did )\b([Tt]he|[Aa]n?|[Ii]ts) {_DOCUMENT} (?:of [\w./-]+ )?(?:also |then |now )?{_TELLS}\b(?! in\b)",
        "the user said",
    ),
    (rf"\b[Aa]ccording to (?:the |a |its )?{_DOCUMENT}\b", "according to the user"),
    (r"\b[Ii]t turned out (?=that\b)", "the user said "),
    (r"\b[Ii]t was found (?=that\b)", "the user said "),
    (
        r"(?:助手|模型|代理)(?=(?:先|先是|曾|曾经|当时|又|自己|后来|一开始|起初|最后|现在|还|也|之后|随后)?(?:把)?(?:建议|承认|判断|怀疑|认为|决定|说|选|提议|推测|估计|"
        r"发现|指出|提出|打算|主张|推荐|觉得|猜|以为|查到|得出|解释|提醒|警告|保证|声称|确认|表示|推断|归因|承诺))",
        "用户",
    ),
    (
        r"(?:助手|模型|代理)的(?=(?:第一个|最初|新)?(?:建议|判断|提议|猜测|看法|推测|结论|方案|估计|决定|诊断|想法|怀疑|解释))",
        "用户的",
    ),
    (r"(?<=由)(?:助手|模型|代理)(?=提出|决定|建议|选)", "用户"),
    (
        r"我(?=(?:先|先是|曾|当时|又|自己|后来|一开始|起初|最后|现在|还|也)?(?:建议|承认|判断|怀疑|认为|决定|提议|推测|估计|发现|指出|提出|主张|推荐|觉得|猜|以为|查到))",
        "你",
    ),
    (
        r"(?:查询|日志|工具|扫描|文档|报告|监控|结果|文件|表|记录|报错|输出|说明|手册|数据)(?:里|中)?(?:显示|说|写明|写着|提示|表明|要求|指出|写道)",
        "用户说",
    ),
    (r"(?:根据|按照|按)(?:日志|文档|报告|手册|说明|监控|查询结果)", "根据用户的说法"),
)
