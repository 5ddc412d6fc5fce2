import { readText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { LineEdit } from './contradictions.js';
import { sharedCount, tellingWords } from './kinds/shared-words.js';

/** The dated line of a state that speaks of the same thing, with its new day; null where none clearly does. */
export function movedDeadline(vault: Vault, path: VaultPath, what: string, day: string): LineEdit | null {
  const place = vault.locate(path);
  if (place.kind !== 'file') return null;
  const said = tellingWords(what);
  const edits = shownLines(readText(place)).flatMap((before, index) => {
    const dated = /^[-*] (\d{4}-\d\d-\d\d)(?=\s?:)/.exec(before);
    if (dated === null) return [];
    const subject = tellingWords(before.slice(dated[0].length));
    const shared = sharedCount(subject, said);
    const after = before.replace(dated[1]!, day);
    return shared * 2 >= subject.length && shared > 0 && after !== before
      ? [{ path, line: index + 1, before, after, shared }]
      : [];
  });
  edits.sort((a, b) => b.shared - a.shared);
  return edits.length === 1 || edits[0]?.shared !== edits[1]?.shared ? (edits[0] ?? null) : null;
}
