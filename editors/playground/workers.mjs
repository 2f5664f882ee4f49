// Workers that run Muster, and what waits for their answers.

import { Muster } from "./program.mjs";

/** Thrown where an answer is no longer wanted. */
export class Stopped extends Error {}

/** One worker. It is started when it is first asked, and again after `stop`. */
export class Runner {
  #module;
  #worker = null;
  #waiting = new Map();
  #number = 0;

  /** @param {Worker} [worker] one that was started before there was a module */
  constructor(module, worker) {
    this.#module = module;
    if (worker) this.#worker = this.#joined(worker);
  }

  /** Runs a method of `Muster` and returns a promise of its result. */
  call(method, ...words) {
    this.#worker ??= this.#joined(started());
    const id = ++this.#number;
    this.#worker.postMessage({ id, method, words });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Ends what is running: a run takes no orders, so its worker goes. */
  stop(why = new Stopped("stopped")) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(why);
  }

  #joined(worker) {
    worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (error === undefined) resolve?.(result);
      else reject?.(new Error(error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(new Error(event.message || "the worker cannot be started"));
    };
    worker.postMessage({ module: this.#module });
    return worker;
  }
}

const started = () => new Worker("worker.js", { type: "module" });

/** Loads the program and returns runners: `quick` answers while somebody types, `draws` cards, `prints` a PDF, `plays` battles. */
export async function load() {
  if (typeof WebAssembly === "undefined") throw new Error("This browser cannot run Muster: WebAssembly is missing or switched off.");
  // Its worker starts while the program is compiled.
  const first = started();
  const { module } = await Muster.load(fetch("muster.wasm"));
  const runner = () => new Runner(module);
  return { quick: new Runner(module, first), draws: runner(), prints: runner(), plays: runner() };
}
