import { sep } from 'node:path';
import type { ToolCall } from '../../operations/calls.js';
import { errorFromFacts, RappelError } from '../../shared/errors.js';
import { readText } from '../../vault/files.js';
import { isMarkdown } from '../../vault/kinds.js';
import type { Place } from '../../vault/resolve.js';
import { versionOf } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import type { Memory } from '../memory.js';
import { withoutStamps } from './memory-text.js';
import { Refusal } from './refusal.js';

/** What the paths of the memory tool begin with. */
export const MEMORIES_ROOT = '/memories';
const MOST_ATTEMPTS = 5;

/** The folder of a vault that a model knows as `/memories`. */
export interface MemoryFolder {
  vault: Vault;
  memory: Pick<Memory, 'run'>;
  /** Its path in the vault. */
  folder: string;
}

/** From a path of the model to the vault. Refuses what leads out of the folder, by its spelling or through a link. */
export function locateIn({ vault, folder }: MemoryFolder, path: string): Place {
  if (path !== MEMORIES_ROOT && !path.startsWith(`${MEMORIES_ROOT}/`)) throw outside(path);
  const rest = path.slice(MEMORIES_ROOT.length).replace(/\/+$/, '');
  const base = vault.resolve(folder);
  const place = resolved(vault, `${base.path}${rest}`) ?? refuse(path);
  const isBelow = (address: string) => `${address}${sep}`.startsWith(`${base.target}${sep}`);
  // A link is deleted or renamed itself, and is read and written through.
  if (place.path !== base.path && !(isBelow(place.entry) && isBelow(place.target))) throw outside(path);
  return place;
}

/** The text of a file as the model wrote it: without the fields that Rappel keeps. */
export function shownText(place: Place): string {
  const text = readText(place);
  return isMarkdown(place.path) ? withoutStamps(text) : text;
}

/** Runs one tool; what it changes is one entry of the history. */
export async function change(
  { memory }: MemoryFolder,
  call: ToolCall,
  matching: Record<string, string> = {},
): Promise<void> {
  const [outcome] = (await memory.run('calls', { calls: [call], matching })).outcomes;
  if (!outcome!.ok) throw errorFromFacts(outcome!.error);
}

/** Computes a text from that of a file and replaces it; again, if another program changed the file meanwhile. */
export async function editText<Edited extends { text: string }>(
  folder: MemoryFolder,
  { path, missing }: { path: string; missing: string },
  next: (shown: string) => Edited,
): Promise<Edited> {
  for (let attempt = 1; ; attempt++) {
    const place = locateIn(folder, path);
    if (place.kind !== 'file') throw new Refusal(missing);
    const version = versionOf(readText(place));
    const edited = next(shownText(place));
    try {
      const input = { path: place.path, content: edited.text };
      await change(folder, { tool: 'write', input }, { [place.path]: version });
      return edited;
    } catch (error) {
      const raced = error instanceof RappelError && error.code === 'stale';
      if (!raced || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function resolved(vault: Vault, path: string): Place | null {
  try {
    return vault.resolve(path);
  } catch (error) {
    if (error instanceof RappelError && error.code === 'outside_vault') return null;
    throw error;
  }
}

function refuse(path: string): never {
  throw outside(path);
}

function outside(path: string): Refusal {
  return new Refusal(`Error: The path ${path} is not in ${MEMORIES_ROOT}. Please provide a valid path.`);
}
