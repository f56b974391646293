"""The command ``lastmove``, and ``python -m lastmove``.

Everything else is imported inside :func:`main`, so that Ctrl-C is answered from the first moment on.
"""


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it with 130, like any later one."""
    try:
        from lastmove.cli.main import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
