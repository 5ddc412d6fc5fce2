import { isMarkdown, kindOf } from '../vault/kinds.js';
import { shownLines } from '../vault/lines.js';
import { firstSegments, joinPath, ROOT, showPath, type VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { log } from './clerk/filing.js';
import type { RunChanges } from './watch-run.js';

/**
 * No keyed value (`status: actif`, `deadline: 2025-07-18`) is replaced silently: if a run changes one and names neither
 * value in a changelog or a review, Rappel logs the change when the run ends. Returns these changes in sentences.
 */
export function keepOldValues(vault: Vault, { texts }: RunChanges, language: Language): string[] {
  const changed = [...texts].filter(([path]) => isMarkdown(path));
  const told = changed
    .filter(([path]) => isRecord(path))
    .map(([, { before, after }]) => added(before ?? '', after))
    .join('\n');
  const sentences = new Set<string>();
  for (const [path, { before, after }] of changed) {
    if (isRecord(path)) continue;
    const lines = replacedValues(before ?? '', after)
      .filter(({ old, next }) => !names(told, old) && !names(told, next))
      .map(({ heading, key, old, next }) => `${heading === '' ? '' : `${heading}, `}${key}: ${old} → ${next}`)
      .filter((line) => !sentences.has(line));
    if (lines.length === 0) continue;
    log(vault, changelogFor(path), `${language === 'fr' ? 'Modifié dans' : 'Changed in'} ${showPath(path)}`, [
      ...new Set(lines),
    ]);
    for (const line of lines) sentences.add(line);
  }
  return [...sentences];
}

/** Whether a text contains a value, not as a part of a longer word or number. */
function names(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + value.length)))
      return true;
  return false;
}

function isRecord(path: VaultPath): boolean {
  return kindOf(path) === 'changelog' || kindOf(path) === 'inbox';
}

function changelogFor(path: VaultPath): VaultPath {
  const home = path.startsWith('projects/') ? firstSegments(path, 2) : ROOT;
  return joinPath(home, 'changelog.md');
}

function added(before: string, after: string): string {
  const old = new Set(shownLines(before));
  return shownLines(after)
    .filter((line) => !old.has(line))
    .join('\n');
}

interface KeyedValue {
  /** The task or section it belongs to. */
  heading: string;
  key: string;
  value: string;
}

/** Keys that both texts have under the same heading, with different values. */
function replacedValues(before: string, after: string) {
  const next = keyedValues(after);
  return [...keyedValues(before)].flatMap(([place, { heading, key, value }]) => {
    const now = next.get(place);
    return now === undefined || now.value === value ? [] : [{ heading, key, old: value, next: now.value }];
  });
}

function keyedValues(text: string): Map<string, KeyedValue> {
  const found = new Map<string, KeyedValue>();
  let heading = '';
  for (const line of shownLines(text)) {
    if (/^#{1,6} /.test(line)) heading = line.replace(/^#+ +/, '').trim();
    // Several fields may share a line: `status: … | prio: …`.
    for (const field of line.split(' | ')) {
      const match = /^\s*(?:[-*] )?([\p{L}][\p{L} -]{0,30}?)\s?: (.+?)\s*$/u.exec(field);
      if (match && !STAMPS.includes(match[1]!))
        found.set(`${heading}\n${match[1]}`, { heading, key: match[1]!, value: match[2]! });
    }
  }
  return found;
}

const STAMPS = ['created', 'updated', 'tokens', 'inbox'];
