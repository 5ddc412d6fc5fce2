import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shownLines } from '../vault/lines.js';
import type { SearchEngine, SearchRequest } from './engine.js';
import { type FileSource, listOneByOne } from './files.js';

/** Files in memory: what an engine knows of a vault. */
export interface TestFiles extends FileSource {
  put(path: string, text: string): void;
  remove(path: string): void;
}

export function testFiles(initial: Record<string, string> = {}): TestFiles {
  const texts = new Map(Object.entries(initial));
  let time = 1_700_000_000_000;
  const times = new Map([...texts.keys()].map((path) => [path, time]));
  const versionOf = (path: string, text: string) => ({ path, size: text.length, modified: times.get(path)! });
  return {
    list: listOneByOne(async (visit) => {
      for (const [path, text] of texts) visit(versionOf(path, text));
    }),
    read(path) {
      const text = texts.get(path);
      return text === undefined ? null : { text, version: versionOf(path, text) };
    },
    version(path) {
      const text = texts.get(path);
      return text === undefined ? null : versionOf(path, text);
    },
    put(path, text) {
      texts.set(path, text);
      times.set(path, ++time);
    },
    remove: (path) => void texts.delete(path),
  };
}

const STAMPS = '---\ncreated: 2025-07-01T09:00:00\nupdated: 2025-07-10T18:30:00\ntokens: 9\n---\n\n';

const VAULT: Record<string, string> = {
  'projects/startup-x/changelog.md': `${STAMPS}# 2025-07-14

## [décision] Abandon de l'API externe
Le prestataire ne peut pas livrer avant juin.
On passe à une solution interne.

# 2025-07-11

## Réunion avec le comptable
La décision sur la TVA Q3 est repoussée.
`,
  'projects/startup-x/tasks.md': `${STAMPS}# Payer la TVA Q3
status: en-cours | prio: haute

# Relancer le client
status: bloqué | prio: basse
Le cours de yoga est en pause.
`,
  'projects/startup-x/state.md': `${STAMPS}## Statut\nLes livraisons sont bloquées par le prestataire.\n`,
  'projects/garden/state.md': `${STAMPS}## Status\nThe children went to the garden and planted tomatoes.\n`,
  'bucket/note.md': `${STAMPS}# Œuvre d'art\n\nUn cœur de pierre, vu le 14 juillet 2024 au musée.\n`,
  'bucket/letter.txt': 'Dear Marie,\nthe invoice number 4711 is still unpaid.\n',
};

