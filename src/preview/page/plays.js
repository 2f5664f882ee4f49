// The page of `muster preview`: shows what the server holds, and asks again when it says that something changed.

// Recorded battles

/** Which recorded battle is shown, and the position in it: how many turns were played. */
const table = { path: null, turn: 0 };
/** How wide a table is beside a card of the poker size. */
const TABLE = 4.2;

async function showPlays(main) {
  const version = shown.version;
  const plays = await ask("plays");
  if (!plays || settings.view !== "plays" || version !== shown.version) return;
  if (plays.length === 0) {
    arrange(main, [element("p", { class: "empty" }, "No recorded battles.")]);
    return;
  }
  const number = Math.max(0, plays.findIndex((play) => play.path === table.path));
  const play = plays[number];
  table.path = play.path;
  const names = shortened(plays.map((one) => one.path));
  const choose = element("select", { "aria-label": "Recorded battle", on: { change: () => {
    Object.assign(table, { path: choose.value, turn: 0 });
    show();
  } } }, ...plays.map((one, i) => element("option", { value: one.path, selected: one === play }, names[i])));
  const placed = (line) => `${play.path}:${line}\n`;
  arrange(main, stepped(play, { base: `play/${number}`, version, place: table, placed, before: [choose] }));
}

/**
 * The elements with which a battle is stepped through: `base` is the address of its positions, `place.turn` the one that is shown,
 * `placed` what is said of the line that a turn is written on.
 */
function stepped(play, { base, version, place, placed, before }) {
  place.turn = Math.min(place.turn, play.length);
  const image = element("img", { alt: "" });
  const heading = element("h2", { "aria-live": "polite" });
  const played = element("h3", {}, "What was played");
  const written = element("pre");
  const words = element("pre");
  const range = element("input", { type: "range", min: 0, max: play.length, "aria-label": "Turn", on: { input: () => go(Number(range.value)) } });
  const back = element("button", { type: "button", on: { click: () => go(place.turn - 1) } }, "Back");
  const forward = element("button", { type: "button", on: { click: () => go(place.turn + 1) } }, "Forward");
  async function go(turn) {
    place.turn = Math.min(Math.max(turn, 0), play.length);
    range.value = place.turn;
    back.disabled = place.turn === 0;
    forward.disabled = place.turn === play.length;
    heading.textContent = place.turn === 0 ? "The start" : `After ${play.noun} ${place.turn} of ${play.length}`;
    const entry = play.turns[place.turn - 1];
    const end = place.turn === play.length ? ending(play) : "";
    written.textContent = [entry ? placed(entry.line) + entry.text : "", end].filter(Boolean).join("\n\n");
    played.hidden = written.textContent === "";
    put(image, address(`${base}/${place.turn}`, { width: pixels(settings.size * TABLE), version }));
    const at = place.turn;
    const said = await fetch(address(`${base}/${at}/words`)).then((answer) => (answer.ok ? answer.text() : ""), () => "");
    if (at === place.turn) words.textContent = said;
  }
  const steps = element("div", { class: "steps" }, ...before, back, range, forward);
  const shownTable = element("div", { class: "table" }, image);
  const about = element("div", {}, played, written, element("h3", {}, "As text"), words);
  go(place.turn);
  return [steps, heading, element("div", { class: "single" }, shownTable, about)];
}

function ending(play) {
  const result = play.result ? `Result: ${play.result.winner ? `${play.result.winner} wins` : "a draw"}, by ${play.result.by}.` : "";
  return [result, ...play.findings].filter(Boolean).join("\n");
}

