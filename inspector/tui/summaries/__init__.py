"""The summary room, without Textual: which summaries there are, what stands on its two sides, what is found."""
