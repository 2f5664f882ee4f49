const token = new URLSearchParams(location.search).get("token") ?? "";
// The browser came here by a file, which the address does not tell any more.
if (new URLSearchParams(location.search).has("handed")) history.replaceState(null, "", `?token=${token}`);
const address = (path, query = {}) => `${path}?${new URLSearchParams({ ...query, token })}`;

/** What is set on the page; it outlives a reload of the page. */
const settings = { view: "cards", size: 190, sight: "", lowInk: false, backs: false, lines: false, tokens: true, only: "" };
try {
  Object.assign(settings, JSON.parse(sessionStorage.getItem("muster") ?? "{}"));
} catch {
  // Nothing that can be read was kept.
}
// `muster play` opens the page at the table.
if (new URLSearchParams(location.search).get("view") === "table") settings.view = "table";
const keep = () => sessionStorage.setItem("muster", JSON.stringify(settings));

/** What the server said last. */
let shown = { version: 0, title: "", cards: [], findings: [], told: [], bleed: 0, safe: 0, battles: [], editor: false, cursor: { cards: [] } };
/** The card that is shown large, by its key, and whether its back is. */
let single = null;

/** Pixels of the screen along so many of the page, in steps, so that a small change asks for nothing. */
function pixels(width) {
  const step = 40;
  return Math.max(step, Math.ceil((width * (window.devicePixelRatio || 1)) / step) * step);
}

/** The most findings that stand below a card. */
const NOTES = 3;

/** The most letters of the names of battles above the page. */
const TITLE = 120;

const faceOf = (card, back) => (back ? card.back : card.front);
const severities = ["error", "warning", "info"];

function findingsOf(key) {
  return shown.findings.filter((finding) => finding.card === key);
}

function worst(findings) {
  return severities.find((severity) => findings.some((finding) => finding.severity === severity));
}

function matches(card) {
  const only = settings.only.trim().toLowerCase();
  // Nobody holds tokens in a hand.
  if (card.token && (!settings.tokens || settings.view === "fan")) return false;
  return only === "" || card.label.toLowerCase().includes(only);
}

// Cards

/** The elements of cards by their keys: they stay while the card changes, and so does the place of the page. */
const elements = new Map();

function cardElement(card) {
  let made = elements.get(card.key);
  if (!made) {
    const image = element("img", { alt: "", width: 1, height: 1 });
    const face = element("button", { type: "button", class: "face", on: { click: () => open(card.key) } }, image);
    const name = element("p", { class: "name" });
    const notes = element("ul", { class: "notes" });
    made = { item: element("li", { class: "card" }, face, name, notes), face, image, name, notes };
    elements.set(card.key, made);
  }
  const back = settings.backs && card.back !== null;
  const findings = findingsOf(card.key);
  const severity = worst(findings);
  const part = card.width / 63.5;
  made.item.style.setProperty("--part", part);
  made.item.classList.toggle("stale", card.stale);
  made.item.classList.toggle("token", card.token);
  mark(made, card.key);
  made.image.width = Math.round(card.width * 10);
  made.image.height = Math.round(card.height * 10);
  const said = [card.label, card.side, back ? "back" : null, card.stale ? "as it was before the mistake in its file" : null];
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  made.face.setAttribute("aria-label", [...said, findings.length ? count : null].filter(Boolean).join(", "));
  const badge = findings.length ? element("span", { class: `badge ${severity}` }, ` ${count}`) : null;
  made.name.replaceChildren(card.label, ...(badge ? [badge] : []));
  note(made, findings);
  const source = address(`face/${faceOf(card, back)}`, { width: pixels(settings.size * part) });
  const changed = made.image.dataset.source !== undefined && made.number !== undefined && made.number !== faceOf(card, back);
  if (changed && made.back === back) {
    made.item.classList.remove("changed");
    void made.item.offsetWidth;
    made.item.classList.add("changed");
  }
  made.number = faceOf(card, back);
  made.back = back;
  put(made.image, source);
  return made.item;
}

/** Writes the findings of a card below it, each with its place; what stands there already stays. */
function note(made, findings) {
  const said = JSON.stringify([findings, shown.editor]);
  if (made.said === said) return;
  made.said = said;
  const item = ({ severity, message, path, span: { start: { line, column } } }) =>
    element("li", { class: severity }, `${message} `, placeElement({ path, line, column }));
  const more = findings.length - NOTES;
  const last = more > 0 ? [element("li", {}, `and ${more} more`)] : [];
  made.notes.replaceChildren(...findings.slice(0, NOTES).map(item), ...last);
  made.notes.hidden = findings.length === 0;
}

