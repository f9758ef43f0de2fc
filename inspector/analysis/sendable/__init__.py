"""Would a provider take the views of a session? Rules, each with its source; breaches, shrunk to the messages that matter."""
