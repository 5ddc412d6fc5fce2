import { readIfText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
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

/** Writes edits; lines that changed meanwhile are left. Returns those that were written. */
export function applyEdits(vault: Vault, edits: readonly LineEdit[]): LineEdit[] {
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

/** `vault/projects/x/state.md:14: - 2025-07-28: launch.` */
export function editLabel({ path, line, after }: LineEdit): string {
  return `${showPath(path)}:${line}: ${after.trim()}`;
}

/** True where a label is that of an edit, on whichever line it stands now. */
export function isEditOf(label: string, { path, after }: LineEdit): boolean {
  return label.startsWith(`${showPath(path)}:`) && label.endsWith(`: ${after.trim()}`);
}

/** What a changelog says of an edit. */
export function shownEdit({ before, after }: LineEdit): string {
  return `${before.trim()} → ${after.trim()}`;
}
