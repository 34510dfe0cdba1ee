"""The audit: a vulnerable version is a failure; an unreachable service is not, but the audit says so."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

AUDIT = Path(__file__).parents[1] / ".ci" / "audit.py"
NOWHERE = "http://127.0.0.1:9/"


@contextmanager
def service(vulnerable: str) -> Iterator[str]:
    """A vulnerability database that knows of one package."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            names = [query["package"]["name"] for query in asked]
            body = json.dumps({"results": [{"vulns": [{"id": "TEST-1"}]} if name == vulnerable else {} for name in names]})
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_words: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def audit(address: str, folder: Path, advisories: str = "") -> tuple[int, str]:
    """Audit what is installed here, with this list in place of our own."""
    listed = folder / "list.toml"
    listed.write_text(advisories)
    environment = os.environ | {"CUVEE_AUDIT_SERVICE": address, "CUVEE_AUDIT_LIST": str(listed), "CI": "true"}
    environment["no_proxy"] = "127.0.0.1"
    done = subprocess.run([sys.executable, str(AUDIT)], env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_service_that_is_away_is_told_and_no_failure(tmp_path: Path) -> None:
    code, said = audit(NOWHERE, tmp_path)
    assert code == 0, said
    assert "could not be asked" in said


def test_a_version_the_service_knows_to_be_vulnerable_is_a_failure(tmp_path: Path) -> None:
    with service("pytest") as address:
        code, said = audit(address, tmp_path)
        assert code == 1
        assert "pytest" in said
        assert "TEST-1" in said
        assert audit(address, tmp_path, '[[accepted]]\nid = "TEST-1"\nwhy = "it is made up"\n')[0] == 0
    with service("nothing-we-have") as address:
        assert audit(address, tmp_path)[0] == 0


def test_a_version_on_our_own_list_is_a_failure_even_if_nobody_can_be_asked(tmp_path: Path) -> None:
    code, said = audit(NOWHERE, tmp_path, '[[advisory]]\npackage = "pytest"\nid = "OWN-1"\nfixed = "9999.1"\n')
    assert code == 1
    assert "OWN-1" in said
