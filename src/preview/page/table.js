// The table: a battle that is played here

/** What the server said of the table, whose seat the page has, what of the options is looked at, and what goes on by itself. */
const game = { now: null, seat: null, picked: [], hint: null, auto: true, timer: 0, busy: false, form: null, formOpen: false, refusedOpen: false, spots: null, part: null };
/** How long a bot's move is looked at, in milliseconds. */
const PAUSE = 350;
/** The most lines of what happened since a player's last move. */
const NEWS = 6;
/** The widest that a row of cards is shown whole; larger cards wrap. */
const IN_ONE_ROW = 190;
const SEATS = [["you", "you"], ["greedy", "greedy bot"], ["mcts:20", "bot that plans a little"], ["mcts:100", "bot that plans"], ["random", "random bot"]];
/** The most lines of the log that the server sends. */
const LINES = 200;

/** A name from a file, without what would turn the text after it. */
const plain = (name) => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

/** The images of cards and of the map by what they show: they stay while all around them is made anew, so that nothing blinks. */
const images = new Map();

function imageOf(name, attributes) {
  if (!images.has(name)) images.set(name, element("img", { alt: "", ...attributes }));
  return images.get(name);
}

const seatQuery = () => (game.seat === null ? {} : { side: game.seat });

/** Asks for the table as it is now. */
async function refreshTable() {
  const now = await ask("table", seatQuery());
  if (!now) return;
  if (now.revision !== game.now?.revision || now.battle !== game.now?.battle) Object.assign(game, { picked: [], hint: null });
  game.now = now;
  if (settings.view === "table") showTable(by("cards"));
}

/** Does something at the table, and shows what came of it. */
async function act(path, query = {}) {
  if (game.busy) return;
  game.busy = true;
  by("cards").setAttribute("aria-busy", "true");
  await post(path, { at: game.now?.revision ?? 0, ...seatQuery(), ...query });
  game.busy = false;
  await refreshTable();
  by("cards").removeAttribute("aria-busy");
}

const people = () => game.now.sides.flatMap((side, i) => (side.bot ? [] : [i]));
/** Whether somebody else at this screen decides now, who must not be shown what this player sees. */
const isOthers = () => game.now.hides && people().length > 1 && "side" in game.now.next && !game.now.next.bot && game.now.next.side !== game.seat;

function showTable(main) {
  clearTimeout(game.timer);
  const now = game.now;
  if (!now) {
    refreshTable();
    return;
  }
  main.dataset.revision = now.revision;
  const wanted = [topPart()];
  if (now.battle) {
    wanted.push(element("h2", { id: "table-turn", "aria-live": "polite" }, headline()));
    if (now.note) wanted.push(element("p", { class: "finding" }, now.note));
    if (now.changed) wanted.push(changedRules());
    if (now.covered || isOthers()) wanted.push(cover());
    else wanted.push(element("div", { class: "game" }, board(), panel()));
  }
  const focused = document.activeElement?.dataset?.key;
  const log = by("log");
  game.part ??= element("div", {});
  if (!main.contains(game.part)) main.replaceChildren(game.part);
  if (now.battle) main.append(...[reviewPlace(), rulesPart()].filter((part) => part && !main.contains(part)));
  // Whoever reads what was before is not taken away from it.
  const back = log && log.scrollHeight - log.scrollTop - log.clientHeight > 30 ? log.scrollTop : null;
  const around = main.querySelector(".around-map");
  const scrolled = around ? [around.scrollLeft, around.scrollTop] : [0, 0];
  game.part.replaceChildren(...wanted);
  main.querySelector(".around-map")?.scrollTo(...scrolled);
  if (focused) (main.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? main.querySelector(".options button"))?.focus({ preventScroll: true });
  if (by("log")) by("log").scrollTop = back ?? by("log").scrollHeight;
  if (now.battle && now.next.bot && game.auto && !game.formOpen) game.timer = setTimeout(() => act("table/bot"), botPause());
}

