"""The scripts that wrote the bundled sample transcripts. `python -m tests.samples` writes them again, byte for byte."""
