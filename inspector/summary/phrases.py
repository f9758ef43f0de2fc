"""The words that give a constraint, a finding, an open item or a plan away, in several languages, with their weight."""

from __future__ import annotations

import re
from typing import NamedTuple


class Cue(NamedTuple):
    """How strongly a sentence is what is looked for (0: not at all), and where in it the cue stands."""

    score: int
    anchor: int = 0


NONE = Cue(0)
STRONG, VAGUE, WEAK = 6, 4, 2


def _rule(phrases: str) -> re.Pattern[str]:
    """Whole words, in a text with a blank before it. The set in front lets the search skip most characters at once."""
    return re.compile(rf"[^a-z0-9_](?<!\w)(?:{phrases})(?!\w)")


class Kind:
    """One kind of cue: (score, pattern) rules for spaced scripts behind a set of first words, and one for other scripts."""

    def __init__(self, gate: str, rules: list[tuple[int, re.Pattern[str]]], wide: list[tuple[int, str]]) -> None:
        self.gate = frozenset(gate.split())
        self.rules = rules
        self.wide = [(score, re.compile(pattern)) for score, pattern in wide]

    def find(self, low: str, words: frozenset[str], wide: bool) -> Cue:
        """The best cue of a sentence in lower case; `words` are those of it that are `TELLING`, `wide` of what `WIDE` finds."""
        best = NONE
        if not self.gate.isdisjoint(words):
            best = _best(self.rules, " " + low, best)  # so a match begins where its phrase does without the blank
        return _best(self.wide, low, best) if wide else best


WIDE = re.compile(r"[\u2e80-\uffef]")
"""A letter of the scripts without spaces: all patterns for them begin with one."""


def _best(rules: list[tuple[int, re.Pattern[str]]], low: str, best: Cue) -> Cue:
    for score, pattern in rules:
        if score > best.score and (match := pattern.search(low)):
            best = Cue(score, match.start())
    return best


CONSTRAINT = Kind(
    "must mustn't never not don't read readonly forbidden prohibited no cannot can't leave hands only always avoid ensure sure"
    " rule rules should shouldn't at required requirement requirements please prefer limit limited keep without stay strictly"
    " niemals nie nicht nur muss müssen darf dürfen keine kein verboten ausschließlich jamais ne doit doivent uniquement"
    " seulement interdit interdite lecture sans nunca no solo sólo debe deben prohibido sin não somente apenas deve proibido"
    " mai vietato senza нельзя никогда только должен должна должны запрещено не",
    [
        (
            STRONG,
            _rule(
                r"must(?:n't)?|never|do not|don't|read[ -]?only|forbidden|prohibited|not allowed|cannot|can't"
                r"|shall not|may not|hands off|no \w+ changes?|no changes?|strictly"
                r"|(?:one|two|three|the|a|an|another|our|my|this|only|same|hard|house|first) (?:\w+ )?rules?(?: [^:.]{1,40})?:"
                r"|rules? (?:for|of) (?:all|this|the|everything)|no [^,.:;]{1,60}, no"
                r"|leave .{1,60}? (?:alone|untouched|as is|as it is|unchanged)"
                r"|without (?:chang|modify|touch|edit|break|delet|us|add|alter|install|restart)\w+|niemals|nie"
                r"|verboten|ausschließlich|(?:darf|dürfen)(?: \w+){0,4} nicht|nicht ändern|jamais|interdite?"
                r"|uniquement|lecture seule|nunca|prohibido|solo lectura|somente leitura|proibido|vietato"
                r"|sola lettura|нельзя|никогда|запрещено|только чтение"
                r"|не (?:меня|трога|удаля|изменя|редактир)\w+"
            ),
        ),
        (
            WEAK + 1,
            _rule(
                r"only|always|avoid|at (?:most|least)|no (?:more|less|fewer) than|no new|limit(?:ed)? to|muss"
                r"|müssen|keine?|nicht|nur|doi(?:t|vent)|ne \w+ pas|sans \w+er|debe[n]?|sólo|solo"
                r"|no (?:modif|cambi|toqu|borr|us|elimin)\w+|sin \w+ar|não|apenas|somente|deve|senza|только"
                r"|долж(?:ен|на|ны)"
            ),
        ),
        (
            WEAK,
            _rule(
                r"make sure|ensure|should(?:n't)?|required?|requirements?|prefer|keep (?:it|the|all|to)"
                r"|please (?:use|keep|respect|stick)|without|stay (?:in|within|on|with)"
            ),
        ),
    ],
    [
        (
            STRONG,
            r"禁止|只读|不要(?!求)|必须|必須|不得|不能|不可|不许|严禁|切勿|请勿|勿|只能|只允许|仅限|务必|一定要|绝不|不准|不允许|不修改|不改动|不动"
            r"|別(?:再|動|改)|别(?:再|动|改|碰|删)|只讀|しないで|してはいけない|てはならない|読み取り専用|必ず|絶対|変更不可"
            r"|금지|하지 ?마|지 ?말|반드시|절대|읽기 ?전용",
        ),
        (
            WEAK + 1,
            r"应当|应该|需保持|保持|避免|仅"
            r"|只(?:用|改|看|读|做|在)|不超过|至少|最多|のみ|だけ|ないこと|こと。|만 (?:사용|수정)|해야",
        ),
    ],
)

