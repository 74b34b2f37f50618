"""
Makes a release from the commit that is checked out, into `dist/VERSION/`. The same commit gives the same bytes.

    python .ci/release.py [FOLDER]     into another folder

Called by `make release`, which installs `locks/release.lock` for it. Everything is made in an archive of the commit, so
what lies about in the checkout gets into no release, and the archive knows which commit it is (`delvebook/commit.txt`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {".": "locks/run.lock", "client": "client/requirements.lock"}
"""By the folder of a package: the lock of what it needs."""
BESIDE_IMAGE = (".dockerignore", ".env.example", "Dockerfile", "docker-compose.yml")
"""What the image's context has beside what `.dockerignore` lets in: enough for `docker compose up` in it."""


def git(*arguments: str) -> str:
    """What git says about this checkout."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def archive(*paths: str) -> bytes:
    """A tar of the commit, or of these paths in it. Modes do not depend on who asks."""
    command = ["git", "-c", "tar.umask=022", "archive", "HEAD", *paths]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout


def compress(tar: bytes, target: Path) -> None:
    """Writes a tar compressed, without the time and the name that gzip would add."""
    target.write_bytes(gzip.compress(tar, mtime=0))


def level(sdist: Path, at: int) -> None:
    """Packs a source distribution anew: in order, at one time, owned by nobody. setuptools keeps what the disk says."""
    levelled = tempfile.TemporaryFile()  # noqa: SIM115 - read below
    with tarfile.open(sdist) as old, tarfile.open(fileobj=levelled, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.pax_headers = at, {}
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    levelled.seek(0)
    compress(levelled.read(), sdist)


def build(source: Path, target: Path, at: int) -> None:
    """Builds a source distribution, and from it the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(source)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def list_parts(project: Path, version: str, lock: Path, target: Path) -> None:
    """Writes which packages a package is locked to, with their hashes, as a CycloneDX document."""
    declared = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    with tempfile.TemporaryDirectory() as folder:
        about = Path(folder) / "pyproject.toml"
        members = {name: declared[name] for name in ("name", "description", "license")} | {"version": version}
        about.write_text("[project]\n" + "".join(f"{name} = {json.dumps(one)}\n" for name, one in members.items()))
        command = [sys.executable, "-m", "cyclonedx_py", "requirements", str(lock), "--pyproject", str(about)]
        options = ["--mc-type", "application", "--output-reproducible", "--validate", "--output-file", str(target)]
        subprocess.run([*command, *options], check=True, stderr=subprocess.DEVNULL)


def notes(changelog: str, version: str) -> str:
    """What the changelog says about a version; while it has no heading of its own, what is not released yet."""
    parts = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    by_name = {part.split()[0].strip("[]"): part.partition("\n")[2].strip() for part in parts}
    for name in (version, "Unreleased"):
        if by_name.get(name):
            # Where the notes are posted, a link to a file of the source leads nowhere.
            told = re.sub(r"\[([^]]+)\]\((?!https?:)([^)]+)\)", r"\1 (\2)", by_name[name])
            return f"# Delvebook {version}\n\n{told}\n"
    sys.exit(f"CHANGELOG.md says nothing about {version}; add `## {version} - YYYY-MM-DD`, with what users must know")


def main() -> None:
    """Makes the release."""
    if changed := git("status", "--porcelain", "--untracked-files=no"):
        sys.exit(f"a release is made from a commit, and these are not committed:\n{changed}")
    at = int(git("log", "-1", "--format=%ct"))
    os.environ |= {"SOURCE_DATE_EPOCH": str(at), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    os.umask(0o022)
    version = (ROOT / "client" / "VERSION").read_text().strip()
    target = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "dist" / version
    target.mkdir(parents=True, exist_ok=True)
    for old in target.iterdir():
        old.unlink()

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "x", "-C", folder], input=archive(), check=True)
        source = Path(folder)
        for name, lock in PACKAGES.items():
            build(source / name, target, at)
            made = tomllib.loads((source / name / "pyproject.toml").read_text())["project"]["name"].replace("-", "_")
            level(target / f"{made}-{version}.tar.gz", at)
            list_parts(source / name, version, source / lock, target / f"{made}-{version}.cdx.json")
        let_in = re.findall(r"^!(.+)$", (source / ".dockerignore").read_text(), flags=re.MULTILINE)
        compress(archive(*BESIDE_IMAGE, *let_in), target / f"delvebook-{version}-image.tar.gz")
        (target / "NOTES.md").write_text(notes((source / "CHANGELOG.md").read_text(), version))
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(target.iterdir())]
    (target / "SHA256SUMS").write_text("".join(sums))
    print(f"Delvebook {version} from commit {git('rev-parse', 'HEAD')}, in {target}:\n{''.join(sums)}", end="")


if __name__ == "__main__":
    main()
