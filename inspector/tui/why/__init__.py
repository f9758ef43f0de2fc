"""The why room, without Textual: the facts that are asked about, their stories, and how those are told."""
