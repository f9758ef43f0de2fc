"""Logs of Inspect: `.eval` (a zip) and `.json`, each with many samples (formats.md, section 14).

* `archive` reads the zip, `samples` says what samples there are, `attachments` puts back what was taken out of texts;
* `events` are a sample's requests (`model` events hold the exact prompt), `messages` makes messages;
* `reader` makes the transcript of a sample, `format` is what the registry sees.

A sample is a session of its own, addressed as `FILE#<id>_epoch_<n>`.
"""
