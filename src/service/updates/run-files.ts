import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import { syncFolder } from '../../vault/files.js';
import { writeWhole } from '../state/durable.js';
import type { Step } from './steps.js';
import { parseSteps } from './stored-update.js';

const RUN = 'run.json';

/** The files of an update's last run, in its folder. */
export function createRunFiles(folderOf: (id: string) => string) {
  return {
    /** The steps of its last run, with their times. */
    run: (id: string): readonly Step[] => parseSteps(readOrNull(join(folderOf(id), RUN)) ?? ''),
    keepRun(id: string, steps: readonly Step[]): void {
      try {
        writeWhole(join(folderOf(id), RUN), JSON.stringify(steps));
      } catch {
        // The disk is full, or the update is already forgotten: its summary says what was done.
      }
    },
    forgetRun(id: string): void {
      rmSync(join(folderOf(id), RUN), { force: true });
      syncFolder(folderOf(id));
    },
    /** Where the before-images of its run are. */
    journal: (id: string) => join(folderOf(id), 'journal'),
  };
}
