// The language server, driven by the client of the protocol's own authors. See run.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client, edited, position } from "./client.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = process.env.MUSTER;
const slip = await readFile(join(root, "docs/slip.yaml"), "utf8");
const whole = slip.replace("Sothern", "Southern");

let folder, file, uri, editor;

beforeEach(async () => {
  // A name as few are: what stands in a reference must be written otherwise.
  folder = await mkdtemp(join(tmpdir(), "muster editors # é-"));
  file = join(folder, "bridge.yaml");
  uri = pathToFileURL(file).href;
  await writeFile(file, slip);
  editor = await Client.start(program, ["lsp"], folder);
});
afterEach(async () => {
  assert.equal(await editor.leave(), 0);
  await rm(folder, { recursive: true });
});

/** The findings of `muster check` in the folder. */
function checked() {
  const { stdout } = spawnSync(program, ["check", folder, "--output-format", "json"], { encoding: "utf8" });
  return JSON.parse(stdout);
}
const at = (text, words, letters) => ({ textDocument: { uri }, position: position(text, words, letters) });

/** A finding as both tell it: its code, its place in lines and columns from 1, its words. */
const told = ({ code, range, message }) => [code, range.start.line + 1, range.start.character + 1, range.end.line + 1, range.end.character + 1, message.split("\n")[0]];
const printed = ({ code, span, message }) => [code, span.start.line, span.start.column, span.end.line, span.end.column, message];

test("findings are those of `muster check`, in an editor's terms", async () => {
  await editor.open(uri, slip);
  const findings = await editor.findings(uri, 1);
  assert.equal(findings.length, 1);
  assert.deepEqual(findings.map(told), checked().findings.map(printed));
  const [{ codeDescription, source, severity }] = findings;
  assert.deepEqual({ codeDescription, source, severity }, { codeDescription: { href: "muster:explain/TB101" }, source: "muster", severity: 1 });
  const page = await editor.ask("workspace/executeCommand", { command: "muster.explain", arguments: ["TB101"] });
  assert.match(page, /^# unknown-target \(TB101\)\n/);
});

test("every shipped battle has the findings of `muster check`", async () => {
  const battles = join(folder, "battles");
  await cp(join(root, "scenarios"), battles, { recursive: true });
  const found = checked().findings;
  const byFile = Map.groupBy ? Map.groupBy(found, ({ path }) => path) : found.reduce((map, one) => map.set(one.path, [...(map.get(one.path) ?? []), one]), new Map());
  await editor.open(uri, slip);
  await editor.findings(uri, 1);
  await editor.ask("workspace/executeCommand", { command: "muster.explain", arguments: ["TB101"] });
  for (const [path, expected] of byFile) {
    const shown = await editor.findings(pathToFileURL(path).href);
    assert.deepEqual(shown.map(told).sort(), expected.map(printed).sort(), path);
  }
});

test("a finding goes with the edit that mends it, and comes back with the one that does not", async () => {
  await editor.open(uri, slip);
  await editor.findings(uri, 1);
  const start = position(slip, "Sothern");
  await editor.change(uri, 2, { range: { start, end: { ...start, character: start.character + 7 } }, text: "Southern" });
  assert.deepEqual(await editor.findings(uri, 2), []);
  await editor.change(uri, 3, { text: slip });
  assert.equal((await editor.findings(uri, 3)).length, 1);
  await editor.change(uri, 4, { text: slip.slice(0, -200) + "\n  - [" });
  assert.notEqual((await editor.findings(uri, 4)).length, 0);
});

test("a fix is offered, and so is the whole file's", async () => {
  await editor.open(uri, slip);
  const [finding] = await editor.findings(uri, 1);
  const actions = await editor.ask("textDocument/codeAction", { textDocument: { uri }, range: finding.range, context: { diagnostics: [finding] } });
  const fix = actions.find(({ title }) => title === "Write `Southern Horse`");
  assert.equal(fix.isPreferred, true);
  assert.equal(edited(slip, fix.edit.changes[uri]), whole);
  const all = actions.find(({ kind }) => kind === "source.fixAll.muster");
  const { edit } = await editor.ask("codeAction/resolve", all);
  assert.equal(edited(slip, edit.changes[uri]), whole);
  const allow = actions.find(({ title }) => title === "Allow unknown-target here");
  assert.match(edited(slip, allow.edit.changes[uri]), /# muster: allow\(unknown-target\) \n/);
  assert.equal(allow.command.command, "muster.select");
});

test("a name is completed, explained, found and renamed", async () => {
  await editor.open(uri, whole);
  assert.deepEqual(await editor.findings(uri, 1), []);
  const here = at(whole, "[Southern Horse, Lancers]", 3);
  const completion = await editor.ask("textDocument/completion", { ...at(whole, "[Southern Horse, Lancers]", 1), context: { triggerKind: 1 } });
  const labels = (completion.items ?? completion).map(({ label }) => label);
  assert.ok(labels.includes("River Foot") && !labels.includes("Old Guard") && !labels.includes("Lancers"), String(labels));
  const hover = await editor.ask("textDocument/hover", here);
  assert.match(hover.contents.value, /Southern Horse/);
  const given = await editor.ask("textDocument/definition", here);
  assert.deepEqual(given.range.start, position(whole, "name: Southern Horse", 6));
  const uses = await editor.ask("textDocument/references", { ...here, context: { includeDeclaration: true } });
  assert.equal(uses.length, 2);
  const prepared = await editor.ask("textDocument/prepareRename", here);
  assert.equal(prepared.placeholder, "Southern Horse");
  const { changes } = await editor.ask("textDocument/rename", { ...here, newName: "Dragoons" });
  assert.equal(edited(whole, changes[uri]), whole.replaceAll("Southern Horse", "Dragoons"));
  await assert.rejects(editor.ask("textDocument/rename", { ...here, newName: "Lancers" }), /would change its meaning: `Lancers` is listed twice/);
});

test("outline, links, lenses and odds", async () => {
  await editor.open(uri, whole);
  const document = { textDocument: { uri } };
  const outline = await editor.ask("textDocument/documentSymbol", document);
  assert.deepEqual(outline.map(({ name }) => name).filter((name) => name === "formations"), ["formations"]);
  const lenses = await editor.ask("textDocument/codeLens", document);
  assert.deepEqual(lenses.slice(0, 4).map(({ command }) => command.title), ["smoke 1,000", "print", "show", "print 1A"]);
  assert.deepEqual([...new Set(lenses.map(({ command }) => command.command))], ["muster.run", "muster.openPreview"]);
  // What a lens names can be run, on the file as it is saved.
  await writeFile(file, whole);
  execFileSync(program, lenses[3].command.arguments[0]);
  assert.match(await readFile(join(folder, "1A.pdf"), "latin1"), /^%PDF-/);
  assert.deepEqual(await editor.ask("textDocument/documentLink", document), []);
});

test("the games that are known are told", () => {
  assert.deepEqual(editor.capabilities.experimental.systems, ["table-battles", "states-of-battle", "tabletop", "pub-battles"]);
});
