"""Retrieval on a benchmark: systems that order a pool for queries, what they score, and how they compare."""