// The cursor of the editor

/** The cards that are written at the cursor, by their keys. */
let led = [];

function mark({ item, face }, key) {
  item.classList.toggle("led", led.includes(key));
  if (led.includes(key)) face.setAttribute("aria-current", "true");
  else face.removeAttribute("aria-current");
}

/** Marks the cards at the cursor, and brings the first into sight; a card that stands alone gives way to it. */
function lead({ cards, place }) {
  led = cards;
  here = place;
  for (const [key, made] of elements) mark(made, key);
  const first = led.find((key) => shown.cards.some((card) => card.key === key));
  if (first === undefined) return;
  if (single && !led.includes(single.key)) {
    single = { key: first, back: single.back };
    showSingle();
  }
  if (single) markBoxes();
  const item = elements.get(first)?.item;
  if (item?.isConnected) item.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The cards by what they belong to, in the order of printing. */
function groups() {
  const found = new Map();
  for (const card of shown.cards.filter(matches)) {
    const names = [card.group[0] ?? card.file, card.side, card.token ? card.group.at(-1) : null].filter(Boolean);
    const name = [...new Set(names)].join(" · ") || "For every battle";
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(card);
  }
  return found;
}

/** Makes the children of an element these, and moves those alone that stand elsewhere. */
function arrange(parent, wanted) {
  wanted.forEach((child, i) => {
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
  });
  while (parent.children.length > wanted.length) parent.lastElementChild.remove();
}

const sections = new Map();
function showCards(main) {
  const wanted = [];
  for (const [name, cards] of groups()) {
    let section = sections.get(name);
    if (!section) {
      const list = element("ul", { class: "grid" });
      section = { all: element("section", {}, element("h2", {}, name), list), list };
      sections.set(name, section);
    }
    const items = cards.map(cardElement);
    const turn = Math.min(4, (narrow.matches ? 12 : 60) / items.length);
    items.forEach((item, i) => item.style.setProperty("--turn", (i - (items.length - 1) / 2) * turn));
    // The outer cards lean so far out of a fan, in widths of a card.
    section.list.style.setProperty("--lean", 1.85 * Math.sin((((items.length - 1) / 2) * turn * Math.PI) / 180));
    arrange(section.list, items);
    wanted.push(section.all);
  }
  const none = settings.view === "fan" && shown.cards.length ? "There are tokens alone, which nobody holds in a hand." : "No cards to show.";
  if (wanted.length === 0) wanted.push(element("p", { class: "empty" }, settings.only ? "No card is called so." : none));
  arrange(main, wanted);
}

// Sheets

async function showSheets(main) {
  const version = shown.version;
  const pages = await ask("sheets", { low_ink: settings.lowInk });
  if (!pages || settings.view !== "sheets" || version !== shown.version) return;
  const width = pixels(settings.size * 2.4);
  const items = pages.map((page, i) => {
    const name = `Page ${i + 1} of ${pages.length}, ${Math.round(page.width)} × ${Math.round(page.height)} mm`;
    const query = { width, low_ink: settings.lowInk, version };
    const image = element("img", { alt: name, src: address(`sheet/${i}`, query), width: Math.round(page.width), height: Math.round(page.height), loading: "lazy" });
    return element("li", { class: "page" }, element("p", {}, name), image);
  });
  arrange(main, [element("ul", { class: "pages" }, ...items)]);
}

// Findings

/** A place as an editor takes it; where the server can open one, a button that leads there. */
function placeElement({ path, line, column }) {
  const written = element("code", {}, `${path}:${line}:${column}`);
  if (!shown.editor) return written;
  const lead = () => post("open", { path, line, column });
  return element("button", { type: "button", class: "place", title: "Open in the editor", on: { click: lead } }, written);
}

function findingElement(finding, withCard) {
  const { path, span: { start: { line, column } } } = finding;
  const where = `${path}:${line}:${column}`;
  const copied = element("button", { type: "button", on: { click: async (event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(where);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy it";
    }
  } } }, "Copy the place");
  const card = withCard && finding.card ? shown.cards.find((card) => card.key === finding.card) : null;
  return element("li", { class: `finding ${finding.severity}` },
    element("p", {}, element("strong", {}, `${finding.severity} ${finding.code}`), ` (${finding.name})`),
    element("p", {}, finding.message),
    finding.help ? element("p", {}, `Help: ${finding.help}`) : null,
    element("p", { class: "where" }, placeElement({ path, line, column }), copied,
      card ? element("button", { type: "button", on: { click: () => open(card.key) } }, `Show ${card.label}`) : null));
}

