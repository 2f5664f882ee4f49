// Battles that are played: smoke tests and balances

/** What is asked for, and how often it is looked how far it is, in milliseconds. */
const battle = { path: "", kind: "smoke", games: 1000, comparisons: 0, bots: "", turn_limit: 5000 };
const LOOK = 200;
/** The run that is shown, and the smallest play of it: of which finding, and where in it. */
const run = { last: null, timer: 0, play: null, turn: 0 };

/** What the page offers. A search plays so many battles for each decision. */
const KINDS = [["smoke", "Smoke test"], ["balance", "Balance"]];
const GAMES = [100, 1000, 10000, 100000];
const BOTS = { smoke: ["random", "greedy", "mcts:20", "mcts:100"], balance: ["greedy", "random", "mcts:20", "mcts:100"] };
const LIMITS = [200, 1000, 5000];
const COMPARISONS = [[0, "who wins"], [100, "who wins and what cards are worth (100 battles each)"], [400, "who wins and what cards are worth (400 battles each)"]];

function showBattles(main) {
  const battles = shown.battles;
  if (battles.length === 0) {
    arrange(main, [element("p", { class: "empty" }, "No scenario here can be played.")]);
    return;
  }
  if (!battles.some((one) => one.path === battle.path)) battle.path = battles[0].path;
  if (!BOTS[battle.kind].includes(battle.bots)) battle.bots = BOTS[battle.kind][0];
  const names = shortened(battles.map((one) => one.path));
  const again = (changes) => {
    Object.assign(battle, changes);
    form.replaceChildren(...fields());
  };
  const fields = () => [
    choice("Scenario", battles.map((one, i) => [one.path, one.name ? `${one.name} (${names[i]})` : names[i]]), battle.path, (path) => again({ path })),
    choice("What", KINDS, battle.kind, (kind) => again({ kind, bots: BOTS[kind][0] })),
    choice("Battles", GAMES.map((games) => [games, games.toLocaleString("en")]), battle.games, (games) => again({ games: Number(games) })),
    battle.kind === "balance" ? choice("Of", COMPARISONS, battle.comparisons, (comparisons) => again({ comparisons: Number(comparisons) })) : null,
    choice("Bots", BOTS[battle.kind].map((bot) => [bot, bot]), battle.bots, (bots) => again({ bots })),
    choice("Turn limit", LIMITS.map((turns) => [turns, `${turns.toLocaleString("en")} turns`]), battle.turn_limit, (turns) => again({ turn_limit: Number(turns) })),
    element("button", { type: "submit" }, "Play"),
  ].filter(Boolean);
  // What stands already stays: the window may only have got another size.
  const form = by("wanted")?.dataset.version === String(shown.version) ? by("wanted") : element("form", { id: "wanted", "data-version": shown.version, class: "steps", on: { submit: (event) => {
    event.preventDefault();
    play();
  } } }, ...fields());
  arrange(main, [form, by("run") ?? element("div", { id: "run" })]);
  look();
}

/** Asks the server to do something; resolves to whether it does. */
async function post(path, query) {
  const answer = await fetch(address(path, query), { method: "POST" }).catch(() => null);
  if (answer?.ok) return true;
  tell(answer ? await answer.text() : "Connection lost.", true);
  return false;
}

async function play() {
  if (!(await post("run", battle))) return;
  Object.assign(run, { play: null, turn: 0 });
  look();
}

/** Looks how far the run is, and again until it is over. */
async function look() {
  clearTimeout(run.timer);
  const now = await ask("run");
  const place = by("run");
  if (!now || !place) return;
  const before = run.last;
  run.last = now;
  if (now.state === "playing") {
    if (before?.number !== now.number || !place.querySelector("progress")) place.replaceChildren(...progress());
    const bar = place.querySelector("progress");
    if (now.of > 0) Object.assign(bar, { max: now.of, value: Math.min(now.played, now.of) });
    place.querySelector(".count").textContent = `${now.played.toLocaleString("en")}${now.of ? ` of ${now.of.toLocaleString("en")}` : ""} battles`;
    run.timer = setTimeout(look, LOOK);
  } else if (place.dataset.number !== String(now.number) || place.querySelector("progress")) {
    place.dataset.number = now.number;
    place.replaceChildren(...outcome(now));
  }
}

function progress() {
  const stop = element("button", { type: "button", on: { click: () => post("run/stop") } }, "Stop");
  return [element("p", { class: "steps" }, element("progress", { "aria-label": "Battles played" }), element("span", { class: "count" }), stop)];
}