FINDING = Kind(
    "because caused cause culprit due turns why fails fail failed failing leads traced issue problem bug reason decided"
    " decision chose choose going go opted instead fix rather approach fixed passes passed passing pass confirmed verified found"
    " discovered"
    " completed complete done implemented created added updated removed works working committed pushed merged result results"
    " shows reproduced measured returns return raises raised conclusion concluded root matches missing wrong correct"
    " ursache grund behoben entschieden bestätigt gefunden raison corrigé trouvé décidé confirmé causa corregido decidido"
    " encontrado confirmado corrigido причина исправлено решено найден найдена подтверждено",
    [
        (
            STRONG,
            _rule(
                r"root cause|caused by|cause (?:is|was)|culprit|due to|turns out|(?:that's|which is|is) why"
                r"|traced (?:it |this )?to|leads? to|the (?:\w+ )?(?:issue|problem|bug|reason) (?:is|was|here)"
                r"|because|ursache|grund|raison|causa|причина"
            ),
        ),
        (
            5,
            _rule(
                r"decided|decision|chose|opted|going with|go with|instead of|rather than"
                r"|(?:the|a) (?:\w+ )?fix(?: is| was|:)|conclusions?|concluded|confirmed|verified|reproduced"
                r"|entschieden|bestätigt|décidé|decidido|confirmado|решено|подтверждено"
            ),
        ),
        (
            3,
            _rule(
                r"fixed|pass(?:es|ed|ing)?|fail(?:s|ed|ing)?|found|discovered|completed?|done|works"
                r"|implemented|created|added|updated|removed|working|committed|pushed|merged|results?|shows?"
                r"|measured|returns?|raise[sd]|approach|missing|wrong|correct|matches|behoben|gefunden|corrigé"
                r"|trouvé|corregido|encontrado|corrigido|исправлено|найдена?"
            ),
        ),
    ],
    [
        (STRONG, r"根因|根本原因|原因|由于|因为|导致|问题(?:在于|是|出在)|定位到|由於|導致|원인"),
        (5, r"决定|決定|改为|改用|采用|选择|方案是|结论|确认|確認|판단|결정"),
        (
            3,
            r"发现|已修复|已完成|已实现|已修改|结果|说明|表明|测试通过|通过|失败|报错|返回|判明|修正し|完了|結果|수정했|완료|발견|결과|확인했",
        ),
    ],
)

OPEN = Kind(
    "yet haven't hasn't isn't wasn't aren't not still unverified untested pending remaining remains left outstanding todo follow"
    " blocked unresolved open tbd unclear unknown unconfirmed noch ausstehend encore pendiente todavía ainda ещё пока",
    [
        (
            STRONG,
            _rule(
                r"(?:not|haven't|hasn't|isn't|wasn't|aren't)(?: \w+){0,2}"
                r" (?:check|verif|test|confirm|done|implement|fix|finish|complet|reproduc|review)\w*(?: \w+){0,4}? yet"
                r"|not yet|yet to(?: be)?|haven't (?:been )?(?:\w+ )?(?:check|verif|test|run|look|confirm)\w*"
                r"|unverified|untested|still (?:need|open|pending|miss|to do|fail|unresolved|unclear|unknown|broken|block)\w*"
                r"|pending|outstanding|left to do|remaining (?:work|items?|tasks?|steps?|issues?)"
                r"|remains? (?:to|open|un\w+)|todo|tbd|to be (?:done|verified|checked|confirmed|decided)"
                r"|blocked (?:on|by)|unresolved|open (?:question|item)s?|unconfirmed|follow[ -]up"
                r"|noch (?:nicht|offen)|ausstehend|pas encore|pendiente|todavía no|ainda não|ещё не|пока не"
            ),
        ),
        (VAGUE, _rule(r"(?:n't|not)(?: \w+){0,4} yet|hasn't been|(?:isn't|hasn't|haven't|aren't)(?: \w+){0,4} yet")),
    ],
    [
        (
            STRONG,
            r"尚未|还没|还未|尚待|未(?:核对|验证|确认|完成|修复|测试|解决|定位)|待(?:核对|确认|验证|处理|办|修复|定|查)|仍需|还需|有待"
            r"|遗留|未確認|未解決|まだ|아직",
        ),
        (VAGUE, r"残りの?(?:作業|タスク)|미완료|남은"),
    ],
)

PLAN = Kind(
    "next plan need needs then remaining steps nächster ensuite luego próximo далее",
    [
        (
            WEAK,
            _rule(
                r"next steps?|next(?=[,:])|next (?:up|is|i|we)|the plan (?:is|:)|plan:|(?:need|needs|will need) to"
                r"|then i'll|steps:|nächster schritt|ensuite|próximo paso|далее"
            ),
        )
    ],
    [(WEAK, r"下一步|接下来|计划|后续|需要|次に|今後|다음")],
)

TELLING = CONSTRAINT.gate | FINDING.gate | OPEN.gate | PLAN.gate
"""The first words of all kinds."""
