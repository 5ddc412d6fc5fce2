import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT } from '../../vault/paths.js';
import { createProblems } from '../events/problems.js';
import { createGitHistory } from '../history/open-history.js';
import { createMissedChanges } from './background-job.js';
import { createSeenFiles } from './seen-files.js';

it('every file of a new vault is checked, also if its history began and the run ended before that', async () => {
  const temp = tempVault({ 'a.md': 'un\n', 'b/c.md': 'deux\n' });
  mkdirSync(join(temp.root, '.rappel'), { recursive: true });
  const history = createGitHistory(temp.vault);
  const start = () => {
    const changed: string[] = [];
    const missed = createMissedChanges({
      root: temp.root,
      history,
      seen: createSeenFiles(),
      problems: createProblems(() => {}),
      isThere: () => true,
      changed: (path) => changed.push(path),
      check(paths) {
        for (let next = paths.next(); !next.done; next = paths.next()) changed.push(next.value);
      },
      waiting: () => [],
    });
    return { missed, changed };
  };
  await start().missed.sinceLastRun(() => history.record({ source: 'update', paths: [ROOT] }));

  const second = start();
  await second.missed.sinceLastRun(async () => {});
  expect(second.changed).toEqual(expect.arrayContaining(['a.md', 'b/c.md']));
  second.missed.checked();
  expect(existsSync(join(temp.root, '.rappel', 'unchecked'))).toBe(false);

  const third = start();
  temp.put('a.md', 'trois\n');
  await third.missed.sinceLastRun(async () => {});
  expect(third.changed).toEqual(['a.md']);
});
