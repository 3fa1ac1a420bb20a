"""The options of the `lexicon` commands."""
