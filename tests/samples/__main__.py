"""Writes every sample transcript again."""

from inspector.settings import data_dir
from tests.samples.catalogue import CATALOGUE, index

folder = data_dir("sample_transcripts")
for entry in CATALOGUE:
    (folder / entry.file).write_bytes(entry.build())
(folder / "index.json").write_bytes(index())
