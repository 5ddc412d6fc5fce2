import type { ToolContext } from '../../tools/define-tool.js';
import { readText } from '../../vault/files.js';
import { kindOf } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, parsePath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import type { Correction } from './kinds/correction.js';
import { sharedCount, tellingWords } from './kinds/shared-words.js';
import { listProjects } from './projects.js';
import { firstBodyLine } from './sections.js';
import { replaceInLine, type Value, valuesIn } from './values.js';

/** A line that a text contradicts, and what it should say. */
export interface LineEdit {
  path: VaultPath;
  /** 1-based. */
  line: number;
  before: string;
  after: string;
  /** How many telling words the line shares with the text. */
  shared: number;
}

const KEYED_FILES = ['description.md', 'state.md', 'tasks.md'];

/** The files that say what is true now: of a project and the user, or of all projects. */
function currentFiles(vault: Vault, project: string | null): VaultPath[] {
  const projects = project === null ? listProjects(vault) : [project];
  return [
    ...['profile.md', 'tasks.md', 'overview.md'].map((name) => joinPath(ROOT, name)),
    ...projects.flatMap((name) =>
      KEYED_FILES.map((file) => joinPath(joinPath(joinPath(ROOT, 'projects'), name), file)),
    ),
  ];
}

/** Changelogs and raw material of a project: they say what was true once, and change only if the user agrees. */
function recordFiles({ root, ...vault }: Vault, project: string | null): VaultPath[] {
  if (project === null) return [];
  const place = vault.locate(joinPath(joinPath(ROOT, 'projects'), project));
  if (place.kind !== 'folder') return [];
  return [...walk(root, place.target, place.path)]
    .filter(
      ({ kind, path }) =>
        kind === 'file' && ['changelog', 'bucket'].includes(kindOf(path)) && /\.(?:md|txt)$/.test(path),
    )
    .map(({ path }) => parsePath(path));
}

/** The lines that a correction means: those of the current files, else of the project's records. */
export function correctedLines(
  vault: Vault,
  text: string,
  { old, new: next }: Correction,
  project: string | null,
  today: string,
): LineEdit[] {
  const said = tellingWords(text);
  const find = (paths: readonly VaultPath[]) =>
    linesOf(vault, paths).flatMap(({ path, line, before }) => {
      const after = replaceInLine(before, old, next, today);
      return after === null || after === before
        ? []
        : [{ path, line, before, after, shared: sharedCount(tellingWords(before), said) }];
    });
  const current = find(currentFiles(vault, project));
  const found = current.length > 0 ? current : find(recordFiles(vault, project));
  const most = Math.max(0, ...found.map(({ shared }) => shared));
  // Many lines hold the same bare number: only those about the same thing count.
  return /^\d{1,4}$/.test(old) ? found.filter(({ shared }) => shared * 2 >= most) : found;
}

/**
 * The line whose value a statement replaces: the only one with a value of the same unit, or the one that shares most
 * words with it. Null where that is uncertain.
 */
export function outdatedLine(
  vault: Vault,
  paths: readonly VaultPath[],
  statement: string,
  leastShared: number,
): LineEdit | null {
  const value = valuesIn(statement).at(-1);
  if (value === undefined) return null;
  const said = tellingWords(statement.slice(0, value.start) + statement.slice(value.end));
  const edits = linesOf(vault, paths)
    .flatMap(({ path, line, before }) => {
      const old = sameUnit(before, value);
      if (old === null) return [];
      const after = before.slice(0, old.start) + value.text + before.slice(old.end);
      return [{ path, line, before, after, shared: sharedCount(tellingWords(before), said) }];
    })
    .filter(({ before, after }) => before !== after)
    .sort((a, b) => b.shared - a.shared);
  const [best, second] = edits;
  if (best === undefined) return null;
  const leads = second === undefined || best.shared > second.shared;
  return leads && (best.shared >= leastShared || (second === undefined && leastShared <= 1)) ? best : null;
}

/** The one value of that unit in a line. */
function sameUnit(line: string, { unit }: Value): Value | null {
  const same = valuesIn(line).filter((value) => value.unit === unit);
  return same.length === 1 ? same[0]! : null;
}

function linesOf(
  vault: Vault,
  paths: readonly VaultPath[],
): { path: VaultPath; line: number; before: string }[] {
  return paths.flatMap((path) => {
    const place = vault.locate(path);
    if (place.kind !== 'file') return [];
    const text = readText(place);
    const first = firstBodyLine(text);
    return shownLines(text).flatMap((before, index) =>
      index + 1 < first || before.trim() === '' ? [] : [{ path, line: index + 1, before }],
    );
  });
}

/** Writes edits; lines that changed meanwhile are left. Returns those that were written. */
export function applyEdits({ vault }: ToolContext, edits: readonly LineEdit[]): LineEdit[] {
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

/** `vault/projects/x/state.md:14` */
export function placeOf({ path, line }: LineEdit): string {
  return `${showPath(path)}:${line}`;
}
