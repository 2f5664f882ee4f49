// The page: the text on one side, what Muster says of it, its cards and its battles on the other.

import { isLink, read, written } from "./link.mjs";
import { TextEditor, ranges } from "./text.mjs";
import { Stopped, load } from "./workers.mjs";

/** The quiet after typing before the text is checked, and before its cards are drawn, in milliseconds. */
const QUIET = { check: 120, draw: 700 };

/** The most findings that are listed and marked. */
const LISTED = 300;

/** The keys under which the browser keeps the files: those of the last edit, and those that they took the place of. */
const KEPT = "muster playground";
const EARLIER = "muster playground, earlier";
const MINE = "Your earlier text";

const at = (id) => document.getElementById(id);
const runners = load();
const examples = await (await fetch("examples.json")).json();
let files = {};
let path = "";
/** The files whose text is nowhere else: it would be lost. */
const unsaved = new Set();
/** True if what the browser keeps is of these files; else the first edit moves it aside. */
let isKept = false;
const editor = new TextEditor(at("editor"), { changed, complete });

function say(text) {
  at("said").textContent = text;
}

/** Returns a new element with a class and a text. */
function element(name, of, text) {
  const made = document.createElement(name);
  made.className = of;
  made.textContent = text;
  return made;
}

/** Takes other files in place of those that are there; `mine` are files that the browser kept. */
function take(found, mine = false) {
  // As the editor holds them.
  files = Object.fromEntries(Object.entries(found).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")]));
  unsaved.clear();
  if (mine) Object.keys(files).forEach((name) => unsaved.add(name));
  isKept = mine;
  editor.forget();
  at("file").replaceChildren(...Object.keys(files).map((name) => new Option(name)));
  at("of-files").hidden = Object.keys(files).length < 2;
  open(Object.keys(files)[0]);
}

/** Asks before text is lost. Returns true if it may be. */
function mayReplace() {
  return unsaved.size === 0 || confirm("Text that is saved nowhere will be lost. Save the file or copy a link first. Replace it now?");
}

/** Shows one of the files. */
function open(name) {
  path = name;
  at("file").value = name;
  editor.show(name, files[name]);
  // What is shown beside it is of another text.
  clearFaces();
  for (const output of document.querySelectorAll("#smoke pre, #balance pre, #smoke .line span, #balance .line span")) output.textContent = "";
  check();
  draw();
}

function stored(storage, key) {
  try {
    const found = JSON.parse(storage.getItem(key) ?? "null");
    return found && Object.keys(found).length > 0 ? found : null;
  } catch {
    // Nothing is kept, or nothing that can be read.
    return null;
  }
}

/** Keeps the files: for this tab, and for the next visit. */
function keep() {
  try {
    const text = JSON.stringify(files);
    sessionStorage.setItem(KEPT, text);
    const before = localStorage.getItem(KEPT);
    if (!isKept && before && before !== text) localStorage.setItem(EARLIER, before);
    localStorage.setItem(KEPT, text);
    isKept = true;
  } catch {
    say("This browser keeps nothing of the page: save the file before you close it.");
  }
}

const waiting = {};
function soon(what, run) {
  clearTimeout(waiting[what]);
  waiting[what] = setTimeout(run, QUIET[what]);
}

function changed(text) {
  files[path] = text;
  unsaved.add(path);
  say("");
  // The link is no longer this text.
  if (location.hash) history.replaceState(null, "", location.pathname);
  keep();
  soon("check", check);
  soon("draw", draw);
}

async function complete(position) {
  const { quick } = await runners;
  return quick.call("ask", files, path, "textDocument/completion", { position });
}

let checking = null;
let again = false;
/** Checks the files; a text that changes meanwhile is checked afterwards. */
async function check() {
  again = checking !== null;
  if (again) return;
  checking = { files: { ...files }, path };
  try {
    const { quick } = await runners;
    const report = await quick.call("check", checking.files);
    if (!again) show(report.findings, checking);
  } catch (error) {
    say(`The text cannot be checked: ${error.message}`);
  }
  checking = null;
  if (again) check();
}

/** Shows findings in the text and as a list. */
function show(findings, checked) {
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  at("count").textContent = findings.length === 0 ? "No findings" : count;
  const listed = findings.slice(0, LISTED);
  const text = checked.files[checked.path];
  const range = ranges(text);
  const here = listed.filter((finding) => finding.path === checked.path && finding.span);
  if (checked.path === path) editor.mark(text, here.map((finding) => ({ ...range(finding.span), ...told(finding, checked, range) })));
  const items = listed.map((finding) => {
    const item = element("li", finding.severity, "");
    const line = finding.span ? `, line ${finding.span.start.line}` : "";
    const go = element("button", "go", "");
    go.type = "button";
    go.append(element("span", "code", `${finding.code} `), finding.message);
    go.append(element("span", "help", [finding.help, `${finding.path}${line}`].filter(Boolean).join(" · ")));
    go.addEventListener("click", () => {
      if (finding.path !== path && finding.path in files) open(finding.path);
      if (finding.span && finding.path === path) editor.select(ranges(files[path])(finding.span));
    });
    item.append(go);
    return item;
  });
  if (findings.length > LISTED) items.push(element("li", "", `and ${findings.length - LISTED} more`));
  at("findings").replaceChildren(...items);
}

/** Returns what the editor tells of a finding, and the fix it offers: edits of the text that is open only. */
function told({ code, severity, message, help, fix }, checked, range) {
  const edits = fix?.edits ?? [];
  const isHere = edits.length > 0 && edits.every((edit) => edit.path === checked.path);
  const changes = edits.map((edit) => ({ ...range(edit.span), insert: edit.text }));
  return { severity, source: code, message: help ? `${message}\n${help}` : message, fix: isHere ? { safe: fix.safe, changes } : null };
}

function clearFaces() {
  for (const image of at("faces").children) URL.revokeObjectURL(image.src);
  at("faces").replaceChildren();
}

let drawing = 0;
/** Draws the cards of the file that is open. */
async function draw() {
  const number = ++drawing;
  const { draws } = await runners;
  draws.stop();
  at("cards-said").textContent = "drawing …";
  try {
    const drawn = await draws.call("cards", files, path, { dpi: 150 });
    if (number !== drawing) return;
    clearFaces();
    const images = Object.entries(drawn).map(([name, bytes]) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
      image.alt = name.replace(/^\d+-/, "").replace(/\.png$/, "");
      return image;
    });
    at("faces").append(...images);
    at("faces").className = "";
    at("cards-said").textContent = images.length === 1 ? "1 face" : `${images.length} faces`;
  } catch (error) {
    if (error instanceof Stopped || number !== drawing) return;
    at("faces").className = "old";
    at("cards-said").textContent = `not drawn: ${reason(error.message)}`;
  }
}

