"""Metrics for Prometheus: answers and their times, tables, streams, coaches."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from fieldhouse.web.middleware.asgi import Scope

_ANSWER = re.compile(r"/api/tables/[^/]+/answers$|/t/[^/]+/answer$")
STEPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._gauges: dict[str, Any] = {}
        self._answers = Histogram(
            "fieldhouse_answer_seconds",
            "Answers by people and programs, from request to reply",
            buckets=STEPS,
            registry=self.registry,
        )
        self._requests = Counter("fieldhouse_requests", "Requests replied to", registry=self.registry)
        self._refused = Counter(
            "fieldhouse_refused_requests", "Requests refused as too many", registry=self.registry
        )

    def count_reply(self, scope: Scope, seconds: float) -> None:
        """Count a response, and observe its time if it was to an answer."""
        self._requests.inc()
        if scope["method"] == "POST" and _ANSWER.match(scope["path"]):
            self._answers.observe(seconds)

    def count_refusal(self) -> None:
        """Count a request that was refused by the rate limit."""
        self._refused.inc()

    def watch(self, name: str, about: str, value: Callable[[], float], lane: str = "") -> None:
        """Add a gauge whose value is computed when it is read; one with a `lane` has a value for each."""
        gauge: Any = self._gauges.get(name)
        if gauge is None:
            labels = ("lane",) if lane else ()
            gauge = self._gauges[name] = Gauge(f"fieldhouse_{name}", about, labels, registry=self.registry)
        (gauge.labels(lane) if lane else gauge).set_function(value)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
