// The page: the text on one side, what Muster says of it, its cards and its battles on the other.

import { read, written } from "./link.mjs";
import { TextEditor, utf16 } from "./text.mjs";
import { Stopped, load } from "./workers.mjs";

/** How long nobody has typed before the text is checked, and before its cards are drawn, in milliseconds. */
const QUIET = { check: 120, draw: 700 };

/** The key under which the browser keeps the files, and that of the example they began as. */
const KEPT = "muster playground";

const at = (id) => document.getElementById(id);
const runners = load();
const examples = await (await fetch("examples.json")).json();
let files = {};
let path = "";
/** The files as they were taken from an example or a link: nothing is lost if they are replaced. */
let taken = "";
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

/** Takes other files in place of those that are there. */
function take(found) {
  files = found;
  taken = JSON.stringify(files);
  keep();
  at("file").replaceChildren(...Object.keys(files).map((name) => new Option(name)));
  at("of-files").hidden = Object.keys(files).length < 2;
  open(Object.keys(files)[0]);
}

/** Shows one of the files. */
function open(name) {
  path = name;
  at("file").value = name;
  editor.show(files[name]);
  check();
  draw();
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(files));
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
  const here = findings.filter((finding) => finding.path === checked.path && finding.span);
  editor.mark(here.map((finding) => ({ ...range(finding.span, checked.files[finding.path]), ...told(finding, checked) })));
  at("findings").replaceChildren(
    ...findings.map((finding) => {
      const item = element("li", finding.severity, "");
      const line = finding.span ? `, line ${finding.span.start.line}` : "";
      const go = element("button", "go", "");
      go.type = "button";
      go.append(element("span", "code", `${finding.code} `), finding.message);
      go.append(element("span", "help", [finding.help, `${finding.path}${line}`].filter(Boolean).join(" · ")));
      go.addEventListener("click", () => {
        if (finding.path !== path && finding.path in files) open(finding.path);
        if (finding.span && finding.path === path) editor.select(range(finding.span, files[path]));
      });
      item.append(go);
      return item;
    }),
  );
}

/** Returns where a finding is, in UTF-16 units. */
function range(span, text) {
  return { from: utf16(text, span.start.offset), to: utf16(text, span.end.offset) };
}

/** Returns what the editor tells of a finding, and the fix it offers: edits of the text that is open only. */
function told({ code, severity, message, help, fix }, checked) {
  const edits = fix?.edits ?? [];
  const isHere = edits.length > 0 && edits.every((edit) => edit.path === checked.path);
  const changes = edits.map((edit) => ({ ...range(edit.span, checked.files[checked.path]), insert: edit.text }));
  return { severity, source: code, message: help ? `${message}\n${help}` : message, fix: isHere ? { safe: fix.safe, changes } : null };
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
    for (const image of at("faces").children) URL.revokeObjectURL(image.src);
    const images = Object.entries(drawn).map(([name, bytes]) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
      image.alt = name.replace(/^\d+-/, "").replace(/\.png$/, "");
      return image;
    });
    at("faces").replaceChildren(...images);
    at("faces").className = "";
    at("cards-said").textContent = images.length === 1 ? "1 face" : `${images.length} faces`;
  } catch (error) {
    if (error instanceof Stopped || number !== drawing) return;
    at("faces").className = "old";
    at("cards-said").textContent = `not drawn: ${reason(error.message)}`;
  }
}

/** Returns the first error of a report in concise form, else its first line. */
function reason(report) {
  const lines = report.split("\n");
  return lines.find((line) => line.includes(" error[")) ?? lines[0];
}

/** Hands a file to the person. */
function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Runs a command on battles in one of the panels, until it ends or is stopped. */
function panel(name, start, words) {
  const [stop, state, output] = [".stop", "span", "pre"].map((part) => at(name).querySelector(part));
  at(start).addEventListener("click", async () => {
    const { plays } = await runners;
    plays.stop();
    stop.disabled = false;
    state.textContent = "playing …";
    const began = performance.now();
    try {
      const done = await plays.call("run", [...words(), path], { files });
      output.textContent = done.stdout + done.stderr;
      state.textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    } catch (error) {
      state.textContent = error instanceof Stopped ? "stopped" : `failed: ${error.message}`;
    }
    stop.disabled = true;
  });
  stop.addEventListener("click", async () => (await runners).plays.stop());
}

panel("smoke", "play", () => ["smoke", "--games", at("games").value]);
panel("balance", "weigh", () => ["balance", "--budget", `${at("seconds").value}s`]);

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

at("example").append(new Option("choose …", ""), ...Object.keys(examples).map((name) => new Option(name)));
at("example").addEventListener("change", ({ target }) => {
  const name = target.value;
  target.value = "";
  const isLost = JSON.stringify(files) !== taken;
  if (!name || (isLost && !confirm("Your changes will be lost. Save the file or copy a link first. Replace it now?"))) return;
  history.replaceState(null, "", location.pathname);
  say("");
  take({ ...examples[name] });
});
at("file").addEventListener("change", ({ target }) => open(target.value));
at("share").addEventListener("click", async () => {
  history.replaceState(null, "", `#${await written(files)}`);
  taken = JSON.stringify(files);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It holds the text itself; no server has it.");
  } catch {
    say("The link is in the address bar. It holds the text itself; no server has it.");
  }
});
at("save").addEventListener("click", () => {
  download(path.split("/").at(-1), files[path], "application/yaml");
  taken = JSON.stringify(files);
});
at("pdf").addEventListener("click", async () => {
  const { draws } = await runners;
  at("cards-said").textContent = "printing …";
  try {
    const done = await draws.call("run", ["print", path, "-o", "cards.pdf", "--output-format", "concise"], { files });
    const pdf = done.files["cards.pdf"];
    if (pdf) download(`${path.split("/").at(-1).replace(/\.ya?ml$/, "")}.pdf`, pdf, "application/pdf");
    at("cards-said").textContent = pdf ? "" : `not printed: ${reason(done.stdout + done.stderr)}`;
  } catch (error) {
    if (!(error instanceof Stopped)) at("cards-said").textContent = `not printed: ${error.message}`;
  }
});

/** Takes the files of the address, else those of the last visit, else the first example. */
async function begin() {
  if (location.hash.length > 1) {
    try {
      take(await read(location.hash.slice(1)));
      return;
    } catch (error) {
      say(error.message);
    }
  }
  if (path) return;
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
  take(kept && Object.keys(kept).length > 0 ? kept : { ...Object.values(examples)[0] });
}

addEventListener("hashchange", begin);
runners.catch((error) => say(error.message));
await begin();
