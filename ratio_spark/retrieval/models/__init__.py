"""Models: what they are, where their weights lie, and what they make of texts."""
