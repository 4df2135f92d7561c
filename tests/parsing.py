"""A guard against a fault of CPython that failed a property test now and then."""

import ast
import gc
from collections.abc import Callable
from functools import wraps
from typing import Any


def guard() -> None:
    """Keep the garbage collector out of ``ast.parse``, which hypothesis, pytest and tracebacks
    call.

    CPython counts the depth of the tree in one place for all threads, up to 3.12 at least
    (https://github.com/python/cpython/issues/106905). A collection in the middle runs finalizers,
    so another thread can get its turn and parse as well: "SystemError: AST constructor recursion
    depth mismatch".
    """
    if not hasattr(ast.parse, "__wrapped__"):
        ast.parse = _without_collection(ast.parse)


def _without_collection(parse: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(parse)
    def parse_alone(*args: Any, **options: Any) -> Any:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return parse(*args, **options)
        finally:
            if was_enabled:
                gc.enable()

    return parse_alone
