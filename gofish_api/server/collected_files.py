"""A check before production is served: that the static files of the pages were collected."""

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import Storage
from django.core.management.base import CommandError

IGNORED = ["CVS", ".*", "*~"]  # as collectstatic does


def check(storage: Storage = staticfiles_storage) -> None:
    """Pass if every static file has its place in the manifest that pages take addresses from.

    Without its entry a page that names the file answers 500.

    :raises CommandError: a file is missing there, as after an upgrade.
    """
    manifest = getattr(storage, "hashed_files", None)
    if manifest is None:  # without PRODUCTION files are served from where they are
        return
    for finder in get_finders():
        for path, _ in finder.list(IGNORED):
            name = path.replace("\\", "/")
            if name not in manifest:
                raise CommandError(
                    f"Static files are not collected ({name} is missing): "
                    "run `python manage.py collectstatic --noinput`, then start again."
                )
