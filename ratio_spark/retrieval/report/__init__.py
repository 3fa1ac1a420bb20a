"""What results mean, as tables and plots."""
