"""What rankings are worth, and whether a difference is more than chance."""
