"""Why something was forgotten: where a fact was stated, what became of it at every request, and what took it away."""
