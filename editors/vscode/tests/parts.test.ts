// What of the extension needs no editor, against the program: MUSTER names it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { isDocument } from "../src/documents.ts";
import { isAddress, panelPage, startPreview } from "../src/preview.ts";
import { findProgram, missing } from "../src/program.ts";

const muster = process.env.MUSTER ?? "";
const root = join(import.meta.dirname, "../../../..");
const nobody = () => undefined;
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
  // A folder that is not trusted may bring a program of that name.
  const untrusted = { setting: "set/muster", extension: join(folder, "carried"), path, folder: undefined, windows: false };
  assert.equal(findProgram(untrusted), undefined);
  assert.match(missing("set/muster", false), /not trusted/);
  assert.doesNotMatch(missing(join(folder, "nothing"), false), /not trusted/);
  assert.match(missing(""), /cannot find `muster` on the PATH/);
});

test("a document says which game it is of", () => {
  const systems = ["table-battles", "tabletop"];
  for (const text of [battle, `# A\n${battle}`, 'system: "tabletop" # a game\r\n', "a: 1\nsystem:   'tabletop'"]) assert.ok(isDocument(text, systems), text);
  for (const text of ["", "system: linux\n", "  system: tabletop\n", "subsystem: tabletop", "system: tabletop-extra"]) assert.ok(!isDocument(text, systems), text);
});

test("the preview starts, its page is this machine's, and it ends when it is stopped", async () => {
  const preview = await startPreview(muster, join(folder, "battle.yaml"), folder, nobody);
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
  const child = spawn(muster, ["preview", "--no-open", "--editor", "-", folder], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await once(createInterface({ input: child.stdout }), "line");
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

test("a preview that does not start says why", async () => {
  await assert.rejects(startPreview(muster, join(folder, "nothing"), folder, nobody), /: no such file or folder/);
  await assert.rejects(startPreview(join(folder, "nothing"), folder, folder, nobody), /ENOENT/);
  await assert.rejects(startPreview(join(folder, "path/muster"), folder, folder, nobody), /ended at once/);
  await assert.rejects(startPreview("/bin/echo", folder, folder, nobody), /no address/);
});

test("only an address of this machine is taken", () => {
  for (const wrong of ["", "https://127.0.0.1:1/?token=a", "http://example.org/?token=a", "http://127.0.0.1:1/?token=a'\"", "http://127.0.0.1:1/"]) assert.ok(!isAddress(wrong), wrong);
});

test("the panel frames the address and nothing else", () => {
  const page = panelPage("http://127.0.0.1:4000/?token=abc", "n0nce");
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  assert.equal(policy, "default-src 'none'; frame-src http://127.0.0.1:4000; style-src 'nonce-n0nce'");
  assert.equal(page.match(/src="([^"]*)"/)?.[1], "http://127.0.0.1:4000/?token=abc");
  assert.ok(!panelPage('http://127.0.0.1:4000/?token=abc"><b>', "n").includes("<b>"));
});

test("a place that is chosen on the page comes to the editor, and the cursor's place to the page", async () => {
  const file = join(folder, "mountain.yaml");
  await copyFile(join(root, "scenarios/table-battles/white-mountain.yaml"), file);
  let chosen: (place: string) => void;
  const told = new Promise<string>((settle) => (chosen = settle));
  const preview = await startPreview(muster, file, folder, (place) => chosen(place));
  try {
    const ask = async (path: string, more: Record<string, string> = {}, method = "GET") => {
      const address = new URL(preview.address);
      address.pathname = path;
      for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
      return fetch(address, { method });
    };
    const shown = (await (await ask("/shown")).json()) as { cards: { key: string; label: string; at: { path: string; line: number; column: number } }[] };
    const card = shown.cards.find((card) => card.label.includes("Schlick"))!;
    await ask("/open", { path: card.at.path, line: String(card.at.line), column: String(card.at.column) }, "POST");
    assert.equal(await told, `${await realpath(file)}:${card.at.line}:${card.at.column}`);
    const news = (await ask("/events")).body!.pipeThrough(new TextDecoderStream()).getReader();
    preview.lead(`${file}:${card.at.line}:${card.at.column}`);
    let heard = "";
    while (!heard.includes("event: cursor")) heard += (await news.read()).value;
    await news.cancel();
    const { path, line, column } = card.at;
    assert.deepEqual(await (await ask("/cursor")).json(), { cards: [card.key], place: { path, line, column } });
  } finally {
    preview.stop();
  }
  await preview.ended;
});
