import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choicesIn } from '../src/agents/clerk/review.js';
import { createAgents } from '../src/agents/create-agents.js';
import { DEMO_INPUTS } from '../src/cli/commands/demo.js';
import { copyExampleVault } from '../src/exchange/example/demo-vault.js';
import { exampleFiles, exampleVault } from '../src/exchange/example/example-files.js';
import { createLocalMemory } from '../src/memory/local-memory.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { openCore } from '../src/service/open-core.js';
import { listInbox, readInboxItem } from '../src/service/updates/inbox.js';
import { systemClock } from '../src/shared/clock.js';
import { bodyOf, fieldOf, splitFrontmatter } from '../src/vault/frontmatter.js';
import { imageInfo } from '../src/vault/images.js';
import { isStamped } from '../src/vault/stamp.js';
import { createVault } from '../src/vault/vault.js';
import { BIN } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';

const EXAMPLE_VAULT = exampleVault('fr');
const files = readdirSync(EXAMPLE_VAULT, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => statSync(join(EXAMPLE_VAULT, name)).isFile());
const read = (name: string) => readFileSync(join(EXAMPLE_VAULT, name), 'utf8');
const markdown = files.filter((name) => name.endsWith('.md'));

describe('the example memory', () => {
  it('has six projects, each with its files and a bucket, and nothing hidden', () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    expect(files.filter((name) => name.split('/').some((part) => part.startsWith('.')))).toEqual([]);
    const projects = readdirSync(join(EXAMPLE_VAULT, 'projects'));
    expect(projects).toHaveLength(6);
    for (const project of projects)
      for (const name of ['description.md', 'state.md', 'tasks.md', 'changelog.md', 'bucket'])
        expect(existsSync(join(EXAMPLE_VAULT, 'projects', project, name)), `${project}/${name}`).toBe(true);
    const states = projects.map((project) => read(`projects/${project}/state.md`)).join('\n');
    for (const word of ['Actif', 'Active', 'En pause', 'Bloqué', 'Terminé']) expect(states).toContain(word);
  });

  it('is stamped throughout, in half a year of 2025', () => {
    expect(markdown.filter((name) => !isStamped(read(name)))).toEqual([]);
    for (const name of markdown) {
      const { yaml } = splitFrontmatter(read(name));
      const [created, updated] = [fieldOf(yaml, 'created')!, fieldOf(yaml, 'updated')!];
      expect(created >= '2025-01-01' && created <= updated && updated < '2025-07-12', name).toBe(true);
    }
  });

  it.each(['en', 'fr'] as const)(
    'comes in %s, with fresh dates, stamped and without broken paths',
    (language) => {
      const copied = exampleFiles({ language, now: new Date(2026, 10, 16) });
      const other = exampleFiles({ language: language === 'fr' ? 'en' : 'fr', now: new Date(2026, 10, 16) });
      expect(copied.size).toBe(other.size);
      const texts = [...copied]
        .filter(([path]) => path.endsWith('.md'))
        .map(([path, bytes]) => [path, bytes.toString('utf8')]);
      expect(texts.filter(([, text]) => !isStamped(text!)).map(([path]) => path)).toEqual([]);
      const updated = texts.map(([, text]) => fieldOf(splitFrontmatter(text!).yaml, 'updated')!);
      expect([...updated].sort().at(-1)).toMatch(/^2026-11-13/);
      const named = texts.flatMap(([, text]) =>
        [...text!.matchAll(/vault\/([\w./-]+\.(?:md|png|txt))/g)].map(([, path]) => path!),
      );
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((path) => ![...copied.keys()].includes(path as never))).toEqual([]);
      // The example of an English reader is English throughout.
      const french = texts.filter(([, text]) => / (?:avec|pour|dans|une|est) /.test(text!));
      if (language === 'en') expect(french).toEqual([]);
      else expect(french.length).toBeGreaterThan(20);
    },
  );

  it('holds real images, and every file that a file names', () => {
    const images = files.filter((name) => name.endsWith('.png'));
    expect(images.length).toBeGreaterThanOrEqual(5);
    for (const name of images)
      expect(imageInfo(readFileSync(join(EXAMPLE_VAULT, name))), name).not.toBeNull();
    const named = markdown.flatMap((name) => [...read(name).matchAll(/vault\/[\w./-]+\.(?:md|png|txt)/g)]);
    expect(named.length).toBeGreaterThan(10);
    expect(
      named.map(([path]) => path).filter((path) => !files.includes(path.slice('vault/'.length))),
    ).toEqual([]);
  });

  it('has changelogs from new to old, with decisions and reversals', () => {
    const changelogs = markdown.filter((name) => name.endsWith('changelog.md'));
    for (const name of changelogs) {
      const days = [...bodyOf(read(name)).matchAll(/^# (\d{4}-\d\d-\d\d)$/gm)].map(([, day]) => day!);
      expect(days, name).toEqual([...days].sort().reverse());
    }
    const all = changelogs.map(read).join('\n');
    expect(all.match(/\[décision\]/g)!.length).toBeGreaterThan(5);
    expect(all.match(/\[decision\]/g)!.length).toBeGreaterThan(3);
    expect(all).toMatch(/Reverses the decision|On revient sur la décision/);
  });

  it('has two open questions with choices that the clerk understands', () => {
    const vault = createVault({ root: EXAMPLE_VAULT, clock: systemClock });
    const items = listInbox(vault);
    expect(items).toHaveLength(2);
    for (const { item } of items) {
      const { review, choices } = readInboxItem(vault, item);
      expect(choices.length).toBeGreaterThanOrEqual(5);
      expect(choices).toMatchObject(choicesIn(review));
      for (const { target } of choices) expect(target).toBeDefined();
    }
    expect(read('overview.md')).toContain('2 questions ouvertes');
  });

  const questions: [question: string, path: string][] = [
    ["pourquoi a-t-on abandonné l'API de PanierPro ?", 'projects/halle-verte/changelog.md'],
    ['why did we drop the native app?', 'projects/tidewater/changelog.md'],
    ['quand faut-il payer la TVA du deuxième trimestre ?', 'projects/compta-2025/state.md'],
    ['what blocks the Tidewater launch?', 'projects/tidewater/state.md'],
    ['combien ai-je facturé au printemps ?', 'projects/compta-2025/state.md'],
    ['which chart library did we go back to?', 'projects/tidewater/changelog.md'],
    ["quelle facture d'Orbis Santé est impayée ?", 'projects/compta-2025/state.md'],
    [
      'what did the officer in Bristol want from the export button?',
      'projects/tidewater/bucket/2025-07-03-mail-export-button.md',
    ],
    ['pourquoi la demande de subvention a-t-elle été refusée ?', 'projects/atlas-sonore/state.md'],
    ["le dépôt de garantie de l'ancien atelier a-t-il été rendu ?", 'projects/demenagement-atelier/state.md'],
  ];
  it.each(questions)('answers "%s" among the first three passages', async (question, path) => {
    const vault = createVault({ root: EXAMPLE_VAULT, clock: systemClock });
    const engine = createLocalEngine({
      files: createFileSource(vault),
      indexFile: join(tempFolder(), 'index.sqlite'),
      clock: systemClock,
      refresh: 'every-search',
    });
    onTestFinished(() => engine.close());
    const { results } = await engine.search({ queries: [question], mode: 'fast', limit: 3 });
    expect(results.map((result) => result.path)).toContain(`vault/${path}`);
  });
});

