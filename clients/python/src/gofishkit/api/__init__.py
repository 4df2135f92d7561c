"""The API as generated code: types, operations and problems. `calls` is written by hand."""
