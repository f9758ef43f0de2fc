"""What LangChain, LangGraph and LangSmith write: lists of messages, states of a graph, runs (formats.md, section 11).

* `records` knows their three ways of writing a message, `messages` makes messages of them;
* `runs` reads LangSmith's runs, of which those of type `llm` hold the exact prompt;
* `state` follows a list of messages as LangGraph's reducer `add_messages` would;
* `reader` gathers nodes, `format` is what the registry sees.
"""
