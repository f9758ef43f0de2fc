"""A little linear algebra on lists: what a fit of a dozen numbers needs."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[float]]


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """The sum of products."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    """The matrix times the vector."""
    return [dot(row, vector) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix, by elimination (it needs no pivots)."""
    count = len(matrix)
    work = [[*row, *(float(at == one) for one in range(count))] for at, row in enumerate(matrix)]
    for at in range(count):
        pivot = work[at][at]
        work[at] = [each / pivot for each in work[at]]
        for other in range(count):
            factor = work[other][at]
            if other != at and factor:
                work[other] = [a - factor * b for a, b in zip(work[other], work[at], strict=True)]
    return [row[count:] for row in work]


def add_outer(matrix: Matrix, vector: Sequence[float], weight: float) -> None:
    """Add `weight` times the vector's product with itself; places of the vector that are 0 cost nothing."""
    places = [at for at, each in enumerate(vector) if each]
    for row in places:
        scaled, into = weight * vector[row], matrix[row]
        for column in places:
            into[column] += scaled * vector[column]


def quadratic(matrix: Matrix, vector: Sequence[float]) -> float:
    """The vector times the matrix times the vector."""
    places = [at for at, each in enumerate(vector) if each]
    return sum(vector[row] * matrix[row][column] * vector[column] for row in places for column in places)
