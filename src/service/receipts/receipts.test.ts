import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { answerByRule } from '../../agents/librarian/answer-question.js';
import { RappelError } from '../../shared/errors.js';
import { parsePath } from '../../vault/paths.js';
import { flushState } from '../../vault/state-database.js';
import { wallRoot } from '../../vault/state-folder.js';
import { namesPath } from '../state/stored-fields.js';
import type { Receipt } from './receipt.js';
import { recordAnswers } from './record-answers.js';
import { createStoredReceipts, purgeReceipts } from './stored-receipts.js';

const FILES = {
  'projects/boiler/state.md': '# Status\n\nThe boiler was repaired by Leroy for 340 euros.\n',
  'projects/boiler/changelog.md':
    '# 2025-07-01\n\n## Boiler\nLeroy came about the boiler and ordered a valve.\n\n# 2025-06-01\n\n## Garden\nTomatoes planted.\n',
  'bucket/copy.md': 'The boiler was repaired by Leroy for 340 euros.\n',
  'bucket/recipe.md': 'Boiler plate for soup: marjoram, celery.\n',
};

function answering(files: Record<string, string> = FILES) {
  const temp = tempVault(files);
  const { vault, context } = temp;
  const answer = recordAnswers({
    vault,
    env: {},
    answer: (question, options) => answerByRule(context, question, options),
  });
  return { ...temp, answer, receipts: createStoredReceipts(temp.root) };
}

describe('the receipt of an answer', () => {
  it('says which words each passage holds and adds, what each stage gave, and why others were left out', async () => {
    const { answer, receipts } = answering();
    const { id, files } = await answer({
      question: 'who repaired the boiler and ordered a valve?',
      max_tokens: 1_500,
    });
    const receipt = receipts.find(id)!;
    expect(receipt.passages.map(({ ref }) => ref)).toEqual(files.map(({ ref }) => ref));
    const all = receipt.passages.flatMap(({ adds }) => adds);
    // Each word is added by one passage only.
    expect([...new Set(all)]).toEqual(all);
    expect(all).toEqual(expect.arrayContaining(['boiler', 'ordered', 'valve']));
    expect(receipt.passages.reduce((sum, { share }) => sum + share!, 0)).toBeLessThanOrEqual(1.001);
    for (const { evidence } of receipt.passages) {
      const { stages, score } = evidence!;
      expect(score).toBeGreaterThan(0);
      expect(stages.bm25).toBeGreaterThan(0);
    }
    expect(receipt.left_out).toContainEqual(
      expect.objectContaining({ path: 'vault/bucket/copy.md', why: 'copy' }),
    );
    expect(receipt.candidates.filter(({ shown }) => shown).map(({ path }) => path)).toEqual(
      expect.arrayContaining([...new Set(files.map(({ path }) => path))]),
    );
    expect(receipt.times.answer).toBeGreaterThanOrEqual(receipt.times.search!);
  });

  it('of an answer without passages says what was found but does not answer', async () => {
    const { answer, receipts } = answering();
    const { id, files, verdict } = await answer({
      question: 'what does marjoram cost in Lisbon on Sundays?',
    });
    expect([files, verdict]).toEqual([[], 'nothing']);
    expect(receipts.find(id)!.left_out[0]).toMatchObject({ why: 'nothing' });
  });

  it('is left out, and the answer given, where the state of the vault can not be read', async () => {
    const { answer, root } = answering();
    // Root reads every file, but no folder as one.
    for (const name of ['history.git/refs/heads/main', 'state.db'])
      mkdirSync(join(root, '.rappel', name), { recursive: true });
    const { files } = await answer({ question: 'who repaired the boiler?' });
    expect(files.map(({ path }) => path)).toContain('vault/projects/boiler/state.md');
  });

  it('holds no word of the vault that the question does not hold', async () => {
    const { answer, root } = answering();
    await answer({ question: 'boiler' });
    flushState(root);
    expect(readFileSync(join(root, '.rappel/state.db'), 'latin1')).not.toMatch(
      /Leroy|340|valve|Tomatoes|marjoram|Garden/i,
    );
  });

  it('is one of a rule where no search was needed', async () => {
    const { answer, receipts } = answering();
    const { id, files } = await answer({ question: 'where are we on boiler?' });
    expect(files.length).toBeGreaterThan(0);
    expect(receipts.find(id)).toMatchObject({
      made_by: { mode: null },
      passages: files.map(({ ref }) => ({ ref, by: 'rule', evidence: null })),
      candidates: [],
    });
  });

  it('pins the day from which the question is seen', async () => {
    const { answer, receipts } = answering();
    const { id } = await answer({ question: 'boiler', date_from: '60 days ago' });
    expect(receipts.find(id)!.asked).toMatchObject({ asked_on: '2025-07-14', date_from: '60 days ago' });
  });
});