function headline() {
  const { next, sides, noun, turn } = game.now;
  const name = (side) => plain(sides[side].name);
  if (next.over?.winner === null) return `The battle is drawn, by ${next.over.by}.`;
  if (next.over) {
    const own = people();
    const yours = own.length === 1 ? (own[0] === next.over.winner ? " You have won." : " You have lost.") : "";
    return `${name(next.over.winner)} wins, by ${next.over.by}.${yours}`;
  }
  if (next.broken) return `The battle cannot go on: ${next.broken}. Its record is kept.`;
  const bot = next.bot ? ` (${sides[next.side].bot} bot)` : "";
  return `${noun[0].toUpperCase()}${noun.slice(1)} ${turn}, to decide: ${name(next.side)}${bot}`;
}

function changedRules() {
  return element("div", { class: "finding warning" },
    element("p", {}, game.now.broken
      ? "The scenario has an error now, or its file is gone. The battle goes on by the rules that it began with."
      : "The scenario has changed since this battle began. It goes on by the old rules, unless you choose the new ones."),
    game.now.broken ? null : element("button", { type: "button", "data-key": "rules", on: { click: () => act("table/rules") } }, "Replay the record by the new rules"));
}

function cover() {
  const { next, sides } = game.now;
  const take = () => {
    game.seat = next.side;
    refreshTable();
  };
  const open = () => {
    if (confirm("Show both hands for the rest of this battle?")) act("table/open");
  };
  return element("div", { class: "cover" },
    element("p", {}, `Hand over the screen: ${plain(sides[next.side].name)} decides, and what the other side hides is covered.`),
    element("div", { class: "steps" },
      element("button", { type: "button", "data-key": "seat", on: { click: take } }, `I play ${plain(sides[next.side].name)}`),
      game.now.sides.some((side) => side.bot) ? null : element("button", { type: "button", on: { click: open } }, "Play with open hands")));
}

// A new battle

function topPart() {
  if (!game.now.battle) return beginForm();
  const help = () => {
    const short = by("in-short");
    if (!short) return;
    short.open = true;
    short.scrollIntoView({ block: "start" });
    short.querySelector("summary").focus({ preventScroll: true });
  };
  return element("div", { class: "steps" }, beginForm(), element("button", { type: "button", "data-key": "help", on: { click: help } }, "How to play"));
}

function beginForm() {
  const battles = shown.battles;
  if (battles.length === 0) return element("p", { class: "empty" }, "No scenario here can be played.");
  const form = (game.form ??= { path: game.now?.battle ?? battles[0].path, seats: game.now?.sides?.map((side) => side.bot ?? "you") ?? null });
  if (!battles.some((one) => one.path === form.path)) form.path = battles[0].path;
  const names = shortened(battles.map((one) => one.path));
  const sides = battles.find((one) => one.path === form.path).sides;
  if (form.seats?.length !== sides.length) form.seats = sides.map((_, i) => (i === 0 ? "you" : "greedy"));
  const begin = (event) => {
    event.preventDefault();
    Object.assign(game, { seat: null, formOpen: false });
    act("table", { path: form.path, seats: form.seats.join(",") });
  };
  const fields = [
    choice("Scenario", battles.map((one, i) => [one.path, one.name ? `${one.name} (${names[i]})` : names[i]]), form.path, (path) => {
      Object.assign(form, { path, seats: null });
      showTable(by("cards"));
    }),
    ...sides.map((side, i) => choice(plain(side), SEATS, form.seats[i], (seat) => (form.seats[i] = seat))),
    element("button", { type: "submit", "data-key": "begin" }, "Begin a battle"),
  ];
  const all = element("form", { class: "steps", on: { submit: begin } }, ...fields);
  if (!game.now?.battle) return all;
  const details = element("details", { open: game.formOpen }, element("summary", {}, "New battle"), all);
  details.addEventListener("toggle", () => (game.formOpen = details.open));
  return details;
}

// A number chooses among the options while none of them is typed into anything.
window.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (settings.view !== "table" || !/^[1-9]$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || by("single")?.open) return;
  by("cards").querySelectorAll(".options button")[Number(key) - 1]?.click();
});

// The board

const optionsNow = () => game.now.next.options ?? [];
/** The options with all pieces that were picked. Each is with the piece that is decided about, though few name it. */
const narrowed = () => optionsNow().filter((option) => game.picked.every((piece) => piece === game.now.next.subject || option.pieces.includes(piece)));

/** The pieces that can be picked next: those that do something; once one is picked, what it can be done with. */
function pickable() {
  const names = narrowed().flatMap((option) => (game.picked.length ? option.pieces.filter((piece) => !game.picked.includes(piece)) : option.pieces.slice(0, 1)));
  return new Set(names);
}

