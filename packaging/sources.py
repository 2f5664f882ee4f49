"""The sources that packages to compile are made of."""

import common

# Of the repository, what no compilation reads. The pyproject.toml there is for the hooks of pre-commit.
LEFT_OUT = (".ci/", ".github/", ".gitattributes", ".gitignore", ".pre-commit-hooks.yaml", "action.yml", "docs/", "editors/", "examples/", "fuzz/", "packaging/", "pyproject.toml", "scenarios/", "tests/")


def read():
    """Returns the files, bytes by name: what is committed, or would be."""
    listed = common.run(["git", "ls-files", "-z"], cwd=common.ROOT).split("\0")
    return {name: (common.ROOT / name).read_bytes() for name in listed if name and not name.startswith(LEFT_OUT)}
