import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerByRule } from '../src/agents/librarian/answer-question.js';
import { createGitHistory } from '../src/service/history/git-history.js';
import type { History } from '../src/service/history/history.js';
import { createNoHistory } from '../src/service/history/no-history.js';
import { answerAsOf } from '../src/service/past/answer-as-of.js';
import { createPasts } from '../src/service/past/pasts.js';
import { createReceiptFiles } from '../src/service/receipts/receipt-files.js';
import { recordAnswers } from '../src/service/receipts/record-answers.js';
import { replayAnswer } from '../src/service/receipts/replay.js';
import { parsePath } from '../src/vault/paths.js';
import { tempVault } from './support/temp-vault.js';

const WORDS = [
  'boiler',
  'valve',
  'garden',
  'rent',
  'tomato',
  'lease',
  'school',
  'bicycle',
  'roof',
  'harbour',
];
const sentence = fc
  .array(fc.constantFrom(...WORDS, 'the', 'was', 'paid'), { minLength: 3, maxLength: 9 })
  .map((words) => `${words.join(' ')}.`);
const note = fc.array(fc.oneof(sentence, fc.constant('## Later'), fc.constant('')), {
  minLength: 1,
  maxLength: 8,
});

/** A recorded vault that answers and replays. */
async function recorded(files: Record<string, string>) {
  const temp = tempVault(files);
  const { vault, context, root } = temp;
  const history = createGitHistory(vault);
  const record = (reason: string, ...paths: string[]) =>
    history.record({ source: 'tool', reason, paths: paths.map((path) => parsePath(path)) });
  await record('start', ...Object.keys(files));
  const pasts = createPasts({ vault, history: async () => history, engine: context.engine });
  onTestFinished(() => pasts.close());
  const { answer, replay } = recordAnswers({
    vault,
    env: {},
    answer: (question, options) =>
      answerAsOf({ ...context, inPast: pasts.use }, answerByRule, question, options),
  });
  const receipts = createReceiptFiles(root);
  return {
    ...temp,
    answer,
    record,
    replayed: (id: string, known: History = history) =>
      replayAnswer({ vault, history: async () => known, inPast: pasts.use, replay }, receipts.find(id)!),
  };
}

describe('an answer that is replayed', () => {
  it('is the same on a vault that did not change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { minLength: 1, maxLength: 6 }),
        fc.array(sentence, { minLength: 1, maxLength: 4 }),
        async (notes, questions) => {
          const files = notes.map((lines, at) => [`bucket/${at}.md`, `${lines.join('\n')}\n`]);
          const { answer, replayed } = await recorded(Object.fromEntries(files));
          for (const question of questions) {
            const { id, files: shown } = await answer({ question });
            const replay = await replayed(id);
            expect(replay).toMatchObject({ same: true, made_by: [], entries: 0 });
            expect(replay.passages).toHaveLength(shown.length);
          }
        },
      ),
      { numRuns: 6 },
    );
  });

  const FILES = {
    'bucket/boiler.md': '# Boiler\n\nThe boiler valve was replaced by Leroy.\n',
    'bucket/school.md': '# School\n\nThe bicycle shed of the school is closed on Mondays.\n',
    'bucket/lease.md': '# Lease\n\nThe lease of the harbour flat ends in March.\n',
  };
  const QUESTION = { question: 'who replaced the boiler valve?' };
  const BOILER = 'bucket/boiler.md';
  type Changed = Awaited<ReturnType<typeof recorded>>;
  const cases: [string, string, (vault: Changed) => string[], object][] = [
    [
      'an edit',
      'changed',
      (vault) => {
        vault.put(BOILER, FILES[BOILER].replace('Leroy', 'Durand and his son'));
        return [BOILER];
      },
      {
        rank_now: 1,
        lines: 'changed',
        diff: expect.stringContaining('+The boiler valve was replaced by Durand'),
      },
    ],
    [
      'lines above it',
      'moved',
      (vault) => {
        vault.put(BOILER, `Kept by Anna.\n\n${FILES[BOILER]}`);
        return [BOILER];
      },
      { rank_now: 1, lines: 'moved', places: [{ path: `vault/${BOILER}`, lines: '3-5' }] },
    ],
    [
      'a rename',
      'moved',
      ({ root }) => {
        renameSync(join(root, BOILER), join(root, 'bucket/heating.md'));
        return [BOILER, 'bucket/heating.md'];
      },
      { rank_now: 1, lines: 'moved', ref_now: expect.stringMatching(/^vault\/bucket\/heating\.md:1-3@/) },
    ],
    [
      'a deletion',
      'gone',
      ({ root }) => {
        rmSync(join(root, BOILER));
        return [BOILER];
      },
      { rank_now: null, ref_now: null, lines: 'deleted', places: [] },
    ],
  ];

  it.each(cases)('says what %s did: %s', async (_, status, change, expected) => {
    const vault = await recorded(FILES);
    const { id, files } = await vault.answer(QUESTION);
    expect(files).toMatchObject([{ path: `vault/${BOILER}`, lines: '1-3' }]);
    const entry = await vault.record('a change', ...change(vault));
    const replay = await vault.replayed(id);
    expect(replay).toMatchObject({ same: false, entries: 1 });
    expect(replay.passages[0]).toMatchObject({
      status,
      ref: files[0]!.ref,
      rank: 1,
      entries: [{ id: entry!.id, reason: 'a change' }],
      ...expected,
    });
    expect(replay.passages.slice(1).every((passage) => passage.status === 'new')).toBe(true);
  });

  it('is the same where only other files changed, and names a new passage with its entry', async () => {
    const vault = await recorded(FILES);
    const { id } = await vault.answer(QUESTION);
    vault.put('bucket/school.md', `${FILES['bucket/school.md']}\nThe roof leaks.\n`);
    await vault.record('another file', 'bucket/school.md');
    expect(await vault.replayed(id)).toMatchObject({ same: true, entries: 1 });
    vault.put('bucket/second.md', '# Boiler\n\nMartin replaced the boiler valve again, with a better one.\n');
    const entry = await vault.record('a second one', 'bucket/second.md');
    const { same, passages } = await vault.replayed(id);
    expect(same).toBe(false);
    expect(passages).toContainEqual(
      expect.objectContaining({
        status: 'new',
        ref_now: expect.stringMatching(/^vault\/bucket\/second\.md:/),
        entries: [expect.objectContaining({ id: entry!.id })],
      }),
    );
  });

  it('as of a day is compared with the files of that day', async () => {
    const vault = await recorded(FILES);
    vault.setTime('2025-07-15T09:00:00');
    for (const [path, text] of Object.entries(FILES)) vault.put(path, text.replaceAll('boiler', 'roof'));
    await vault.record('roofs', ...Object.keys(FILES));
    const { id, files } = await vault.answer({ ...QUESTION, as_of: '2025-07-14' });
    expect(files.length).toBeGreaterThan(0);
    const { same, passages, asked } = await vault.replayed(id);
    expect({ same, as_of: asked.as_of }).toEqual({ same: true, as_of: '2025-07-14' });
    expect(new Set(passages.map(({ lines }) => lines))).toEqual(new Set(['unchanged']));
  });

  it('names a passage whose line was edited as changed, also without a history', async () => {
    const vault = await recorded(FILES);
    const { id, files } = await vault.answer(QUESTION);
    const path = files[0]!.path.replace(/^vault\//, '');
    vault.put(path, `Added above.\n\n${vault.get(path).replace('boiler', 'boiler again')}`);
    const { passages } = await vault.replayed(id, createNoHistory());
    expect(passages[0]).toMatchObject({ status: 'changed', rank: 1, ref_now: expect.any(String) });
    expect(passages.some(({ status }) => status === 'gone')).toBe(false);
  });
});
