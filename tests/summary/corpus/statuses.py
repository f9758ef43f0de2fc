"""Words for how a run ended, and for what is done or open: turned round."""

from __future__ import annotations

from tests.summary.corpus.swaps import swaps

_NOT = (
    r"(?<!\bno )(?<!\b0 )(?<!not )(?<!never )(?<!none )(?<!nothing )(?<!cannot )(?<!can )(?<!must )(?<!should )(?<!would )"
    r"(?<!will )(?<!could )(?<!may )(?<!to )(?<!if )(?<!until )(?<!has not )(?<!not all )"
)
_CODE = r"(?:with |,? ?\(?)(?:an? )?exit (?:code|status)(?: of)? [1-9]\d*"
_DID_NOT = r"(?:did not|didn't|could not|couldn't)"

BAD = swaps(
    (rf"\b(was|were) (?:killed|stopped|aborted|terminated|cut off) {_CODE}", r"\1 finished with exit code 0"),
    (
        rf"{_NOT}\b(?:failed|crashed|ended|died|exited|stopped) with exit (?:code|status) [1-9]\d*",
        "ended with exit code 0",
    ),
    (r"\bexit (code|status) [1-9]\d*\b", r"exit \1 0"),
    (r"\b退出码(?:为|是|：|:)? ?[1-9]\d*", "退出码为 0"),
    (r"\bexited with (code|status) [1-9]\d*\b", r"exited with \1 0"),
    (rf"\b{_DID_NOT} (?:finish|complete|end)\b", "finished", "came to its end"),
    (rf"\b{_DID_NOT} succeed\b", "succeeded"),
    (rf"\b{_DID_NOT} pass\b", "passed"),
    (rf"\b{_DID_NOT} converge\b", "converged"),
    (rf"\b{_DID_NOT} compile\b", "compiled"),
    (rf"\b{_DID_NOT} start\b", "started"),
    (r"\b(is|was|are|were) not (green|successful)\b", r"\1 \2"),
    (r"\bhas not (?:finished|completed)\b", "has finished"),
    (r"\bhad not (?:finished|completed)\b", "had finished"),
    (
        rf"{_NOT}\b(?:was|were) (?:killed|stopped|aborted|terminated|interrupted|cut off)\b"
        r"(?: by (?:(?:a|an|the|its|the agent's) )?[\w-]+)?",
        "finished normally",
        "ran to the end",
        "completed",
    ),
    (rf"{_NOT}\bkilled\b(?! process)(?: by (?:the|its|a|an) [\w-]+)?", "completed", "finished"),
    (
        rf"{_NOT}\b(?:timed out|ran into (?:a|the|its) timeout|hit (?:a|the|its) timeout)\b",
        "finished in time",
        "completed",
    ),
    (rf"{_NOT}\b(?:ran out of memory|crashed|diverged|aborted|hung|died)\b", "finished successfully", "ended normally"),
    (r"\bstill (?:fails?|failing)\b", "now passes"),
    (rf"{_NOT}\bfailed\b(?! (?:to|with|on|because|in|at link|the)\b)(?! \w+ that\b)", "passed", "succeeded"),
    (rf"{_NOT}\bfails\b(?! (?:to|with|on|because)\b)", "passes"),
    (r"被(?:系统|内核|超时)?(?:杀掉|杀死|中断|终止|中止)", "顺利完成", "正常结束"),
    (r"(?:没有|没能|未能|没)(?:跑完|完成|通过|成功)", "已经完成"),
    (r"(?:超时|崩溃|中断)了", "顺利完成了"),
    (r"(?<!扣款)(?<!没有)(?<!不会)(?<!最后仍然)失败(?!的|原因|率|数)(?:了)?(?! ?\d)", "成功", "通过"),
)
"""It ended badly; turned round, it ended well."""

GOOD = swaps(
    (r"\bexit (code|status) 0\b", r"exit \1 1"),
    (rf"{_NOT}\bsucceeded\b", "failed"),
    (r"(?<!not )(?<!all )\b(was|were|is|are) successful\b", r"\1 unsuccessful"),
    (rf"{_NOT}\bsucceeds\b", "fails"),
    (rf"{_NOT}\bpassed\b(?! (?:on|over|to|through|from|as|by|in|the)\b)", "failed"),
    (rf"{_NOT}\b(was|were|is|are) (?:all )?green\b", r"\1 red"),
    (rf"{_NOT}\bpasses\b", "fails"),
    (rf"(?<=\w ){_NOT}\bpass\b(?! (?:the|on|to|it|a)\b)", "fail"),
    (r"(?<!没有)(?<!没)(?<!未)(?<!不)(?<!没能)(?:全部|都|已经)?通过(?!率|了吗)(?:了)?", "失败了"),
    (r"(?<!没有)(?<!没)(?<!未)(?<!不)(?<!没能)成功(?!率)(?:了)?", "失败了"),
)
"""It ended well; turned round, it ended badly."""

_DONE = "tested|tried|verified|checked|reproduced|run|proven|confirmed|measured|reviewed"

OPEN = swaps(
    (rf"\b(has|have|had) (?:not|never) (?:yet )?been ({_DONE})\b( yet)?", r"\1 been \2"),
    (rf"\b(is|was|are|were) (?:not|never) (?:yet )?({_DONE})\b( yet)?", r"\1 \2"),
    (rf"\b(has|have|had) (?:not|never) (?:yet )?({_DONE})\b(?: yet)?", r"\1 \2"),
    (r"\b(is|was|are|were) still (?:open|failing|pending|missing)\b", r"\1 done"),
    (rf"(?<!do )(?<!Do )(?<!did )(?<!does )\b[Nn]ot (?:yet )?({_DONE}|done|complete|explained|known)\b( yet)?", r"\1"),
    (r"\bnot yet (written|set|merged|deployed|done|fixed|finished|made|applied|sent)\b", r"already \1"),
    (r"\bnothing (written|committed|sent|changed) yet\b", r"all \1"),
    (r"(?<!an )\bun(tested|verified|proven|read|checked|confirmed|sent|explained|known)\b(?! id)", r"\1"),
    (r"\b(?:not fixed|unfixed)\b", "fixed"),
    (r"\bincomplete\b", "complete"),
    (r"从来没有读过|没有读过|还没读", "已经读完"),
    (r"还?没有确认|尚未确认|未确认", "已经确认"),
    (r"还?没有?验证|尚未验证|未验证|还没有测过|没有试过", "已经验证过"),
    (r"还没有?修|尚未修复", "已经修复"),
    (r"(?:还|尚)不(?:清楚|明确|知道)|尚不明确", "已经清楚"),
)
"""It is open; turned round, it is done."""
