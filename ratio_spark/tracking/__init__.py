"""What was run, with what and how well, in MLflow."""
