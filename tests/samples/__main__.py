"""Writes every sample transcript again, and what lies beside it."""

from inspector.settings import data_dir
from tests.samples.catalogue import CATALOGUE, index

folder = data_dir("sample_transcripts")
for entry in CATALOGUE:
    (folder / entry.file).write_bytes(entry.build())
    for name, data in entry.beside().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
(folder / "index.json").write_bytes(index())
