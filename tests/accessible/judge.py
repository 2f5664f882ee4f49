"""Prints files and holds each against PDF/UA-1; one without tags must fail, or nothing is judged at all."""

import subprocess
import sys

import page

MUSTER, FOLDER = sys.argv[1:]
SCENARIOS = "scenarios/"
# What is printed, as arguments of `muster print`.
FILES = {
    "table-battles": [SCENARIOS + "table-battles/poltava.yaml", "--with", "setup,reference,tokens,backs,tuck-box", "--duplex", "long"],
    "table-battles-period": [SCENARIOS + "table-battles/rocroi.yaml", "--look", "period", "--languages", "de", "--layout", "single"],
    "pictures": ["examples/wolfs-ford", "--with", "setup,backs", "--layout", "gutterfold"],
    "scripts": ["tests/accessible/scripts.yaml", "--size", "tarot"],
    "states-of-battle": [SCENARIOS + "states-of-battle/field-of-two-larks.yaml", "--with", "reference,backs", "--layout", "foldover"],
    "tabletop": [SCENARIOS + "tabletop/corn-monday.yaml", "--with", "reference,backs", "--duplex", "short", "--low-ink"],
    "pub-battles": [SCENARIOS + "pub-battles/weirs-of-ansholm.yaml", "--look", "period"],
}


def failures(name, arguments):
    """Prints a file; the rules that it breaks, each once."""
    path = f"{FOLDER}/{name}.pdf"
    subprocess.run([MUSTER, "print", *arguments, "-o", path], check=True, stdout=subprocess.DEVNULL)
    limits = page.SafetyLimits(max_form_invocations=10_000_000)
    report = page.validate_pdf(path, profile=page.ValidationProfile.PDF_UA_1, limits=limits)
    return report.rules.total, sorted({f"{failure.rule_id}: {failure.message}" for failure in report.failures})


def main():
    passed, failed = 0, 0
    for name, arguments in FILES.items():
        rules, broken = failures(name, arguments)
        print(f"{name}: {rules} rules, {len(broken)} broken", *broken, sep="\n  ")
        passed, failed = passed + (not broken), failed + bool(broken)
    _, broken = failures("untagged", [*FILES["table-battles"], "--no-tags"])
    print(f"without tags: {len(broken)} broken, as they must be")
    passed, failed = passed + bool(broken), failed + (not broken)
    print(f"{passed} passed, {failed} failed")
    sys.exit(bool(failed))


main()