function outcome(now) {
  if (now.state === "none") return [];
  if (now.state === "failed") return [element("p", { class: "badge error" }, now.trouble)];
  const { name, figures, findings } = now.result;
  const title = `${name || now.path}: ${now.kind === "smoke" ? "smoke test" : "balance"}${now.stopped ? ", stopped" : ""}`;
  const list = findings.map((finding) => {
    const item = findingElement(finding, false);
    if (finding.fault !== null) {
      const place = element("div", { class: "plays" });
      item.append(element("button", { type: "button", on: { click: () => smallest(finding.fault, place) } }, "Step through the minimal failing battle"), place);
    }
    return item;
  });
  const found = list.length ? element("ul", { class: "findings" }, ...list) : element("p", {}, "No findings.");
  const report = now.kind === "smoke" ? smoke(figures) : [page(now)];
  return [element("h2", { tabindex: -1 }, title), found, ...report];
}

/** The page of a balance, as high as it is. */
const page = (now) => framed("Balance report", address("run/page", { number: now.number }));

/** A report in a frame, as high as it is. */
function framed(title, src) {
  const frame = element("iframe", { title, src });
  frame.addEventListener("load", () => {
    const height = frame.contentDocument?.documentElement.scrollHeight;
    if (height) frame.style.setProperty("height", `${height + 24}px`);
  });
  return frame;
}

/** The figures of a smoke test: who won, by what, how long it took, and what each piece did. */
function smoke(figures) {
  const of = (n) => (100 * n) / Math.max(1, figures.games);
  const share = (n) => `${of(n).toFixed(1)} %`;
  const wins = [...Object.entries(figures.wins), ["drawn", figures.draws], ["unfinished", figures.unfinished]].filter(([, n], i) => n > 0 || i < 2);
  const bars = wins.map(([name, n]) => element("tr", {}, element("th", { scope: "row" }, name),
    element("td", {}, element("meter", { min: 0, max: 100, value: of(n), "aria-hidden": "true" })), element("td", { class: "number" }, share(n))));
  const by_ = Object.entries(figures.by).map(([cause, n]) => `${cause} ${share(n)}`).join(" · ");
  const { mean, p50, p95, max } = figures.turns;
  const tables = Object.entries(figures).filter(([, rows]) => Array.isArray(rows) && rows.some((row) => row?.side)).map(([noun, rows]) => pieces(noun, rows));
  return [
    element("p", {}, `${figures.games.toLocaleString("en")} battles, ${figures.bots.join(" against ")}, seed ${figures.seed}`),
    element("table", { class: "figures" }, ...bars),
    by_ ? element("p", {}, `Decided by: ${by_}`) : null,
    element("p", {}, `Length: ${mean.toFixed(1)} on average, median ${p50}, 95 % up to ${p95}, longest ${max}`),
    figures.proviso ? element("p", {}, `Note: ${figures.proviso}`) : null,
    measures(figures.measures ?? []),
    ...tables,
  ].filter(Boolean);
}

/** What else a designer may look for: how often, how long, how many. */
function measures(all) {
  if (!all.length) return null;
  const often = ({ share, longest, mean, base }) => {
    if (longest) return `${longest.mean} a battle, 95 % up to ${longest.p95}, longest ${longest.max}`;
    return share === undefined ? `${mean} a battle` : `${(100 * share).toFixed(1)} % of ${base}`;
  };
  const row = (measure) => element("tr", {}, element("th", { scope: "row" }, measure.name), element("td", {}, measure.side ?? ""), element("td", {}, often(measure)));
  return element("table", { class: "figures" }, element("caption", {}, "Measures"), ...all.map(row));
}

function pieces(noun, rows) {
  const keys = Object.keys(rows[0]).filter((key) => !["card", "name", "side"].includes(key));
  const head = ["", "", "", ...keys].map((key) => element(key ? "th" : "td", key ? { scope: "col" } : {}, key.replaceAll("_", " ")));
  const line = (row) => element("tr", {}, element("td", {}, row.card), element("th", { scope: "row" }, row.name), element("td", {}, row.side),
    ...keys.map((key) => element("td", { class: "number" }, String(row[key]))));
  return element("div", { class: "wide", tabindex: 0, role: "group", "aria-label": noun },
    element("table", { class: "figures" }, element("caption", {}, `What the ${noun} did, total of all battles`), element("tr", {}, ...head), ...rows.map(line)));
}

/** Shows the smallest battle in which something went wrong, at its finding. */
async function smallest(fault, place) {
  place.replaceChildren(element("p", { role: "status" }, "Searching for the minimal failing battle …"));
  const answer = await fetch(address(`run/play/${fault}`)).catch(() => null);
  if (!answer?.ok) {
    place.replaceChildren(element("p", { role: "status" }, answer ? await answer.text() : "Connection lost."));
    return;
  }
  const played = await answer.json();
  Object.assign(run, { turn: 0 });
  place.replaceChildren(...stepped(played, { base: `run/play/${fault}`, version: run.last.number, place: run, placed: () => "", before: [] }));
}

