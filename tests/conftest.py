"""What holds for all tests."""

from __future__ import annotations

import signal

from hypothesis import settings

# No test asserts seconds: machines are noisy, and the first example may have to wait for a compiler.
settings.register_profile("lastmove", deadline=None)
settings.load_profile("lastmove")

# A run in the background inherits that Ctrl-C is ignored, and so would the processes that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