/** The one option that is left with a piece or place beside those that were picked, and that it chooses; none where there are several. */
function onlyOption(name) {
  const left = pickable().has(name) ? narrowed().filter((option) => option.pieces.includes(name)) : [];
  return left.length === 1 ? left[0] : null;
}

/** Picks a piece. Where one option is left, a further pick chooses it: the first one only shows what there is. */
function pick(piece) {
  const was = game.picked.includes(piece);
  const isFirst = game.picked.length === 0 && !game.now.next.subject;
  if (!was) game.picked = pickable().has(piece) ? [...game.picked, piece] : [piece];
  const left = narrowed();
  if (!isFirst && left.length === 1 && left[0].pieces.includes(piece)) {
    choose(left[0]);
    return;
  }
  if (was) game.picked = game.picked.filter((one) => one !== piece);
  showTable(by("cards"));
}

function choose(option) {
  act("table/choose", { option: optionsNow().indexOf(option) });
}

function board() {
  return game.now.cards ? cardBoard() : mapBoard();
}

/** The cards of both sides as they lie on the table, with sticks, cubes and dice on them. */
function cardBoard() {
  const { state, sides, battle } = game.now;
  const cards = new Map(shown.cards.filter((card) => card.file === battle && !card.token).map((card) => [card.label.split(" ")[0], card]));
  const can = pickable();
  const ownOf = (side) => Object.entries(state.formations).filter(([number]) => cards.get(number)?.side === side);
  const most = Math.min(Math.max(...sides.map(({ name }) => ownOf(name).length)), narrow.matches ? 3 : 8);
  const rows = sides.map(({ name }) => {
    const own = ownOf(name);
    const pool = `${state.pool[name]} ${state.pool[name] === 1 ? "die" : "dice"} in the pool`;
    const morale = element("p", { class: "pool" }, element("strong", {}, plain(name)), ` · morale ${state.morale[name]} · ${pool}`);
    const items = own.map(([number, formation]) => element("li", {}, cardOnTable(number, formation, cards.get(number), can.has(number))));
    return element("section", { "aria-label": name }, morale, element("ul", { class: settings.size > IN_ONE_ROW ? "line-up large" : "line-up", style: { "--most": most } }, ...items));
  });
  return element("div", { class: "board" }, ...rows);
}

function cardOnTable(number, { where, sticks, cubes, dice }, card, can) {
  const count = (n, one) => (n ? `${n} ${one}${n === 1 ? "" : "s"}` : null);
  const place = where === "out" ? "out of play" : where === "reserve" ? "in reserve" : null;
  const said = [card.label, place, count(sticks, "stick"), count(cubes, "cube"), dice.length ? `dice ${dice.join(" ")}` : null].filter(Boolean).join(", ");
  const image = imageOf(card.key, { width: Math.round(card.width * 10), height: Math.round(card.height * 10) });
  put(image, address(`face/${card.front}/outlines`));
  const tokens = [
    ...Array.from({ length: sticks }, () => element("span", { class: "stick" })),
    ...Array.from({ length: cubes }, () => element("span", { class: "cube" })),
    // The spaces keep two dice from being read as one number, by programs that compare what is seen with the name.
    ...dice.flatMap((face) => [" ", element("span", { class: "die" }, String(face))]),
  ];
  const on = element("span", { class: "on-card", "aria-hidden": "true" }, place ? element("em", {}, place) : null, ...tokens);
  const picked = game.picked.includes(number);
  const classes = ["piece", where, can ? "can" : "", picked ? "picked" : ""].filter(Boolean).join(" ");
  return element("button", { type: "button", class: classes, "data-key": `piece ${number}`, "aria-label": said, "aria-pressed": String(picked), on: { click: () => pick(number) } }, image, on);
}

/** The cards in the hands that are seen, above the map: nobody must look for them below it. */
function hands() {
  const { state } = game.now;
  const seen = Object.entries(state.hand ?? {}).filter(([, hand]) => Array.isArray(hand.orders));
  return seen.map(([side, { orders, events }]) => {
    const starter = state.starter[side];
    const decks = [["Orders", orders], ["Events", events], ["Starter cards", starter]].filter(([, cards]) => cards.length);
    const held = decks.map(([deck, cards]) => ` · ${deck}: ${cards.map(plain).join(", ")}`);
    return element("p", { class: "pool" }, element("strong", {}, plain(side)), decks.length ? held.join("") : " · no cards in hand");
  });
}

