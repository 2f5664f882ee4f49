// Runs Muster away from the page. The first message brings the compiled program; each message after it names a method of `Muster`.

import { Muster } from "./program.mjs";

let muster;

onmessage = ({ data }) => {
  if (data.module) {
    muster = new Muster(data.module);
    return;
  }
  const { id, method, words } = data;
  try {
    postMessage({ id, result: muster[method](...words) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};
