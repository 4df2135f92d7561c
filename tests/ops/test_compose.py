"""The compose file and its mounts, checked without a container engine."""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from gofish_api import variables

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "go-fish"}
DOCKERFILE = (ROOT / "Dockerfile").read_text()


each_service = pytest.mark.parametrize("name", SERVICES)
each_with_a_command = pytest.mark.parametrize("name", sorted({*OURS} - {"backup"}))


def commands(service: dict[str, Any]) -> list[list[str]]:
    """Return the `manage.py` commands of a container."""
    command = [*service.get("entrypoint", []), *service.get("command", [])]
    is_script = command[:2] == ["sh", "-c"]
    parts = [shlex.split(part) for part in command[2].split("&&")] if is_script else [command]
    assert all(part[:2] == ["python", "manage.py"] for part in parts), parts
    return [part[2:] for part in parts]


def test_the_backup_is_made_with_programs_of_the_servers_version_where_its_age_is_read() -> None:
    [version] = re.findall(r"postgresql-client-(\d+)", DOCKERFILE)

    assert SERVICES["postgres"]["image"].startswith(f"postgres:{version}.")
    assert "!ops/backup.py" in (ROOT / ".dockerignore").read_text().splitlines()
    assert "ops/backup.py /srv/backups " in OURS["backup"]["command"][2]
    assert OURS["backup"]["volumes"] == ["backups:/srv/backups"]
    readers = {name for name, each in OURS.items() if "BACKUPS_PATH" in each["environment"]}
    assert readers == {
        name for name in OURS if "backups:/srv/backups:ro" in OURS[name].get("volumes", [])
    }
    assert readers and "install --directory --owner=gofish --mode=700 /srv/backups" in DOCKERFILE


def test_the_services_are_those_that_one_machine_needs() -> None:
    assert set(SERVICES) == {
        *("proxy", "api-1", "api-2", "referee", "migrate", "dump"),
        *("backup", "postgres", "replica", "pgbouncer", "redis", "prometheus", "grafana"),
    }
    assert {name: s["profiles"] for name, s in SERVICES.items() if "profiles" in s} == {
        "dump": ["dump"],
        "replica": ["replica", "standby"],
        "prometheus": ["watch"],
        "grafana": ["watch"],
    }


@each_service
def test_a_container_is_contained_and_its_health_is_known(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["cap_drop"] == ["ALL"]
    assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory", "pids"}
    assert "privileged" not in service and service.get("network_mode") is None
    if service["restart"] == "no":  # it runs once, for others or for who calls it
        assert name == "dump" or any(
            dict(other.get("depends_on", {})).get(name)
            == {"condition": "service_completed_successfully"}
            for other in SERVICES.values()
        )
    else:
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] == "CMD"


@each_service
def test_logs_are_bounded(name: str) -> None:
    logging = SERVICES[name]["logging"]

    assert logging == {"driver": "json-file", "options": {"max-size": "20m", "max-file": "5"}}


@pytest.mark.slow
def test_the_page_writes_the_secrets_that_are_read_and_they_fit_together(tmp_path: Path) -> None:
    page = (ROOT / "docs/operations/deploy.md").read_text()
    block = next(b for b in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) if "secrets" in b)
    script = block.partition("docker compose up")[0]
    subprocess.run(["bash", "-euc", script], cwd=tmp_path, check=True)

    folder = tmp_path / "secrets"
    assert folder.stat().st_mode & 0o077 == 0
    # Containers have users of their own, who read the files behind the folder.
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o644}
    secrets = {file.name: file.read_text().strip() for file in folder.iterdir()}
    declared = {name: entry["file"] for name, entry in COMPOSE["secrets"].items()}
    read = {name for service in SERVICES.values() for name in service.get("secrets", [])}

    assert {*declared} == read
    files = {f"secrets/{name}" for name in secrets}
    assert {file for file in declared.values() if not file.startswith("${TLS_")} == files
    own, owner = secrets["app_password"], secrets["owner_password"]
    assert len({own, owner, secrets["secret_key"], secrets["grafana_password"]}) == 4
    assert secrets["database_url"] == f"postgresql://gofish:{own}@pgbouncer:6432/gofish"
    assert secrets["listen_url"] == f"postgresql://gofish:{own}@postgres:5432/gofish"
    assert secrets["owner_url"] == f"postgresql://gofish_owner:{owner}@postgres:5432/gofish"
    assert secrets["pooler_users"] == f'"gofish" "{own}"'
    variables.check(secrets["secret_key"])


