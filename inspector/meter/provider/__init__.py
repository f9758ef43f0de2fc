"""The provider's own tokens: what it charged for each message of a session, and what else it would charge."""

from inspector.meter.provider.calibration import Calibration, Estimate, calibration
from inspector.meter.provider.charges import Charges, Parts, charges
from inspector.meter.provider.counter import ProviderCounter
from inspector.meter.provider.fixed import Fixed, Jump
from inspector.meter.provider.stretches import Asked, Stretch, stretches

__all__ = [
    "Asked",
    "Calibration",
    "Charges",
    "Estimate",
    "Fixed",
    "Jump",
    "Parts",
    "ProviderCounter",
    "Stretch",
    "calibration",
    "charges",
    "stretches",
]
