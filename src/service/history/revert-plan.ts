import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { recordedPath, type VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import type { Version } from './history.js';

/** A change that an undo or restore is about to make. The previous content is already in the history. */
export interface PlannedChange {
  path: VaultPath;
  before: Version | null;
  /** Identifies the resulting text, like `versionOfBytes`; null if the file is removed. */
  after: string | null;
  /** The highest folder it creates. */
  made: VaultPath | null;
}

/** On the disk before the first change: the process that finds it there rolls the changes back. */
export function keepPlan(root: string, changes: readonly PlannedChange[]): void {
  writeDurably(fileIn(stateFolder(root)), JSON.stringify(changes));
}

export function dropPlan(root: string): void {
  rmSync(fileIn(join(root, '.rappel')), { force: true });
}

/** Null if there is none, or one that Rappel did not write. */
export function readPlan(root: string): PlannedChange[] | null {
  try {
    return JSON.parse(readFileSync(fileIn(join(root, '.rappel')), 'utf8')).map(readChange);
  } catch {
    return null;
  }
}

function readChange({ path, before, after, made }: Record<string, unknown>): PlannedChange {
  if (before !== null && !/^[0-9a-f]{40}$/.test(String(before))) throw new Error('before');
  if (after !== null && !/^[0-9a-f]{64}$/.test(String(after))) throw new Error('after');
  return {
    path: recordedPath(path),
    before: before as Version | null,
    after: after as string | null,
    made: made === null ? null : recordedPath(made),
  };
}

function fileIn(state: string): string {
  return join(state, 'revert.json');
}