/** What every engine must hold, run against each implementation. */
export function describeEngine(name: string, create: (files: FileSource) => SearchEngine): void {
  const open = (files: TestFiles = testFiles(VAULT)) => {
    const engine = create(files);
    onTestFinished(() => engine.close());
    const find = async (query: string, more: Partial<SearchRequest> = {}) =>
      (await engine.search({ queries: [query], ...more })).results;
    const first = async (query: string, more: Partial<SearchRequest> = {}) =>
      (await find(query, more))[0]?.path;
    return { files, engine, find, first };
  };

  describe(`${name} finds`, () => {
    it.each([
      ["pourquoi a-t-on abandonné l'api externe ?", 'projects/startup-x/changelog.md'],
      ['livraison bloquée', 'projects/startup-x/state.md'],
      ['bloquer', 'projects/startup-x/state.md'],
      ['where did the child go', 'projects/garden/state.md'],
      ['coeur', 'bucket/note.md'],
      ['oeuvre', 'bucket/note.md'],
      ['2024-07-14', 'bucket/note.md'],
      ['14/07/2024', 'bucket/note.md'],
      ['unpaid invoices', 'bucket/letter.txt'],
      ['4711', 'bucket/letter.txt'],
      ['TVA Q3', 'projects/startup-x/tasks.md'],
      ['status: en-cours', 'projects/startup-x/tasks.md'],
      ['garden', 'projects/garden/state.md'],
    ])('%s in %s', async (query, path) => {
      expect(await open().first(query)).toBe(`vault/${path}`);
    });

    it('a tag before the plain word', async () => {
      const [best] = await open().find('[décision]');
      expect(best).toMatchObject({ path: 'vault/projects/startup-x/changelog.md', headings: ['2025-07-14'] });
    });

    it('the task whose field has this value, not one that holds the same words', async () => {
      const [best] = await open().find('status: en-cours');
      expect(best!.chunk_with_context).toContain('status: en-cours');
      expect(best!.headings).toEqual(['Payer la TVA Q3']);
    });

    it('only chunks that hold what stands in quotes', async () => {
      const results = await open().find('"solution interne" prestataire');
      expect(results.map(({ lines }) => lines)).toEqual(['6-12']);
      expect(await open().find('"interne solution"')).toEqual([]);
    });

    it('a question by its words where it quotes what no chunk holds', async () => {
      const { find, first } = open();
      expect(await first('quel "prestataire interne" peut livrer en juin ?')).toBe(
        'vault/projects/startup-x/changelog.md',
      );
      const narrow = await find('le "prestataire interne" et les livraisons', {
        scopes: ['projects/startup-x/state.md'],
      });
      expect(narrow.map(({ path }) => path)).toEqual(['vault/projects/startup-x/state.md']);
      expect(await find('et "prestataire interne" ?')).toEqual([]);
    });

    it('a day that was written in other ways', async () => {
      const { first } = open();
      expect(await first('14 juillet 2025')).toBe('vault/projects/startup-x/changelog.md');
      expect(await first('July 14, 2025')).toBe('vault/projects/startup-x/changelog.md');
    });
  });

  describe(`${name} gives results`, () => {
    it('in the form of the specification, scores from 0 to 1, best first', async () => {
      const results = await open().find('prestataire décision TVA');
      expect(results.length).toBeGreaterThan(2);
      for (const result of results) {
        expect(Object.keys(result)).toEqual([
          ...['path', 'lines', 'match_lines', 'score', 'whole_file', 'headings', 'chunk_with_context'],
        ]);
        expect(result.score).toBeGreaterThan(0);
        expect(result.score).toBeLessThanOrEqual(1);
      }
      expect(results.map(({ score }) => score)).toEqual(
        results.map(({ score }) => score).sort((a, b) => b - a),
      );
    });

    it('whose passage is tight and whose lines are those of the file', async () => {
      const { files, find } = open();
      const [best] = await find('prestataire livrer juin', { context: 1 });
      expect(best!.match_lines).toBe('10-10');
      expect(best!.lines).toBe('6-12');
      const lines = shownLines(files.read('projects/startup-x/changelog.md')!.text);
      expect(best!.chunk_with_context.split('\n').map((line) => line.replace(/^\d+ +\| ?/, ''))).toEqual(
        lines.slice(4, 13),
      );
    });

    it('that are whole files where one chunk is everything below the frontmatter', async () => {
      const { find } = open();
      expect((await find('tomatoes'))[0]).toMatchObject({ whole_file: true, lines: '6-8' });
      expect((await find('musée'))[0]).toMatchObject({ whole_file: true, lines: '1-9' });
      expect((await find('comptable'))[0]).toMatchObject({ whole_file: false });
    });

    it('merged over several queries, each chunk once with its best score', async () => {
      const { engine, find } = open();
      const { results } = await engine.search({ queries: ['tomatoes', 'tomatoes garden', 'invoice'] });
      const keys = results.map(({ path, lines }) => `${path} ${lines}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(results.map(({ path }) => path)).toContain('vault/bucket/letter.txt');
      const alone = [...(await find('tomatoes')), ...(await find('tomatoes garden'))].map(
        ({ score }) => score,
      );
      expect(results.find(({ path }) => path.includes('garden'))!.score).toBe(Math.max(...alone));
    });

    it('as many as asked for, above the score asked for, explained where asked for', async () => {
      const { find } = open();
      expect(await find('prestataire TVA', { limit: 1 })).toHaveLength(1);
      for (const { score } of await find('prestataire TVA', { min_score: 0.5 }))
        expect(score).toBeGreaterThanOrEqual(0.5);
      const [best] = await find('prestataire TVA', { explain: true });
      expect(Object.keys(best!.explain!.terms).length).toBeGreaterThan(0);
    });

    it('or none, and says no more, where nothing matches', async () => {
      expect(await open().find('xylophone')).toEqual([]);
    });
  });

  describe(`${name} restricts`, () => {
    it('to scopes, before it ranks', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 400 }, (_, i) => [`bucket/n${i}.md`, `budget budget budget ${i}\n`]),
      );
      const { find } = open(
        testFiles({ ...many, 'projects/a/state.md': 'one word about the budget among others\n' }),
      );
      const results = await find('budget', { scopes: ['projects/*/state.md'] });
      expect(results.map(({ path }) => path)).toEqual(['vault/projects/a/state.md']);
    });

    it('ignoring scopes that match nothing, unless all are such', async () => {
      const { find } = open();
      expect(await find('TVA', { scopes: ['nowhere/', 'projects/startup-x/'] })).not.toEqual([]);
      expect(await find('TVA', { scopes: ['nowhere/'] })).toEqual([]);
      expect(await find('TVA', { scopes: [] })).toEqual([]);
      await expect(find('TVA', { scopes: ['../x'] })).rejects.toThrow(/^scopes: /);
    });

    it('by date: the day of a changelog, else when the file was updated', async () => {
      const { find } = open();
      const dated = await find('décision TVA prestataire', { date_from: '2025-07-12' });
      expect(dated.map(({ headings }) => headings)).toEqual([['2025-07-14']]);
      const until = await find('TVA', { date_to: '2025-07-10' });
      expect(until.map(({ path }) => path)).toEqual(['vault/projects/startup-x/tasks.md']);
      await expect(find('TVA', { date_from: 'soon' })).rejects.toThrow(/^date_from: /);
    });
  });

  describe(`${name} follows the files`, () => {
    it('when one changes, appears, moves or goes', async () => {
      const { files, engine, first, find } = open();
      await find('TVA');
      files.put('bucket/new.md', '# Xylophone\n');
      await engine.update('bucket/new.md');
      expect(await first('xylophone')).toBe('vault/bucket/new.md');
      files.put('bucket/new.md', '# Trombone\n');
      await engine.update('bucket/new.md');
      expect(await find('xylophone')).toEqual([]);
      files.remove('bucket/new.md');
      files.put('bucket/moved.md', '# Trombone\n');
      await engine.update('bucket/new.md');
      await engine.update('bucket/moved.md');
      expect((await find('trombone')).map(({ path }) => path)).toEqual(['vault/bucket/moved.md']);
      files.remove('bucket/moved.md');
      await engine.refresh();
      expect(await find('trombone')).toEqual([]);
    });

    it('and never quotes lines that are no longer there, even where nobody told it', async () => {
      const { files, find } = open();
      expect(await find('tomatoes')).toHaveLength(1);
      files.put(
        'projects/garden/state.md',
        `${STAMPS}\n\n\n## Status\nNothing but potatoes and one tomato.\n`,
      );
      const [moved] = await find('tomatoes');
      expect(moved!.match_lines).toBe('11-11');
      files.put('projects/garden/state.md', `${STAMPS}potatoes\n`);
      expect(await find('tomatoes')).toEqual([]);
      files.remove('projects/garden/state.md');
      expect(await find('potatoes')).toEqual([]);
    });

    it('and rebuilds from nothing when asked to', async () => {
      const { engine, first } = open();
      const report = await engine.refresh({ rebuild: true });
      expect(report).toMatchObject({ files: 6, indexed: 6, removed: 0 });
      expect(await first('tomatoes')).toBe('vault/projects/garden/state.md');
      expect((await engine.refresh()).indexed).toBe(0);
    });
  });

  describe(`${name} survives`, () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '"',
            '*',
            'NEAR',
            'NEAR(',
            'AND',
            'OR',
            'NOT',
            '-',
            ':',
            '^',
            '(',
            ')',
            '{',
            '}',
            '+',
            '😀',
            'TVA',
            "'",
            '\u0000',
            '«',
            '[',
            ']',
            '★tva',
            '¤2025',
            'stems:',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join(' ')),
    );

    it('every query', async () => {
      const { engine } = open();
      await fc.assert(
        fc.asyncProperty(
          fc.array(hostile, { minLength: 1, maxLength: 3 }),
          fc.constantFrom('fast', 'deep'),
          async (queries, mode) => {
            const { results } = await engine.search({ queries, mode: mode as 'fast' | 'deep' });
            for (const { score } of results) expect(score > 0 && score <= 1).toBe(true);
          },
        ),
      );
    });

    it.each([
      ['an empty one', ''],
      ['100,000 characters', 'tomatoes and other words '.repeat(4_000)],
      ['one endless word', 'x'.repeat(100_000)],
      ['100,000 quotes', '"'.repeat(100_000)],
      ['100,000 brackets', '['.repeat(100_000)],
      ['100,000 hyphens', 'a-'.repeat(50_000)],
      ['nothing but small words', 'what is it that we do'],
    ])('%s', async (_, query) => {
      expect(Array.isArray(await open().find(query))).toBe(true);
    });

    it('no query at all, with a clear error', async () => {
      await expect(open().engine.search({ queries: [] })).rejects.toThrow(/^queries: got \[\]/);
    });

    it('an empty vault', async () => {
      expect(await open(testFiles()).find('anything')).toEqual([]);
    });
  });

  describe(`${name} counts words by folder`, () => {
    const spread = async (engine: SearchEngine, text: string) => {
      const { terms, folders, elsewhere } = await engine.spread(text, 'projects');
      const where = terms.map(({ label, chunks, elsewhere: rest, inFolders }) => [
        label,
        chunks,
        Object.fromEntries([
          ...inFolders.map((count, index) => [folders[index]!.name, count] as const),
          ['', rest],
        ]),
      ]);
      return { where, folders, elsewhere };
    };

    it('in every form of a word, without stop words', async () => {
      const { where } = await spread(open().engine, 'La livraison bloquée, and Tomato for Marie');
      expect(where).toEqual([
        ['livraison', 1, { garden: 0, 'startup-x': 1, '': 0 }],
        ['bloquée', 2, { garden: 0, 'startup-x': 2, '': 0 }],
        ['Tomato', 1, { garden: 1, 'startup-x': 0, '': 0 }],
        ['Marie', 1, { garden: 0, 'startup-x': 0, '': 1 }],
      ]);
    });

    it('and dates in any spelling', async () => {
      const { where } = await spread(open().engine, 'le 14 juillet 2024');
      expect(where.at(-1)).toEqual(['2024-07-14', 1, { garden: 0, 'startup-x': 0, '': 1 }]);
    });

    it('with the days, the size and the variety of each folder', async () => {
      const { folders, elsewhere } = await spread(open().engine, 'tomatoes');
      const [garden, startup] = folders;
      expect(garden).toMatchObject({ name: 'garden', chunks: 1 });
      expect(startup!.chunks).toBe(5);
      expect([...startup!.days].sort()).toEqual([
        ['2025-07-10', 3],
        ['2025-07-11', 1],
        ['2025-07-14', 1],
      ]);
      expect(elsewhere.chunks).toBe(2);
      for (const { words, sample } of [...folders, elsewhere]) {
        expect(sample.words).toBe(words);
        expect(sample.distinct).toBeGreaterThan(0);
        expect(sample.distinct).toBeLessThanOrEqual(sample.terms);
        expect(sample.terms).toBeLessThan(words + 20);
      }
    });

    it('as the files are now', async () => {
      const { engine, files } = open();
      await spread(engine, 'tomatoes');
      files.put('projects/garden/state.md', '## Status\nThe potatoes are in.\n');
      files.remove('projects/startup-x/tasks.md');
      files.put('projects/new/state.md', 'Tomatoes, at last.\n');
      for (const path of ['projects/garden/state.md', 'projects/startup-x/tasks.md', 'projects/new/state.md'])
        await engine.update(path);
      const { where, folders } = await spread(engine, 'tomatoes yoga');
      expect(where).toEqual([
        ['tomatoes', 1, { garden: 0, new: 1, 'startup-x': 0, '': 0 }],
        ['yoga', 0, { garden: 0, new: 0, 'startup-x': 0, '': 0 }],
      ]);
      expect(folders.map(({ chunks }) => chunks)).toEqual([1, 1, 3]);
      const fresh = create(files);
      onTestFinished(() => fresh.close());
      expect((await spread(fresh, 'tomatoes yoga')).folders).toEqual(folders);
    });

    it('in an empty vault', async () => {
      const { folders, elsewhere } = await spread(open(testFiles()).engine, 'tomatoes');
      expect(folders).toEqual([]);
      expect(elsewhere).toMatchObject({ chunks: 0, words: 0 });
    });
  });
}
