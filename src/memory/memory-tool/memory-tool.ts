import { statSync } from 'node:fs';
import { RappelError } from '../../shared/errors.js';
import { maskSecrets } from '../../shared/secrets.js';
import type { Place } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import { type CommandNamed, type MemoryCommand, parseCommand } from './commands.js';
import { change, editText, locateIn, MEMORIES_ROOT, type MemoryFolder, shownText } from './memory-folder.js';
import { inserted, replaced, viewed } from './memory-text.js';
import { Refusal } from './refusal.js';

/**
 * Runs a command of Anthropic's memory tool (`memory_20250818`) on a folder of the vault. Returns the text that its documentation
 * prescribes, of an error too; throws only if the vault itself fails. No path leaves the folder, and every change is an entry of the history.
 */
export async function runMemoryCommand(folder: MemoryFolder, given: unknown): Promise<string> {
  try {
    return maskSecrets(await run(folder, parseCommand(given)));
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    if (error instanceof RappelError) return `Error: ${error.message}`;
    throw error;
  }
}

async function run(folder: MemoryFolder, command: MemoryCommand): Promise<string> {
  switch (command.command) {
    case 'view':
      return view(folder, command);
    case 'create':
      return create(folder, command);
    case 'str_replace': {
      const missing = `Error: ${noPath(command.path)}`;
      return (await editText(folder, { path: command.path, missing }, (text) => replaced(command, text)))
        .said;
    }
    case 'insert': {
      const missing = `Error: The path ${command.path} does not exist`;
      return (await editText(folder, { path: command.path, missing }, (text) => inserted(command, text)))
        .said;
    }
    case 'delete': {
      const { path } = existing(folder, command.path, 'delete');
      await change(folder, { tool: 'delete', input: { path } });
      return `Successfully deleted ${command.path}`;
    }
    case 'rename':
      return rename(folder, command);
  }
}

function view(folder: MemoryFolder, { path, view_range = null }: CommandNamed<'view'>): string {
  const place = locateIn(folder, path);
  const isEmpty = place.kind === 'missing' && place.path === locateIn(folder, MEMORIES_ROOT).path;
  if (place.kind === 'folder' || isEmpty) return folderView(folder.vault, place, path);
  if (place.kind !== 'file') throw new Refusal(noPath(path));
  return viewed(path, shownText(place), view_range);
}

async function create(
  folder: MemoryFolder,
  { path, file_text: content }: CommandNamed<'create'>,
): Promise<string> {
  const place = locateIn(folder, path);
  if (place.kind !== 'missing') throw new Refusal(`Error: File ${path} already exists`);
  await change(folder, { tool: 'write', input: { path: place.path, content } });
  return `File created successfully at: ${path}`;
}

async function rename(folder: MemoryFolder, { old_path, new_path }: CommandNamed<'rename'>): Promise<string> {
  const from = existing(folder, old_path, 'rename');
  const to = locateIn(folder, new_path);
  if (to.kind !== 'missing') throw new Refusal(`Error: The destination ${new_path} already exists`);
  await change(folder, { tool: 'move', input: { from: from.path, to: to.path } });
  return `Successfully renamed ${old_path} to ${new_path}`;
}

function existing(folder: MemoryFolder, path: string, verb: 'delete' | 'rename'): Place {
  const place = locateIn(folder, path);
  if (place.path === locateIn(folder, MEMORIES_ROOT).path)
    throw new Refusal(`Error: Cannot ${verb} the ${MEMORIES_ROOT} directory itself`);
  if (place.kind === 'missing') throw new Refusal(`Error: The path ${path} does not exist`);
  return place;
}

function noPath(path: string): string {
  return `The path ${path} does not exist. Please provide a valid path.`;
}

const DEEPEST = 2;

/** A folder two levels deep, each entry with its size; a folder has the size of what it holds. */
function folderView(vault: Vault, place: Place, path: string): string {
  const shown = path.replace(/\/+$/, '');
  const sizes = place.kind === 'folder' ? sizesIn(vault, place) : new Map<string, number>();
  const total = [...sizes].reduce((sum, [name, size]) => (name.endsWith('/') ? sum : sum + size), 0);
  const listed = [...sizes].filter(([name]) => name.replace(/\/$/, '').split('/').length <= DEEPEST);
  return [
    `Here're the files and directories up to ${DEEPEST} levels deep in ${shown}, excluding hidden items and node_modules:`,
    `${sizeText(total)}\t${shown}`,
    ...listed.map(([name, size]) => `${sizeText(size)}\t${shown}/${name}`),
  ].join('\n');
}

/** Everything below the folder by its path from there, folders ending in `/`. */
function sizesIn(vault: Vault, place: Place): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { kind, path, address } of walk(vault.root, place.target, place.path, () => {})) {
    const names = path.slice(place.path.length).split('/').filter(Boolean);
    if (names.includes('node_modules')) continue;
    const size = kind === 'file' ? (statSync(address, { throwIfNoEntry: false })?.size ?? 0) : 0;
    sizes.set(`${names.join('/')}${kind === 'folder' ? '/' : ''}`, size);
    for (let depth = 1; depth < names.length; depth++) {
      const folder = `${names.slice(0, depth).join('/')}/`;
      sizes.set(folder, (sizes.get(folder) ?? 0) + size);
    }
  }
  return sizes;
}

function sizeText(bytes: number): string {
  let size = bytes;
  for (const unit of ['B', 'K', 'M']) {
    if (size < 1024) return unit === 'B' ? `${size}B` : `${size.toFixed(1)}${unit}`;
    size /= 1024;
  }
  return `${size.toFixed(1)}G`;
}
