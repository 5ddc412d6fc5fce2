import { RappelError } from '../../shared/errors.js';
import { maskSecrets } from '../../shared/secrets.js';
import type { Place } from '../../vault/resolve.js';
import { type CommandNamed, type MemoryCommand, parseCommand } from './commands.js';
import { folderView } from './folder-view.js';
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