describe('the receipts of a vault', () => {
  it('are one for each of many answers at once', async () => {
    const { answer, receipts } = answering();
    const given = await Promise.all(
      Array.from({ length: 25 }, (_, index) => answer({ question: `boiler ${index}` })),
    );
    expect(receipts.list(100)).toHaveLength(25);
    for (const [index, { id }] of given.entries())
      expect(receipts.find(id)!.asked.question).toBe(`boiler ${index}`);
  });

  it('are bounded by number and by size, the oldest going first', () => {
    const written = (count: number, limits: { most: number; mostBytes: number }) => {
      const { root } = tempVault();
      for (let index = 0; index < count; index++) createStoredReceipts(root, limits).write(receiptOf(index));
      return createStoredReceipts(root)
        .list(100)
        .map(({ id }) => id);
    };
    expect(written(20, { most: 5, mostBytes: 1e9 })).toEqual(['r19', 'r18', 'r17', 'r16', 'r15']);
    const size = JSON.stringify(receiptOf(19)).length;
    expect(written(20, { most: 100, mostBytes: Math.round(2.5 * size) })).toEqual(['r19', 'r18']);
  });

  it('are missing where they can not be written, and the answer comes all the same', async () => {
    const { answer, root, put } = answering();
    put('.rappel', 'a file where the folder would be');
    const { files } = await answer({ question: 'who repaired the boiler?' });
    expect(files[0]!.path).toMatch(/boiler/);
    expect(readFileSync(join(root, '.rappel'), 'utf8')).toMatch(/^a file/);
  });

  it('are apart behind a wall', () => {
    const { root } = tempVault();
    const [whole, walled] = [createStoredReceipts(root), createStoredReceipts(wallRoot(root, 'one'))];
    whole.write(receiptOf(1));
    walled.write(receiptOf(2));
    expect([whole, walled].map((receipts) => receipts.list(9).map(({ id }) => id))).toEqual([['r1'], ['r2']]);
    expect([whole.find('r2'), walled.find('r1')]).toEqual([null, null]);
  });

  it('go with a purged path, and where they hold words that may be of any file', async () => {
    const { answer, receipts, root } = answering();
    const { id: other } = await answer({
      question: 'tomatoes garden',
      scopes: ['projects/boiler/changelog.md'],
    });
    const { id: named } = await answer({ question: 'marjoram celery', scopes: ['bucket/'] });
    const { id: spelled } = await answer({ question: 'tomattoes garden' });
    expect(receipts.find(spelled)!.stages.find(({ name }) => name === 'spelling')!.reason).not.toBeNull();
    expect(purgeReceipts(root, (json) => namesPath(json, parsePath('bucket/recipe.md')))).toBe(2);
    expect([named, spelled].map((id) => receipts.find(id))).toEqual([null, null]);
    expect(receipts.find(other)).not.toBeNull();
  });

  it('are not made of a question that fails', async () => {
    const { answer, receipts } = answering();
    await expect(answer({ question: 'x', date_from: 'whenever' })).rejects.toThrow(RappelError);
    expect(receipts.list(10)).toEqual([]);
  });
});

function receiptOf(index: number): Receipt {
  return {
    id: `r${index}`,
    time: new Date(Date.UTC(2025, 0, 1, 0, 0, index)).toISOString(),
    asked: {
      question: 'x',
      scopes: null,
      date_from: null,
      date_to: null,
      asked_on: '2025-01-01',
      max_tokens: null,
    },
    vault: { head: null, index_behind: false },
    made_by: { rappel: '1.0.0', engine: 'own', mode: 'deep', model: null },
    verdict: 'nothing',
    confidence: 0,
    stages: [],
    times: {},
    passages: [],
    left_out: [],
    candidates: [],
  };
}
