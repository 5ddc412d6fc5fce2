import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isId } from '../../shared/ids.js';
import { recordedPath, type VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import type { RecordRequest, Version } from './history.js';

/** A change that an undo or restore is about to make. The previous content is already in the history. */
export interface PlannedChange {
  path: VaultPath;
  before: Version | null;
  /** Identifies the resulting text, like `versionOfBytes`; null if the file is removed. */
  after: string | null;
  /** The highest folder it creates. */
  made: VaultPath | null;
}

/** The entry that records the changes once they are made. */
export type RevertEntry = Pick<RecordRequest, 'source' | 'input' | 'undoes' | 'partly'> & { reason: string };

export interface RevertPlan {
  changes: readonly PlannedChange[];
  entry: RevertEntry;
}

/** On the disk before the first change: the process that finds it there completes the changes or takes them back. */
export function keepPlan(root: string, plan: RevertPlan): void {
  writeDurably(fileIn(stateFolder(root)), JSON.stringify(plan));
}

export function dropPlan(root: string): void {
  rmSync(fileIn(join(root, '.rappel')), { force: true });
}

/** Null if there is none, or one that Rappel did not write. */
export function readPlan(root: string): RevertPlan | null {
  try {
    const found = JSON.parse(readFileSync(fileIn(join(root, '.rappel')), 'utf8'));
    // Version 0.1.0 kept the changes alone.
    const { changes, entry } = Array.isArray(found) ? { changes: found, entry: UNKNOWN } : found;
    return { changes: changes.map(readChange), entry: readEntry(entry) };
  } catch {
    return null;
  }
}

const UNKNOWN = { source: 'undo', reason: 'Undid an entry' };

function readEntry({ source, reason, input, undoes, partly }: Record<string, unknown>): RevertEntry {
  if ((source !== 'undo' && source !== 'restore') || typeof reason !== 'string') throw new Error('entry');
  if ([input, undoes].some((id) => id != null && !(typeof id === 'string' && isId(id))))
    throw new Error('id');
  return {
    source,
    reason,
    input: (input as string | undefined) ?? null,
    ...(typeof undoes === 'string' && { undoes }),
    partly: partly === true,
  };
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
