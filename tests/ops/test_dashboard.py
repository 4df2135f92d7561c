"""The Grafana dashboard and the Prometheus rules use only exported metrics and labels."""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from games.log import metrics as game_metrics
from gofish_api.observability import exporter
from gofish_api.observability import metrics as request_metrics
from tests.processes import find

pytestmark = pytest.mark.postgresql

OPS = Path(__file__).parents[2] / "ops"
BOARD: dict[str, Any] = json.loads((OPS / "grafana/dashboard.json").read_text())
RULES: list[dict[str, Any]] = yaml.safe_load((OPS / "alerts.yml").read_text())["groups"][0]["rules"]
PROMTOOL = find("promtool")
PANELS = [panel for panel in BOARD["panels"] if panel["type"] != "row"]

OF_PROMETHEUS = {"instance", "job"}
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


@cache
def shown() -> dict[str, set[str]]:
    """Return every exported metric with its labels."""
    names: dict[str, set[str]] = {}
    registry = exporter.registry()
    for family in text_string_to_metric_families(generate_latest(registry).decode()):
        for suffix in SUFFIXES.get(family.type, ()):
            labels = {label for sample in family.samples for label in sample.labels}
            names[family.name + suffix] = labels | OF_PROMETHEUS
    for metric in (*vars(request_metrics).values(), *vars(game_metrics).values()):
        if not isinstance(metric, MetricWrapperBase):
            continue
        for suffix in SUFFIXES[str(metric._type)]:
            names[metric._name + suffix] |= {*metric._labelnames, "le"}
    names["gofish_database_connections"] |= {"state"}
    return names | {"up": OF_PROMETHEUS}


def expressions() -> list[Any]:
    return [
        pytest.param(target["expr"], id=f"{panel['title']} {target['refId']}")
        for panel in PANELS
        for target in panel["targets"]
    ] + [pytest.param(rule["expr"], id=f"alert {rule['alert']}") for rule in RULES]


def parsed(expression: str) -> Any:
    return promql_parser.parse(expression.replace("$__rate_interval", "5m"))


def nodes(expression: str) -> Iterator[Any]:
    found: list[Any] = []
    promql_parser.walk(parsed(expression), found.append)
    for node in found:
        yield node.vector_selector if hasattr(node, "vector_selector") else node


@pytest.mark.django_db
@pytest.mark.parametrize("expression", expressions())
def test_a_panel_or_alert_uses_only_exported_metrics_and_labels(expression: str) -> None:
    known = shown()
    asked = [node for node in nodes(expression) if isinstance(node, promql_parser.VectorSelector)]

    assert asked
    of_all = set().union(*(known.get(node.name or "", set()) for node in asked))
    for selector in asked:
        assert selector.name in known
        named = {matcher.name for matcher in selector.matchers.matchers}
        assert named <= known[selector.name], selector.name
    for node in nodes(expression):
        if isinstance(node, promql_parser.AggregateExpr) and node.modifier:
            assert set(node.modifier.labels) <= of_all


@pytest.mark.django_db
def test_every_metric_is_on_the_dashboard() -> None:
    asked = {
        node.name
        for panel in PANELS
        for target in panel["targets"]
        for node in nodes(target["expr"])
        if isinstance(node, promql_parser.VectorSelector)
    }

    families = {re.sub("_(total|bucket|sum|count)$", "", str(name)) for name in asked}
    ours = {re.sub("_(total|bucket|sum|count)$", "", name) for name in shown()}
    assert {name for name in ours if name.startswith("gofish_")} <= families


@pytest.mark.slow
@pytest.mark.skipif(not PROMTOOL, reason="promtool is not installed")
def test_each_alert_fires_on_its_fault_and_not_without() -> None:
    assert PROMTOOL
    cases = yaml.safe_load((OPS / "alerts_test.yml").read_text())["tests"]
    fired = {
        case["alertname"]: "exp_alerts" in case
        for test in cases
        for case in test["alert_rule_test"]
    }
    assert fired == {rule["alert"]: True for rule in RULES}

    ran = subprocess.run(
        [PROMTOOL, "test", "rules", OPS / "alerts_test.yml"], capture_output=True, text=True
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr
