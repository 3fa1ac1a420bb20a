"""Mines typed sentence pairs from full-text papers, with Spark and Delta Lake."""

__version__ = "0.1.0"
