"""docker-compose.yml starts existing commands in the right order, and holds no secret."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from delvebook.service.base.settings import PREFIX, Settings
from tests.house.commands import command_names
from tests.house.files import ROOT

OURS = {
    "migrate": ["migrate"],
    "web": ["web"],
    "follower": ["follow"],
    "worker": ["worker"],
    "checker": ["worker", "--queue", "checks"],
    "student": ["worker", "--queue", "studies"],
    "examiner": ["worker", "--queue", "findings"],
    "messenger": ["worker", "--queue", "webhooks"],
}


SETTLED = {
    "DATABASE_URL": "postgresql://delvebook:given@postgres:5432/delvebook",
    "REDIS_URL": "redis://redis:6379/0",
    "HOME": "/var/lib/delvebook",
    "BIND": "0.0.0.0:8080",
    "PROXIES": "1",
    "HEARTBEAT_FILE": "/dev/shm/heartbeat",  # noqa: S108  inside a container
    "METRICS_BIND": "0.0.0.0:9464",
}
"""What the containers are told whatever `.env` says."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return loaded


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = compose["services"]
    return found


def test_there_are_a_store_a_queue_a_proxy_and_our_processes(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"postgres", "redis", "proxy", *OURS}


def test_each_of_our_services_runs_its_command(services: dict[str, dict[str, Any]]) -> None:
    assert {name: services[name]["command"] for name in OURS} == {
        name: ["delvebook", *command] for name, command in OURS.items()
    }


def test_each_command_is_one_that_delvebook_has(services: dict[str, dict[str, Any]]) -> None:
    commands = {services[name]["command"][1] for name in OURS}

    assert commands <= command_names()


def test_nothing_of_ours_starts_before_the_store_is_healthy(services: dict[str, dict[str, Any]]) -> None:
    for name in OURS:
        assert services[name]["depends_on"]["postgres"] == {"condition": "service_healthy"}, name


def test_a_service_that_uses_the_queue_waits_for_the_queue_and_for_the_tables(
    services: dict[str, dict[str, Any]],
) -> None:
    for name in ("web", "follower", "worker", "checker", "student", "examiner", "messenger"):
        waits = services[name]["depends_on"]
        assert waits["redis"] == {"condition": "service_healthy"}, name
        assert waits["migrate"] == {"condition": "service_completed_successfully"}, name


def test_whatever_others_wait_for_says_how_it_is(services: dict[str, dict[str, Any]]) -> None:
    for name in ("postgres", "redis", "web"):
        assert services[name]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
    for name, service in services.items():
        for awaited, wait in service.get("depends_on", {}).items():
            assert awaited in services
            assert wait["condition"] != "service_healthy" or "healthcheck" in services[awaited], (name, awaited)


def test_whatever_goes_on_running_says_how_it_is_and_has_limits(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        assert int(service["logging"]["options"]["max-file"]) >= 2, name
        assert service["logging"]["options"]["max-size"], name
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory"}, name
        if name != "migrate":
            assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
    for name in ("follower", "worker", "checker", "examiner"):
        file = Settings.from_environment(plain(services[name])).heartbeat_file
        assert file, name
        assert file in services[name]["healthcheck"]["test"][1], name


def plain(service: dict[str, Any]) -> dict[str, str]:
    return {key: re.sub(r"\$\{[^}]+\}", "ab" * 32, value) for key, value in service["environment"].items()}


def test_the_world_reaches_the_proxy_alone_and_the_service_believes_it(services: dict[str, dict[str, Any]]) -> None:
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert Settings.from_environment(plain(services["web"])).proxies == 1
    proxy = services["proxy"]
    [mount] = proxy["volumes"]
    folder, inside, _ = mount.split(":")
    for file in (one for one in proxy["command"] if one.endswith(".cfg")):
        assert (ROOT / folder / file.removeprefix(f"{inside}/")).exists()
    config = (ROOT / "docs/operating/haproxy-web.cfg").read_text()
    assert f"web:{services['web']['expose'][0]}" in config
    assert re.search(r"bind (\S+)\n    monitor-uri (\S+)", config).expand(r"\1\2") in proxy["healthcheck"]["test"][-1]  # type: ignore[union-attr]


def test_the_one_shot_is_not_started_again_and_the_others_are(services: dict[str, dict[str, Any]]) -> None:
    restarts = {name: service["restart"] for name, service in services.items()}

    assert restarts.pop("migrate") == "no"
    assert set(restarts.values()) == {"unless-stopped"}


def test_every_variable_of_ours_is_a_setting_of_ours(services: dict[str, dict[str, Any]]) -> None:
    settings = {PREFIX + name.upper() for name in Settings.__dataclass_fields__}
    for name in OURS:
        assert set(services[name]["environment"]) <= settings, name


def test_the_settings_can_be_read_as_they_stand(services: dict[str, dict[str, Any]]) -> None:
    given = {key: re.sub(r"\$\{[^}]+\}", "ab" * 32, value) for key, value in services["web"]["environment"].items()}
    settings = Settings.from_environment(given)

    assert settings.sqlalchemy_url == f"postgresql+psycopg://delvebook:{'ab' * 32}@postgres:5432/delvebook"
    assert settings.queue_url == "redis://redis:6379/0"
    assert settings.bind == "0.0.0.0:8080"
    assert len(settings.secret_key) == 32


def reaching(service: dict[str, Any], given: dict[str, str]) -> dict[str, str]:
    """The variables of a container, if `.env` gives these: those of `env_file`, and then those of `environment`."""

    def filled(found: re.Match[str]) -> str:
        name, kind, otherwise = found.groups()
        if kind == ":?" and not given.get(name):
            raise ValueError(f"{name}: {otherwise}")
        return given.get(name) or otherwise

    settled = {key: re.sub(r"\$\{(\w+)(:[-?])([^}]*)\}", filled, text) for key, text in service["environment"].items()}
    from_file = given if service.get("env_file") == [{"path": ".env", "required": False}] else {}
    return {**from_file, **settled}


@pytest.mark.parametrize("name", OURS)
def test_any_setting_reaches_every_container_of_ours_by_the_file_of_variables(
    services: dict[str, dict[str, Any]], name: str
) -> None:
    given = {PREFIX + field.upper(): "given" for field in Settings.__dataclass_fields__}
    reached = reaching(services[name], {**given, "POSTGRES_PASSWORD": "given"})

    assert {key: reached[key] for key in given} == {
        **given,
        **{PREFIX + key: value for key, value in SETTLED.items()},
    }


def test_the_example_of_variables_names_settings_of_ours() -> None:
    example = (ROOT / ".env.example").read_text()
    for variable in re.findall(rf"^#?\s*({PREFIX}[A-Z_]+)=", example, flags=re.MULTILINE):
        assert variable.removeprefix(PREFIX).lower() in Settings.__dataclass_fields__


def test_the_project_is_called_the_same_in_every_directory(compose: dict[str, Any]) -> None:
    assert compose["name"] == "delvebook"


def test_the_image_has_the_programs_of_the_postgresql_beside_it_and_can_make_tables(
    services: dict[str, dict[str, Any]],
) -> None:
    image = (ROOT / "Dockerfile").read_text()
    [major] = re.findall(r"postgres:(\d+)", services["postgres"]["image"])

    assert f"postgresql-{major} " in image
    assert f"/usr/lib/postgresql/{major}/bin" in image
    assert "-r locks/image.lock" in image
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "locks" / "image.lock").read_text(), flags=re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["export"]]
    wanted = {re.split(r"[<>=!~;\[ ]", one)[0].lower() for one in asked}
    assert wanted - locked == set()


