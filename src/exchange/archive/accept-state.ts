import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameState } from '../../service/state/state-format.js';
import { createStatusFiles } from '../../service/updates/status-files.js';
import { parseStoredInput } from '../../service/updates/stored-update.js';
import { isWaiting } from '../../service/updates/update-status.js';
import { RappelError } from '../../shared/errors.js';
import { namesIn } from '../../shared/read-or-null.js';

/** Why an update from an archive waits. */
export const HELD = 'it came with an imported archive and is not filed yet';

/**
 * Checks the state that came with an archive and rewrites it in this version's form. Updates that are not filed yet
 * wait for the user's confirmation: anyone may have written them, and filing changes the vault. Returns how many
 * wait.
 */
export function acceptState(root: string): number {
  renameState(root);
  const folder = join(root, '.rappel', 'queue');
  const statuses = createStatusFiles(folder);
  const ids = new Set<string>();
  let held = 0;
  for (const name of namesIn(folder)) {
    const id = name.slice(name.indexOf('-') + 1);
    if (ids.has(id)) throw refused(id, 'it is in the queue twice');
    ids.add(id);
    checkInput(join(folder, name, 'input.json'), id);
    const status = statuses.read(name, id);
    const isHeld = isWaiting(status.state);
    if (isHeld) held++;
    statuses.write(
      name,
      isHeld ? { ...status, state: 'failed', steps: [], reason: HELD, retry: undefined } : status,
    );
  }
  return held;
}

/**
 * A missing status, or one that is not JSON, is the result of a damaged disk: that update can't be filed, but the
 * rest is fine.
 */
function checkInput(file: string, id: string): void {
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
    JSON.parse(json);
  } catch {
    return;
  }
  try {
    parseStoredInput(json);
  } catch (error) {
    throw refused(id, (error as Error).message);
  }
}

function refused(id: string, reason: string): RappelError {
  return new RappelError('invalid_input', `the archive is refused because of its update ${id}: ${reason}`, {
    hint: 'Nothing was written. This archive was not made by rappel export.',
  });
}
