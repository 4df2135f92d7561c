"""Programs that some tests need and that may not be installed; a test without its program is
skipped.
"""

import os
import shutil
from pathlib import Path


def find(name: str) -> str | None:
    """Return the path of a program, or None.

    Debian installs servers into `sbin`, which is not on the PATH of ordinary users, so the `sbin`
    next to each `bin` of the PATH is searched too.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    besides = [str(Path(each).with_name("sbin")) for each in folders if Path(each).name == "bin"]
    return shutil.which(name, path=os.pathsep.join(folders + besides))
