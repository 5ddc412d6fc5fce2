import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { ChangeSet, EditorState, type Extension, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { changesBetween } from './changes-between.js';

interface CodeEditorOptions {
  text: string;
  /** What the field is called for those who can't see it. */
  label: string;
  isMarkdown: boolean;
  onChange(): void;
  onSave(): void;
  onLeave(): void;
  /** More that the editor does. */
  extensions?: Extension;
}

export type CodeEditor = ReturnType<typeof createCodeEditor>;

/**
 * CodeMirror in a shadow tree: there its styles are a sheet of the script's own, and the page's policy, which forbids
 * inline styles, holds.
 */
export function createCodeEditor(host: HTMLElement, options: CodeEditorOptions) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let since: ChangeSet | null = null;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        // One separator for the whole text: every other line end stays as it is.
        EditorState.lineSeparator.of(
          /(?:^|[^\r])\n/.test(options.text) || !options.text.includes('\r\n') ? '\n' : '\r\n',
        ),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'true' }),
        options.isMarkdown ? [markdownLanguage, keymap.of(markdownKeymap)] : [],
        syntaxHighlighting(COLOURS),
        keymap.of([
          { key: 'Mod-s', run: () => act(options.onSave) },
          { key: 'Escape', run: () => act(options.onLeave) },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          since = since?.compose(update.changes) ?? null;
          if (!update.transactions.some((one) => one.annotation(Transaction.remote))) options.onChange();
        }),
        options.extensions ?? [],
        THEME,
      ],
    }),
  });
  return {
    read(): string {
      return view.state.sliceDoc();
    },
    /** From now on, remembers what is typed: the next `patch` begins with the text of this moment. */
    mark(): void {
      since = ChangeSet.empty(view.state.doc.length);
    },
    /** Changes the marked text into another; what was typed since stays. */
    patch(from: string, to: string): void {
      const typed = since ?? ChangeSet.empty(view.state.doc.length);
      since = null;
      if (from === to) return;
      const changes = ChangeSet.of(
        changesBetween(from, to, view.state.lineBreak),
        typed.length,
        view.state.lineBreak,
      );
      view.dispatch({
        changes: changes.map(typed),
        annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
      });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function act(work: () => void): true {
  work();
  return true;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '620', color: 'var(--color-ink)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: 'var(--color-faint)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '620' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.9em' },
  { tag: tags.quote, color: 'var(--color-soft)' },
]);

const THEME = EditorView.theme({
  '&': { color: 'var(--color-ink)', backgroundColor: 'transparent', minHeight: '50vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', minHeight: '50vh' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--color-accent)' },
  '.cm-line': { padding: '0 1rem' },
  '.cm-cursor': { borderLeftColor: 'var(--color-accent)', borderLeftWidth: '2px' },
  '& .cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    background: 'var(--color-mark) !important',
  },
});
