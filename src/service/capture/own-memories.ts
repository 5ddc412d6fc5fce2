import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { changeState, peekState } from '../../vault/state-database.js';
import { projectOfDirectory } from '../directories/project-links.js';
import { captureModeOf } from './capture-setting.js';
import type { CaptureClient } from './captured-session.js';

/** A folder in which an assistant keeps notes for itself. */
export interface OwnMemory {
  client: CaptureClient;
  folder: string;
  /** The project that it is about; null if it is about none, or about several. */
  project: string | null;
}

/** The assistants whose own notes the user lets Rappel read. */
export function readMemoryConsent(root: string): string[] {
  const rows = peekState(root, [], (database) =>
    database.prepare('SELECT client FROM own_memories ORDER BY client').all(),
  );
  return rows.map(({ client }) => String(client));
}

export function setMemoryConsent(root: string, client: string, isGiven: boolean): void {
  if (readMemoryConsent(root).includes(client) === isGiven) return;
  changeState(root, (database) => {
    database
      .prepare(
        isGiven
          ? 'INSERT OR IGNORE INTO own_memories VALUES (?)'
          : 'DELETE FROM own_memories WHERE client = ?',
      )
      .run(client);
  });
}

/** The notes of assistants that the user lets Rappel read, that concern a directory, and that changed since they were read. */
export function changedMemories(
  root: string,
  directory: string,
  env: NodeJS.ProcessEnv = process.env,
): OwnMemory[] {
  const clients = readMemoryConsent(root);
  if (clients.length === 0) return [];
  const isNew = (folder: string) => {
    const read = peekState(root, undefined, (database) =>
      database.prepare('SELECT looks FROM own_memories_read WHERE folder = ?').get(folder),
    );
    return read?.looks !== looksOf(folder);
  };
  return memoriesOf(root, directory, env).filter(
    ({ client, folder, project }) =>
      clients.includes(client) && captureModeOf(root, project) === 'on' && isNew(folder),
  );
}

/** Remembers how a folder looks, as it was seen before it was read. */
export function markMemoryRead(root: string, { folder }: OwnMemory, looks: string): void {
  changeState(root, (database) => {
    database.prepare('INSERT OR REPLACE INTO own_memories_read VALUES (?, ?)').run(folder, looks);
  });
}

/** Changes whenever a file of the folder does. */
export function looksOf(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of filesIn(folder)) {
    const stats = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    hash.update(`${entry.parentPath}\0${entry.name}\0${stats?.size}\0${stats?.mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Claude Code keeps notes for each repository, in a folder named after its path; Codex for all in one. */
function memoriesOf(root: string, directory: string, env: NodeJS.ProcessEnv): OwnMemory[] {
  const home = env.HOME || env.USERPROFILE || homedir();
  const { project, directory: found } = projectOfDirectory(root, directory);
  const claude = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects');
  const names = new Set([found.top, directory].map((path) => path.replaceAll(/[^A-Za-z0-9]/g, '-')));
  const memories: OwnMemory[] = [
    ...[...names].map((name) => ({
      client: 'claude-code' as const,
      folder: join(claude, name, 'memory'),
      project,
    })),
    { client: 'codex', folder: join(env.CODEX_HOME || join(home, '.codex'), 'memories'), project: null },
  ];
  return memories.filter(({ folder }) => filesIn(folder).length > 0);
}

function filesIn(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
    const isNote = ({ name, parentPath }: Dirent) =>
      /\.md$/i.test(name) && !parentPath.slice(folder.length).includes('.git');
    return entries.filter((entry) => entry.isFile() && isNote(entry));
  } catch {
    return [];
  }
}