function showFindings(main) {
  const told = shown.told.map((line) => element("li", { class: "finding" }, element("p", {}, line)));
  const findings = shown.findings.map((finding) => findingElement(finding, true));
  const all = [...told, ...findings];
  const wanted = all.length ? element("ul", { class: "findings" }, ...all) : element("p", { class: "empty" }, "No findings.");
  arrange(main, [wanted]);
}

// A card alone

function open(key) {
  single = { key, back: settings.backs };
  showSingle();
  if (!by("single").open) by("single").showModal();
}

function step(by) {
  const cards = shown.cards.filter(matches);
  const at = cards.findIndex((card) => card.key === single.key);
  const next = cards[at + by];
  if (at >= 0 && next) {
    single = { key: next.key, back: single.back };
    showSingle();
  }
}

function showSingle() {
  const cards = shown.cards.filter(matches);
  const at = cards.findIndex((card) => card.key === single?.key);
  const card = cards[at] ?? shown.cards.find((card) => card.key === single?.key);
  if (!card) {
    single = null;
    by("single").close();
    return;
  }
  const back = single.back && card.back !== null;
  const title = card.label + (back ? ", back" : "");
  if (by("single-title").textContent !== title) by("copied").textContent = "";
  by("single-title").textContent = title;
  by("before").disabled = at <= 0;
  by("after").disabled = at < 0 || at + 1 >= cards.length;
  by("flip").disabled = card.back === null;
  by("lines").setAttribute("aria-pressed", settings.lines);
  let sheet = by("large").firstElementChild;
  if (!sheet) {
    sheet = element("div", { class: "sheet" }, element("img", { alt: "", width: 1, height: 1 }));
    by("large").append(sheet);
  }
  const image = sheet.querySelector("img");
  const beyond = settings.lines ? shown.bleed : 0;
  const [width, height] = [card.width + 2 * beyond, card.height + 2 * beyond];
  image.width = Math.round(width * 10);
  image.height = Math.round(height * 10);
  image.alt = card.text;
  put(image, address(`face/${faceOf(card, back)}`, { width: pixels(480), bleed: settings.lines }));
  const line = (name, inside) => {
    const part = (mm, of) => `${(100 * mm) / of}%`;
    const [x, y] = [beyond + inside, beyond + inside];
    return element("div", { class: `line ${name}`, style: { left: part(x, width), right: part(x, width), top: part(y, height), bottom: part(y, height) } });
  };
  for (const drawn of sheet.querySelectorAll(".line")) drawn.remove();
  sheet.append(...(settings.lines ? [line("cut", 0), line("safe", shown.safe)] : []));
  showBoxes(sheet, card, faceOf(card, back), [width, height], beyond);
  const findings = findingsOf(card.key);
  const about = [];
  if (card.stale) about.push(element("p", { class: "badge error" }, "Its file has an error; this is the last version without it."));
  about.push(element("p", {}, `${Number(card.width.toFixed(1))} × ${Number(card.height.toFixed(1))} mm, ${card.copies} to print` + (card.side ? `, ${card.side}` : "")));
  if (card.at) about.push(element("p", {}, "Defined at ", placeElement(card.at), ". Click a part of the card to go to its line."));
  if (settings.lines) about.push(element("p", {}, "Blue: the cut. Green: the safe area, for everything important. Outside the blue line: the bleed, which an inexact cut may show."));
  if (findings.length) about.push(element("h3", {}, "Findings"), element("ul", { class: "findings" }, ...findings.map((finding) => findingElement(finding, false))));
  const chances = element("div");
  about.push(chances);
  about.push(element("h3", {}, "As text"), element("pre", {}, card.text));
  by("about").replaceChildren(...about);
  ask("odds", { key: card.key }).then((of) => {
    if (of) chances.replaceChildren(element("h3", {}, "Odds"), ...odds(of));
  });
}

// All of it

