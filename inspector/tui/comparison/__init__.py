"""What the comparison says: who is in it, and its lines. No Textual here."""
