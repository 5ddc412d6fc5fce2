import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { ChunkRow } from '../index/chunk-rows.js';
import { parseQuery } from '../query/parse-query.js';
import { preferAskedTime } from './asked-time.js';

/** Half a year of daily notes, and notes that are full of months, years and small numbers. */
function journal(nameOf: (day: string) => string, titleOf: (day: string) => string) {
  const files: Record<string, string> = {};
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2024, 6, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    files[nameOf(day)] = `${titleOf(day)}Walked ${Number(day.slice(8))} km, then wrote letters.\n`;
  }
  for (let n = 1; n <= 30; n++) {
    files[`bucket/plan-${n}.md`] =
      `# Plan ${n} for March\n\nIn March 2024 there are 3 workshops, 3 in April 2024. En mars 2024, 3 ateliers.\n`;
  }
  return files;
}

const french = (day: string) =>
  new Date(day).toLocaleDateString('fr-FR', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

describe('A chunk of the time that a question names', () => {
  const row = (path: string, headings: string[]) =>
    ({ path, headings: JSON.stringify(headings) }) as ChunkRow;
  const rows = [
    row('journal/2024-03-03.md', []),
    row('changelog.md', ['2024-03-03', 'Call']),
    row('bucket/2024-03-03-mail.md', ['3 May 2024']),
    row('notes.md', ['Ideas']),
  ];
  const scores = (question: string) => {
    const ranked = rows.map((_, id) => ({ id, score: 0.5, evidence: () => ({ terms: {}, stages: {} }) }));
    const found = preferAskedTime(ranked, parseQuery(question, '2024-03-04'), (id) => rows[id]!);
    return found.sort((a, b) => a.id - b.id).map(({ score }) => Number(score.toFixed(3)));
  };

  it('gains all that the question could give where the time is all it asks for', () => {
    expect(scores('yesterday')).toEqual([0.797, 0.797, 0.5, 0.5]);
  });

  it('gains less where it asks for other things too', () => {
    expect(scores('Who called the baker yesterday?')).toEqual([0.63, 0.63, 0.5, 0.5]);
  });
});

describe('A day that a question names', () => {
  it.each([
    [
      'in the name of the file',
      journal(
        (day) => `journal/${day}.md`,
        () => '',
      ),
    ],
    [
      'in a French heading',
      journal(
        (day) => `journal/day-${day.replaceAll('-', '')}.md`,
        (day) => `# ${french(day)}\n\n`,
      ),
    ],
    [
      'in a heading with numbers',
      journal(
        (day) => `journal/day-${day.replaceAll('-', '')}.md`,
        (day) => `# ${day.split('-').reverse().join('/')}\n\n`,
      ),
    ],
  ])('finds its note, the day being %s', async (_, files) => {
    const { context } = tempVault(files);
    const engine = await context.engine();
    for (const mode of ['fast', 'deep'] as const)
      for (const query of [
        'March 3, 2024',
        'le 3 mars 2024',
        '03/03/2024',
        '2024-03-03',
        'What did I write on 3 March 2024?',
        'Qu’ai-je écrit le 3 mars ?',
      ]) {
        const { results } = await engine.search({ queries: [query], mode, asked_on: '2024-05-20' });
        expect([mode, query, results[0]?.path]).toEqual([
          mode,
          query,
          expect.stringMatching(/2024-?03-?03\.md$/),
        ]);
      }
  });

  it('finds its day in a changelog among other days', async () => {
    const days = ['2024-03-05', '2024-03-04', '2024-03-03', '2024-03-02'];
    const changelog = days.map((day) => `# ${day}\n\n## Note\nThe launch was discussed on the phone.\n`);
    const { context } = tempVault({ 'changelog.md': changelog.join('\n') });
    const engine = await context.engine();
    const { results, stages } = await engine.search({
      queries: ['What was discussed the day before yesterday?'],
      mode: 'deep',
      asked_on: '2024-03-05',
    });
    expect(results[0]).toMatchObject({ headings: expect.arrayContaining(['2024-03-03']) });
    expect(stages).toContainEqual({ name: 'time', ran: true, reason: '2024-03-03' });
  });
});
