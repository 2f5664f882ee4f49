"""What every way of packaging shares: the version, the program to pack, reproducible files, and how a packed program is tried."""

import argparse
import functools
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import binary

ROOT = Path(__file__).resolve().parent.parent
NAME = "pass-muster"
SUMMARY = "Checks, smoke-tests and prints tabletop battle card games written in YAML"
LICENCE = "MIT OR Apache-2.0"
SCENARIO = "scenarios/table-battles/white-mountain.yaml"
SHELLS = {"bash": "muster.bash", "zsh": "_muster", "fish": "muster.fish", "powershell": "_muster.ps1", "elvish": "muster.elv"}


class Trouble(Exception):
    """A way failed. The message is a sentence for the user."""


class Skip(Exception):
    """A step cannot be done on this machine, which is no failure unless `--require` is given."""


def version():
    """Returns the version of the workspace in Cargo.toml, from which every package takes its own."""
    text = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    return re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', text, re.MULTILINE).group(1)


@functools.lru_cache(maxsize=1)
def timestamp():
    """Returns the time that all files in packages carry: SOURCE_DATE_EPOCH, else the time of the commit, else a fixed one."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        found = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
        given = found.stdout.strip() or "1577836800"
    if not given.isdigit():
        raise Trouble(f"SOURCE_DATE_EPOCH is {given!r}; expected seconds since 1970")
    return int(given)


def run(command, **options):
    """Runs a command and returns its standard output. Raises Trouble with its last lines where it fails."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, encoding="utf-8", errors="replace", **options)
    except OSError as error:
        raise Trouble(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise Trouble(f"`{' '.join(map(str, command))}` ended with {done.returncode}:\n{last}")
    return done.stdout


def tool(name, why):
    """Returns the path of a program of this machine. Raises Skip where it is missing."""
    found = shutil.which(name)
    if found is None:
        raise Skip(f"there is no {name} {why}")
    return found


def cargo():
    """Returns the command `cargo`."""
    return os.environ.get("CARGO", "cargo")


def here():
    """Returns the system and processor of this machine, in the words of binary.py."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return system, machine


def runner():
    """Returns the words of RUNNER, which start a program of another system here, such as `wine64` or `qemu-aarch64-static`."""
    return os.environ.get("RUNNER", "").split()


def program(foreign=False):
    """Returns the program to pack: the one that MUSTER names, else a fresh build. One of another system is
    packed where `foreign` says so, and RUNNER starts it.

    Raises Trouble where it is none, is for another system, or is of another version.
    """
    given = os.environ.get("MUSTER")
    path = Path(given).resolve() if given else build()
    try:
        found = binary.inspect(path)
    except (OSError, ValueError) as error:
        raise Trouble(f"{path} cannot be packed: {getattr(error, 'strerror', None) or error}") from error
    if (found.system, found.machine) != here() and not (foreign and runner()):
        raise Trouble(f"{path} is a program for {found.system} on {found.machine}; this is {' on '.join(here())}. Pack it there")
    said = run([*runner(), path, "--version"]).strip()
    if said != f"muster {version()}":
        raise Trouble(f"{path} says `{said}`, but Cargo.toml has version {version()}. Build it again")
    return found


def profile():
    """Returns the profile that the program is built with: PROFILE, such as `release`, which compiles sooner; else `dist`."""
    return os.environ.get("PROFILE") or "dist"


def build():
    """Builds the program and returns its path. On Linux it is linked statically, so that it runs on all of them."""
    system, machine = here()
    target = ["--target", f"{machine}-unknown-linux-musl"] if system == "linux" else []
    hint = f" It needs `rustup target add {target[1]}` and musl-gcc (Debian: musl-tools)." if target else ""
    path = compiled(profile(), target, f"the program could not be built.{hint}")
    # `dist` says so already; other profiles keep the symbols.
    if system == "linux" and shutil.which("strip"):
        run(["strip", path])
    return path


def compiled(profile, options, failure):
    """Compiles the program with a profile and further options of cargo, and returns its path. Raises Trouble with `failure` where that fails."""
    words = [cargo(), "build", "--locked", "--profile", profile, "--bin", "muster", "--message-format", "json", *options]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise Trouble(failure)
    messages = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    return Path([message["executable"] for message in messages if message.get("executable")][-1])


def out():
    """Returns the folder that packages are written to: OUT, else target/packages."""
    folder = Path(os.environ.get("OUT") or ROOT / "target" / "packages").resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise Trouble(f"{folder} cannot be written to: {error.strerror}. Name another folder in OUT") from error
    return folder


def place(made, name):
    """Moves a finished package into the folder of packages and returns where it is. Nobody sees a half-written one."""
    target = out() / name
    aside = target.with_name(f".{name}.part")
    shutil.copyfile(made, aside)
    aside.replace(target)
    return target


def digest(path):
    """Returns the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def assert_same(first, second):
    """Raises Trouble unless two builds of a package are of the same bytes."""
    if digest(first) != digest(second):
        raise Trouble(f"{Path(first).name} is not the same when it is made twice")


def pack_npm(npm, folder, aside):
    """Packs the npm package in a folder twice, into folders of `aside`, and places it. Raises Trouble unless both are of the same bytes."""
    made = []
    for into in (aside / "first", aside / "second"):
        into.mkdir(exist_ok=True)
        made.append(into / json.loads(run([npm, "pack", "--json", "--pack-destination", into], cwd=folder))[0]["filename"])
    assert_same(*made)
    return place(made[0], made[0].name)


def licences(triple=None):
    """Returns the licences that a package must carry, by file name: our own, those of the fonts, those of what is linked, for a target
    of Rust or for this system."""
    import notices

    texts = {name: (ROOT / name).read_bytes() for name in ("LICENSE-APACHE", "LICENSE-MIT")}
    texts["THIRD-PARTY-NOTICES.txt"] = notices.collect(triple or notices.own_triple()).encode()
    return texts


def completions(packed):
    """Returns the completion script of every shell, by file name."""
    return {name: run([*runner(), packed.path, "completions", shell]).encode() for shell, name in SHELLS.items()}


def manuals(packed):
    """Returns the manual pages, bytes by file name."""
    with tempfile.TemporaryDirectory() as folder:
        run([*runner(), packed.path, "man", "--write", folder])
        return {page.name: page.read_bytes() for page in sorted(Path(folder).iterdir())}


def clean_environment(folder):
    """Returns an environment with nothing of this one but what programs need to start."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "COMSPEC", "PATHEXT", "LOCALAPPDATA", "APPDATA", "TEMP", "TMP", "TMPDIR", "WINEPREFIX", "WINEPATH", "WINEDEBUG") if name in os.environ}
    return {**kept, "HOME": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def try_program(command, folder, inside=None):
    """Runs an installed program as a user would, with a battle in `folder`.

    `command` is the list of words that starts it. `inside` is where `folder` is for the program, which may be in a container.
    Raises Trouble where an answer or an exit code is not the expected one.
    """
    for name in (SCENARIO, "docs/slip.yaml"):
        shutil.copyfile(ROOT / name, Path(folder) / Path(name).name)
    at = f"{inside or folder}/"
    scenario, pdf = f"{at}{Path(SCENARIO).name}", Path(folder) / "cards.pdf"
    steps = [
        (["--version"], 0, f"muster {version()}"),
        (["check", scenario], 0, ""),
        (["check", f"{at}slip.yaml"], 1, "TB101"),
        (["check", f"{at}missing.yaml"], 2, "missing.yaml"),
        (["explain", "TB101"], 0, "unknown-target"),
        (["print", scenario, "-o", f"{at}cards.pdf"], 0, ""),
    ]
    for words, expected, said in steps:
        environment = clean_environment(folder)
        done = subprocess.run([*map(str, command), *words], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", errors="replace")
        text = done.stdout + done.stderr
        if done.returncode != expected or said not in text:
            raise Trouble(f"`muster {' '.join(words)}` ended with {done.returncode}, expected {expected} and `{said}`:\n{text.strip()[-2000:]}")
    if not pdf.is_file() or pdf.read_bytes()[:5] != b"%PDF-":
        raise Trouble("`muster print` wrote no PDF")


class Report:
    """What a way has done so far, for the table of packaging/all."""

    def __init__(self, way):
        self.way, self.require, self.skipped = way, False, []
        self.built, self.installed, self.tried, self.packages = False, False, False, []

    def say(self, text):
        """Prints what was done."""
        print(f"{self.way}: {text}", flush=True)

    def add(self, package):
        """Adds a finished package."""
        self.built = True
        self.packages.append(Path(package))
        self.say(f"built {Path(package).name}, {Path(package).stat().st_size / 1e6:.1f} MB")

    def skip(self, reason):
        """Prints that a step is skipped, or fails with `--require`."""
        if self.require:
            raise Trouble(f"required, but {reason}")
        self.skipped.append(str(reason))
        print(f"{self.way}: SKIPPED: {reason}", file=sys.stderr, flush=True)

    def ran(self, where):
        """Notes that the installed program was run."""
        self.installed = self.tried = True
        self.say(f"installed and run {where}")


def main(way, work):
    """Runs one way: `work(report, folder)` builds, installs and tries its packages in an empty folder. Exits with 0 or 1."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--require", action="store_true", help="fail where a step cannot be done on this machine")
    parser.add_argument("--report", metavar="FILE", help="write what was done to FILE as JSON")
    arguments = parser.parse_args()
    report, start, failure = Report(way), time.monotonic(), None
    report.require = arguments.require
    with tempfile.TemporaryDirectory(prefix="muster-") as folder:
        try:
            work(report, Path(folder).resolve())
        except Skip as skip:
            try:
                report.skip(skip)
            except Trouble as trouble:
                failure = str(trouble)
        except Trouble as trouble:
            failure = str(trouble)
        except OSError as error:
            failure = f"{error.filename or 'a file'}: {error.strerror}"
    if failure:
        print(f"{way}: FAILED: {failure}", file=sys.stderr)
    if arguments.report:
        rows = {"built": report.built, "installed": report.installed, "run": report.tried, "skipped": report.skipped, "failure": failure}
        sizes = {package.name: package.stat().st_size for package in report.packages}
        Path(arguments.report).write_text(json.dumps({"way": way, **rows, "packages": sizes, "seconds": round(time.monotonic() - start, 1)}), encoding="utf-8")
    sys.exit(1 if failure else 0)
