import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isId, newId } from '../../shared/ids.js';
import { once } from '../../shared/once.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';
import { type Fields, parseStored, textOrNull } from './stored-fields.js';

/** How this vault exchanges its history with other machines. It stays on this machine. */
export interface SyncSetting {
  /** What the person named: a folder, an address of git, or that of a service. */
  remote: string;
  /** This machine, for the others. */
  machine: { id: string; name: string };
  /** The newest commit that this machine and the remote agreed on. */
  agreed: string | null;
  /** When that was, as local time. */
  agreedOn: string | null;
  /** Why the last try failed, and what to do; null after a success. */
  problem: { time: string; message: string; hint: string | null } | null;
  /** A purge or a trim since the last sync, by an id of its own. */
  rewritten: string | null;
}

const schema = once(() =>
  z.object({
    remote: z.string().min(1),
    machine: z.object({ id: z.string().refine(isId), name: z.string().min(1).max(60) }),
    agreed: z
      .string()
      .regex(/^[0-9a-f]{40}$/)
      .nullable()
      .catch(null),
    agreedOn: textOrNull(),
    problem: z.object({ time: z.string(), message: z.string(), hint: textOrNull() }).nullable().catch(null),
    rewritten: textOrNull(),
  } satisfies Fields<SyncSetting>),
);

/** Null where nothing is exchanged. */
export function readSyncSetting(root: string): SyncSetting | null {
  const text = readOrNull(fileIn(join(root, '.rappel')));
  return text === null ? null : parseStored(schema(), text);
}

export function writeSyncSetting(root: string, setting: SyncSetting): void {
  writeDurably(fileIn(stateFolder(root)), `${JSON.stringify(setting, null, 2)}\n`);
}

/** Where nothing is exchanged, nothing is written. */
export function changeSyncSetting(
  root: string,
  change: (setting: SyncSetting) => Partial<SyncSetting>,
): void {
  const setting = readSyncSetting(root);
  if (setting !== null) writeSyncSetting(root, { ...setting, ...change(setting) });
}

/** To be called before the history of this vault is rewritten: the others have to be told so. */
export function noteRewrite(root: string): void {
  changeSyncSetting(root, () => ({ rewritten: newId() }));
}

export function dropSyncSetting(root: string): void {
  rmSync(fileIn(join(root, '.rappel')), { force: true });
}

/** The name of this machine, until the person gives it another. */
export function defaultMachineName(): string {
  return hostname().split('.')[0]!.slice(0, 60) || 'machine';
}

function fileIn(folder: string): string {
  return join(folder, 'sync.json');
}
