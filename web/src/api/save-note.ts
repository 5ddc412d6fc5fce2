import { api } from './client.js';
import { fileAddress } from './file-address.js';
import { send } from './send.js';
import type { SavedNote } from './types.js';

interface NoteSave {
  base: string | null;
  text: string;
  choices?: Record<string, 'keep' | 'take'>;
}

/** Saves a file; returns it as it is then, with what others changed meanwhile. */
export async function saveNote(path: string, save: NoteSave): Promise<string> {
  const response = await send(fileAddress(path), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(save),
  });
  return ((await response.json()) as SavedNote).text;
}

export async function deleteFile(path: string): Promise<void> {
  await send(fileAddress(path), { method: 'DELETE' });
}

/** Where a file is now that was moved away from a path; null if it was deleted, or the service does not know yet. */
export async function movedTo(path: string): Promise<string | null> {
  const { path: now } = await (await api.links.moved.$get({ query: { path } })).json();
  return now?.replace(/^vault\//, '') ?? null;
}
