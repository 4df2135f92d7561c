"""The view of one class, with its deletion, which closes accounts."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.credentials.authentication import caller
from api_kit.costs import Cost
from games.classes.api import views
from games.classes.refusals import ClassNotFound
from games.log import ids
from games.play.api.openapi.schema import operations
from gofish_api.personal_data import close_account

operation = operations("classes")


class ClassView(views.ReadClassView):
    """One class, and how to delete it."""

    costs = {**views.ReadClassView.costs, "DELETE": Cost.HEAVY}

    @operation(
        "delete_class",
        "Delete a class",
        "For good: its names, codes and results, and the accounts of its pupils. From "
        "the answer on no caller sees or uses it; all of it is deleted soon after, within a minute "
        "unless the server is busy. The logs of its games stay; they have no names, and no caller "
        "sees them. Scope: `play`.",
        answers={204: None},
        problems="class_not_found",
    )
    def delete(self, request: Request, class_id: str) -> Response:
        number = ids.read(class_id, ClassNotFound)
        close_account.delete_class_now(caller(request).account_id, number)
        return Response(status=204)
