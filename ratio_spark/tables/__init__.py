"""Schemas, the Delta store, publishing and the Spark session: all reading and writing of tables is here."""
