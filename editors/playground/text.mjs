// The editor: CodeMirror with the findings of Muster, their fixes, and completion.

import { autocompletion, snippet } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

/** Returns a function from the place of a byte of a text to that in UTF-16 units. */
function utf16(text) {
  const length = new TextEncoder().encode(text).byteLength;
  if (length === text.length) return (offset) => offset;
  const places = new Uint32Array(length + 1);
  let byte = 0;
  let unit = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0);
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    places.fill(unit, byte, byte + bytes);
    byte += bytes;
    unit += letter.length;
  }
  places.fill(unit, byte);
  return (offset) => places[Math.min(offset, length)];
}

/** Returns the range of a finding's span in a text, as a function of the span. */
export function ranges(text) {
  const place = utf16(text);
  return ({ start, end }) => ({ from: place(start.offset), to: place(end.offset) });
}

/** The Language Server Protocol's kinds of completions, as CodeMirror names those that it has signs for. */
const KINDS = { 5: "property", 10: "property", 12: "constant", 13: "enum", 15: "text", 18: "variable", 20: "enum" };

/** The colours of YAML, of the page's own, which can be read on light and dark. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--info)" },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--warning)" },
  { tag: [tags.labelName, tags.typeName, tags.keyword], color: "var(--accent)" },
]);

/** A text editor in an element. */
export class TextEditor {
  #view;
  #extensions;

  /**
   * @param {HTMLElement} element where it stands
   * @param {{changed: (text: string) => void, complete: (position: object) => Promise<object>}} hooks what is called with each
   *   change, and asked for completions as in the Language Server Protocol
   */
  constructor(element, { changed, complete }) {
    // In a tree of its own it may set its styles as the page's policy allows: as objects, not as text.
    const root = element.attachShadow({ mode: "open" });
    this.#extensions = [
      basicSetup,
      yaml(),
      syntaxHighlighting(COLOURS),
      lintGutter(),
      EditorState.tabSize.of(2),
      EditorView.theme({
        "&": { height: "100%", fontSize: "0.9rem" },
        ".cm-scroller": { fontFamily: "ui-monospace, monospace" },
        ".cm-content": { caretColor: "currentColor" },
        // Long lines scroll beneath the numbers.
        ".cm-gutters": { background: "var(--panel)", color: "var(--muted)", border: "0" },
        ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--accent) 8%, transparent)" },
        ".cm-tooltip": { background: "var(--panel)", color: "var(--ink)", borderColor: "var(--rule)" },
        ".cm-diagnostic": { whiteSpace: "pre-wrap", maxWidth: "min(36rem, 90vw)" },
        ".cm-cursor": { borderLeftColor: "currentColor" },
      }),
      EditorView.contentAttributes.of({ "aria-label": "The text of the battle" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.#isShowing) changed(update.state.doc.toString());
      }),
      autocompletion({ override: [(context) => completions(context, complete)] }),
    ];
    this.#view = new EditorView({ root, parent: root });
    // What scrolls can be scrolled with the keyboard alone.
    this.#view.scrollDOM.tabIndex = 0;
  }

  #isShowing = false;
  #shown = null;
  #left = new Map();

  /** Forgets the texts that were shown, with their histories. */
  forget() {
    this.#shown = null;
    this.#left.clear();
  }

  /** Shows the text of a file, with a history of its own. */
  show(name, text) {
    if (this.#shown !== null) this.#left.set(this.#shown, this.#view.state);
    this.#shown = name;
    this.#isShowing = true;
    this.#view.setState(this.#left.get(name) ?? EditorState.create({ doc: text, extensions: this.#extensions }));
    this.#isShowing = false;
  }

  /** Marks findings of a text, unless it has changed since. */
  mark(text, findings) {
    if (this.#view.state.doc.toString() !== text) return;
    const diagnostics = findings.map(({ from, to, severity, source, message, fix }) => {
      const actions = fix ? [action(fix, from, text)] : [];
      return { from, to, severity, source, message, actions };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Selects a range and brings it into view. */
  select({ from, to }) {
    const end = this.#view.state.doc.length;
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    this.#view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
    this.#view.focus();
  }
}

/** Returns the button that applies a fix of a finding at `found`; where the text is another one by now, it does nothing. */
function action({ safe, changes }, found, text) {
  const apply = (view, from) => {
    const moved = changes.map((change) => ({ ...change, from: change.from + from - found, to: change.to + from - found }));
    const isSame = ({ from, to }, i) => view.state.sliceDoc(from, to) === text.slice(changes[i].from, changes[i].to);
    if (moved.every(isSame)) view.dispatch({ changes: moved, userEvent: "input" });
  };
  return { name: safe ? "Fix" : "Fix (look it over)", apply };
}

/** Returns what Muster proposes at a place of the text. */
async function completions(context, complete) {
  const before = context.matchBefore(/[^\s,[\]{}:]*/);
  if (!context.explicit && before.text === "" && !context.matchBefore(/[:[,{-]\s+/)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const found = await complete({ line: line.number - 1, character: context.pos - line.from });
  if (context.aborted || !found) return null;
  const items = found.items ?? found;
  const place = ({ line: number, character }) => context.state.doc.line(number + 1).from + character;
  const starts = items.filter(({ textEdit }) => textEdit?.range).map(({ textEdit }) => place(textEdit.range.start));
  const options = items.map((item) => {
    const text = item.textEdit?.newText ?? item.insertText ?? item.label;
    const template = text.replace(/\$\{?0\}?/g, "${}").replace(/\$(\d+)/g, "${$1}");
    const isSnippet = item.insertTextFormat === 2 && template.includes("${");
    return { label: item.label, detail: item.detail, type: KINDS[item.kind], apply: isSnippet ? snippet(template) : text };
  });
  return { from: starts.length > 0 ? Math.min(...starts) : before.from, options, validFor: /^[^\s,[\]{}:]*$/ };
}
