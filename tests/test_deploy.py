"""What `deploy/` says fits together: files that are there, options and settings that the server knows."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import click
import msgspec
import yaml  # type: ignore[import-untyped]

from fieldhouse.cli.server.serve import command as serve
from fieldhouse.web.settings import Settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
KNOWN = {f"FIELDHOUSE_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}


def dockerfile() -> list[tuple[str, str]]:
    """Its instructions; continued lines are one."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def told(words: list[str]) -> dict[str, Any]:
    """The options of a `fieldhouse serve ...`; click refuses what the command does not know."""
    assert words[0].rpartition("/")[2] == "fieldhouse" and words[1] == "serve"
    return serve.make_context("serve", words[2:], resilient_parsing=False).params


def test_the_image_copies_what_is_there_and_installs_what_the_package_offers() -> None:
    steps = dockerfile()
    copied = [word for kind, rest in steps if kind == "COPY" for word in rest.split()[:-1]]
    assert all((ROOT / name).exists() for name in copied) and {"src", "pyproject.toml"} <= set(copied)
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert about["project"]["readme"] in copied, "the package cannot be built without it"
    install = next(rest for kind, rest in steps if kind == "RUN" and "pip install" in rest)
    found = re.search(r"'\.\[(.*)\]'", install)
    assert found is not None
    assert set(found.group(1).split(",")) <= set(about["project"]["optional-dependencies"])
    assert "-c constraints.txt" in install and "constraints.txt" in copied


def test_the_image_starts_a_server_that_its_health_check_and_ports_know() -> None:
    steps = dict(dockerfile())
    options = told(json.loads(steps["CMD"]))
    assert options["host"] == "0.0.0.0", "or nobody outside the container reaches it"
    assert steps["EXPOSE"] == str(options["port"]) == "8080"
    assert f"127.0.0.1:{options['port']}/healthz" in steps["HEALTHCHECK"]
    settings = dict(rest.split("=", 1) for kind, rest in dockerfile() if kind == "ENV")
    assert settings["FIELDHOUSE_DATABASE"].startswith("sqlite:///" + steps["VOLUME"] + "/")
    assert set(settings) <= KNOWN | {"XDG_CACHE_HOME"}
    assert "USER" in steps, "not as root"


def test_the_compose_file_names_only_what_it_has_and_the_server_knows() -> None:
    """Merged as compose merges it: anchors and `<<` are YAML's own."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services, volumes = compose["services"], compose["volumes"]
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        for needed, how in service.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[needed]
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in volumes, name
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
            assert set(service["environment"]) <= KNOWN, name
            assert all(port.endswith(":8080") for port in service["ports"]), name
    outside = [port for service in services.values() for port in service.get("ports", [])]
    assert len(set(outside)) == len(outside) and all(port.startswith("127.0.0.1:") for port in outside)
    two = [services["house-1"], services["house-2"]]
    assert all(one["environment"]["FIELDHOUSE_DATABASE"].startswith("postgresql+psycopg://") for one in two)
    assert services["house"]["volumes"] == ["tables:/data"]


def test_the_unit_starts_the_server_where_it_may_write() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "fieldhouse.service")
    service = unit["Service"]
    assert told(shlex.split(service["ExecStart"]))["host"] == "127.0.0.1"
    lines = (DEPLOY / "fieldhouse.service").read_text().splitlines()
    given = dict(line.split("=", 2)[1:] for line in lines if line.startswith("Environment="))
    assert f"/var/lib/{service['StateDirectory']}/" in given["FIELDHOUSE_DATABASE"]
    assert given["XDG_CACHE_HOME"] == f"/var/cache/{service['CacheDirectory']}"
    assert set(given) <= KNOWN | {"XDG_CACHE_HOME"}
    assert service["RestartPreventExitStatus"] == str(click.UsageError.exit_code) == "2"


def test_the_unit_leaves_the_service_little_to_break() -> None:
    """With these lines `systemd-analyze security --offline=true` rated it 1.4 (from 0, safe, to 10)."""
    lines = set((DEPLOY / "fieldhouse.service").read_text().splitlines())
    needed = """
    NoNewPrivileges=yes CapabilityBoundingSet= ProtectSystem=strict ProtectHome=yes PrivateTmp=yes
    PrivateDevices=yes PrivateUsers=yes ProtectKernelModules=yes ProtectKernelTunables=yes UMask=0077
    ProtectControlGroups=yes RestrictNamespaces=yes RestrictSUIDSGID=yes DynamicUser=yes
    SystemCallArchitectures=native SystemCallFilter=@system-service
    """
    assert set(needed.split()) <= lines


def test_images_and_actions_are_pinned_by_what_they_hold() -> None:
    """A tag can be moved to something else; a digest or a commit cannot."""
    texts = [(DEPLOY / name).read_text() for name in ("Dockerfile", "compose.yaml")]
    images = re.findall(r"^(?:FROM|\s+image:) (\S+)", "\n".join(texts), re.MULTILINE)
    assert len(images) == 2 and all(re.search(r"@sha256:[0-9a-f]{64}$", image) for image in images)
    workflows = (ROOT / ".github" / "workflows").glob("*.yml")
    used = [name for file in workflows for name in re.findall(r"uses: (\S+)", file.read_text())]
    assert used and all(re.search(r"@[0-9a-f]{40}$", name) for name in used)


def test_no_password_is_brought_along() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert "POSTGRES_PASSWORD:-" not in text and text.count("${POSTGRES_PASSWORD:?") == 2
