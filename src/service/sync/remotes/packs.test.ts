import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { git } from '../../history/git.js';
import { receivePack } from './packs.js';

/** Where a pack arrives. */
function emptyObjects() {
  const objects = tempFolder();
  mkdirSync(join(objects, 'pack'), { recursive: true });
  return { objects, head: null, shallow: [] };
}

it('takes a pack in which each of 4,000 versions is described by the one before', async () => {
  const folder = tempFolder();
  execFileSync('git', ['init', '-q', '--bare', folder]);
  const noise = Array.from({ length: 60 }, (_, at) => `line ${at * 7919}`).join('\n');
  const versions = Array.from({ length: 4_000 }, (_, at) => `${noise}\n${at}\n`);
  const input = versions.map((text) => `blob\ndata ${text.length}\n${text}\n`).join('');
  execFileSync('git', ['-C', folder, 'fast-import', '--quiet', '--depth=4000'], { input });
  const packs = join(folder, 'objects/pack');
  const pack = join(packs, readdirSync(packs).find((name) => name.endsWith('.pack'))!);
  const into = emptyObjects();
  await receivePack(() => createReadStream(pack), into);
  const { out } = await git(into, ['cat-file', '--batch-all-objects', '--batch-check']);
  expect(out.toString().trim().split('\n')).toHaveLength(4_000);
});

it('gives up a pack that takes too long', async () => {
  const into = emptyObjects();
  let isEnded = false;
  async function* endless(signal: AbortSignal) {
    yield Buffer.from('PACK');
    await wait(60_000, null, { signal }).catch(() => {
      isEnded = true;
    });
  }
  await expect(receivePack(endless, into, { withinMs: 300 })).rejects.toThrow('it takes too long to unpack');
  expect(isEnded).toBe(true);
});
