"""Problems: refusals as HTTP returns them. Each kind of refusal has a status."""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from api_kit import refusals

STATUSES: Mapping[str, int] = MappingProxyType(
    {
        "malformed": 400,
        "unauthenticated": 401,
        "forbidden": 403,
        "not_found": 404,
        "wrong_method": 405,
        "not_acceptable": 406,
        "timeout": 408,
        "conflict": 409,
        "stale": 412,
        "too_large": 413,
        "wrong_media_type": 415,
        "invalid": 422,
        "version_needed": 428,
        "too_many": 429,
        "fault": 500,
        "unavailable": 503,
    }
)
"""The status of each kind of refusal."""


class Problem(NamedTuple):
    """One way for a request to fail: what a class of refusals states, with its status."""

    code: str
    status: int
    title: str
    meaning: str


def problem_of(refusal: Any) -> Problem:
    """Return the problem that a refusal is, or its class: of the service, or of the rules."""
    return Problem(refusal.code, STATUSES[refusal.kind], refusal.title, refusal.meaning)


def stated_in(*modules: ModuleType) -> dict[str, Problem]:
    """Return the problems of the refusals of modules by their codes, in the order of the source."""
    return {
        each.code: problem_of(each)
        for module in modules
        for each in vars(module).values()
        if hasattr(each, "meaning")
    }


PROBLEMS = stated_in(refusals)
