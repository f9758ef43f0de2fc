"""Logs of requests to a provider and its responses: each request holds its whole prompt.

* `bodies` unwraps what a logger put around a body, `events` puts a streamed response together;
* `exchange` says of one record what was asked and answered, `responses` reads the items of OpenAI's Responses;
* `messages` makes messages, `reader` gathers the requests, `har` and `format` are what the registry sees.
"""
