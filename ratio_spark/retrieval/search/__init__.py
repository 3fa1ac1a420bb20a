"""Exact search of a pool: BM25, dense and late interaction."""
