"""What the program costs, each figure beside a floor of the same run. `python -m tests.benchmarks`; no part of the tests."""
