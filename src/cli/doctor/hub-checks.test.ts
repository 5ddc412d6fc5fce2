import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openPglite, unsteadyPool } from '../../../test/support/postgres.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import type { SqlPool } from '../../hub/database/sql.js';
import { readHubStatus } from '../../hub/hub-status.js';
import { addRemote } from '../../hub/remotes/add-remote.js';
import { newCopy } from '../../hub/remotes/meet.js';
import { openVaultFolders } from '../../hub/vault-folders.js';
import { createVaultSync } from '../../service/sync/sync-vault.js';
import { systemClock } from '../../shared/clock.js';
import { createVault } from '../../vault/vault.js';
import { examineHub } from './hub-checks.js';

const url = 'postgresql://db/rappel';
const env = { PATH: process.env.PATH, HOME: '/nowhere' };
let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

it('says of each remote of a hub whether it can be reached, and how far the copy here is', async () => {
  const [first, second] = [tempFolder(), tempFolder()];
  const folders = openVaultFolders(first);
  const remote = join(tempFolder(), 'remote.git');
  await folders.add('alone', 'en');
  await addRemote(folders, { name: 'team', remote, language: 'en', env, pool, databaseUrl: url });
  const ofTeam = async (folder: string) => (await examineHub(folder, { pool, url }, env)).slice(1);
  const area = 'remote of team';
  expect(await examineHub(first, { pool, url }, env)).toEqual([
    { area: 'hub', ok: true, says: `vaults in ${first}: 2; nodes that run: 0`, next: null },
    { area, ok: true, says: expect.stringContaining(`in step with ${remote} 2`), next: null },
  ]);
  expect(await ofTeam(second)).toEqual([
    {
      area,
      ok: true,
      says: `${remote} can be reached; this node has no copy yet`,
      next: `rappel hub ${second}`,
    },
  ]);

  const others = openVaultFolders(second);
  others.join('team', folders.idOf('team')!, (root) => newCopy(root, remote));
  expect((await ofTeam(second))[0]!.says).toContain("this node's copy is still empty");
  const vault = createVault({ root: join(second, 'team'), clock: systemClock });
  const sync = createVaultSync({ vault, env, language: 'en', afterChanges: async () => null });
  await sync.run();
  writeFileSync(join(second, 'team', 'new.md'), 'A new note.\n');
  await sync.run();
  expect((await ofTeam(first))[0]).toMatchObject({ ok: true, says: expect.stringContaining('has newer') });

  renameSync(remote, `${remote}-away`);
  for (const folder of [first, second])
    expect(await ofTeam(folder)).toMatchObject([{ area, ok: false, next: expect.any(String) }]);
  await expect(sync.run()).rejects.toThrow();
  const { vaults } = await readHubStatus(others, { pool, url });
  expect(vaults).toMatchObject([
    {
      name: 'team',
      problem: `${remote} is empty, although it had entries`,
      hint: expect.stringMatching(` --vault ${vault.root}$`),
    },
  ]);
});

it('a vault whose remote can not be used is not made', async () => {
  const folders = openVaultFolders(tempFolder());
  const options = { name: 'other', language: 'en' as const, env, pool, databaseUrl: url };
  await expect(addRemote(folders, { ...options, remote: 'http://127.0.0.1:9/team.git' })).rejects.toThrow(
    'http://127.0.0.1:9/team.git could not be reached: ',
  );
  await expect(
    addRemote(folders, { ...options, remote: 'https://a:secret@example.org/t.git' }),
  ).rejects.toThrow(`"https://example.org/t.git" can't be the remote`);
  expect(readdirSync(folders.folder)).toEqual([]);
});

it('names the problem of the database', async () => {
  const cut = Object.assign(unsteadyPool(pool), { cut: true });
  expect(await examineHub(tempFolder(), { pool: cut, url }, env)).toEqual([
    {
      area: 'hub',
      ok: false,
      says: "PostgreSQL can't be reached at db/rappel (ECONNREFUSED)",
      next: 'Start PostgreSQL, or correct DATABASE_URL.',
    },
  ]);
  const [hub] = await examineHub(tempFolder(), null, env);
  expect(hub).toMatchObject({ ok: true, says: expect.stringContaining('DATABASE_URL is not set') });
});