function show() {
  const main = by("cards");
  document.title = shown.title ? `${shown.title} · Muster preview` : "Muster preview";
  by("title").textContent = shown.title.length > TITLE ? `${shown.title.slice(0, TITLE).trimEnd()} …` : shown.title || "Muster";
  by("count").textContent = shown.findings.length;
  document.body.dataset.sight = settings.sight;
  // What does nothing in a view is not offered there.
  for (const control of document.querySelectorAll("[data-in]")) control.hidden = !control.dataset.in.split(" ").includes(settings.view);
  if (!shown.cards.some((card) => card.token)) by("has-tokens").hidden = true;
  document.body.style.setProperty("--size", settings.size);
  main.className = settings.view;
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", button.dataset.view === settings.view);
  }
  if (settings.view === "sheets") showSheets(main);
  else if (settings.view === "plays") showPlays(main);
  else if (settings.view === "battles") showBattles(main);
  else if (settings.view === "findings") showFindings(main);
  else if (settings.view === "table") showTable(main);
  else showCards(main);
  if (single) showSingle();
  const known = new Set(shown.cards.map((card) => card.key));
  for (const key of elements.keys()) if (!known.has(key)) elements.delete(key);
}

function tell(text, lost = false) {
  by("status").textContent = text;
  by("status").classList.toggle("lost", lost);
}

async function ask(path, query) {
  try {
    const answer = await fetch(address(path, query), { cache: "no-store" });
    if (answer.ok) return await answer.json();
    tell(await answer.text(), true);
  } catch {
    tell("Connection lost. Reconnecting …", true);
  }
  return null;
}

function summary() {
  const count = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
  const of = (severity) => shown.findings.filter((finding) => finding.severity === severity).length;
  const parts = severities.filter((severity) => of(severity)).map((severity) => count(of(severity), severity));
  const tokens = shown.cards.filter((card) => card.token).length;
  const cards = shown.cards.length - tokens;
  const pieces = [cards || !tokens ? count(cards, "card") : null, tokens ? count(tokens, "piece") : null].filter(Boolean);
  return [...pieces, parts.join(", ") || "no findings"].join(", ");
}

/** Asks for what is shown now; of several questions at once the last one counts. */
let asked = 0;
async function refresh() {
  const mine = ++asked;
  const now = await ask("shown", { low_ink: settings.lowInk });
  if (!now || mine !== asked) return;
  shown = now;
  tell(summary());
  // The scenario of the battle that is played may have changed.
  if (settings.view === "table") refreshTable();
  show();
  // The page keeps its place as long as the cursor is at the same card; where a file has a mistake, it is known no more which that is.
  const isStale = now.cursor.cards.some((key) => now.cards.find((card) => card.key === key)?.stale);
  if (!isStale && now.cursor.cards.join("\n") !== led.join("\n")) lead(now.cursor);
}

function set(changes, again = false) {
  Object.assign(settings, changes);
  keep();
  if (again) refresh();
  else show();
}

for (const button of document.querySelectorAll("[data-view]")) {
  button.addEventListener("click", () => set({ view: button.dataset.view }));
}
by("size").value = settings.size;
by("sight").value = settings.sight;
by("low-ink").checked = settings.lowInk;
by("backs").checked = settings.backs;
by("tokens").checked = settings.tokens;
by("only").value = settings.only;
by("size").addEventListener("input", () => set({ size: Number(by("size").value) }));
by("sight").addEventListener("change", () => set({ sight: by("sight").value }));
by("low-ink").addEventListener("change", () => set({ lowInk: by("low-ink").checked }, true));
by("backs").addEventListener("change", () => set({ backs: by("backs").checked }));
by("tokens").addEventListener("change", () => set({ tokens: by("tokens").checked }));
by("only").addEventListener("input", () => set({ only: by("only").value }));
by("before").addEventListener("click", () => step(-1));
by("after").addEventListener("click", () => step(1));
by("close").addEventListener("click", () => by("single").close());
by("lines").addEventListener("click", () => set({ lines: !settings.lines }));
by("flip").addEventListener("click", () => {
  single.back = !single.back;
  showSingle();
});
by("single").addEventListener("close", () => {
  const face = single && elements.get(single.key)?.face;
  single = null;
  face?.focus();
});
by("single").addEventListener("keydown", (event) => {
  const keys = { ArrowLeft: "before", ArrowRight: "after", f: "flip", l: "lines" };
  const button = keys[event.key] && by(keys[event.key]);
  if (button && !button.disabled && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    button.click();
  }
});
window.addEventListener("resize", () => show());

const events = new EventSource(address("events"));
events.addEventListener("message", () => refresh());
events.addEventListener("cursor", async () => {
  const cursor = await ask("cursor");
  if (cursor) lead(cursor);
});
events.addEventListener("error", () => {
  tell("Connection lost. It is tried again; if that does not help, open the address that `muster preview` prints.", true);
  // Where the browser gives up, the page goes on.
  if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 2000);
});
