// What of the extension needs no editor, against the program: MUSTER names it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { isDocument } from "../src/documents.ts";
import { isAddress, panelPage, placeOf, startPreview } from "../src/preview.ts";
import { findProgram, missing } from "../src/program.ts";

const muster = process.env.MUSTER ?? "";
const battle = `system: table-battles\nscenario:\n  name: A\n`;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-extension-"));
  for (const place of ["carried/bin", "path", "set"]) {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, "muster"), "#!/bin/sh\n");
    await chmod(join(folder, place, "muster"), 0o755);
  }
  await writeFile(join(folder, "battle.yaml"), battle);
});
after(() => rm(folder, { recursive: true }));

test("the program is the one that is set, else the one that is carried, else the one on the path", () => {
  const path = ["relative", join(folder, "nothing"), join(folder, "path")].join(delimiter);
  const find = (setting: string, extension: string) => findProgram({ setting, extension, path, folder, windows: false });
  const [carried, onPath, set] = ["carried/bin", "path", "set"].map((each) => join(folder, each, "muster"));
  assert.equal(find("", join(folder, "carried")), carried);
  assert.equal(find("", folder), onPath);
  assert.equal(find("muster", join(folder, "carried")), onPath);
  assert.equal(find("set/muster", folder), set);
  assert.equal(find(` ${set} `, folder), set);
  for (const wrong of [join(folder, "set"), join(folder, "battle.yaml"), "set/nothing", "nothing"]) {
    assert.equal(find(wrong, join(folder, "carried")), undefined, wrong);
    assert.match(missing(wrong), /muster\.path` names `/);
  }
  assert.match(missing(""), /not? program `muster` on the PATH/);
});

test("a document says which game it is of", () => {
  const systems = ["table-battles", "tabletop"];
  for (const text of [battle, `# A\n${battle}`, 'system: "tabletop" # a game\r\n', "a: 1\nsystem:   'tabletop'"]) assert.ok(isDocument(text, systems), text);
  for (const text of ["", "system: linux\n", "  system: tabletop\n", "subsystem: tabletop", "system: tabletop-extra"]) assert.ok(!isDocument(text, systems), text);
});

test("the preview starts, its page is this machine's, and it ends when it is stopped", async () => {
  const preview = await startPreview(muster, join(folder, "battle.yaml"), folder);
  try {
    assert.ok(isAddress(preview.address), preview.address);
    const answer = await fetch(preview.address);
    assert.equal(answer.status, 200);
    // Only a panel of the editor may frame it.
    assert.match(answer.headers.get("content-security-policy") ?? "", /frame-ancestors vscode-webview: vscode-file:$/);
  } finally {
    preview.stop();
  }
  await preview.ended;
  await assert.rejects(fetch(preview.address));
});

test("the preview ends with the editor that started it, even where nobody ends it", async () => {
  const child = spawn(muster, ["preview", "--no-open", "--end-with-input", folder], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await once(createInterface({ input: child.stdout }), "line");
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

test("a preview that does not start says why", async () => {
  await assert.rejects(startPreview(muster, join(folder, "nothing"), folder), /there is no such file or folder/);
  await assert.rejects(startPreview(join(folder, "nothing"), folder, folder), /ENOENT/);
  await assert.rejects(startPreview(join(folder, "path/muster"), folder, folder), /ended at once/);
  await assert.rejects(startPreview("/bin/echo", folder, folder), /no address/);
});

test("only an address of this machine is taken", () => {
  for (const wrong of ["", "https://127.0.0.1:1/?token=a", "http://example.org/?token=a", "http://127.0.0.1:1/?token=a'\"", "http://127.0.0.1:1/"]) assert.ok(!isAddress(wrong), wrong);
});

test("the panel frames the address and nothing else", () => {
  const page = panelPage("http://127.0.0.1:4000/?token=abc", "n0nce");
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  assert.equal(policy, "default-src 'none'; frame-src http://127.0.0.1:4000; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'");
  assert.equal(page.match(/src="([^"]*)"/)?.[1], "http://127.0.0.1:4000/?token=abc");
  assert.ok(!panelPage('http://127.0.0.1:4000/?token=abc"><b>', "n").includes("<b>"));
});

test("a message that names a place is one, and no other", () => {
  assert.deepEqual(placeOf({ muster: "show", path: "a.yaml", line: 3, column: 7, more: 1 }), { path: "a.yaml", line: 3, column: 7 });
  for (const wrong of [null, 1, "show", {}, { muster: "show" }, { muster: "show", path: "a", line: 0, column: 1 }, { muster: "show", path: "a", line: 1.5, column: 1 }, { muster: "show", path: "", line: 1, column: 1 }, { path: "a", line: 1, column: 1 }]) {
    assert.equal(placeOf(wrong), undefined, JSON.stringify(wrong));
  }
});