def test_the_store_lets_backups_copy_it_from_another_container(
    services: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    """The image of PostgreSQL runs what is mounted there when its volume is new."""
    [mount] = [one for one in services["postgres"]["volumes"] if one.startswith("./")]
    script, inside, mode = mount.split(":")
    variables = {"POSTGRES_USER": services["postgres"]["environment"]["POSTGRES_USER"], "PGDATA": str(tmp_path)}
    (tmp_path / "pg_hba.conf").write_text("host all all all scram-sha-256\n")
    subprocess.run(["sh", str(ROOT / script)], env={**os.environ, **variables}, check=True)

    assert re.fullmatch(r"/docker-entrypoint-initdb\.d/\w+\.sh", inside)
    assert mode == "ro"
    assert os.access(ROOT / script, os.X_OK)
    assert (tmp_path / "pg_hba.conf").read_text().splitlines() == [
        "host all all all scram-sha-256",
        "host replication delvebook samenet scram-sha-256",
    ]


def test_the_log_of_games_is_named_before_anything_starts(services: dict[str, dict[str, Any]]) -> None:
    given = {"POSTGRES_PASSWORD": "ab" * 32, PREFIX + "SECRET": "ab" * 32}
    for name in OURS:
        with pytest.raises(ValueError, match=f"{PREFIX}LOG_ORIGIN: name the log of games"):
            reaching(services[name], given)
        named = reaching(services[name], {**given, PREFIX + "LOG_ORIGIN": "games.example/log"})
        assert (
            Settings.from_environment({key: text for key, text in named.items() if key.startswith(PREFIX)}).log_origin
            == "games.example/log"
        )


def test_secrets_must_be_given_and_are_written_nowhere(services: dict[str, dict[str, Any]]) -> None:
    required = re.compile(r"\$\{[A-Z_]+:\?[^}]+\}")
    for name, service in services.items():
        for variable, value in service.get("environment", {}).items():
            if "SECRET" in variable or "PASSWORD" in variable:
                assert required.fullmatch(value), (name, variable)
            elif "://" in value and "@" in value:
                assert required.search(value.split("@")[0]), (name, variable)


def test_the_example_names_each_variable_that_must_be_given(services: dict[str, dict[str, Any]]) -> None:
    named = dict(
        line.split("=", 1) for line in (ROOT / ".env.example").read_text().splitlines() if line and line[0] != "#"
    )
    required = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "docker-compose.yml").read_text()))

    assert required <= set(named)
    assert all(named[name] == "" for name in required)
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_every_volume_used_is_declared_and_every_one_declared_is_used(compose: dict[str, Any]) -> None:
    used = {mount.split(":")[0] for service in compose["services"].values() for mount in service.get("volumes", ())}

    assert {one for one in used if not one.startswith("./")} == set(compose["volumes"])


def test_the_image_runs_as_a_user_without_rights_and_installs_from_the_lock() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    starts = [line.split()[0] for line in lines if line and line[0].isalpha()]

    assert starts.index("USER") < starts.index("CMD")
    assert [line for line in lines if line.startswith("USER")] == ["USER delvebook"]
    assert any("--require-hashes" in line and "--only-binary :all:" in line for line in lines)


def test_the_image_holds_every_room_of_the_house() -> None:
    copied = re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    named = re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(), flags=re.MULTILINE)
    kept = [name for name in named if (ROOT / name).is_dir()]

    assert copied == ["delvebook", "client", "docs", "domain", "replays", "projections", "service", "workers"]
    assert kept == copied
