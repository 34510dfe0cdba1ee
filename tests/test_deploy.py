"""The operator's files in deploy/: they pass on every setting, allow scaling, and do not damage passwords or streams."""

import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
NGINX = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text("utf-8"))
LEFT_OUT = {
    "CUVEE_DATA": "the image says where",
    "CUVEE_BACKUPS": "copies of the embedded database; here the service `backup` makes dumps",
    "CUVEE_BACKUPS_KEPT": "for that service",
    "CUVEE_COMPONENTS": "of the command line",
}
"""The settings that the processes of a site on PostgreSQL do not get, and why."""


def variables() -> set[str]:
    """List every setting that the site reads or that the operator's documents name."""
    texts = [path.read_text("utf-8") for path in (ROOT / "src" / "cuvee" / "web").rglob("*.py")]
    texts.append((ROOT / "docs" / "operating.md").read_text("utf-8"))
    return {name for text in texts for name in re.findall(r"\bCUVEE_[A-Z_]*[A-Z]\b", text)}


@pytest.mark.parametrize("service", ["web", "house"])
def test_every_setting_reaches_the_processes(service: str) -> None:
    passed = set(SERVICES[service]["environment"])
    assert len(variables()) > 40
    assert variables() - passed - set(LEFT_OUT) == set()
    assert {name for name in passed if name.startswith("CUVEE_")} - variables() == set(), "nobody reads these"
    assert not passed & set(LEFT_OUT)


def test_a_setting_that_is_not_given_is_not_passed_as_nothing() -> None:
    """An empty text is not a number, so the site would not start."""
    for name, value in SERVICES["web"]["environment"].items():
        given = str(value) if value is not None else "passed on as it is"
        assert not given.endswith(":-}") or name in {"CUVEE_ORIGINS"}, name


def test_mail_can_be_sent_by_a_server_that_asks_who_we_are() -> None:
    environment = SERVICES["house"]["environment"]
    assert {"CUVEE_EMAIL_HOST", "CUVEE_EMAIL_PORT", "CUVEE_EMAIL_USER", "CUVEE_EMAIL_PASSWORD", "CUVEE_EMAIL_TLS"} <= set(
        environment
    )


def test_pages_and_house_can_be_scaled() -> None:
    for name, service in SERVICES.items():
        assert "container_name" not in service, name
        if "ports" in service:
            assert name == "proxy", f"two instances of {name} would need the same port"
            (published,) = service["ports"]
            assert published.startswith("127.0.0.1:"), "https is up to the proxy in front"
            assert published.rpartition(":")[2] == re.search(r"listen (\d+);", NGINX)[1]  # type: ignore[index]
    assert "http://web:8000" in NGINX
    assert re.search(r"resolver 127\.0\.0\.11 valid=\d+s", NGINX), "processes that come later are found"
    assert "--port 8000" in SERVICES["web"]["command"]


def test_no_password_stands_in_an_address() -> None:
    """In an address `@`, `/`, `%` and others have a meaning of their own."""
    for file in DEPLOY.iterdir():
        text = file.read_text("utf-8") if file.is_file() else ""
        assert not re.search(r"\w+://[^\s/@:]*:[^\s/]*@", text), file.name
    for name in ("web", "house"):
        assert "POSTGRES_PASSWORD" in SERVICES[name]["environment"]["CUVEE_DATABASE_PASSWORD"]


def test_the_proxy_neither_buffers_nor_cuts_streams() -> None:
    assert re.search(r"proxy_buffering\s+off;", NGINX)
    assert "proxy_read_timeout 1h;" in NGINX
    assert "proxy_http_version 1.1;" in NGINX


def test_the_proxy_tells_of_one_address_and_of_no_made_up_one() -> None:
    assert SERVICES["web"]["environment"]["CUVEE_PROXIES"] == 1
    assert re.search(r"proxy_set_header X-Forwarded-For \$remote_addr;", NGINX)
    assert "$proxy_add_x_forwarded_for" not in NGINX, "that would pass on made-up values"
    believed = re.findall(r"set_real_ip_from ([\d.]+)", NGINX)
    assert all(net.startswith(("127.", "10.", "172.16.", "192.168.")) for net in believed), "only hosts in our own network"
    assert "client_max_body_size 4m;" in NGINX


@pytest.mark.parametrize("name", SERVICES)
def test_no_part_takes_the_machine_down(name: str) -> None:
    service = SERVICES[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["pids_limit"] <= 512
    assert service["ulimits"]["nofile"] >= 65_536
    assert service["restart"] == "always"


def test_everything_is_given_the_time_it_takes_to_stop() -> None:
    from cuvee.web.ops.serve import LAST_SECONDS

    for name in ("web", "house"):
        seconds = int(SERVICES[name]["stop_grace_period"].removesuffix("s"))
        assert seconds > LAST_SECONDS


@pytest.mark.parametrize("name", ["cuvee-web@.service", "cuvee-house@.service"])
def test_the_units_have_the_same_limits(name: str) -> None:
    unit = dict(
        line.split("=", 1) for line in (DEPLOY / name).read_text("utf-8").splitlines() if "=" in line and line[0] != "#"
    )
    service = SERVICES["web"]
    assert unit["LimitNOFILE"] == str(service["ulimits"]["nofile"])
    assert unit["MemoryMax"].casefold() == service["mem_limit"]
    assert unit["TasksMax"] == str(service["pids_limit"])


def test_what_is_mounted_is_there() -> None:
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./") and source != "./backups":
                assert (DEPLOY / source).is_file(), source


def test_connections_suffice_for_what_is_scaled() -> None:
    found = re.search(r"max_connections=(\d+)", SERVICES["postgres"]["command"])
    assert found is not None
    assert int(found[1]) >= 12 * 20, "twenty processes"


@pytest.fixture
def health(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Stand in for a process that serves pages; note the host names in requests."""
    names: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names.append(self.headers["Host"])
            self.send_response(request.param if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    names.append(str(server.server_address[1]))
    yield names
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("health", "code"), [(200, 0), (503, 1)], indirect=["health"])
def test_the_health_of_a_process_is_asked_by_a_name_it_answers_to(health: list[str], code: int) -> None:
    *_python, check = SERVICES["web"]["healthcheck"]["test"]
    check = check.replace(":8000", f":{health[0]}")
    for hosts in ("play.example.org,other.example.org", "*", ".example.org"):
        done = subprocess.run([sys.executable, "-c", check], env={"CUVEE_HOSTS": hosts}, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
    assert health[1:] == ["play.example.org", "localhost", "example.org"]


def test_the_image_is_of_a_python_cuvee_runs_on() -> None:
    (least,) = re.findall(
        r">=3\.(\d+)", tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    )
    images = re.findall(r"FROM python:3\.(\d+)", (DEPLOY / "Dockerfile").read_text("utf-8"))
    assert len(set(images)) == 1, "a build with one version does not run on another"
    assert int(images[0]) >= int(least)
