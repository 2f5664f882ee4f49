"""The licences of all packages that are linked into the program."""

import functools
import json
import re
from pathlib import Path

import common

NAMES = re.compile(r"(licen[cs]e|copying|notice|unlicense)", re.IGNORECASE)


@functools.lru_cache(maxsize=1)
def collect(triple):
    """Returns the text of THIRD-PARTY-NOTICES.txt: every package that is linked for a target, with its licence, each text once; then the fonts."""
    metadata = json.loads(common.run([common.cargo(), "metadata", "--locked", "--format-version", "1", "--filter-platform", triple], cwd=common.ROOT))
    packages = {package["id"]: package for package in metadata["packages"]}
    by_text = {}
    for package in sorted((packages[key] for key in linked(metadata)), key=lambda package: (package["name"], package["version"])):
        if package["source"] is None:
            continue
        label = f"{package['name']} {package['version']} ({package['license'] or 'see below'})"
        by_text.setdefault(licence_text(package), []).append(label)
    for path in sorted((common.ROOT / "templates" / "fonts").glob("*.txt")):
        by_text.setdefault(path.read_text(encoding="utf-8").strip(), []).append(f"font {path.stem}")
    parts = ["\n".join(labels) + f"\n\n{text}\n" for text, labels in by_text.items()]
    return "Muster contains the following packages and fonts.\n\n" + f"\n{'-' * 80}\n\n".join(parts)


def own_triple():
    """Returns the target of this system, whose packages are linked."""
    system, machine = common.here()
    return f"{machine}-" + {"linux": "unknown-linux-musl", "windows": "pc-windows-msvc", "macos": "apple-darwin"}[system]


def linked(metadata):
    """Returns the ids of all packages that the program is linked with: its normal dependencies, and theirs."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    start = next(package["id"] for package in metadata["packages"] if package["name"] == common.NAME)
    seen, waiting = set(), [start]
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        for dependency in nodes[key]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return seen


def licence_text(package):
    """Returns the licence files of a package, or who wrote it where it carries none."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and NAMES.match(path.name))
    texts = [path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip() for path in files]
    if texts:
        return "\n\n".join(texts)
    return f"The package carries no licence file. Its authors: {', '.join(package['authors']) or 'not named'}. {package['repository'] or ''}".strip()
