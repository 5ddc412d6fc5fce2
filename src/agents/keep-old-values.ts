import { isMarkdown, kindOf } from '../vault/kinds.js';
import { shownLines } from '../vault/lines.js';
import { firstSegments, joinPath, ROOT, showPath, type VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import { log } from './librarian/filing.js';

/**
 * No keyed value (`status: actif`, `deadline: 2025-07-18`) is replaced silently: if a run changes one without
 * naming the old value in a changelog or a review, Rappel logs the change when the run ends.
 */
export function keepOldValues(vault: Vault) {
  const first = new Map<VaultPath, string>();
  const last = new Map<VaultPath, string>();
  const watched: Vault = {
    ...vault,
    save(place, change) {
      const saved = vault.save(place, change);
      if (isMarkdown(place.path)) {
        if (!first.has(place.path)) first.set(place.path, saved.before ?? '');
        last.set(place.path, saved.after);
      }
      return saved;
    },
  };
  return {
    vault: watched,
    /** Logs the changes that were not named; returns them in sentences. */
    finish(): string[] {
      const told = [...last]
        .filter(([path]) => isRecord(path))
        .map(([path, text]) => added(first.get(path)!, text))
        .join('\n');
      const sentences: string[] = [];
      for (const [path, text] of last) {
        if (isRecord(path)) continue;
        const replaced = replacedValues(first.get(path)!, text).filter(({ old }) => !told.includes(old));
        if (replaced.length === 0) continue;
        const lines = replaced.map(({ key, old, next }) => `${key}: ${old} → ${next}`);
        log(vault, changelogFor(path), `Changed in ${showPath(path)}`, lines);
        sentences.push(...lines);
      }
      return sentences;
    },
  };
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

/** Keys that both texts have under the same heading, with different values. */
function replacedValues(before: string, after: string): { key: string; old: string; next: string }[] {
  const next = keyedValues(after);
  return [...keyedValues(before)].flatMap(([place, { key, value }]) => {
    const now = next.get(place);
    return now === undefined || now.value === value ? [] : [{ key, old: value, next: now.value }];
  });
}

function keyedValues(text: string): Map<string, { key: string; value: string }> {
  const found = new Map<string, { key: string; value: string }>();
  let heading = '';
  for (const line of shownLines(text)) {
    if (/^#{1,6} /.test(line)) heading = line;
    // Several fields may share a line: `status: … | prio: …`.
    for (const field of line.split(' | ')) {
      const match = /^\s*(?:[-*] )?([\p{L}][\p{L} -]{0,30}?)\s?: (.+?)\s*$/u.exec(field);
      if (match && !STAMPS.includes(match[1]!))
        found.set(`${heading}\n${match[1]}`, { key: match[1]!, value: match[2]! });
    }
  }
  return found;
}

const STAMPS = ['created', 'updated', 'tokens'];
