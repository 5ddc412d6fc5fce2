import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { type Index, openInMemory } from './open-index.js';

const TASKS = 'projects/x/tasks.md';
const NOTE = 'bucket/note.md';
const PATHS = [TASKS, 'projects/x/changelog.md', NOTE, 'projects/x/state.md'] as const;
let time = 1_700_000_000_000;

function put({ store }: Index, path: string, text: string): void {
  store.put({ path, size: text.length, modified: ++time }, text);
}

/** Ids of the chunks of a file, in its order. */
function idsOf({ database }: Index, path: string): number[] {
  const select = 'SELECT chunks.id FROM chunks JOIN files ON files.id = file WHERE path = ? ORDER BY first';
  return database
    .prepare(select)
    .all(path)
    .map(({ id }) => Number(id));
}

/** Everything that an index says of its chunks but their ids, and which chunks hold which words. */
function contentOf({ database }: Index) {
  const chunks = database
    .prepare(
      `SELECT chunks.id, path, first, last, whole, date, dated, headings, hex(chunks.hash) AS hash, bodies, hex(words) AS words
       FROM chunks JOIN files ON files.id = file JOIN word_lists ON word_lists.id = chunks.id ORDER BY path, first`,
    )
    .all();
  const places = new Map(chunks.map(({ id, path, first }) => [id, `${path}:${first}`]));
  const terms = database.prepare('SELECT term, doc FROM words_vocabulary').all();
  const match = database.prepare('SELECT rowid AS id FROM words WHERE words MATCH ?');
  const holding = terms
    .map(({ term }) => [
      term,
      match
        .all(`"${term}"`)
        .map(({ id }) => places.get(id))
        .sort(),
    ])
    .filter(([, places]) => places!.length > 0);
  const totals = database.prepare('SELECT chunks, bodies FROM totals').get();
  return { chunks: chunks.map(({ id: _, ...rest }) => rest), holding: holding.sort(), totals };
}

describe('the chunks of a file that changed', () => {
  const stamped = (tokens: number, body: string) =>
    `---\nupdated: 2025-07-${10 + tokens}T09:00:00\ntokens: ${tokens}\n---\n\n${body}`;
  const body = '# Pay the rent\n\nby Friday\n\n# Call Ann\n\nabout the garden\n';

  it('stay where only stamps differ, with the new date and lines', () => {
    const index = openInMemory('for a test');
    put(index, TASKS, stamped(1, body));
    const before = idsOf(index, TASKS);
    put(index, TASKS, stamped(2, body).replace('---', '---\ncreated: 2025-07-01T09:00:00'));
    expect(idsOf(index, TASKS)).toEqual(before);
    expect(index.reader.describe(before[0]!)).toMatchObject({ date: '2025-07-12T09:00:00', first: 6 });
  });

  it('stay up to the first that says something else', () => {
    const index = openInMemory('for a test');
    put(index, TASKS, stamped(1, body));
    const [rent, ann] = idsOf(index, TASKS);
    put(index, TASKS, stamped(1, `${body}\nand the shed\n\n# Buy seeds\n`));
    const now = idsOf(index, TASKS);
    expect(now[0]).toBe(rent);
    expect(now).not.toContain(ann);
    expect(now).toHaveLength(3);
  });

  it('leave no words behind where their transaction fails', () => {
    const [failed, fresh] = [openInMemory('for a test'), openInMemory('for a test')];
    const fail = () => {
      put(failed, TASKS, body);
      throw new Error('a disk that is full');
    };
    expect(() => failed.store.batch(fail)).toThrow('a disk that is full');
    for (const index of [failed, fresh]) index.store.put({ path: NOTE, size: 5, modified: time }, 'Salt\n');
    expect(contentOf(failed)).toEqual(contentOf(fresh));
  });

  it('are counted in their folder by the new date', () => {
    const index = openInMemory('for a test');
    put(index, TASKS, stamped(1, body));
    const daysOf = () =>
      index
        .foldersBelow('projects')
        .folders()
        .map(({ name, days }) => [name, ...days]);
    expect(daysOf()).toContainEqual(['x', ['2025-07-11', 2]]);
    put(index, TASKS, stamped(2, body));
    expect(daysOf()).toContainEqual(['x', ['2025-07-12', 2]]);
  });

  it('say after any edits what a new index says', () => {
    const piece = fc.constantFrom(
      '# 2025-07-14\n',
      '## A heading\n',
      'plain words about rent\n',
      'le jardin de Marie\n',
      '\n',
      'tag #home 2024-03-02\n',
      `${'a long paragraph of words '.repeat(60)}\n`,
    );
    const head = fc.constantFrom(
      '',
      '---\ntitle: Garden\n---\n',
      '---\nupdated: 2025-07-10T18:30:00\n---\n\n',
    );
    const text = fc.tuple(head, fc.array(piece, { maxLength: 12 })).map(([top, rest]) => top + rest.join(''));
    const edits = fc.array(fc.tuple(fc.constantFrom(...PATHS), text), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(edits, fc.boolean(), (list, together) => {
        const edited = openInMemory('for a test');
        const fresh = openInMemory('for a test');
        const putAll = () => {
          for (const [path, content] of list) put(edited, path, content);
        };
        if (together) edited.store.batch(putAll);
        else putAll();
        for (const [path, content] of new Map(list)) {
          const { size, modified } = edited.store.find(path)!;
          fresh.store.put({ path, size, modified }, content);
        }
        expect(contentOf(edited)).toEqual(contentOf(fresh));
        for (const path of PATHS)
          expect(idsOf(edited, path)).toEqual(idsOf(edited, path).sort((a, b) => a - b));
        edited.close();
        fresh.close();
      }),
      { numRuns: runs(60) },
    );
  });
});
