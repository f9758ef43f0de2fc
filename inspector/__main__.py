"""`python -m inspector` is the command `inspector`."""

from inspector.cli.main import main

if __name__ == "__main__":
    main()
