"""Comparisons in helper modules explain themselves as those in tests do."""

import pytest

pytest.register_assert_rewrite("tests.engine.compare", "tests.engine.laws")
