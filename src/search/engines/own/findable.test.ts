import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testFiles } from '../../engine.contract.js';
import { createLocalEngine } from './local-engine.js';

function open(texts: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-findable-'));
  const engine = createLocalEngine({
    files: testFiles(texts),
    indexFile: join(folder, 'index.sqlite'),
    clock: { now: () => new Date(2025, 6, 14) },
  });
  onTestFinished(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const search = async (query: string) => (await engine.search({ queries: [query] })).results;
  return Object.assign(
    async (query: string) => (await search(query)).map(({ path }) => path.replace('vault/', '')),
    { lines: async (query: string) => (await search(query))[0]?.match_lines },
  );
}

const OTHER = { 'bucket/other.md': '# Other\n\nA note about something else.\n' };

describe('French', () => {
  const find = open.bind(null, {
    ...OTHER,
    'bucket/a.md': 'La livraison est bloquée. La sécurité des données est validée.\n',
    'bucket/b.md': 'La livraison est bloquee, les donnees sont a verifier.\n',
  });

  it.each(['bloquee', 'bloquée', 'bloquer', 'donnees', 'données'])(
    'is found with and without accents, written so or not: %s',
    async (query) => expect((await find()(query)).sort()).toEqual(['bucket/a.md', 'bucket/b.md']),
  );

  it.each(['securite', 'validee', '"securite des donnees"', '"Sécurité des données"'])(
    'is found without accents: %s',
    async (query) => expect(await find()(query)).toEqual(['bucket/a.md']),
  );

  it('that was written without accents is found with them, also in quotes', async () => {
    expect(await find()('"données sont à vérifier"')).toEqual(['bucket/b.md']);
  });
});

describe('a script without spaces', () => {
  const texts: Record<string, string> = {
    ...OTHER,
    'bucket/ja.md': '新宿のスーパーで黒猫を見た。\n',
    'bucket/zh.md': '我在2024年用iPhone拍了东京塔的照片。\n',
    'bucket/ko.md': '우리는 내일 학교에서 만나기로 했다.\n',
    'bucket/th.md': 'ฉันไปโรงเรียนที่กรุงเทพ\n',
  };

  it.each([
    ['スーパー', 'bucket/ja.md'],
    ['黒猫はどこ', 'bucket/ja.md'],
    ['猫', 'bucket/ja.md'],
    ['"猫"', 'bucket/ja.md'],
    ['塔', 'bucket/zh.md'],
    ['iphone 照片', 'bucket/zh.md'],
    ['2024年', 'bucket/zh.md'],
    ['东京塔', 'bucket/zh.md'],
    ['"东京塔"', 'bucket/zh.md'],
    ['학교', 'bucket/ko.md'],
    ['학교는 어디', 'bucket/ko.md'],
    ['โรงเรียน', 'bucket/th.md'],
    ['กรุงเทพ', 'bucket/th.md'],
  ])('is found: %s', async (query, path) => expect((await open(texts)(query))[0]).toBe(path));
});

describe('a small word of the other language', () => {
  // More chunks than are ever read for one question.
  const filler = Array.from(
    { length: 3_200 },
    (_, n) => `# Task ${n}\n\nWe did what was to be done here.\n`,
  ).join('');
  const taches = Array.from(
    { length: 3_200 },
    (_, n) => `# Tâche ${n}\n\nNous avons fait ce que le plan dit.\n`,
  ).join('');

  it.each([
    ['car', 'We sold the car to a neighbour.'],
    ['red car', 'We sold the red car to a neighbour.'],
    ['été', 'Nous partons en été à la montagne.'],
    ['IT', 'Le service IT est fermé.'],
    ['marché US', 'Le marché US est le plus grand.'],
  ])('is found in a large vault: %s', async (query, text) => {
    const find = open({ 'bucket/a.md': `${text}\n`, 'tasks.md': filler, 'projects/x/tasks.md': taches });
    expect((await find(query))[0]).toBe('bucket/a.md');
  });
});

describe('a compound', () => {
  it.each(['high water mark', 'highWaterMark', 'getDefaultHighWaterMark', '"high water mark"', 'water'])(
    'is found by its parts: %s',
    async (query) => {
      const find = open({
        ...OTHER,
        'bucket/camel.md': 'Streams call getDefaultHighWaterMark first.\n',
        'bucket/snake.md': 'Streams call get_default_high_water_mark first.\n',
        'bucket/kebab.md': 'Streams call get-default-high-water-mark first.\n',
      });
      const found = await find(query);
      expect(found).toContain('bucket/camel.md');
      expect(found).not.toContain('bucket/other.md');
      if (query !== 'getDefaultHighWaterMark') expect(found).toHaveLength(3);
    },
  );
});

describe('the line that matches', () => {
  it.each([
    ['water', 'The buffer of getDefaultHighWaterMark is full.'],
    ['照片', '我用iPhone拍了iPhone照片。'],
    ['猫', '新宿で黒猫を見た。'],
    ['securite', 'La sécurité est validée.'],
  ])('is found like its chunk: %s', async (query, line) => {
    const text = `# Notes\n\nNothing of that.\n\n${line}\n\nNor here.\n`;
    expect(await open({ 'bucket/a.md': text }).lines(query)).toBe('5-5');
  });
});

describe('frontmatter', () => {
  const find = open.bind(null, {
    'projects/x/state.md':
      '---\ntitle: Halle Verte\naliases: [Marché couvert, "HV, nord"]\n---\n\nTout avance.\n',
    'notes/b.md': '---\ntags:\n  - jardin\n  - potager\n---\n\nRien de neuf.\n',
    'notes/c.md': 'On parle du jardin, de la halle verte et du marché, en passant, entre autres choses.\n',
  });

  it.each([
    ['halle verte', 'projects/x/state.md'],
    ['marché couvert', 'projects/x/state.md'],
    ['HV nord', 'projects/x/state.md'],
    ['potager', 'notes/b.md'],
    ['jardin', 'notes/b.md'],
  ])('names a file like a heading: %s', async (query, path) => expect((await find()(query))[0]).toBe(path));
});

describe('a comment in a code fence', () => {
  it('is no heading', async () => {
    const find = open({
      'bucket/code.md': '# Notes\n\n```sh\n# tomatoes\nmake\n```\n',
      'bucket/real.md': '# Tomatoes\n\nPlanted in May.\n',
      ...Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`bucket/${n}.md`, 'Nothing of that.\n'])),
    });
    expect(await find('tomatoes')).toEqual(['bucket/real.md', 'bucket/code.md']);
  });
});
