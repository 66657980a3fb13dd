"""Schemathesis reads the description of the interface and sends what it allows and what it forbids."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import Server

CHECKS = "not_a_server_error,response_schema_conformance,status_code_conformance,content_type_conformance"


@pytest.mark.slow
def test_schemathesis_finds_no_fault(server: Server, tmp_path: Path) -> None:
    run = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/schema/openapi.json"]
    how = ["--checks", CHECKS, "--max-examples", "6", "--phases", "examples,coverage,fuzzing"]
    more = ["--generation-deterministic", "--no-color", "--request-timeout", "20"]
    done = subprocess.run(
        [*run, *how, *more], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    ways = httpx.get(f"{server.url}/api/schema/openapi.json").json()["paths"].values()
    assert f"Tested: {sum(map(len, ways))}" in done.stdout, done.stdout[-3000:] + done.stderr[-2000:]
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
