"""Writes the rows of a CSV file as a deck of Table Battles: python3 cards.py cards.csv >cards.yaml"""

import csv
import json
import sys

# These columns hold text; all others hold a value as it is written in YAML.
TEXT = {"name", "lore", "rule_text", "art"}
# These are lists, with a column for each entry: "action 1", "action 2".
LISTS = {"action": "actions", "special": "special"}

print("# Made by cards.py from cards.csv: change the table, not this file.")
print("system: table-battles\nformations:")
with open(sys.argv[1], encoding="utf-8-sig", newline="") as table:
    for row in csv.DictReader(table):
        cells = {column.strip().lower(): cell.strip() for column, cell in row.items() if cell and cell.strip()}
        lists = {key: [] for key in LISTS.values()}
        start = "  - "
        for column, cell in cells.items():
            key = LISTS.get(column.split()[0])
            if key:
                lists[key].append(cell)
                continue
            if column in TEXT:
                cell = json.dumps(cell, ensure_ascii=False)
            elif cell in ("yes", "x"):
                cell = "true"
            print(f"{start}{column}: {cell}")
            start = "    "
        for key, entries in lists.items():
            if entries:
                print(f"    {key}:")
                for entry in entries:
                    print(f"      - {entry}")
