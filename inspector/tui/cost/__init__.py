"""What the cost room says: tokens of every request, money, summaries, and when changes of the view pay. No Textual here."""
