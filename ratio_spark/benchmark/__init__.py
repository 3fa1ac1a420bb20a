"""Mined tables to a retrieval benchmark: splits, pools, copies, exclusions, imports and exports."""
