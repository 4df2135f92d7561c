"""Run the Python files whose names come on standard input, a line each; answer each with a line,
``ok`` or ``failed``.
"""

import runpy
import sys
import traceback
from contextlib import redirect_stdout

for line in sys.stdin:
    try:
        with redirect_stdout(sys.stderr):
            runpy.run_path(line.strip())
        answer = "ok"
    except Exception:
        traceback.print_exc()
        answer = "failed"
    sys.stdout.write(f"{answer}\n")
    sys.stdout.flush()
