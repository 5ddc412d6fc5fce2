import { readStartOrNull } from '../../shared/read-or-null.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { isMarkdown } from '../../vault/kinds.js';
import { ROOT } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import type { KnownImport } from './gone-notes.js';
import { sourceFieldsOf } from './source-fields.js';

/** Where earlier imports are now, by source id, wherever they were moved. */
export async function knownImports(vault: Vault): Promise<Map<string, KnownImport>> {
  const known = new Map<string, KnownImport>();
  const yieldToEventLoop = createYielder();
  // Skips folders that can't be listed: at worst something is imported again.
  for (const { kind, path, address } of walk(vault.root, vault.root, ROOT, () => {})) {
    await yieldToEventLoop();
    if (kind !== 'file' || !isMarkdown(path)) continue;
    const fields = sourceFieldsOf(readStartOrNull(address, MOST_HEAD)?.toString('utf8') ?? '');
    if (fields !== null) known.set(fields.id, { path, hash: fields.hash, place: fields.place });
  }
  return known;
}

/** Frontmatter longer than this is not ours. */
const MOST_HEAD = 16 * 1024;
