import { fileAddress } from './file-address.js';
import { send } from './send.js';
import type { SavedNote } from './types.js';

export interface NoteSave {
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
