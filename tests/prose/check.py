"""Prints what Harper finds in the texts of this repository and accepted.txt does not have; fails if there is anything. `check.py HARPER`."""
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
# Made from other texts: the first lines of pages, `--help`, the clauses.
MADE = re.compile(r"docs/(checks|effects|options|rules-.*)\.md$")
# Numbers of cards and findings, single letters.
CODE = re.compile(r"(?=.*\d)[\w'’.*]+$|[A-Z]{1,2}\.?$|[a-z]$")


def accepted():
    """Returns the rules that are off, the words, and the findings that are accepted, as pairs of a rule and a part of the line."""
    sections = {"rules": [], "words": [], "findings": []}
    section = None
    for line in (HERE / "accepted.txt").read_text("utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            section = sections[line.strip("[]")]
        elif line:
            section.append(line)
    findings = [tuple(line.split(": ", 1)) for line in sections["findings"]]
    return set(sections["rules"]), {word.lower() for word in sections["words"]}, findings


def lint(harper, files):
    command = [harper, "lint", "--format", "json", "--no-color", "-d", "gb", "-u", "/dev/null", *files]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(run.stdout)
    except json.JSONDecodeError:
        sys.exit(f"Harper failed: {run.stderr}")


def main(harper):
    rules, words, findings = accepted()
    listed = subprocess.run(["git", "ls-files", "README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "src/*.md", "crates/*.md"],
                            capture_output=True, text=True, check=True).stdout.split()
    files = [file for file in listed if not MADE.search(file) and Path(file).exists()]
    # Harper names a file by its last part, so no run has two of one name; the runs are about as large as each other.
    batches = []
    for file in sorted(files, key=lambda file: -Path(file).stat().st_size):
        fitting = [batch for batch in batches if Path(file).name not in {Path(other).name for other in batch}]
        if len(batches) < 4 or not fitting:
            fitting = [[]]
            batches.append(fitting[0])
        min(fitting, key=lambda batch: sum(Path(other).stat().st_size for other in batch)).append(file)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda batch: lint(harper, batch), batches))
    used, count = set(), 0
    for batch, result in zip(batches, results):
        paths = {Path(file).name: file for file in batch}
        for entry in result:
            path = paths[Path(entry["file"]).name]
            lines = Path(path).read_text("utf-8").splitlines()
            for found in entry["lints"]:
                text, line = found["matched_text"], lines[found["line"] - 1]
                if found["rule"] in rules:
                    continue
                if found["rule"] == "SpellCheck" and (CODE.match(text) or re.sub("['’]s$", "", text).lower() in words):
                    continue
                excuse = next((one for one in findings if one[0] == found["rule"] and one[1] in line), None)
                if excuse:
                    used.add(excuse)
                    continue
                count += 1
                short = " ".join(text.split())[:60]
                print(f"{path}:{found['line']}:{found['column']}: {found['rule']}: `{short}`: {found['message']}")
    for rule, part in sorted(set(findings) - used):
        print(f"note: tests/prose/accepted.txt: `{rule}: {part}` is no longer needed")
    print(f"{len(files)} pages, {count} findings")
    sys.exit(count > 0)


main(sys.argv[1])
