import type { InputOf } from '../../../src/operations/list.js';
import { run } from './run.js';

/** Saves a file; returns it as it is then, with what others changed meanwhile. */
export async function saveNote(path: string, save: Omit<InputOf<'files/save'>, 'path'>): Promise<string> {
  return (await run('files/save', { path, ...save })).text;
}

/** Where a file is now that was moved away from a path; null if it was deleted, or the service does not know yet. */
export async function movedTo(path: string): Promise<string | null> {
  const { path: now } = await run('links/moved', { path });
  return now?.replace(/^vault\//, '') ?? null;
}
