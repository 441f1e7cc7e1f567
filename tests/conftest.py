"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine is slow now and then: that is no fault of what is tested.
settings.register_profile("marble", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("marble")
