"""What published benchmarks are read from, one module per format."""
