import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAllSent, shareVaults } from '../test/soak/hub-remotes.js';
import { POSTGRES_PROGRAMS, startPostgres } from '../test/support/postgres.js';
import { type RunningHub, startHub } from './running-hub.js';
import { type BenchRow, milliseconds } from './table.js';

/** From the kill of the node that leads all `names` until another one has answered for each of them; nothing without PostgreSQL. */
export async function handoverRow(
  vaults: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
  wanted: string,
): Promise<BenchRow[]> {
  if (POSTGRES_PROGRAMS === null) return [];
  const server = await startPostgres();
  const nodes: RunningHub[] = [];
  try {
    const hubEnv = { ...env, DATABASE_URL: server.url };
    const remotes = `${vaults}-remotes-${names.length}`;
    const shared = { folder: vaults, names, remotes, databaseUrl: server.url, env: hubEnv };
    const tokens = await shareVaults(shared);
    const folders = [vaults, `${vaults}-of-other-${names.length}`];
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true });
      // An index for each, as on machines of their own.
      const own = folder === vaults ? {} : { XDG_CACHE_HOME: join(folder, '.cache') };
      nodes.push(await startHub(folder, { ...hubEnv, ...own }, tokens));
    }
    const [leader, other] = nodes as [RunningHub, RunningHub];
    while (!isAllSent(folders, names, () => false)) await wait(250);
    for (const name of names) await leader.ask(name, '/api/health');
    await leader.caughtUp();
    await other.caughtUp();
    const killed = performance.now();
    await leader.kill();
    const times = await Promise.all(
      names.map(async (name) => {
        while (!(await isLedBy(other, name))) await wait(100);
        return performance.now() - killed;
      }),
    );
    return [
      {
        figure: `until the last of ${names.length} vaults of a killed node is served by another one`,
        value: milliseconds(Math.max(...times)),
        peer: `the first, ${milliseconds(Math.min(...times))}`,
        ratio: '',
        wanted,
      },
    ];
  } finally {
    for (const node of nodes) await node.stop();
    await server.remove();
  }
}

async function isLedBy(node: RunningHub, name: string): Promise<boolean> {
  try {
    return JSON.parse(await node.ask(name, '/api/health')).url === `${node.url}/v/${name}`;
  } catch {
    return false;
  }
}
