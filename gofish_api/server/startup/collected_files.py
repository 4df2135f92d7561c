"""The check that static files are collected before production starts."""

from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import Storage
from django.core.management.base import CommandError

IGNORED = ["CVS", ".*", "*~"]  # as collectstatic does


def check(storage: Storage = staticfiles_storage) -> None:
    """Check that the manifest of static files is complete, and that the web client is collected.

    A page that uses a file without an entry answers 500. The client's files have no entry.

    :raises CommandError: a file is missing, as after an upgrade.
    """
    manifest = getattr(storage, "hashed_files", None)
    if manifest is None:  # without PRODUCTION nothing is collected
        return
    for finder in get_finders():
        for path, source in finder.list(IGNORED):
            folder = getattr(source, "prefix", None) or ""
            name = (Path(folder) / path).as_posix()
            if name not in manifest and not (folder and storage.exists(name)):
                raise CommandError(
                    f"Static files are not collected ({name} is missing): "
                    "run `python manage.py collectstatic --noinput`, then start again."
                )
