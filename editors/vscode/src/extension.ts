// The extension: starts the language server, shows the cards beside the text, and runs what the lenses name.

import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type Location, TransportKind } from "vscode-languageclient/node";
import { isDocument } from "./documents.ts";
import { panelPage, startPreview, type Preview } from "./preview.ts";
import { findProgram, missing } from "./program.ts";

/** The language of documents that other extensions for YAML are to leave alone. */
const OWN_LANGUAGE = "muster";
/** The extension that checks YAML by schemas. */
const OTHER_CHECKER = "redhat.vscode-yaml";
/** The scheme of the pages of codes, as the server writes them: `muster:explain/CODE`. */
const PAGES = "muster";

let client: LanguageClient | undefined;
/** The games that the server knows. */
let systems: readonly string[] = [];
const previews = new Map<string, vscode.WebviewPanel>();
const running = new Set<Preview>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const on = (name: string, run: (...given: never[]) => unknown) => vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    on("muster.run", (words: unknown) => runProgram(context, words)),
    on("muster.preview", () => showCards(context, "panel")),
    on("muster.previewInBrowser", () => showCards(context, "browser")),
    on("muster.restart", () => restart(context)),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("muster") && restart(context)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => client === undefined && restart(context)),
    vscode.workspace.onDidOpenTextDocument(takeOver),
    vscode.workspace.onDidSaveTextDocument(takeOver),
    vscode.window.onDidChangeActiveTextEditor(tellWhatIsOpen),
    vscode.workspace.onDidChangeTextDocument(({ document }) => running.forEach((preview) => showTyped(preview, document))),
    vscode.workspace.onDidCloseTextDocument((document) => document.uri.scheme === "file" && running.forEach((preview) => preview.type(document.uri.fsPath, null))),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => void lead(textEditor)),
    vscode.workspace.onDidSaveTextDocument((document) => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document === document) void lead(editor);
    }),
    vscode.workspace.registerTextDocumentContentProvider(PAGES, { provideTextDocumentContent: pageOfCode }),
    vscode.extensions.onDidChange(() => vscode.workspace.textDocuments.forEach(takeOver)),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  for (const preview of running) preview.stop();
  await client?.stop();
}

/** The program; where there is none, the reader is told what to do. */
function program(context: vscode.ExtensionContext): string | undefined {
  const setting = vscode.workspace.getConfiguration("muster").get<string>("path", "");
  const trusted = vscode.workspace.isTrusted;
  const folder = trusted ? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath : undefined;
  const found = findProgram({ setting, extension: context.extensionPath, path: process.env.PATH ?? "", folder });
  if (found === undefined) {
    const open = "Open the Setting";
    void vscode.window.showErrorMessage(missing(setting, trusted), open).then((chosen) => {
      if (chosen === open) void vscode.commands.executeCommand("workbench.action.openSettings", "muster.path");
    });
  }
  return found;
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const command = program(context);
  if (command === undefined) return;
  const settings = vscode.workspace.getConfiguration("muster");
  const schemes = ["file", "untitled"];
  const options: LanguageClientOptions = {
    documentSelector: [
      ...[OWN_LANGUAGE, "yaml"].flatMap((language) => schemes.map((scheme) => ({ scheme, language }))),
      { scheme: "file", pattern: "**/muster.toml" },
    ],
    initializationOptions: {
      closedFiles: settings.get("closedFiles"),
      inlayHints: settings.get("inlayHints"),
      hoverPictures: settings.get("hoverPictures"),
    },
    // The lens of the server opens a browser; here is a panel.
    middleware: { executeCommand: (command, words, next) => (command === "muster.openPreview" ? showCards(context, "panel") : next(command, words)) },
  };
  client = new LanguageClient("muster", "Muster", { command, args: ["lsp"], transport: TransportKind.stdio }, options);
  try {
    await client.start();
  } catch (error) {
    void vscode.window.showErrorMessage(`Muster: the language server does not start: ${said(error)}`);
    return;
  }
  const known: unknown = client.initializeResult?.capabilities.experimental?.systems;
  systems = Array.isArray(known) ? known.filter((name) => typeof name === "string") : [];
  vscode.workspace.textDocuments.forEach(takeOver);
  tellWhatIsOpen(vscode.window.activeTextEditor);
}

async function restart(context: vscode.ExtensionContext): Promise<void> {
  await client?.dispose();
  client = undefined;
  await start(context);
}

/** Gives a document of Muster its own language, where another extension would show each mistake a second time. */
function takeOver(document: vscode.TextDocument): void {
  if (document.uri.scheme === PAGES && document.languageId !== "markdown") {
    void vscode.languages.setTextDocumentLanguage(document, "markdown");
    return;
  }
  const wanted = vscode.workspace.getConfiguration("muster", document).get<string>("ownLanguage", "auto");
  const meant = wanted === "always" || (wanted === "auto" && vscode.extensions.getExtension(OTHER_CHECKER) !== undefined);
  if (meant && document.languageId === "yaml" && isDocument(document.getText(), systems)) {
    void vscode.languages.setTextDocumentLanguage(document, OWN_LANGUAGE);
  }
}

