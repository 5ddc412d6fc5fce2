import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { parsePath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import { listInboxItems } from '../inbox-items.js';
import type { RunChanges } from '../watch-run.js';

const schema = z.array(
  z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
);

/** What a filing did to the text of a file below its frontmatter; null for no file, or one that is no text. */
type FiledChange = z.infer<typeof schema>[number];

function filedChanges({ texts, created }: RunChanges): FiledChange[] {
  const body = (text: string | null) => (text === null ? null : splitFrontmatter(text).body);
  return [
    ...[...texts].map(([path, { before, after }]) => ({ path, before: body(before), after: body(after) })),
    ...[...created.keys()].map((path) => ({ path, before: null, after: null })),
  ];
}

/** Keeps the changes of a filing while its inbox item is open; forgets those of items that are gone. */
export function keepChanges(vault: Vault, item: string, changes: RunChanges): void {
  const folder = folderOf(vault);
  mkdirSync(folder, { recursive: true });
  const open = new Set(listInboxItems(vault).map((name) => `${name}.json`));
  for (const name of readdirSync(folder)) if (!open.has(name)) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, `${item}.json`), JSON.stringify(filedChanges(changes)), { mode: 0o600 });
}

/**
 * Takes a filing back: each file as it was, or without the lines that came in where others changed meanwhile. False if
 * one can't be, and then nothing is changed.
 */
export async function takeBack(vault: Vault, item: string): Promise<boolean> {
  const changes = schema.safeParse(readJsonOrNull(join(folderOf(vault), `${item}.json`))).data;
  if (changes === undefined) return false;
  const { structuredPatch } = await import('diff/lib/patch/create.js');
  const { applyPatch } = await import('diff/lib/patch/apply.js');
  const planned: (() => void)[] = [];
  for (const { path, before, after } of changes) {
    const place = vault.locate(parsePath(path));
    if (place.kind !== 'file') return false;
    if (before === null) {
      planned.push(() => vault.remove(place));
      continue;
    }
    const patch = structuredPatch(path, path, after ?? '', before, undefined, undefined, { context: 1 });
    const undone = (text: string) => applyPatch(text, patch, { fuzzFactor: 0 });
    let isPossible = true;
    const apply = (write: boolean) =>
      vault.save(place, (current) => {
        const { head, body } = splitFrontmatter(current ?? '');
        const text = undone(body);
        isPossible = text !== false;
        return write && text !== false ? head + text : (current ?? '');
      });
    apply(false);
    if (!isPossible) return false;
    planned.push(() => apply(true));
  }
  for (const carryOut of planned) carryOut();
  return true;
}

function folderOf({ root }: Vault): string {
  return join(stateFolder(root), 'filings');
}
