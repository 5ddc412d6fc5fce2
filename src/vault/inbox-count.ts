import { fieldOf, splitFrontmatter } from './frontmatter.js';
import { listInboxItems } from './inbox-items.js';
import { lineEndOf } from './lines.js';
import { joinPath, ROOT, type VaultPath } from './paths.js';
import type { Vault } from './vault.js';

/** The field of `overview.md` that Rappel keeps: how many questions wait in the inbox. */
export const COUNT_FIELD = 'inbox';
const OVERVIEW = joinPath(ROOT, 'overview.md');

/** Brings the count up to date; returns what the files held that it wrote. A vault that never had a question gets no field. */
export function countInbox(vault: Vault): ReadonlyMap<VaultPath, string> {
  const overview = vault.locate(OVERVIEW);
  if (overview.kind !== 'file') return new Map();
  const count = listInboxItems(vault).length;
  const { before, after } = vault.save(overview, (current) => withCount(current ?? '', count));
  return new Map(before === after ? [] : [[OVERVIEW, before ?? '']]);
}

/** The overview with another count; unchanged where it is right already. */
export function withCount(text: string, count: number): string {
  const { head, yaml, body } = splitFrontmatter(text);
  const known = fieldOf(yaml, COUNT_FIELD);
  if (known === String(count) || (known === null && count === 0)) return text;
  const line = `${COUNT_FIELD}: ${count}`;
  // A new file that was not stamped yet.
  if (yaml === null) return `---\n${line}\n---\n\n${text}`;
  const next =
    known === null ? `${yaml}${line}${lineEndOf(head)}` : yaml.replace(/^inbox[ \t]*:[^\r\n]*/m, line);
  return head.replace(yaml, () => next) + body;
}
