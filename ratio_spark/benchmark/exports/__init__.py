"""What a benchmark is written as for other tools, one module per format."""
