"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# No test asserts seconds: machines are noisy, and the first example may have to wait for a compiler.
settings.register_profile("lastmove", deadline=None)
settings.load_profile("lastmove")
