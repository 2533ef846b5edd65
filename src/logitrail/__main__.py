"""``python -m logitrail``: the command line."""

from logitrail.cli import main

if __name__ == "__main__":
    main()