/** Shows a document as it is typed. */
function showTyped(preview: Preview, document: vscode.TextDocument): void {
  const isShown = document.uri.scheme === "file" && /\.(ya?ml|toml|geojson)$/.test(document.uri.path);
  if (isShown) preview.type(document.uri.fsPath, document.getText());
}

function tellWhatIsOpen(editor: vscode.TextEditor | undefined): void {
  const meant = editor !== undefined && isDocument(editor.document.getText(), systems);
  void vscode.commands.executeCommand("setContext", "muster.isDocument", meant);
}

/** The page of a code, from the server. */
async function pageOfCode(uri: vscode.Uri): Promise<string> {
  const code = uri.path.replace(/^\/*explain\//, "");
  return (await asked<string>("muster.explain", code)) ?? "";
}

/** Runs the program with the words of a lens, in a terminal. */
async function runProgram(context: vscode.ExtensionContext, words: unknown): Promise<void> {
  if (!Array.isArray(words) || words.length === 0 || !words.every((word) => typeof word === "string")) return;
  const found = program(context);
  if (found === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0];
  // A process, no shell: nothing in a path has a meaning of its own.
  const run = new vscode.ProcessExecution(found, words, folder ? { cwd: folder.uri.fsPath } : {});
  const task = new vscode.Task({ type: "muster", words }, folder ?? vscode.TaskScope.Workspace, `muster ${words[0]}`, "Muster", run, []);
  task.presentationOptions = { clear: true, panel: vscode.TaskPanelKind.Shared, showReuseMessage: false };
  await vscode.tasks.executeTask(task);
}

/** What is shown: the document of the editor that is active, or the folder that is open. */
function subject(): { path: string; folder: string } | undefined {
  const document = vscode.window.activeTextEditor?.document;
  const folders = vscode.workspace.workspaceFolders;
  if (document?.uri.scheme === "file" && isDocument(document.getText(), systems)) {
    const path = document.uri.fsPath;
    return { path, folder: vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? dirname(path) };
  }
  const folder = folders?.find((each) => each.uri.scheme === "file")?.uri.fsPath;
  return folder === undefined ? undefined : { path: folder, folder };
}

async function showCards(context: vscode.ExtensionContext, where: "panel" | "browser"): Promise<void> {
  const shown = subject();
  if (shown === undefined) {
    void vscode.window.showErrorMessage("Muster: to see cards, open a saved Muster document or a folder with Muster documents.");
    return;
  }
  const { path, folder } = shown;
  const open = where === "panel" ? previews.get(path) : undefined;
  if (open) {
    open.reveal(undefined, true);
    return;
  }
  const found = program(context);
  if (found === undefined) return;
  // The arguments of a browser are seen by every user of its machine: on this one the program opens it, by a file.
  const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  const opens = where === "browser" && isHere;
  let preview: Preview;
  try {
    preview = await startPreview(found, path, folder, (place) => void showPlace(place), opens);
  } catch (error) {
    void vscode.window.showErrorMessage(`Muster: the preview does not start: ${said(error)}`);
    return;
  }
  running.add(preview);
  vscode.workspace.textDocuments.filter((document) => document.isDirty).forEach((document) => showTyped(preview, document));
  if (vscode.window.activeTextEditor) void lead(vscode.window.activeTextEditor);
  void preview.ended.then(() => running.delete(preview));
  if (opens) return;
  // Where the editor runs elsewhere, the page is at another address, to which the query is not always taken along.
  const external = (await vscode.env.asExternalUri(vscode.Uri.parse(preview.address))).with({ query: new URL(preview.address).search.slice(1) }).toString(true);
  if (where === "browser") {
    await vscode.env.openExternal(vscode.Uri.parse(external));
    return;
  }
  const title = `Cards: ${vscode.workspace.asRelativePath(path)}`;
  const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel("muster.cards", title, column, { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
  previews.set(path, panel);
  panel.onDidDispose(() => {
    previews.delete(path);
    preview.stop();
  });
  void preview.ended.then((complaint) => {
    if (previews.get(path) !== panel) return;
    panel.dispose();
    void vscode.window.showErrorMessage(`Muster: the preview ended${complaint ? `: ${complaint}` : ""}`);
  });
  panel.webview.html = panelPage(external, randomBytes(16).toString("hex"));
}

/** Puts the cursor where a card or a finding that was chosen on the page is written: the page tells of the saved text, the server knows the open one. */
async function showPlace(place: string): Promise<void> {
  const found = await asked<Location | null>("muster.locate", place);
  if (!found || !client) return;
  const { uri, range } = client.protocol2CodeConverter.asLocation(found);
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, selection: range });
}

/** Shows the cards at the cursor in all previews. */
async function lead({ document, selection }: vscode.TextEditor): Promise<void> {
  if (running.size === 0 || !client || document.uri.scheme !== "file" || !isDocument(document.getText(), systems)) return;
  const place = await asked<string | null>("muster.follow", client.code2ProtocolConverter.asTextDocumentPositionParams(document, selection.active));
  if (place) for (const preview of running) preview.lead(place);
}

/** Asks the server for the result of a command; undefined where it has none. */
async function asked<T>(command: string, argument: unknown): Promise<T | undefined> {
  return client?.sendRequest<T>("workspace/executeCommand", { command, arguments: [argument] }).catch(() => undefined);
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
