import { readIfText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import { parsePath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Mandate } from './mandate.js';
import { firstBodyLine } from './sections.js';

/** A line of a file, and what it should say instead. */
export interface LineEdit {
  path: VaultPath;
  /** 1-based. */
  line: number;
  before: string;
  after: string;
}

/** The lines of these files below their frontmatter, without empty ones. */
export function linesIn(vault: Vault, paths: readonly VaultPath[]): Omit<LineEdit, 'after'>[] {
  return paths.flatMap((path) => {
    const text = readIfText(vault, path);
    if (text === null) return [];
    const first = firstBodyLine(text);
    return shownLines(text).flatMap((before, index) =>
      index + 1 < first || before.trim() === '' ? [] : [{ path, line: index + 1, before }],
    );
  });
}

/** Writes edits that somebody asked for; lines that changed meanwhile are left. Returns those that were written. */
export function applyEdits({ vault }: Mandate, edits: readonly LineEdit[]): LineEdit[] {
  const done: LineEdit[] = [];
  for (const path of new Set(edits.map((edit) => edit.path))) {
    vault.save(vault.locate(path), (current) => {
      const lines = (current ?? '').split('\n');
      for (const edit of edits.filter((each) => each.path === path)) {
        const ending = lines[edit.line - 1]?.endsWith('\r') ? '\r' : '';
        if (lines[edit.line - 1] !== edit.before + ending) continue;
        lines[edit.line - 1] = edit.after + ending;
        done.push(edit);
      }
      return lines.join('\n');
    });
  }
  return done;
}

/** An edit as a choice: `vault/projects/x/state.md:14: - 2025-07-21: launch. → - 2025-07-28: launch.` */
export function editLabel(edit: LineEdit): string {
  return `${showPath(edit.path)}:${edit.line}: ${shownEdit(edit)}`;
}

/** The edit that a choice offers, on whichever line its text is now; null for any other choice, and where that text is gone. */
export function editIn(vault: Vault, label: string): LineEdit | null {
  const [, shown, number, change] = /^vault\/(.+?):(\d+): (.*)$/.exec(label) ?? [];
  if (shown === undefined) return null;
  const found = linesIn(vault, [parsePath(shown)])
    .filter(({ before }) => change!.startsWith(before.trim() + ARROW))
    .sort((a, b) => Math.abs(a.line - Number(number)) - Math.abs(b.line - Number(number)))[0];
  if (found === undefined) return null;
  const indent = /^\s*/.exec(found.before)![0];
  return { ...found, after: indent + change!.slice(found.before.trim().length + ARROW.length) };
}

/** What a changelog says of an edit. */
export function shownEdit({ before, after }: LineEdit): string {
  return `${before.trim()}${ARROW}${after.trim()}`;
}

const ARROW = ' → ';
