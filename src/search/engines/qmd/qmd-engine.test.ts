import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Behaviour, fakeQmd, nodeThatSays } from '../../../../test/support/fake-qmd.js';
import { testFiles } from '../../engine.contract.js';
import type { SearchEngine } from '../../engine.js';
import { createLocalEngine } from '../own/local-engine.js';
import { createQmdEngine } from './qmd-engine.js';

const clock = { now: () => new Date(2025, 6, 14, 18, 30) };

const VAULT = {
  'projects/garden/tasks.md': '# Water the roses\nevery evening\n\n# Plant tomatoes\nbefore the end of May\n',
  'bucket/note.md': '# Market\n\nTomatoes and potatoes were cheap.\n',
};

function open(behaviour: Behaviour, more: NodeJS.ProcessEnv = {}) {
  const { folder, childScript, log, env } = fakeQmd(behaviour);
  const files = testFiles(VAULT);
  const indexFile = join(folder, 'vault', 'index.sqlite');
  const engine = createQmdEngine({
    own: createLocalEngine({ files, indexFile, clock, embedder: null }),
    indexFile,
    files,
    clock,
    env: { ...env, ...more },
    childScript,
  });
  onTestFinished(() => engine.close());
  const asked = (name: string) =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"name":"${name}"`))
      .map((line) => JSON.parse(line).request);
  return { engine, files, folder, asked };
}

const find = (engine: SearchEngine, query = 'tomatoes') => engine.search({ queries: [query] });

describe('the engine with QMD', () => {
  it('makes chunks with lines of the files that QMD finds', async () => {
    const { results, stages } = await find(open('well').engine);
    expect(stages[0]).toEqual({ name: 'qmd', ran: true, reason: null });
    expect(results.map(({ path, lines, headings }) => ({ path, lines, headings }))).toEqual([
      { path: 'vault/projects/garden/tasks.md', lines: '4-5', headings: ['Plant tomatoes'] },
      { path: 'vault/bucket/note.md', lines: '1-3', headings: ['Market'] },
    ]);
  });

  it('sends one file where one has changed, and forgets one that is gone', async () => {
    const { engine, files, asked } = open('well');
    await find(engine);
    const before = asked('change').length;
    files.put('bucket/note.md', '# Market\n\nCarrots.\n');
    await engine.update('bucket/note.md');
    files.remove('projects/garden/tasks.md');
    await engine.update('projects/garden/tasks.md');
    const changes = asked('change').slice(before);
    expect(changes.map(({ put, remove }) => [put.map(({ path }: { path: string }) => path), remove])).toEqual(
      [
        [['bucket/note.md'], []],
        [[], ['projects/garden/tasks.md']],
      ],
    );
    expect((await find(engine)).results).toEqual([]);
  });

  it('takes noise between the answers for noise', async () => {
    const { stages, results } = await find(open('noisy').engine);
    expect(stages[0]!.ran).toBe(true);
    expect(results).toHaveLength(2);
  });
});

describe('where QMD fails, the own engine answers and says so:', () => {
  const CASES: [string, Behaviour, NodeJS.ProcessEnv, RegExp][] = [
    ['it dies', 'dies', {}, /^QMD ended by SIGSEGV.*answered without it$/],
    ['it sent an unreadable reply', 'talks-nonsense', {}, /^QMD sent an unreadable reply/],
    ['its index does not open', 'never-opens', {}, /the index is locked/],
  ];
  it.each(CASES)('%s', async (_, behaviour, env, reason) => {
    const { results, stages } = await find(open(behaviour, env).engine);
    expect(results.length).toBeGreaterThan(0);
    expect(stages[0]).toMatchObject({ name: 'qmd', ran: false });
    expect(stages[0]!.reason).toMatch(reason);
  });

  it('it is not installed', async () => {
    const { engine, folder } = open('well');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    const { results, stages } = await find(engine);
    expect(results).toHaveLength(2);
    expect(stages[0]!.reason).toContain('npm install');
    expect(engine.status().problem).toMatch(
      /^QMD is not in .*, the folder in the settings: npm install -g .* && rappel setup qmd$/,
    );
  });

  it('its Node.js is too old', async () => {
    const { folder } = fakeQmd('well');
    const { engine } = open('well', { RAPPEL_QMD_NODE: nodeThatSays(folder, 'v22.13.1') });
    const { results, stages } = await find(engine);
    expect(results).toHaveLength(2);
    expect(stages[0]!.reason).toMatch(
      /^QMD needs Node\.js 22\.14 or later and would get 22\.13\.1: .*RAPPEL_QMD_NODE/,
    );
  });

  it('and QMD is started again after it died', async () => {
    const { engine } = open('dies-once');
    expect((await find(engine)).stages[0]!.ran).toBe(false);
    expect(engine.status().problem).toMatch(/SIGSEGV/);
    expect((await find(engine)).stages[0]!.ran).toBe(true);
    expect(engine.status().problem).toBeNull();
  });

  it('it hangs; then it is ended and started again', async () => {
    const { engine } = open('hangs-once', { RAPPEL_QMD_SECONDS: '3' });
    await engine.refresh();
    const { results, stages } = await find(engine);
    expect(results).toHaveLength(2);
    expect(stages[0]!.reason).toMatch(/^QMD gave no answer within 3 s/);
    await vi.waitFor(() => expect(engine.status().problem).toBe('QMD hung and was stopped'), 30_000);
    expect((await find(engine)).stages[0]!.ran).toBe(true);
  });

  it('but a request that makes no sense is refused all the same', async () => {
    await expect(open('well').engine.search({ queries: [] })).rejects.toThrow(/^queries: /);
  });
});
