"""List the dumps of games that the operator publishes."""

from pathlib import Path

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.permissions import anyone
from api_kit.costs import Cost
from api_kit.endpoint import Endpoint
from games.data import listing
from games.data.api.dumps.answers import Dump, DumpFile, DumpList
from games.data.manifest import Manifest
from games.play.api.openapi.schema import operations
from games.play.api.positions.members import fill

operation = operations("history")


class DumpsView(Endpoint):
    """The dumps of games."""

    costs = {"GET": Cost.LIST}
    permission_classes = anyone("read")

    @operation(
        "list_dumps",
        "List dumps of games",
        "Finished public games of each month as files for research, with sizes and "
        "digests. The list is empty if the operator publishes none.",
        answers={200: DumpList},
    )
    def get(self, request: Request) -> Response:
        path = settings.DUMPS_PATH
        found = listing.current(Path(path)) if path else []
        return Response(DumpList(dumps=[_rendered(manifest) for manifest in found]))


def _rendered(manifest: Manifest) -> Dump:
    files = [
        fill(DumpFile, file, link=f"/dumps/{manifest.name}/{file.name}") for file in manifest.files
    ]
    return fill(Dump, manifest, files=files)
