import { hostname } from 'node:os';
import { newId } from '../../shared/ids.js';
import type { Database } from '../../shared/sqlite.js';
import { changeState, peekState } from '../../vault/state-database.js';
import type { Told } from '../../words/message.js';

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
  problem: ({ time: string } & Told) | null;
  /** A purge or a trim since the last sync, by an id of its own. */
  rewritten: string | null;
}

/** Null where nothing is exchanged. */
export function readSyncSetting(root: string): SyncSetting | null {
  return peekState(root, null, storedSetting);
}

export function writeSyncSetting(root: string, setting: SyncSetting): void {
  changeState(root, (database) => store(database, setting));
}

/** Where nothing is exchanged, nothing is written. */
export function changeSyncSetting(
  root: string,
  change: (setting: SyncSetting) => Partial<SyncSetting>,
): void {
  if (readSyncSetting(root) === null) return;
  changeState(root, (database) => {
    const setting = storedSetting(database);
    if (setting !== null) store(database, { ...setting, ...change(setting) });
  });
}

/** To be called before the history of this vault is rewritten: the others have to be told so. */
export function noteRewrite(root: string): void {
  changeSyncSetting(root, () => ({ rewritten: newId() }));
}

/** Ends the sync; its token goes with it. */
export function dropSyncSetting(root: string): void {
  changeState(root, (database) => database.exec('DELETE FROM sync; DELETE FROM sync_token'));
}

/** The token of the service that this vault syncs with; null if there is none for this address. */
export function readSyncToken(root: string, address: string): string | null {
  return peekState(root, null, (database) => {
    const row = database.prepare('SELECT token FROM sync_token WHERE address = ?').get(address);
    return row === undefined ? null : String(row.token);
  });
}

/** The address is kept with it: a token is never sent to another service. */
export function writeSyncToken(root: string, address: string, token: string): void {
  changeState(root, (database) => {
    database.prepare('INSERT OR REPLACE INTO sync_token VALUES (1, ?, ?)').run(address, token);
  });
}

function storedSetting(database: Database): SyncSetting | null {
  const row = database.prepare('SELECT * FROM sync').get();
  if (row === undefined) return null;
  const text = (value: unknown) => (value === null ? null : String(value));
  return {
    remote: String(row.remote),
    machine: { id: String(row.machine_id), name: String(row.machine_name) },
    agreed: text(row.agreed),
    agreedOn: text(row.agreed_on),
    problem: row.problem === null ? null : JSON.parse(String(row.problem)),
    rewritten: text(row.rewritten),
  };
}

function store(database: Database, setting: SyncSetting): void {
  const { remote, machine, agreed, agreedOn, problem, rewritten } = setting;
  const asJson = problem === null ? null : JSON.stringify(problem);
  database
    .prepare('INSERT OR REPLACE INTO sync VALUES (1, ?, ?, ?, ?, ?, ?, ?)')
    .run(remote, machine.id, machine.name, agreed, agreedOn, asJson, rewritten);
}

/** The name of this machine, until the person gives it another. */
export function defaultMachineName(): string {
  return hostname().split('.')[0]!.slice(0, 60) || 'machine';
}