describe('rappel demo', () => {
  const answers = {
    en: [
      /^Found: “We drop the API: it gives stock only per producer/,
      /“[^”]*launch on \d+ \w+, the CSV export is the last risk/,
      /^Found: .*invoice \S+ unpaid/,
    ],
    fr: [
      /^Trouvé : « On passe à un export/,
      /^Found: “Without it the launch/,
      /^Trouvé : .*facture \S+ impayée/,
    ],
  };
  it.each([
    ['fr', '02'],
    ['en', '05'],
    ['en', '08'],
    ['fr', '11'],
  ] as const)('prints questions that its copy answers, in %s, made in month %s', async (language, month) => {
    const root = join(tempFolder(), 'demo');
    const day = `2026-${month}-19`;
    copyExampleVault(root, { language, now: new Date(`${day}T12:00:00`) });
    const agents = createAgents({ model: null, key: null, language });
    const vault = createVault({ root, clock: systemClock });
    const env = { XDG_CACHE_HOME: tempFolder() };
    const memory = createLocalMemory(openCore({ vault, env, agents: async () => agents, log: () => {} }));
    onTestFinished(() => memory.close());
    for (const [at, question] of DEMO_INPUTS[language].slice(0, 3).entries()) {
      const { overview } = await memory.run('search', { question, asked_on: day });
      expect([question, overview]).toEqual([question, expect.stringMatching(answers[language][at]!)]);
    }
  });

  it('serves a copy, says what to try, and uses the same copy the next time', async () => {
    const root = join(tempFolder(), 'a démo');
    const first = await started(['demo', root]);
    expect(first.out).toContain(`Copied the example memory to ${root}`);
    expect(first.out).toContain('Try, on the page http://127.0.0.1:');
    const tree = (await (await fetch(`${first.url}/api/tree`)).json()) as object;
    expect(JSON.stringify(tree)).toContain('halle-verte');
    await first.stop();
    const second = await started(['demo', root]);
    expect(second.out).toContain('Using the copy of the example memory');
    await second.stop();
    // The example itself is never touched.
    expect(existsSync(join(EXAMPLE_VAULT, '.rappel'))).toBe(false);
  });

  it('never writes into a folder with something in it', async () => {
    const root = tempFolder();
    writeFileSync(join(root, 'mine.md'), 'mine');
    const { code, err } = await runCommand(['demo', root]);
    expect(code).toBe(1);
    expect(err).toContain('is not empty');
    expect(readdirSync(root)).toEqual(['mine.md']);
  });

  it('takes an empty folder', () => {
    const root = join(tempFolder(), 'empty');
    mkdirSync(root);
    const options = { language: 'fr', now: new Date() } as const;
    expect(copyExampleVault(root, options)).toEqual({ fresh: true });
    expect(copyExampleVault(root, options)).toEqual({ fresh: false });
  });
});

/** Runs until it has said everything, then lives until it is stopped. */
async function started(args: string[]) {
  const env = { PATH: process.env.PATH, HOME: tempFolder(), XDG_CACHE_HOME: tempFolder() };
  const child: ChildProcess = spawn(process.execPath, [BIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (part) => {
      out += part;
      if (out.includes('Ctrl-C stops it')) resolve();
    });
    child.on('close', () => reject(new Error(`it ended: ${out}`)));
  });
  const url = /at (http:\/\/\S+)/.exec(out)![1]!;
  return {
    out,
    url,
    stop: () =>
      new Promise<void>((resolve) => {
        child.on('close', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
