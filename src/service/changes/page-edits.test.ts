import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { blobId } from '../../vault/blob-id.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { createPageEdits } from './page-edits.js';

const NOTE = 'a.md' as VaultPath;

function pageEdits(vault: Vault, history: History) {
  return createPageEdits({ vault, history, events: { publish() {} }, isClaimed: () => false });
}

it('records a text that the page saves while the edits before it are recorded as its own', async () => {
  const { vault, put, get } = tempVault({ 'a.md': 'one\n', 'b.md': 'one\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  let save = () => {
    save = () => {};
    const before = get('a.md');
    put('a.md', `${before}three\n`);
    page.saved(NOTE, before, get('a.md'));
  };
  const busy: History = {
    ...history,
    record(request) {
      if (request.paths.includes(NOTE)) save();
      return history.record(request);
    },
  };
  const page = pageEdits(vault, busy);
  for (const path of ['a.md', 'b.md']) put(path, 'one\ntwo\n');
  const paths = ['a.md', 'b.md'] as VaultPath[];
  await page.history.record({ source: 'outside', paths });
  await page.history.record({ source: 'outside', paths });
  const entries = await history.entries();
  expect(entries.map(({ source, files }) => [source, ...files.map(({ path }) => path)])).toEqual([
    ['init', 'a.md', 'b.md'],
    ['outside', 'b.md'],
    ['outside', 'a.md'],
    ['page', 'a.md'],
  ]);
  const [, , outside] = entries;
  const versions = await history.versions(outside!.id);
  for await (const text of history.read([versions[0]!.after!])) expect(text.toString()).toBe('one\ntwo\n');
});

it('records what is typed into a note without what another machine wrote into it meanwhile', async () => {
  const { vault, put } = tempVault({ 'a.md': 'one\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  const page = pageEdits(vault, history);
  put('a.md', 'one\ntyped\n');
  page.saved(NOTE, 'one\n', 'one\ntyped\n');
  // As a sync does: the file holds both from then on.
  const contents = new Map([[NOTE, Buffer.from('theirs\none\n')]]);
  const arrived = await history.record({ source: 'tool', reason: 'x', paths: [], contents });
  put('a.md', 'theirs\none\ntyped\n');
  page.arrived([arrived!]);
  await page.history.record({ source: 'outside', paths: [NOTE] });
  const [last, ...earlier] = await history.list({ limit: 5 });
  expect([last, ...earlier].map((entry) => entry!.source)).toEqual(['page', 'tool', 'init']);
  expect(await history.diff(last!.id)).not.toMatch(/^[-+]theirs/m);
  expect(await history.unrecorded()).toEqual([]);
});

it('forgets what the page wrote into a file that is purged, and keeps it of one that is deleted', async () => {
  for (const isPurged of [true, false]) {
    const { root, vault, put } = tempVault({ 'b.md': 'one\n' });
    const history = createGitHistory(vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    const page = pageEdits(vault, history);
    put('a.md', 'a secret\n');
    page.saved(NOTE, null, 'a secret\n');
    rmSync(join(root, 'a.md'));
    if (isPurged) await createGitHistory(vault).purge(NOTE);
    await page.history.record({ source: 'outside', paths: [NOTE] });
    const holders = await history.holders(new Set([blobId(Buffer.from('a secret\n'))]));
    expect(holders).toEqual(isPurged ? [] : ['a.md']);
  }
});
