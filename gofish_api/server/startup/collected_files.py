"""The check that static files are collected before production starts."""

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import Storage
from django.core.management.base import CommandError

IGNORED = ["CVS", ".*", "*~"]  # as collectstatic does


def check(storage: Storage = staticfiles_storage) -> None:
    """Check that the manifest of static files is complete.

    A page that uses a file without an entry answers 500.

    :raises CommandError: a file is missing, as after an upgrade.
    """
    manifest = getattr(storage, "hashed_files", None)
    if manifest is None:  # without PRODUCTION nothing is collected
        return
    for finder in get_finders():
        for path, _ in finder.list(IGNORED):
            name = path.replace("\\", "/")
            if name not in manifest:
                raise CommandError(
                    f"Static files are not collected ({name} is missing): "
                    "run `python manage.py collectstatic --noinput`, then start again."
                )