/** Returns why nothing was printed: the first error of a report in concise form, or what it ends with. */
function reason(report) {
  const lines = report.split("\n").filter(Boolean);
  return lines.find((line) => line.includes(" error[")) ?? lines.find((line) => line.startsWith("muster: ")) ?? lines.at(-1) ?? "";
}

/** Hands a file to the person. */
function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns the file to play: the one that is open, unless it is a deck or a map of the first. */
const battle = () => (/^scenario:/m.test(files[path]) ? path : Object.keys(files)[0]);

/** Runs a command on a battle in one of the panels, until it ends or is stopped. */
function panel(name, start, words) {
  const [stop, state, output, input] = [".stop", "span", "pre", "input"].map((part) => at(name).querySelector(part));
  let run = 0;
  at(start).addEventListener("click", async () => {
    if (!input.checkValidity()) {
      state.textContent = `from ${input.min} to ${input.max}, please`;
      return;
    }
    const number = ++run;
    const { plays } = await runners;
    plays.stop();
    stop.disabled = false;
    output.textContent = "";
    state.textContent = "playing …";
    const began = performance.now();
    let said;
    try {
      const done = await plays.call("run", [...words(input.value), battle()], { files });
      if (number === run) output.textContent = done.stdout + done.stderr;
      said = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    } catch (error) {
      said = error instanceof Stopped ? "stopped" : `failed: ${error.message}`;
    }
    if (number !== run) return;
    state.textContent = said;
    stop.disabled = true;
  });
  stop.addEventListener("click", async () => (await runners).plays.stop());
}

panel("smoke", "play", (games) => ["smoke", "--games", games]);
panel("balance", "weigh", (seconds) => ["balance", "--budget", `${seconds}s`]);

const tabs = [...at("tabs").children];
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      at(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
  });
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs.at((tabs.indexOf(tab) + step) % tabs.length);
    next.click();
    next.focus();
  });
}

const earlier = stored(localStorage, EARLIER);
const choices = ["choose …", ...Object.keys(examples), ...(earlier ? [MINE] : [])];
at("example").append(...choices.map((name, i) => new Option(name, i === 0 ? "" : name)));
at("example").addEventListener("change", ({ target }) => {
  const name = target.value;
  target.value = "";
  if (!name || !mayReplace()) return;
  history.replaceState(null, "", location.pathname);
  say("");
  take(name === MINE ? earlier : examples[name], name === MINE);
});
at("file").addEventListener("change", ({ target }) => open(target.value));
at("share").addEventListener("click", async () => {
  try {
    history.replaceState(null, "", `#${await written(files)}`);
  } catch (error) {
    say(error.message);
    return;
  }
  unsaved.clear();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It holds the text itself; no server has it.");
  } catch {
    say("The link is in the address bar. It holds the text itself; no server has it.");
  }
});
at("save").addEventListener("click", () => {
  download(path.split("/").at(-1), files[path], "application/yaml");
  unsaved.delete(path);
});
at("pdf").addEventListener("click", async () => {
  const { prints } = await runners;
  const [name, said] = [path, at("pdf-said")];
  said.textContent = "printing …";
  try {
    const done = await prints.call("run", ["print", name, "-o", "cards.pdf", "--output-format", "concise"], { files });
    const pdf = done.files["cards.pdf"];
    if (pdf) download(`${name.split("/").at(-1).replace(/\.ya?ml$/, "")}.pdf`, pdf, "application/pdf");
    said.textContent = pdf ? "saved" : `not printed: ${reason(done.stdout + done.stderr)}`;
  } catch (error) {
    said.textContent = `not printed: ${error.message}`;
  }
});

/** Takes the files of the address, else those of the last edit, else the first example. */
async function begin() {
  const part = location.hash.slice(1);
  if (isLink(part)) {
    try {
      const found = await read(part);
      if (path && !mayReplace()) history.replaceState(null, "", location.pathname);
      else take(found);
      return;
    } catch (error) {
      say(error.message);
    }
  }
  if (path) return;
  const kept = stored(sessionStorage, KEPT) ?? stored(localStorage, KEPT);
  take(kept ?? Object.values(examples)[0], kept !== null);
}

addEventListener("hashchange", begin);
say("");
runners.catch((error) => say(error.message));
await begin();
