import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { createQueue } from '../../service/updates/queue.js';
import { examine as examineAll } from './checks.js';

describe('the doctor', () => {
  const examine = (root: string) =>
    examineAll({
      root,
      port: 0,
      directory: tempFolder(),
      model: null,
      env: { XDG_CACHE_HOME: tempFolder() },
    });

  it('finds nothing wrong with a good vault', async () => {
    const findings = await examine(tempVault({ 'a.md': 'un\n' }).root);
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.map(({ area }) => area)).toEqual([
      'runtime',
      'vault',
      'index',
      'engine',
      'queue',
      'history',
      'watcher',
      'service',
      'sync',
      'port',
      'model',
      'wall',
    ]);
  });

  it('names what is wrong, each with the next command', async () => {
    const nowhere = join(tempFolder(), 'none');
    const missing = await examine(nowhere);
    expect(missing.find(({ ok }) => !ok)).toMatchObject({ area: 'vault', next: `rappel init ${nowhere}` });
    const { vault, root } = tempVault();
    const queue = createQueue(vault);
    await queue.admit({ text: 'x', images: [], inbox_ref: null }, 'bad');
    queue.set('bad', { state: 'failed', reason: 'no words' });
    const failed = (await examine(root)).find(({ ok }) => !ok);
    expect(failed).toMatchObject({
      area: 'queue',
      next: 'rappel status',
      says: expect.stringContaining('no words'),
    });
    writeFileSync(join(root, '.rappel', 'format.json'), '{"format":9}');
    expect((await examine(root)).find(({ area }) => area === 'vault')).toMatchObject({ ok: false });
  });

  it('shows what assistants see that are started here', async () => {
    const directory = tempFolder();
    writeFileSync(join(directory, '.rappel.json'), '{"project": "loom"}');
    const { root } = tempVault();
    const findings = await examineAll({ root, port: 0, directory, model: null, env: {} });
    expect(findings.find(({ area }) => area === 'wall')?.says).toContain('see loom, the profile');
    expect((await examine(root)).find(({ area }) => area === 'wall')?.says).toContain('the whole vault');
  });
});
