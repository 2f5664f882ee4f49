// A battle in a page that needs no server: what the table asks is answered by the program that the page carries

/** Unpacks what the page carries, by the id of its element. */
async function unpacked(id) {
  const packed = Uint8Array.from(atob(by(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const settings = { view: "table", size: 190 };
const carried = JSON.parse(new TextDecoder().decode(await unpacked("carried")));
const module = await WebAssembly.compile(await unpacked("program"));
const shown = { version: 0, cards: carried.cards, battles: carried.battles };

/** A battle is reviewed by Muster itself, from its record. */
const reviewPart = () => null;
const reviewPlace = () => null;

/** The program, and what was asked of it since the battle began: after a fault it is asked again. */
const program = { exports: null, journal: [] };
/** The key under which the tab keeps the battle, so that it outlives a reload. */
const KEPT = `muster ${carried.digest}`;

/** The system that the program finds: no variables, nothing that is random, and nothing else. */
const SYSTEM = {
  environ_get: () => 0,
  environ_sizes_get: (count, size) => {
    const words = new DataView(program.exports.memory.buffer);
    words.setUint32(count, 0, true);
    words.setUint32(size, 0, true);
    return 0;
  },
  random_get: () => 0,
};
const UNSUPPORTED = 58;

/** Starts the program afresh. */
async function start() {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = SYSTEM[name] ?? (() => UNSUPPORTED);
  const { exports } = await WebAssembly.instantiate(module, imports);
  program.exports = exports;
  inquire({ do: "lay", ...carried.lay });
}

/** Asks the program. Throws what WebAssembly throws where the program breaks. */
function inquire(question) {
  const { exports } = program;
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answered(), length)));
}

/** Does what was done before, as far as the program can. */
async function resume(journal) {
  await start();
  program.journal = [];
  for (const done of journal) {
    if (inquire(done).refused) break;
    program.journal.push(done);
  }
}

/** What the table is told once the program broke. */
let broken = null;

async function recover(error) {
  broken = `the rules have an error (${error.message})`;
  await resume(program.journal);
}

/** Answers of the position, and addresses of pictures and of the record, until something happens. */
const answers = new Map();

function answered(question) {
  const key = JSON.stringify(question);
  if (!answers.has(key)) answers.set(key, inquire(question));
  return answers.get(key);
}

const addresses = new Map();

function addressOf(key, text, type) {
  if (!addresses.has(key)) addresses.set(key, URL.createObjectURL(new Blob([text], { type })));
  return addresses.get(key);
}

/** Forgets what was answered before something happened. */
function forget() {
  answers.clear();
  for (const [key, url] of addresses) {
    if (key.startsWith("face ")) continue;
    // Images may still be read from the address.
    setTimeout(() => URL.revokeObjectURL(url), 2000);
    addresses.delete(key);
  }
}

function address(path, { side } = {}) {
  const face = /^face\/(\d+)\/outlines$/.exec(path);
  if (face) return addressOf(path, carried.faces[face[1]], "image/svg+xml");
  if (path === "table/record") return addressOf(path, answered({ do: "record" }).record ?? "", "application/yaml");
  return addressOf(`${path} ${game.now?.revision} ${side}`, answered({ do: "position", side }).svg ?? "", "image/svg+xml");
}

async function ask(path, query = {}) {
  if (path === "odds") return carried.odds[query.key] ?? null;
  if (path === "table/clauses") return carried.rules;
  const { side } = query;
  if (path === "table") {
    const now = inquire({ do: "table", side });
    if (now.refused) return { battle: null };
    Object.assign(now, { battle: carried.battles[0].path, changed: false, broken: false });
    return broken ? { ...now, next: { broken } } : now;
  }
  if (path === "table/spots") return answered({ do: "position", side });
  const said = inquire({ do: path.split("/")[1], ...query });
  return said.refused ? tell(said.refused) : said;
}

/** Changes the table, and keeps how it came to be what it is. */
async function post(path, query) {
  const question = path === "table" ? { do: "begin", seats: query.seats, seed: newSeed() } : { do: path.split("/")[1], ...query };
  try {
    if (path === "table") broken = null;
    const { refused } = inquire(question);
    if (refused) return tell(refused);
  } catch (error) {
    await recover(error);
    forget();
    return false;
  }
  tell("");
  forget();
  program.journal = path === "table" ? [question] : [...program.journal, question];
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(program.journal));
  } catch {
    // Where nothing is kept, a reload begins anew.
  }
  return true;
}

/** Another battle each time; scripts count exactly up to 2^53. */
function newSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

function tell(text) {
  by("status").textContent = text;
  return null;
}

by("size").addEventListener("input", () => {
  settings.size = Number(by("size").value);
  document.body.style.setProperty("--size", settings.size);
  showTable(by("cards"));
});
document.body.style.setProperty("--size", settings.size);
let journal = null;
try {
  journal = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
} catch {
  // Nothing that can be read was kept.
}
try {
  await resume(journal ?? []);
  if (program.journal.length === 0) await post("table", { seats: carried.seats });
  tell("");
  await refreshTable();
} catch (error) {
  tell(`This browser cannot play the battle: ${error.message}`);
}
