import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createKeptQuestions } from './kept-questions.js';

const ASKED = {
  id: 'one',
  question: 'quand ouvre le café ?',
  scopes: ['projects/cafe/'],
  date_from: null,
  date_to: '2026-11-01',
  as_of: null,
  asked_on: '2026-11-02',
  max_tokens: null,
  asked: '2026-11-02T09:00:00.000Z',
  // One of an answer stored by an earlier version has no reference.
  refs: ['vault/projects/cafe/state.md:9-14@3f9a2c', ''],
};

it('keeps a good answer once, in a file that a person can read, until it is removed or purged', () => {
  const { root } = tempVault();
  const file = join(root, '.rappel/kept-questions.json');
  const kept = createKeptQuestions(root, () => new Date(Date.UTC(2026, 10, 3)));
  expect(kept.list()).toEqual([]);
  kept.keep(ASKED);
  kept.keep(ASKED);
  kept.keep({ ...ASKED, id: 'two', refs: [] });
  expect(kept.list()).toEqual([
    {
      id: 'one',
      question: 'quand ouvre le café ?',
      scopes: ['projects/cafe/'],
      date_from: null,
      date_to: '2026-11-01',
      as_of: null,
      asked_on: '2026-11-02',
      max_tokens: null,
      asked: '2026-11-02T09:00:00.000Z',
      kept: '2026-11-03T00:00:00.000Z',
      refs: ['vault/projects/cafe/state.md:9-14@3f9a2c'],
    },
    expect.objectContaining({ id: 'two', refs: [] }),
  ]);
  expect(readFileSync(file, 'utf8')).toContain('"quand ouvre le café ?"');
  kept.remove('nothing');
  kept.remove('two');
  expect(kept.list().map(({ id }) => id)).toEqual(['one']);
  kept.purge((json) => json.includes('tasks.md'));
  expect(kept.list()).toHaveLength(1);
  kept.purge((json) => json.includes('projects/cafe'));
  expect(kept.list()).toEqual([]);
});

it('reads what is valid of a damaged file', () => {
  const { root } = tempVault();
  const kept = createKeptQuestions(root);
  kept.keep(ASKED);
  const file = join(root, '.rappel/kept-questions.json');
  const {
    kept: [one],
  } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ kept: [7, { id: 'torn' }, one] }));
  expect(kept.list().map(({ id }) => id)).toEqual(['one']);
  writeFileSync(file, '{"kept": [');
  expect(kept.list()).toEqual([]);
});
