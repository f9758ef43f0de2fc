"""Records that hold the exact prompt of each request: the conversation is worked out from the prompts themselves.

    pool = Pool(make)                       # make(record) -> Message | None, with `message_of` or a function of the format
    requests.append(Request(pool.prompt(records), pool.reply(record), usage=…, model=…, timestamp=…, line=…))
    found = conversations(requests, pool)   # the largest first is not promised: `main(found)` says which
    transcript = transcript_of(main(found), pool, "my-format", report)

`told_apart` does the last two steps and lists the other conversations as sidechains.
"""

from inspector.transcript.formats.prompts.conversation import Conversation
from inspector.transcript.formats.prompts.lanes import conversations, main
from inspector.transcript.formats.prompts.pool import Pool, Request
from inspector.transcript.formats.prompts.transcripts import told_apart, transcript_of

__all__ = ["Conversation", "Pool", "Request", "conversations", "main", "told_apart", "transcript_of"]
