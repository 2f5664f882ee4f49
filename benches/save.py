#!/usr/bin/env python3
"""Measures how long after a save `muster preview` shows the changed cards: the event, the page's data and the pictures of the cards.

Use: benches/save.py PROGRAM PATH FILE OLD NEW [SAVES]

PATH is shown; in FILE, one of its documents, the words OLD become NEW and NEW becomes OLD, one save after the other, each after
the pictures of the last have come, 380 pixels wide. FILE is left as it was. Prints the median and the longest time in milliseconds.
"""

import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

program, shown_path, file, old, new = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4], sys.argv[5]
saves = int(sys.argv[6]) if len(sys.argv) > 6 else 30
server = subprocess.Popen([program, "preview", "--no-open", shown_path], stdout=subprocess.PIPE, text=True)
address = urllib.parse.urlsplit(server.stdout.readline().strip())
asking = http.client.HTTPConnection(address.netloc)


def ask(path):
    asking.request("GET", f"/{path}{'&' if '?' in path else '?'}{address.query}")
    answer = asking.getresponse()
    body = answer.read()
    assert answer.status == 200, body
    return body


def fronts():
    return {card["key"]: card["front"] for card in json.loads(ask("shown"))["cards"]}


def picture(front):
    with urllib.request.urlopen(f"http://{address.netloc}/face/{front}?width=380&{address.query}") as answer:
        return answer.read()


# As many at once as a browser asks for.
browser = ThreadPoolExecutor(6)
events = http.client.HTTPConnection(address.netloc)
events.request("GET", f"/events?{address.query}")
stream = events.getresponse()


def wait():
    while not stream.readline().startswith(b"data:"):
        pass


text = file.read_text()
assert old in text and new not in text, "OLD stands in the file, and NEW does not"
wait()
now = fronts()
told, times, cards = [], [], set()
try:
    for save in range(saves):
        # The system's clock tells two states of a file apart.
        time.sleep(0.3)
        begun = time.perf_counter()
        file.write_text(text.replace(old, new) if save % 2 == 0 else text)
        wait()
        told.append((time.perf_counter() - begun) * 1000)
        before, now = now, fronts()
        changed = {front for front in now.values() if front not in before.values()}
        list(browser.map(picture, changed))
        times.append((time.perf_counter() - begun) * 1000)
        cards.add(len(changed))
finally:
    file.write_text(text)
    server.terminate()
print(f"event: median {statistics.median(told):.0f} ms, longest {max(told):.0f} ms")
print(f"pictures: median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms, {saves} saves that change {sorted(cards)} cards")
