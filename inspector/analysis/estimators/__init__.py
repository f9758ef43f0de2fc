"""How wrong the simple estimators of tokens are on one session, beside what its provider charged."""

from inspector.analysis.estimators.error import Estimator, Row
from inspector.analysis.estimators.measure import ESTIMATORS, Measured, measured

__all__ = ["ESTIMATORS", "Estimator", "Measured", "Row", "measured"]
