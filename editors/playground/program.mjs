// The command `muster`, compiled for WebAssembly, as a function: arguments, files and standard input go in; exit code, output and
// files come out. Each call is a run of its own on files in memory, so the answers are those of the command.

import { Directory, Fd, File, OpenFile, PreopenDirectory, WASI, wasi } from "@bjorn3/browser_wasi_shim";

/** Standard output or standard error, in the pieces that are written. */
class Output extends Fd {
  pieces = [];

  fd_fdstat_get() {
    // No terminal: no colours, no progress bars.
    return { ret: wasi.ERRNO_SUCCESS, fdstat: new wasi.Fdstat(wasi.FILETYPE_UNKNOWN, 0) };
  }

  fd_write(data) {
    this.pieces.push(data.slice());
    return { ret: wasi.ERRNO_SUCCESS, nwritten: data.byteLength };
  }

  bytes() {
    const whole = new Uint8Array(this.pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
    let at = 0;
    for (const piece of this.pieces) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    return whole;
  }
}

const bytes = (content) => (typeof content === "string" ? new TextEncoder().encode(content) : content);
const text = (content) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);

/** Returns the folder of files given by path, such as `maps/ford.yaml`. */
function folder(files) {
  const root = new Map();
  for (const [path, content] of Object.entries(files)) {
    const steps = path.split("/");
    const name = steps.pop();
    let at = root;
    for (const step of steps) {
      if (!at.has(step)) at.set(step, new Directory(new Map()));
      at = at.get(step).contents;
    }
    at.set(name, new File(bytes(content)));
  }
  return root;
}

/** Collects the files of a folder, bytes by path. */
function listed(contents, above = "", found = {}) {
  for (const [name, entry] of contents) {
    if (entry instanceof Directory) listed(entry.contents, `${above}${name}/`, found);
    else found[above + name] = entry.data;
  }
  return found;
}

/** Muster, compiled and ready to run. */
export class Muster {
  /** @param {WebAssembly.Module} module what `Muster.load` compiles; it can be sent to a worker */
  constructor(module) {
    this.module = module;
  }

  /**
   * Compiles the program.
   * @param {Response | Promise<Response> | BufferSource} source `fetch("muster.wasm")`, or the bytes of that file
   */
  static async load(source) {
    const given = await source;
    const isResponse = typeof Response !== "undefined" && given instanceof Response;
    if (isResponse && !given.ok) throw new Error(`muster.wasm cannot be loaded: ${given.status} ${given.statusText}`);
    // A server that does not know the type of the file can still send it.
    const isNamed = isResponse && given.headers.get("content-type")?.startsWith("application/wasm");
    if (isNamed && WebAssembly.compileStreaming) return new Muster(await WebAssembly.compileStreaming(given));
    return new Muster(await WebAssembly.compile(isResponse ? await given.arrayBuffer() : given));
  }

  /**
   * Runs a command in a folder that holds `files` and nothing else.
   * @param {string[]} words the arguments, such as `["check", "ford.yaml"]`
   * @param {{files?: Record<string, string | Uint8Array>, stdin?: string | Uint8Array}} [given]
   * @returns {{code: number, stdout: string, stderr: string, files: Record<string, Uint8Array>}} the exit code as the command
   *   documents it, 134 after an internal error; and all files that the folder holds afterwards
   */
  run(words, { files = {}, stdin = "" } = {}) {
    const root = folder(files);
    const [output, errors] = [new Output(), new Output()];
    const descriptors = [new OpenFile(new File(bytes(stdin))), output, errors, new PreopenDirectory("/", root)];
    const system = new WASI(["muster", ...words], [], descriptors, { debug: false });
    const instance = new WebAssembly.Instance(this.module, { wasi_snapshot_preview1: system.wasiImport });
    let code;
    try {
      code = system.start(instance);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      code = 134;
    }
    return { code, stdout: text(output.bytes()), stderr: text(errors.bytes()), files: listed(root) };
  }

  /** Checks files and returns the report of `muster check --output-format json`: findings with places, helps and fixes. */
  check(files) {
    return JSON.parse(this.run(["check", "--output-format", "json"], { files }).stdout);
  }

  /**
   * Draws the faces of one file's cards and returns them as PNG files, bytes by name.
   * @param {string} path the file of `files` to draw
   * @throws {Error} with the findings, if the file cannot be printed
   */
  cards(files, path, { dpi = 150, options = [] } = {}) {
    const words = ["print", path, "--format", "png", "--dpi", String(dpi), "-o", "cards", "--output-format", "concise", ...options];
    const done = this.run(words, { files });
    const drawn = Object.entries(done.files).filter(([name]) => name.startsWith("cards/") && name.endsWith(".png"));
    if (drawn.length === 0) throw new Error(done.stdout + done.stderr);
    return Object.fromEntries(drawn.map(([name, content]) => [name.slice("cards/".length), content]));
  }

  /**
   * Asks the language server about a text and returns its answer, as in the Language Server Protocol 3.17; positions count UTF-16 units.
   * @param {string} path the file of `files` in question
   * @param {string} method such as `textDocument/completion`
   * @param {object} params what the method needs beside the document
   */
  ask(files, path, method, params) {
    const uri = new URL(`file:///${path}`).href;
    const textDocument = { uri };
    const say = (message) => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      return `Content-Length: ${bytes(body).byteLength}\r\n\r\n${body}`;
    };
    const document = { uri, languageId: "yaml", version: 1, text: text(bytes(files[path])) };
    const client = { general: { positionEncodings: ["utf-16"] }, textDocument: { completion: { completionItem: { snippetSupport: true } } } };
    const stdin = [
      { id: 1, method: "initialize", params: { processId: null, rootUri: "file:///", capabilities: client } },
      { method: "initialized", params: {} },
      { method: "textDocument/didOpen", params: { textDocument: document } },
      { id: 2, method, params: { textDocument, ...params } },
      { id: 3, method: "shutdown" },
      { method: "exit" },
    ];
    const said = this.run(["lsp"], { files, stdin: stdin.map(say).join("") }).stdout;
    for (const part of said.split(/Content-Length: \d+\r\n\r\n/)) {
      if (part === "") continue;
      const message = JSON.parse(part);
      if (message.id !== 2) continue;
      if (message.error) throw new Error(message.error.message);
      return message.result;
    }
    return null;
  }
}
