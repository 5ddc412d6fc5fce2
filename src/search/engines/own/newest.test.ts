import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testFiles } from '../../engine.contract.js';
import type { SearchMode } from '../../engine.js';
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

function open(texts: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-newest-'));
  const engine = createLocalEngine({
    files: testFiles(texts),
    indexFile: join(folder, 'index.sqlite'),
    clock: { now: () => new Date(2025, 6, 14) },
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
});