/** The picture of the position, with its pieces to be picked. */
function mapBoard() {
  const { revision, battle } = game.now;
  // With the size of the cards grows the map: then it is moved about in its frame.
  const part = Math.max(1, settings.size / 190);
  const image = imageOf("map", { class: "map" });
  const of = { revision, battle, version: shown.version, ...seatQuery() };
  // It changes in one step: the pieces are put on it when both have come.
  const layer = element("div", { class: "spots" });
  put(image, address("table/position", of));
  const key = JSON.stringify(of);
  if (game.spots?.key === key) place(layer, game.spots);
  else ask("table/spots", { ...seatQuery(), revision }).then((spots) => {
    if (!spots) return;
    game.spots = { key, ...spots };
    place(layer, game.spots);
  });
  const words = element("details", {}, element("summary", {}, "The position in words"), element("pre", { id: "position-words" }, game.spots?.words ?? ""));
  return element("div", { class: "board" }, ...hands(), element("div", { class: "around-map" }, element("div", { class: "on-map", style: { width: `${100 * part}%` } }, image, layer)), words);
}

function place(layer, { spots, words }) {
  if (by("position-words")) by("position-words").textContent = words;
  const can = pickable();
  const percent = (part) => `${(100 * part).toFixed(3)}%`;
  const { subject } = game.now.next;
  const shownSpots = spots.filter(({ name }) => can.has(name) || game.picked.includes(name) || name === subject);
  layer.replaceChildren(...shownSpots.map(({ name, x, y, width, height }) => {
    const picked = game.picked.includes(name);
    const label = picked ? name : (onlyOption(name)?.words ?? name);
    return element("button", {
      type: "button", class: picked || name === subject ? "spot picked" : "spot", title: label, "aria-label": label, "aria-pressed": String(picked), "data-key": `piece ${name}`,
      style: { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }, on: { click: () => pick(name) },
    });
  }));
}

// What can be done

function panel() {
  const { next, log, sides, turn, noun, battle } = game.now;
  const drawn = log.findLast((line) => line.drawn && line.turn === turn);
  const parts = [...news(drawn)];
  if (drawn) parts.push(element("p", { class: "drawn-now" }, ...dice(drawn.words)));
  if (next.options) parts.push(...decisions(next));
  else if (next.bot) parts.push(...botControls());
  else if (next.over || next.broken) {
    parts.push(element("p", {}, "Review the battle, or begin a new one above. To replay it with Muster, save the record beside the scenario’s file."));
  }
  const record = `${battle.split(/[\\/]/).at(-1).replace(/\.ya?ml$/i, "")}-play.yaml`;
  parts.push(element("div", { class: "steps" },
    element("button", { type: "button", "data-key": "back", disabled: !game.now.back, on: { click: () => act("table/back") } }, "Take back"),
    next.options ? element("button", { type: "button", "data-key": "hint", on: { click: hint } }, "Hint") : null,
    game.now.record ? element("a", { class: "button", href: address("table/record"), download: record, title: "For `muster replay`: put it beside the scenario’s file" }, "Save the record") : null,
    game.now.record ? reviewPart() : null));
  const rest = [...thoughtsPart(), element("h3", {}, "Log"), logElement(log, sides, noun)];
  return element("div", { class: "panel" }, element("div", { class: "now" }, ...parts), element("div", {}, ...rest));
}

/** What happened since the only player's last move, without the draw that is shown apart; else the last that was done. */
function news(drawn) {
  const { next, log, sides } = game.now;
  if (next.over) return [];
  const own = people();
  const isOwn = (line) => own.includes(line.side) && !line.drawn && !line.words.includes("(the only choice)");
  const since = own.length === 1 ? log.slice(log.findLastIndex(isOwn) + 1) : log.filter((line) => !line.drawn && line.side !== null).slice(-1);
  const lines = since.filter((line) => line !== drawn).slice(-NEWS);
  if (lines.length === 0) return [];
  const title = own.length === 1 ? "Since your last move" : "Last";
  const item = (line) => element("li", {}, line.side === null || line.drawn ? null : `${plain(sides[line.side].name)}: `, line.words);
  return [element("h3", {}, title), element("ul", { class: "news" }, ...lines.map(item))];
}

