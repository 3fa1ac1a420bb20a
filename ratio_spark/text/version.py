"""The version of the text core, part of what decides a mining result."""

ENGINE_VERSION = "3"
"""Changes whenever the same papers and the same lexicon may give other pairs, ids or flags."""
