"""Start `serve --no-referee`: the command of release 0.2, accepted through 0.3."""

from typing import Any

from django.core.management.base import CommandParser

from gofish_api.management.commands import serve
from gofish_api.settings.environment import whole_number

MOVED = (
    "serve_api is one process now, `serve --no-referee`; --threads does nothing. For {workers} "
    "processes start each on a port of its own behind the proxy: {commands}."
)


class Command(serve.Command):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--workers", type=whole_number(1, 256), default=2, help="named in a warning"
        )
        parser.add_argument("--threads", type=whole_number(1, 256), default=2, help="does nothing")

    def handle(
        self, *args: Any, host: str, port: int, referee: bool, commands: bool, **options: Any
    ) -> None:
        processes = [
            f"serve --no-referee --host {host} --port {port + number}"
            for number in range(options["workers"])
        ]
        moved = MOVED.format(workers=len(processes), commands="; ".join(processes))
        self.stderr.write(self.style.WARNING(moved))
        super().handle(host=host, port=port, referee=False, commands=commands)
