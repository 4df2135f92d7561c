"""Describe operations of accounts for the OpenAPI schema."""

from functools import partial

from accounts import refusals
from api_kit import openapi
from api_kit.problems import PROBLEMS, stated_in

operations = partial(openapi.operations, known=PROBLEMS | stated_in(refusals))
"""Describe the operations of a module: see `api_kit.openapi`."""
