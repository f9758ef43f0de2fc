"""What a text is written in, by texts of which anybody would say it."""

from __future__ import annotations

import pytest

from inspector.analysis.estimators.writing import writing

CODE = "def main():\n    value = load(path)\n    if not value:\n        return None\n    return value.name\n"
TEXTS = {
    "no words": " \n\t",
    "JSON": '{"path": "src/log.py", "limit": 20}',
    "diff": "--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n-old\n+new\n",
    "log": "2025-01-01 00:00:01 worker-1 failed\n2025-01-01 00:00:02 worker-2 failed\nTraceback follows\n",
    "paths": "src/log.py\nsrc/parser/lines.py\ntests/test_log.py\n",
    "code": CODE,
    "prose, Latin": "Tokens are counted in many ways.\nThis is a plain text about them, with a comma or two.\n",
    "Cyrillic": "Прочитай файл src/log.py и исправь ошибку.",
    "Greek": "Διάβασε το αρχείο και διόρθωσε το λάθος.",
    "Chinese or Japanese": "请阅读文件并修复错误。",
    "Korean": "파일을 읽고 오류를 고치세요.",
    "Arabic": "اقرأ الملف وأصلح الخطأ.",
    "Hebrew": "קרא את הקובץ ותקן את השגיאה.",
    "Devanagari": "फ़ाइल पढ़ें और त्रुटि ठीक करें।",
    "Thai": "อ่านไฟล์และแก้ไขข้อผิดพลาด",
    "other scripts": "წაიკითხე ფაილი",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_it_is_written_in(name: str) -> None:
    assert writing(TEXTS[name]) == name


def test_numbers_of_lines_are_no_part_of_the_text() -> None:
    assert writing("".join(f"{at:6}→{line}\n" for at, line in enumerate(CODE.splitlines(), 1))) == "code"


def test_another_script_needs_a_fifth_of_the_letters() -> None:
    """Two Cyrillic letters of ten are a fifth, of eleven less."""
    assert writing("abcdefgh да") == "Cyrillic"
    assert writing("abcdefghi да") == "prose, Latin"


def test_accents_are_latin() -> None:
    assert writing("Où était-ce? Größe, señor, żółć.") == "prose, Latin"


def test_long_texts_are_judged_by_their_beginning() -> None:
    assert writing("word " * 400_000 + "да") == "prose, Latin"
