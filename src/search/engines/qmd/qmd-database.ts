import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeIndexFile, makeIndexFolder } from '../../cache-folder.js';
import { discard } from '../../index/open-index.js';
import { type QmdClient, QmdProblem } from './client.js';

/** QMD's index on the disk, which other processes use too. */
export function createQmdDatabase(file: string, client: () => QmdClient) {
  /** The inode of the file that the client has open; 0 if it is not known. */
  let inode = 0;

  function remove(): void {
    client().stop();
    discard(file);
  }

  return {
    file,
    prepare(): void {
      makeIndexFolder(dirname(file));
      makeIndexFile(file);
    },
    remove,
    /** Deletes a broken index, and reopens one that another process has replaced. */
    async use<Value>(work: () => Promise<Value>): Promise<Value> {
      if (client().running() !== 0 && inode !== 0 && inodeOf(file) !== inode) client().stop();
      const again = async (error: unknown) => {
        if (!(error instanceof QmdProblem) || !error.isCorrupt) throw error;
        remove();
        return work();
      };
      const value = await work().catch(again);
      inode = inodeOf(file);
      return value;
    },
  };
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}
