"""Fits the factors that the package ships on recorded sessions."""
