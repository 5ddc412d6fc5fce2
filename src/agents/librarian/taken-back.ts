import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { parsePath, type VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import { listInboxItems } from '../inbox-items.js';

const schema = z.array(
  z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
);

/** What a filing did to the text of a file below its frontmatter; null for no file, or one that is no text. */
export type FiledChange = z.infer<typeof schema>[number];

/** A vault that notes what a filing changes, so that it can be taken back when the user says it was wrong. */
export function noteChanges(vault: Vault): { vault: Vault; changes(): FiledChange[] } {
  const changes = new Map<VaultPath, FiledChange>();
  const body = (text: string | null) => (text === null ? null : splitFrontmatter(text).body);
  return {
    changes: () => [...changes.values()],
    vault: {
      ...vault,
      save(place, change) {
        const saved = vault.save(place, change);
        const first = changes.get(place.path)?.before;
        changes.set(place.path, {
          path: place.path,
          before: first === undefined ? body(saved.before) : first,
          after: body(saved.after),
        });
        return saved;
      },
      create(place, bytes) {
        vault.create(place, bytes);
        changes.set(place.path, { path: place.path, before: null, after: null });
      },
    },
  };
}

/** Keeps the changes of a filing while its inbox item is open; forgets those of items that are gone. */
export function keepChanges(vault: Vault, item: string, changes: readonly FiledChange[]): void {
  const folder = folderOf(vault);
  mkdirSync(folder, { recursive: true });
  const open = new Set(listInboxItems(vault).map((name) => `${name}.json`));
  for (const name of readdirSync(folder)) if (!open.has(name)) rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, `${item}.json`), JSON.stringify(changes), { mode: 0o600 });
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
