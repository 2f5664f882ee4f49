// An editor as far as the protocol goes: starts a server, keeps what it says, and makes the edits that it sends.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = protocol;

/** The byte of a position, and the position of some words: lines and UTF-16 code units, as the protocol counts. */
export const offset = (text, { line, character }) => text.split("\n").slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
export function position(text, words, letters = 0) {
  const at = text.indexOf(words);
  assert.notEqual(at, -1, `no \`${words}\` in the text`);
  const before = text.slice(0, at + letters).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}

/** A text after edits. */
export function edited(text, edits) {
  const sorted = [...edits].sort((a, b) => offset(text, b.range.start) - offset(text, a.range.start));
  return sorted.reduce((now, { range, newText }) => now.slice(0, offset(text, range.start)) + newText + now.slice(offset(text, range.end)), text);
}

export class Client {
  #published = new Map();
  #waiting = [];
  #server;
  #ended;
  connection;
  capabilities;
  /** What the server asked and told besides findings. */
  said = [];

  /** Starts a server and introduces itself with a folder. */
  static async start(command, words, folder, more = {}) {
    const client = new Client();
    client.#server = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
    client.#ended = new Promise((settle) => client.#server.once("exit", settle));
    const connection = createProtocolConnection(new StreamMessageReader(client.#server.stdout), new StreamMessageWriter(client.#server.stdin));
    client.connection = connection;
    connection.onNotification("textDocument/publishDiagnostics", (params) => {
      client.#published.set(params.uri, params);
      client.#waiting = client.#waiting.filter((heed) => !heed());
    });
    connection.onNotification((method, params) => client.said.push({ method, params }));
    connection.onRequest((method, params) => {
      client.said.push({ method, params });
      return method === "workspace/configuration" ? params.items.map(({ section }) => more.settings?.[section] ?? null) : null;
    });
    connection.onError(([error]) => assert.fail(error));
    connection.listen();
    const uri = pathToFileURL(folder).href;
    const { capabilities } = await connection.sendRequest("initialize", {
      processId: process.pid,
      clientInfo: { name: "vscode-languageserver-protocol" },
      rootUri: uri,
      workspaceFolders: [{ uri, name: "battles" }],
      initializationOptions: more.options,
      capabilities: {
        general: { positionEncodings: ["utf-16"] },
        workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true }, configuration: true, workspaceFolders: true },
        window: { showDocument: { support: true } },
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
          hover: { contentFormat: ["markdown"] },
          rename: { prepareSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } }, resolveSupport: { properties: ["edit"] }, dataSupport: true },
          publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        },
      },
    });
    client.capabilities = capabilities;
    await connection.sendNotification("initialized", {});
    return client;
  }

  open(uri, text, languageId = "yaml") {
    return this.connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  }

  /** Changes a text: the whole, or a part of it. */
  change(uri, version, ...contentChanges) {
    return this.connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }

  ask(method, params) {
    return this.connection.sendRequest(method, params);
  }

  /** Resolves to the findings of a text, once they are those of a version. */
  findings(uri, version) {
    const known = () => {
      const params = this.#published.get(uri);
      return params && (version === undefined || params.version === version) ? params : undefined;
    };
    if (known()) return Promise.resolve(known().diagnostics);
    return new Promise((settle) => this.#waiting.push(() => known() !== undefined && (settle(known().diagnostics), true)));
  }

  /** Says goodbye in order; resolves to the exit code. */
  async leave() {
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    const code = await this.#ended;
    this.connection.dispose();
    return code;
  }
}
