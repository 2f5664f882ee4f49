#!/usr/bin/env python3
"""Measures how long after a keystroke the findings of `muster lsp` come, the moment of quiet included.

Use: benches/keystroke.py PROGRAM FOLDER FILE [KEYSTROKES]

FOLDER is opened, FILE in it is typed in: a blank at its end, one after the other, each after the findings of the last have come.
Prints the median and the longest time in milliseconds, and the memory of the server in MB where the system tells it.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import time

program, folder, file = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
strokes = int(sys.argv[4]) if len(sys.argv) > 4 else 50
server = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def say(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def heard():
    length = int(server.stdout.readline().split(b":")[1])
    server.stdout.readline()
    return json.loads(server.stdout.read(length))


def wait(version):
    while True:
        params = heard().get("params", {})
        if params.get("uri") == file.as_uri() and params.get("version") == version:
            return


say(id=1, method="initialize", params={"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
heard()
say(method="initialized", params={})
text = file.read_text()
document = {"uri": file.as_uri(), "languageId": "yaml", "version": 0, "text": text}
say(method="textDocument/didOpen", params={"textDocument": document})
wait(0)
end = {"line": text.count("\n") + 1, "character": 0}
times = []
for version in range(1, strokes + 1):
    begun = time.perf_counter()
    change = {"range": {"start": end, "end": end}, "text": "\n"}
    document = {"uri": file.as_uri(), "version": version}
    say(method="textDocument/didChange", params={"textDocument": document, "contentChanges": [change]})
    wait(version)
    times.append((time.perf_counter() - begun) * 1000)
    end["line"] += 1
print(f"median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms, {strokes} keystrokes")
status = pathlib.Path(f"/proc/{server.pid}/status")
if status.exists():
    peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    print(f"memory at most {int(peak.split()[1]) / 1024:.0f} MB")
say(id=2, method="shutdown")
heard()
say(method="exit")
sys.exit(server.wait())
