// The program that shows the cards, and the page around it. Nothing here knows the editor, so that it can be tested without one.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A preview that runs. */
export interface Preview {
  /** The address of its page, with the token. */
  address: string;
  /** Shows the cards that are written at a place, `PATH:LINE:COLUMN`. */
  lead(place: string): void;
  /** Shows a text in place of the saved file; `null` gives way to that again. */
  type(path: string, text: string | null): void;
  /** Ends it. */
  stop(): void;
  /** Settles when it has ended, with what it complained of last. */
  ended: Promise<string>;
}

/** The bytes of complaints that are kept. */
const COMPLAINTS = 4096;

/**
 * Starts the preview of a file or folder. `open` is called for each place that is chosen on its page,
 * `PATH:LINE:COLUMN`. Where it `opens`, it opens its page in the browser itself. Fails with what the program
 * complains of where it prints no address.
 */
export async function startPreview(program: string, path: string, folder: string, open: (place: string) => void, opens = false): Promise<Preview> {
  const child = spawn(program, ["preview", ...(opens ? [] : ["--no-open"]), "--editor", "-", "--", path], { cwd: folder, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  // It may be gone when it is told something.
  child.stdin.on("error", () => undefined);
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints = (complaints + text).slice(-COMPLAINTS)));
  const ended = new Promise<string>((settle) => {
    child.once("error", (error) => settle(error.message));
    child.once("close", () => settle(complaints.trim()));
  });
  const line = new Promise<string | undefined>((settle) => {
    const lines = createInterface({ input: child.stdout });
    lines.once("line", (first) => {
      settle(first);
      lines.on("line", open);
    });
    lines.once("close", () => settle(undefined));
  });
  const address = await line;
  if (address === undefined || !isAddress(address)) {
    child.kill();
    const why = await ended;
    throw new Error(why || (address === undefined ? "it ended at once" : "its first line is no address: is this another program?"));
  }
  const lead = (place: string) => void child.stdin.write(`${place}\n`);
  const type = (path: string, text: string | null) => void child.stdin.write(`${JSON.stringify({ path, text })}\n`);
  return { address, lead, type, ended, stop: () => void child.kill() };
}

/** Returns true for an address as the preview prints it: this machine's, with a token. */
export function isAddress(line: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/\?token=[A-Za-z0-9]+$/.test(line);
}

/** The page of the panel: the address in a frame, and nothing else. */
export function panelPage(address: string, nonce: string): string {
  const policy = `default-src 'none'; frame-src ${new URL(address).origin}; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Cards</title>
<style nonce="${nonce}">html, body { margin: 0; padding: 0; height: 100%; } iframe { border: 0; display: block; width: 100%; height: 100%; }</style>
</head>
<body>
<iframe title="The cards" src="${escaped(address)}" sandbox="allow-scripts allow-same-origin allow-downloads" allow="clipboard-write"></iframe>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
