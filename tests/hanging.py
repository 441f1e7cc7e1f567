"""When a test says that something hung.

The aim is that nothing from outside takes 5 seconds on a quiet machine. The tests do not show that: they
give a busy one several times as long, so that only a real hang fails.
"""

HANG_SECONDS = 25.0
