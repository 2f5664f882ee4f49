// Editors with the settings that docs/editors.md shows: what they show is what transcripts/ keeps. With BLESS=1 the transcripts
// are written anew. See run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const page = await readFile(join(root, "docs/editors.md"), "utf8");

/** The first block of settings under a heading of the page. */
function settings(heading) {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  return /^```\w*\n(.*?)^```$/ms.exec(section)[1];
}
const has = (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

const editors = [
  { name: "neovim", program: "nvim", file: "init.lua", words: () => ["--headless", "-u", "NONE", "-n", "-S", join(here, "neovim.lua")] },
  { name: "Emacs", program: "emacs", file: "init.el", words: () => ["--batch", "-l", join(here, "eglot.el")] },
];

for (const { name, program, file, words } of editors) {
  test(`${name}, as docs/editors.md sets it up`, { skip: has(program) ? false : `there is no ${program}`, timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "muster-editor-"));
    const [home, project, path] = ["home", "battles", "bin"].map((each) => join(folder, each));
    for (const each of [home, project, path]) await mkdir(each);
    await symlink(process.env.MUSTER, join(path, "muster"));
    // No browser is opened.
    await writeFile(join(path, "xdg-open"), "#!/bin/sh\n", { mode: 0o755 });
    await writeFile(join(home, file), settings(name));
    await writeFile(join(project, "bridge.yaml"), await readFile(join(root, "docs/slip.yaml")));
    const environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, PATH: `${path}${delimiter}${process.env.PATH}`, SETTINGS: join(home, file), FILE: join(project, "bridge.yaml"), LC_ALL: "C.UTF-8" };
    const run = spawnSync(program, words(), { cwd: project, env: environment, encoding: "utf8", timeout: 55_000, stdio: ["ignore", "pipe", "pipe"] });
    const shown = run.stdout.replaceAll("\r", "").replaceAll(folder, "…");
    const kept = join(here, "transcripts", `${name.toLowerCase()}.txt`);
    if (process.env.BLESS) await writeFile(kept, shown);
    assert.equal(shown, await readFile(kept, "utf8"), run.stderr);
    assert.equal(run.status, 0, run.stderr);
    await rm(folder, { recursive: true });
  });
}
