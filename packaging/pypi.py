"""What the two packages for Python say about themselves."""

import common


def stem():
    """Returns what their names begin with: `pass_muster-1.2.0`."""
    return f"{common.NAME.replace('-', '_')}-{common.version()}"


def metadata(licences):
    """Returns the text of METADATA and PKG-INFO, of core metadata 2.4, with the names of the licence files."""
    head = [
        "Metadata-Version: 2.4", f"Name: {common.NAME}", f"Version: {common.version()}", f"Summary: {common.SUMMARY}",
        "Keywords: tabletop,linter,yaml,cards,pdf", f"License-Expression: {common.LICENCE}",
        *(f"License-File: {name}" for name in sorted(licences)), "Classifier: Environment :: Console",
        "Classifier: Topic :: Games/Entertainment :: Board Games", "Requires-Python: >=3.8", "Description-Content-Type: text/markdown",
    ]
    about = (common.ROOT / "packaging" / "about.md").read_text(encoding="utf-8")
    return "\n".join(head) + f"\n\n{about}"
