"""Text without Spark: paragraphs to sentences, markers, pairs and flags, in plain Python and Arrow."""
