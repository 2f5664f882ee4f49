"""The sources that packages to compile are made of, and how they are compiled where they are tried."""

import os

import common

# Of the repository, what no compilation reads. The pyproject.toml there is for the hooks of pre-commit.
LEFT_OUT = (".ci/", ".github/", ".gitattributes", ".gitignore", ".pre-commit-hooks.yaml", "action.yml", "docs/", "editors/", "examples/", "fuzz/", "packaging/", "pyproject.toml", "scenarios/", "tests/")


def read():
    """Returns the files, bytes by name: what is committed, or would be."""
    listed = common.run(["git", "ls-files", "-z"], cwd=common.ROOT).split("\0")
    return {name: (common.ROOT / name).read_bytes() for name in listed if name and not name.startswith(LEFT_OUT)}


def profile():
    """Returns the profile that an installer compiles them with: PROFILE, else `release`, which is what users get."""
    return os.environ.get("PROFILE") or "release"


def environment():
    """Returns the environment for that: what both ways depend on is compiled once."""
    return {**os.environ, "CARGO_TARGET_DIR": str(common.ROOT / "target" / "sources")}
