"""The order in which undecided papers are shown."""
