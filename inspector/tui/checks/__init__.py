"""The check room, without Textual: what is found, how it is listed, and the words of one finding."""
