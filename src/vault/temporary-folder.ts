import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../shared/at-exit.js';
import { isPidFree } from '../shared/process-identity.js';

/** Each folder carries the number of its process, so that a later one knows whether it is still in use. */
const NAME = /^rappel-(?:import|git|remote|try)-(\d+)-/;

/** A folder that only the user can read. It is removed by `close`, when this process exits, or by the next one after a kill. */
export function makeTemporaryFolder(kind: 'import' | 'git' | 'remote' | 'try'): {
  folder: string;
  close(): void;
} {
  removeLeftovers();
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), `rappel-${kind}-${process.pid}-`)));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = atExit(remove);
  return {
    folder,
    close() {
      forget();
      remove();
    },
  };
}

/** Removes what killed runs of this user left. The folder is shared: other users' names must not interfere. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (Number.isNaN(pid)) continue;
    const folder = join(tmpdir(), name);
    try {
      const stats = lstatSync(folder);
      const isOwn = stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
      if (isOwn && isPidFree(pid)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run removes it; this one does not need it.
    }
  }
}
