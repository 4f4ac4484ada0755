"""The command line: `main` is what the `readq` command runs."""

from readq.cli.start import main

__all__ = ["main"]
