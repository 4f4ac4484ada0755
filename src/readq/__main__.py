"""`python -m readq` is the `readq` command."""

from readq.cli import main

if __name__ == "__main__":
    main()
