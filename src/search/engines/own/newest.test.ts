import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testFiles } from '../../engine.contract.js';
import type { SearchMode } from '../../engine.js';
import type { WhenWritten } from '../../passages/successors.js';
import { createLocalEngine } from './local-engine.js';

const CHANGELOG = `# 2025-06-12

## Launch moved

The launch of Tidewater is planned for 21 July.

# 2025-05-02

## First plan

The launch of Tidewater is planned for 14 July, as the harbour masters asked for: the launch, the launch plan, Tidewater.

# 2025-04-01

## Idea

The launch of Tidewater is planned for 1 July.
`;

function open(texts: Record<string, string>, whenWritten: WhenWritten | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-newest-'));
  const engine = createLocalEngine({
    files: testFiles(texts),
    indexFile: join(folder, 'index.sqlite'),
    clock: { now: () => new Date(2025, 6, 14) },
    whenWritten,
  });
  onTestFinished(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return async (query: string, mode: SearchMode = 'fast') => {
    const { results, stages } = await engine.search({ queries: [query], mode });
    return { results, ran: stages.filter(({ ran }) => ran).map(({ name }) => name) };
  };
}

describe('The newest statement', () => {
  const path = 'projects/tidewater/changelog.md';
  const find = () => open({ [path]: CHANGELOG });

  it.each<SearchMode>(['fast', 'deep'])('comes first and names those before it (%s)', async (mode) => {
    const { results, ran } = await find()('When is the launch of Tidewater planned?', mode);
    expect(ran).toContain('newest');
    expect(results[0]).toMatchObject({
      lines: '1-6',
      earlier: [
        { was: '14 July', since: '2025-05-02', until: '2025-06-12', place: `vault/${path}:11` },
        { was: '1 July', since: '2025-04-01', until: '2025-05-02', place: `vault/${path}:17` },
      ],
    });
    expect(results.slice(1).map((result) => result.superseded_by)).toEqual([
      `vault/${path}:5`,
      `vault/${path}:5`,
    ]);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it.each([
    'What was the original launch plan of Tidewater?',
    'launch of Tidewater in May',
    'lancement avant juin',
  ])('does not come first in a question about the past: %s', async (question) => {
    const { results, ran } = await find()(question);
    expect(ran).not.toContain('newest');
    expect(
      results.every(({ earlier, superseded_by }) => earlier === undefined && superseded_by === undefined),
    ).toBe(true);
  });

  it('counts within its project alone', async () => {
    const { results } = await open({
      'projects/a/changelog.md': '# 2025-05-02\n\nThe launch is 14 July.\n',
      'projects/b/changelog.md': '# 2025-06-12\n\nThe launch is 21 July.\n',
    })('When is the launch?');
    expect(results).toHaveLength(2);
    expect(results.every(({ superseded_by }) => superseded_by === undefined)).toBe(true);
  });

  it('of a file with a day of its own counts beside those of the changelog', async () => {
    const state =
      '---\ncreated: 2025-01-01T10:00:00+02:00\nupdated: 2025-07-01T10:00:00+02:00\n---\n# State\n\nLaunch: 28 July\n';
    const { results } = await open({
      'projects/a/state.md': state,
      'projects/a/changelog.md': '# 2025-05-02\n\nLaunch: 14 July\n',
    })('launch');
    expect(results[0]).toMatchObject({ path: 'vault/projects/a/state.md', earlier: [{ was: '14 July' }] });
  });

  describe('in another form', () => {
    const stamped = (day: string, body: string) =>
      `---\ncreated: 2025-01-01T10:00:00\nupdated: ${day}T10:00:00\n---\n\n${body}\n`;
    const overview =
      '- **halle-verte** (actif) : site de la coopérative La Halle Verte ; ouverture le 1er septembre.';
    const description =
      '# La Halle Verte\n\nUne halle.\n\n## Cadre\n\n- Ouverture au public : 15 février 2027.';
    const files = {
      'overview.md': stamped('2026-11-16', `# Projets\n\n${overview}`),
      'projects/halle-verte/description.md': stamped('2026-11-16', description),
    };
    const history =
      (replaced: string): WhenWritten =>
      async (lines) =>
        lines.map(({ path }) =>
          path === 'overview.md'
            ? { since: '2025-07-11T18:20:05', isStated: false, replaced: [] }
            : { since: '2026-11-16T09:00:00 1', isStated: true, replaced: [replaced] },
        );
    const question = 'Quand ouvre la Halle Verte ?';

    it.each<SearchMode>(['fast', 'deep'])(
      'comes before a part of an item of the overview (%s)',
      async (mode) => {
        const { results } = await open(files, history('- Ouverture au public : 1er septembre 2025.'))(
          question,
          mode,
        );
        expect(results.map(({ path }) => path)).toEqual([
          'vault/projects/halle-verte/description.md',
          'vault/overview.md',
        ]);
        expect(results[0]).toMatchObject({
          earlier: [
            { was: '1er septembre', since: '2025-07-11', until: '2026-11-16', place: 'vault/overview.md:8' },
          ],
          match_lines: expect.stringContaining('12'),
        });
        expect(results[1]).toMatchObject({ superseded_by: 'vault/projects/halle-verte/description.md:12' });
      },
    );

    it.each<[string, WhenWritten | null]>([
      ['it replaced another value', history('- Ouverture au public : 3 mars 2025.')],
      ['the history does not say what it replaced', null],
    ])('marks nothing that says less where %s', async (_, whenWritten) => {
      const { results } = await open(files, whenWritten)(question);
      expect(results).toHaveLength(2);
      expect(results.some(({ earlier, superseded_by }) => earlier ?? superseded_by)).toBe(false);
    });

    it('is not in the overview because that file changed last', async () => {
      const { results } = await open({
        'overview.md': stamped('2026-11-16', '- **tidewater**: redesign; launch on 21 July.'),
        'projects/tidewater/description.md': stamped('2026-11-10', '# Tidewater\n\n- Launch: 4 August'),
      })('When is the launch of Tidewater?');
      expect(results.length).toBeGreaterThan(1);
      expect(results.some(({ earlier, superseded_by }) => earlier ?? superseded_by)).toBe(false);
    });
  });

  describe('where no day puts two statements in order', () => {
    const files = {
      'projects/a/plan.txt': 'The launch of the ferry is 14 July.\n',
      'projects/a/notes.txt': 'The launch of the ferry is 21 July.\n',
    };
    const written: Record<string, string> = {
      'projects/a/plan.txt': '2025-05-02T09:00:00',
      'projects/a/notes.txt': '2025-06-12T09:00:00',
    };

    const stated = (since: string) => ({ since, isStated: true, replaced: [] });

    it('is the line that was written later', async () => {
      const { results } = await open(files, async (lines) => lines.map(({ path }) => stated(written[path]!)))(
        'When is the launch of the ferry?',
      );
      expect(results[0]).toMatchObject({
        path: 'vault/projects/a/notes.txt',
        earlier: [{ was: '14 July', since: '2025-05-02', until: '2025-06-12' }],
      });
      expect(results[1]).toMatchObject({ superseded_by: 'vault/projects/a/notes.txt:1' });
    });

    it.each<[string, WhenWritten | null]>([
      ['there is no history', null],
      ['it does not know one of them', async ([first]) => [stated(written[first!.path]!), null]],
      ['both came with the same entry', async (lines) => lines.map(() => stated('2025-05-02T09:00:00'))],
    ])('is none of them where %s', async (_, whenWritten) => {
      const { results } = await open(files, whenWritten)('When is the launch of the ferry?');
      expect(results).toHaveLength(2);
      expect(results.some(({ earlier, superseded_by }) => earlier ?? superseded_by)).toBe(false);
    });

    it('does not ask about statements that something else decides, or that both hold', async () => {
      const asked: unknown[] = [];
      const find = open(
        {
          'projects/a/one.txt': 'The room of Anna is 12.\n',
          'projects/a/two.txt': 'The room of Ben is 14.\n',
          'projects/a/changelog.md': '# 2025-05-02\n\nThe deadline is 3 May.\n',
          'projects/a/three.txt': 'The deadline is 17 May.\n',
          'projects/b/three.txt': 'The deadline is 18 May.\n',
        },
        async (lines) => {
          asked.push(lines);
          return lines.map(() => null);
        },
      );
      await find('room of Anna and Ben');
      const { results } = await find('What is the deadline?');
      expect(asked).toEqual([]);
      expect(results.some(({ superseded_by }) => superseded_by)).toBe(false);
    });
  });
});