def test_an_upgrade_moves_the_secrets_and_keeps_other_variables(tmp_path: Path) -> None:
    page = (ROOT / "docs/operations/upgrade.md").read_text()
    script = re.search(r"```sh\n(\(set -eu.*?)```", page, re.DOTALL)
    assert script
    # Compose takes values that a shell does not.
    kept = "ALLOWED_HOSTS=fish.example.org\nEMAIL_FROM=Go Fish <gofish@example.org>\n"
    old = "SECRET_KEY=key\nOWNER_PASSWORD=owner\nAPP_PASSWORD='app'\nGRAFANA_PASSWORD=grafana\n"
    (tmp_path / ".env").write_text(old + kept)

    runs = [subprocess.run(["bash", "-c", script[1]], cwd=tmp_path) for _ in range(2)]

    assert [run.returncode for run in runs] == [0, 1]  # a second run changes nothing
    assert (tmp_path / ".env").read_text() == kept
    assert (tmp_path / "secrets/env-0.2").read_text() == old + kept
    assert {file.name: file.read_text() for file in (tmp_path / "secrets").glob("*[!2]")} == {
        "secret_key": "key\n",
        "grafana_password": "grafana\n",
        "app_password": "app\n",
        "owner_password": "owner\n",
        "pooler_users": '"gofish" "app"\n',
        "database_url": "postgresql://gofish:app@pgbouncer:6432/gofish\n",
        "listen_url": "postgresql://gofish:app@postgres:5432/gofish\n",
        "owner_url": "postgresql://gofish_owner:owner@postgres:5432/gofish\n",
    }


@each_service
def test_a_container_gets_the_secrets_that_it_reads_and_no_other(name: str) -> None:
    service, own = SERVICES[name], {*SERVICES[name].get("secrets", [])}
    text = json.dumps(service) + "".join(
        (ROOT / mount.partition(":")[0]).read_text()
        for mount in service.get("volumes", [])
        if (ROOT / mount.partition(":")[0]).is_file()
    )

    if name != "proxy":  # its names are in a folder
        assert {*re.findall(r"/run/secrets/(\w+)", text)} == own
    secret = {
        each for each in service.get("environment", {}) if re.search("PASSW|SECRET|DATABA", each)
    }
    assert all(each.endswith("_FILE") for each in secret)


@each_with_a_command
def test_every_command_exists_and_has_these_options(name: str) -> None:
    for command, *options in commands(OURS[name]):
        app = get_commands()[command]
        assert isinstance(app, str)
        parser = load_command_class(app, command).create_parser("manage.py", command)
        given = ["--month=2026-11"] if command == "dump_games" else []
        parser.parse_args([*options, *given])


def test_only_the_proxy_is_public_and_databases_are_internal() -> None:
    published = {
        name: [str(port) for port in service["ports"]]
        for name, service in SERVICES.items()
        if "ports" in service
    }

    assert set(published) == {"proxy", "grafana"}
    assert all(port.startswith("127.0.0.1:") for port in published["grafana"])
    assert COMPOSE["networks"]["back"] == {"internal": True}
    for name in ("postgres", "replica", "pgbouncer", "redis"):
        assert SERVICES[name]["networks"] == ["back"]


def test_listening_and_migrations_bypass_the_pooler() -> None:
    for name in ("api-1", "api-2", "referee"):
        assert OURS[name]["environment"]["DATABASE_URL_FILE"] == "/run/secrets/database_url"
        assert OURS[name]["environment"]["DATABASE_LISTEN_URL_FILE"] == "/run/secrets/listen_url"
    for name in ("migrate", "backup"):
        assert OURS[name]["environment"]["DATABASE_URL_FILE"] == "/run/secrets/owner_url"
        assert OURS[name]["environment"]["DATABASE_LISTEN_URL_FILE"] == ""


def test_a_dump_is_written_where_the_proxy_serves_it_by_the_owner_of_the_directory() -> None:
    [[command, output]] = commands(OURS["dump"])

    assert (command, output) == ("dump_games", "--output=/srv/dumps")
    assert OURS["dump"]["volumes"] == ["dumps:/srv/dumps"]
    for reader in ("proxy", "api-1", "api-2"):
        assert "dumps:/srv/dumps:ro" in SERVICES[reader]["volumes"]
    assert "install --directory --owner=gofish /srv/dumps" in DOCKERFILE


def test_prometheus_scrapes_every_service_with_metrics() -> None:
    config = yaml.safe_load((ROOT / "ops/prometheus.yml").read_text())
    [job] = config["scrape_configs"]
    [static] = job["static_configs"]

    shown = {
        f"{name}:{service['environment']['METRICS_PORT']}"
        for name, service in OURS.items()
        if service["environment"]["METRICS_PORT"]
    }
    assert set(static["targets"]) == shown


def test_every_mount_network_and_secret_exists() -> None:
    for service in SERVICES.values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert (
                (ROOT / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
            )
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
        assert set(service.get("depends_on", {})) <= set(SERVICES)


def test_every_server_of_the_proxy_is_a_service() -> None:
    upstreams = (ROOT / "ops/nginx/upstreams.conf").read_text()

    servers = re.findall(r"^\s*server ([\w-]+):(\d+)", upstreams, re.MULTILINE)
    assert {name for name, _ in servers} == {"api-1", "api-2"}
    for name, port in servers:
        [[_, *options]] = commands(OURS[name])
        assert f"--port={port}" in options
