// The editor: CodeMirror with the findings of Muster, their fixes, and completion.

import { autocompletion, snippet } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

/** Returns the place of a byte of a text, in UTF-16 units. */
export function utf16(text, offset) {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset)).length;
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
        ".cm-gutters": { background: "transparent", color: "var(--muted)", border: "0" },
        ".cm-activeLine, .cm-activeLineGutter": { background: "color-mix(in srgb, var(--accent) 8%, transparent)" },
        ".cm-tooltip": { background: "var(--panel)", color: "var(--ink)", borderColor: "var(--rule)" },
        ".cm-diagnostic": { whiteSpace: "pre-wrap" },
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

  /** Shows another text, with a history of its own. */
  show(text) {
    this.#isShowing = true;
    this.#view.setState(EditorState.create({ doc: text, extensions: this.#extensions }));
    this.#isShowing = false;
  }

  /** Marks findings, unless the text has changed since. */
  mark(findings) {
    const length = this.#view.state.doc.length;
    const diagnostics = findings
      .filter(({ to }) => to <= length)
      .map(({ from, to, severity, source, message, fix }) => ({ from, to, severity, source, message, actions: fix ? [action(fix)] : [] }));
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

/** Returns the button that applies a fix. */
function action({ safe, changes }) {
  return { name: safe ? "Fix" : "Fix (look it over)", apply: (view) => view.dispatch({ changes, userEvent: "input" }) };
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
