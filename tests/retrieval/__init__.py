"""Tests of retrieval, of its models, reports and tracking."""
