"""Spark: papers to mined rows, and the plan of what must be mined."""
