"""When a test says that something hung.

Nothing that comes from outside may take 5 seconds on a quiet machine; a busy one is given several times as
long, so that only a real hang fails.
"""

HANG_SECONDS = 25.0
