import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import packages from '../../package.json' with { type: 'json' };
import type { SqlPool } from '../../src/hub/database/sql.js';
import { OTHER_UID } from './other-user.js';
import { removeFolder } from './remove-folder.js';

/** The programs of the newest PostgreSQL that Debian's packages installed; null where there are none. */
export const POSTGRES_PROGRAMS = findPrograms();

/** A test without PostgreSQL is skipped, but not where tests decide. */
export const canUsePostgres = POSTGRES_PROGRAMS !== null || process.env.CI === 'true';

export interface TestServer {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** A server of its own in a temporary folder, on a Unix socket alone. PostgreSQL refuses to run as root. */
export async function startPostgres(): Promise<TestServer> {
  if (POSTGRES_PROGRAMS === null)
    throw new Error('PostgreSQL is not installed: apt-get install postgresql (CI=true asks for it)');
  const folder = mkdtempSync(join(tmpdir(), 'rappel-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: OTHER_UID, gid: OTHER_UID } : {};
  if ('uid' in user) chownSync(folder, OTHER_UID, OTHER_UID);
  const data = join(folder, 'data');
  const options = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH!, LC_ALL: 'C' },
    encoding: 'utf8',
  } as const;
  const init = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(POSTGRES_PROGRAMS, 'initdb'), init, options);
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  let running: ReturnType<typeof spawn> | null = null;
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
  ];
  const server: TestServer = {
    url: `postgresql://postgres@${encodeURIComponent(folder)}/postgres`,
    async start() {
      const child = spawn(
        join(POSTGRES_PROGRAMS!, 'postgres'),
        ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
        { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      running = child;
      await new Promise<void>((resolve, reject) => {
        let said = '';
        child.stderr.on('data', (part) => {
          said += part;
          if (said.includes('database system is ready to accept connections')) resolve();
        });
        child.on('exit', () => reject(new Error(`postgres: ${said}`)));
      });
    },
    async stop() {
      const child = running;
      running = null;
      if (child === null || child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await ended;
    },
    async remove() {
      await server.stop();
      removeFolder(folder);
    },
  };
  await server.start();
  return server;
}

function findPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((v) => join('/usr/lib/postgresql', v, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** A cluster that PGlite made once: making one takes eight times as long as loading it. */
async function emptyCluster(): Promise<Blob> {
  const file = join(
    tmpdir(),
    `rappel-test-pglite-${process.getuid?.() ?? 0}-${packages.devDependencies['@electric-sql/pglite']}.tar`,
  );
  if (!existsSync(file)) {
    const made = await PGlite.create();
    const dump = await made.dumpDataDir('none');
    await made.close();
    const own = `${file}.${process.pid}`;
    writeFileSync(own, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
    renameSync(own, file);
  }
  return new Blob([readFileSync(file)]);
}

/** PostgreSQL in this process. It has one connection: requests take turns. Closing the pool leaves it for others. */
export async function openPglite(): Promise<SqlPool> {
  const database = await PGlite.create({ loadDataDir: await emptyCluster() });
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async connect() {
      const before = turn;
      let release: () => void = () => {};
      turn = new Promise<void>((resolve) => {
        release = resolve;
      });
      await before;
      return {
        client: {
          query: async (text, values = []) => (await database.query(text, [...values])).rows as never[],
          script: async (text) => void (await database.exec(text)),
        },
        release,
      };
    },
    close: async () => {},
  };
}

/** PostgreSQL as one node of a hub reaches it: `cut` takes the connection away. */
export function unsteadyPool(database: SqlPool): SqlPool & { cut: boolean } {
  const pool = {
    cut: false,
    async connect() {
      if (pool.cut) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      return database.connect();
    },
    close: async () => {},
  };
  return pool;
}
