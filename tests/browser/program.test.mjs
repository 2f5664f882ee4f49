// The program for browsers beside the program of this system: the same answers, byte for byte. See packaging/browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Muster } from "pass-muster-browser";

const root = process.env.MUSTER_ROOT;
const wasm = readFileSync(createRequire(import.meta.url).resolve("pass-muster-browser/muster.wasm"));
const muster = await Muster.load(wasm);

/** Returns the files below a folder, bytes by path. */
function listed(folder, above = "", found = {}) {
  for (const name of readdirSync(join(folder, above)).sort()) {
    const path = above + name;
    if (statSync(join(folder, path)).isDirectory()) listed(folder, `${path}/`, found);
    else found[path] = new Uint8Array(readFileSync(join(folder, path)));
  }
  return found;
}

const scenarios = listed(join(root, "scenarios"));
const docs = { "slip.yaml": new Uint8Array(readFileSync(join(root, "docs/slip.yaml"))) };
const mountain = { "white-mountain.yaml": scenarios["table-battles/white-mountain.yaml"] };

/** Runs a command as a program of its own, in a folder of its own. */
function native(words, files, stdin) {
  const folder = mkdtempSync(join(tmpdir(), "muster-browser-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const env = { PATH: process.env.PATH, HOME: folder };
    const done = spawnSync(process.env.MUSTER, words, { cwd: folder, env, input: stdin, encoding: "utf8", maxBuffer: 1 << 28 });
    return { code: done.status, stdout: done.stdout, stderr: done.stderr, files: listed(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function same(words, files, stdin = "") {
  const [here, there] = [muster.run(words, { files, stdin }), native(words, files, stdin)];
  const name = `muster ${words.join(" ")}`;
  assert.equal(here.stdout, there.stdout, name);
  assert.equal(here.stderr, there.stderr, name);
  assert.equal(here.code, there.code, name);
  assert.deepEqual(Object.keys(here.files).sort(), Object.keys(there.files).sort(), name);
  for (const [path, content] of Object.entries(there.files)) assert.ok(Buffer.compare(content, here.files[path]) === 0, `${name}: ${path}`);
  return here;
}

test("every battle is checked", () => {
  assert.ok(Object.keys(scenarios).length > 40);
  same(["check"], scenarios);
  same(["check", "--output-format", "json", "--show", "info"], scenarios);
});

test("findings are told with their lines, and fixed", () => {
  assert.equal(same(["check"], docs).code, 1);
  same(["check", "--output-format", "sarif", "slip.yaml"], docs);
  const fixed = same(["check", "--fix"], docs);
  assert.equal(fixed.code, 0);
  assert.match(new TextDecoder().decode(fixed.files["slip.yaml"]), /Southern Horse/);
  same(["check"], { "a.yaml": "system: table-battles\nscenario: {name: [\n", "b.yaml": new Uint8Array([0xff, 0xfe, 0]) });
  same(["check", "missing.yaml"], {});
  same(["check", "-"], {}, "system: table-battles\nformations: 3\n");
});

test("a thousand battles of each game are the same", () => {
  for (const path of ["white-mountain.yaml"]) same(["smoke", path], mountain);
  same(["smoke", "--games", "100", "--output-format", "json", "states-of-battle", "tabletop", "pub-battles"], scenarios);
  same(["smoke", "--games", "100", "--bots", "mcts:5,greedy", "white-mountain.yaml"], mountain);
  same(["balance", "--games", "20", "white-mountain.yaml"], mountain);
});

test("cards are the same pictures and pages", () => {
  for (const path of ["table-battles/white-mountain.yaml", "states-of-battle/field-of-two-larks.yaml", "tabletop/corn-monday.yaml", "pub-battles/weirs-of-ansholm.yaml"]) {
    same(["print", path, "--format", "png", "--dpi", "60", "-o", "cards"], scenarios);
    same(["print", path, "-o", "cards.pdf"], scenarios);
  }
});

test("other commands answer as well", () => {
  for (const words of [["--version"], ["check", "--help"], ["explain", "TB101"], ["explain", "TB-6.4"], ["explain", "--list"], ["schema", "table-battles"], ["nothing"]]) same(words, {});
  same(["new", "table-battles", "The Ford"], {});
  same(["rename", "white-mountain.yaml", "Thurn", "Matthias Thurn"], mountain);
  same(["sheet", "export", "white-mountain.yaml", "-o", "cards.xlsx"], mountain);
});

test("the methods for a page", () => {
  const report = muster.check(docs);
  assert.deepEqual(report.findings.map(({ code }) => code), ["TB101"]);
  assert.deepEqual(report, JSON.parse(native(["check", "--output-format", "json"], docs).stdout));
  const drawn = muster.cards(mountain, "white-mountain.yaml", { dpi: 40 });
  assert.equal(Object.keys(drawn).length, 11);
  assert.throws(() => muster.cards({ "a.yaml": "system: nothing\n" }, "a.yaml"), /MU/);
  const position = { line: 36, character: 35 };
  const found = muster.ask(docs, "slip.yaml", "textDocument/completion", { position });
  assert.ok((found.items ?? found).some(({ label }) => label === "Southern Horse"));
  assert.throws(() => muster.ask(docs, "slip.yaml", "textDocument/nothing", {}), /nothing/);
});

test("a file that is no program is refused", async () => {
  await assert.rejects(Muster.load(wasm.subarray(0, 100_000)), WebAssembly.CompileError);
  await assert.rejects(Muster.load(new Response("", { status: 404, statusText: "Not Found" })), /cannot be loaded: 404/);
});
