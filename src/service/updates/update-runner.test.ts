import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { History } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { takeOut } from './update-runner.js';

it.each(['a.md', 'new.md'])('leaves a line that a person adds to %s while it is planned', async (path) => {
  const { vault, put, get } = tempVault({ 'a.md': '# A\n\nbefore\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  put(path, '# A\n\nbefore\n\nfiled\n');
  const entry = (await history.record({ source: 'update', reason: 'filed', paths: [ROOT] }))!;
  let edit = () => {
    edit = () => {};
    put(path, `${get(path)}\ntyped\n`);
  };
  const busy: History = {
    ...history,
    async filesAt(moment) {
      edit();
      return history.filesAt(moment);
    },
    async *read(versions) {
      if (versions.length > 0) edit();
      yield* history.read(versions);
    },
  };
  expect(await takeOut(vault, busy, entry.id)).toEqual([path as VaultPath]);
  expect(bodyOf(get(path))).toContain('typed');
  expect(bodyOf(get(path))).not.toContain('filed');
});
