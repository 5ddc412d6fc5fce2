import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expandHome } from '../service/settings/config-path.js';
import { RappelError } from '../shared/errors.js';

/** The folder of a hub as a person names it. Throws `not_found`. */
export function hubFolderAt(given: string): string {
  const folder = resolve(expandHome(given));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new RappelError('not_found', 'folder.missing', { folder });
}

/** Null without `DATABASE_URL`: then nothing of it is loaded. */
export async function openHubDatabase({ DATABASE_URL: url = '' }: NodeJS.ProcessEnv) {
  if (url === '') return null;
  const { createPgPool } = await import('../hub/database/pg-pool.js');
  return { pool: createPgPool(url), url };
}