/** What was drawn, in words, with the numbers after "rolls" as dice. */
function dice(words) {
  const parts = words.split(/(?<= rolls|^rolls) (\d+(?: \d+)*)/);
  return parts.flatMap((part, i) => (i % 2 === 0 ? part : part.split(" ").flatMap((face) => [" ", element("span", { class: "die" }, face)])));
}

function decisions(next) {
  const left = narrowed();
  const options = optionsNow();
  const item = (option) => {
    const hinted = game.hint?.option === options.indexOf(option);
    const words = hinted ? `${option.words} (${game.hint.bot} thinks this best)` : option.words;
    return element("li", {}, element("button", { type: "button", class: hinted ? "hinted" : "", "data-key": `option ${options.indexOf(option)}`, on: { click: () => choose(option) } }, words));
  };
  const parts = [element("h3", { id: "question" }, next.subject ? `${next.subject}: ` : null, ...withClauses(next.question || next.kind))];
  if (game.picked.length) {
    const again = left.length === 1 ? "Pick it again to do this. " : "";
    parts.push(element("p", {}, `Only with ${game.picked.join(" and ")}. ${again}`, element("button", { type: "button", "data-key": "all", on: { click: () => {
      game.picked = [];
      showTable(by("cards"));
    } } }, `Show all ${options.length}`)));
  }
  parts.push(element("ul", { class: "options", "aria-labelledby": "question" }, ...left.map(item)));
  if (!narrow.matches) parts.push(element("p", { class: "keys" }, "The keys 1 to 9 choose, too."));
  if (game.picked.length && left.length === 0) parts.push(element("p", { class: "empty" }, "Nothing can be done with it now."));
  const about = (next.refused ?? []).filter((one) => game.picked.every((piece) => one.pieces.includes(piece)));
  if (about.length) {
    const list = element("ul", { class: "refused" }, ...about.map(({ words }) => element("li", {}, ...withClauses(words))));
    const details = element("details", { open: game.picked.length > 0 || game.refusedOpen }, element("summary", {}, "What cannot be chosen, and why"), list);
    details.addEventListener("toggle", () => {
      if (game.picked.length === 0) game.refusedOpen = details.open;
    });
    parts.push(details);
  }
  if (game.picked.length === 1) parts.push(oddsOf(game.picked[0]));
  return parts;
}

/** The odds of the card that is picked. */
function oddsOf(number) {
  const card = shown.cards.find((card) => card.file === game.now.battle && card.label.split(" ")[0] === number);
  const all = element("details", {}, element("summary", {}, `Odds of ${number}`));
  if (!card) return element("div");
  all.addEventListener("toggle", async () => {
    const of = all.open && all.children.length === 1 ? await ask("odds", { key: card.key }) : null;
    if (of) all.append(...odds(of));
  });
  return all;
}

function botControls() {
  const auto = element("input", { type: "checkbox", id: "bots-go-on", checked: game.auto, on: { change: () => {
    game.auto = auto.checked;
    showTable(by("cards"));
  } } });
  const one = element("button", { type: "button", "data-key": "bot", disabled: game.auto, on: { click: () => act("table/bot") } }, "Next move");
  return [element("div", { class: "steps" }, element("label", {}, auto, " Bots go on by themselves"), one)];
}

async function hint() {
  const said = await ask("table/hint", { at: game.now.revision, ...seatQuery() });
  if (!said) return;
  game.hint = said;
  game.picked = [];
  showTable(by("cards"));
}

/** The log, a list for each turn; the latest is below. */
function logElement(log, sides, noun) {
  const all = element("div", { id: "log", class: "log", tabindex: "0", role: "log", "aria-label": "Log" });
  if (log.length === LINES) all.append(element("p", { class: "empty" }, "What was before is in the record."));
  let list = null;
  let turn = null;
  for (const line of log) {
    if (line.turn !== turn) {
      turn = line.turn;
      list = element("ul");
      all.append(element("h4", {}, `${noun[0].toUpperCase()}${noun.slice(1)} ${turn}`), list);
    }
    const who = line.side === null || line.drawn ? null : element("strong", {}, `${plain(sides[line.side].name)}: `);
    list.append(element("li", { class: line.drawn ? "drawn" : "" }, who, line.words));
  }
  return all;
}

