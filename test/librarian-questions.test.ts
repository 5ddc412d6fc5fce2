import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import type { UpdateInput } from '../src/agents/update.js';
import { createLocalMemory } from '../src/memory/local-memory.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createQmdEngine } from '../src/search/engines/qmd/qmd-engine.js';
import { createFileSource } from '../src/search/files.js';
import { openCore } from '../src/service/open-core.js';
import { fakeQmd } from './support/fake-qmd.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const FILES = {
  'projects/tidewater/description.md':
    '# Tidewater\n\nA dashboard for harbours and marinas.\n\n- Quote D-7: 6,200 € without tax, in three parts.\n- Product: Priya Nair.\n',
  'projects/tidewater/state.md':
    '# Focus\n\nThe export of the dashboard, 6,200 € of work.\n\n# Deadlines\n\n- 2025-07-21: launch with three pilot harbours.\n',
  'projects/tidewater/tasks.md':
    '# Send the invoice to Priya\nstatus: to-do\n\n# Send the invoice to Tom\nstatus: to-do\n',
  'projects/halle-verte/description.md': '# Halle Verte\n\nLe site de la coopérative et ses paniers.\n',
  'tasks.md': '# Buy milk\nstatus: to-do\n',
};

const KEYED = {
  'projects/tidewater/description.md': '# Tidewater\n\nA dashboard for harbours.\n\n- Product: Priya Nair.\n',
  'projects/halle-verte/description.md':
    '# Halle Verte\n\n- Cliente : Odile Marchetti, gérante.\n- Comptabilité : Bastien Roux.\n- Ouverture au public : 1er septembre 2025.\n',
};

/** A memory without a model, on Monday 2025-07-14. */
function opened(files: Record<string, string> = FILES) {
  const { root, vault } = tempVault(files);
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const env = { XDG_CACHE_HOME: tempFolder() };
  const memory = createLocalMemory(openCore({ vault, env, agents: async () => agents, log: () => {} }));
  onTestFinished(() => memory.close());
  const at = (path: string) => join(root, path);
  const give = async (input: Partial<UpdateInput>) => {
    const { id } = await memory.updates.add({ text: '', images: [], inbox_ref: null, ...input });
    return memory.updates.follow(id, () => {});
  };
  return {
    memory,
    vault,
    read: (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : ''),
    open: () => (existsSync(at('inbox')) ? readdirSync(at('inbox')) : []),
    give,
    answer: ({ inbox }: { inbox: string | null }, text: string) => give({ text, inbox_ref: inbox }),
  };
}

describe('a note that may contradict what its project says', () => {
  const TEXT = 'The quote of Tidewater is 6,900 €.';

  it('is filed, and asks which line it makes wrong', async () => {
    const { give, answer, read, open } = opened();
    const asked = await give({ text: TEXT });
    expect(read('projects/tidewater/changelog.md')).toContain(`## ${TEXT.slice(0, -1)}\n`);
    expect(asked).toMatchObject({
      state: 'needs_answer',
      question: { text: 'Which lines should now read like this?' },
    });
    expect(asked.question!.choices.map(({ label }) => label)).toEqual([
      'vault/projects/tidewater/description.md:5: - Quote D-7: 6,200 € without tax, in three parts. → - Quote D-7: 6,900 € without tax, in three parts.',
      'None of them',
    ]);
    expect(await answer(asked, '1')).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/description.md')).toContain('- Quote D-7: 6,900 € without tax');
    const log = read('projects/tidewater/changelog.md');
    expect(log.match(/^## /gm)).toHaveLength(1);
    expect(log).toContain('- Quote D-7: 6,200 € without tax, in three parts. → - Quote D-7: 6,900 €');
    expect(open()).toEqual([]);
  });

  it('changes nothing where the user says so', async () => {
    const { give, answer, read, open } = opened();
    expect(await answer(await give({ text: TEXT }), 'no')).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/description.md')).toContain('6,200 €');
    expect(read('projects/tidewater/changelog.md')).toContain(TEXT.slice(0, -1));
    expect(open()).toEqual([]);
  });

  it('changes the line and logs the old value after one answer where it says that something changed', async () => {
    const { give, answer, read } = opened();
    const asked = await give({ text: 'The quote of Tidewater without tax is now 6,900 €.' });
    expect(read('projects/tidewater/description.md')).toContain('6,200 €');
    await answer(asked, 'yes');
    expect(read('projects/tidewater/description.md')).toContain('- Quote D-7: 6,900 €');
    expect(read('projects/tidewater/changelog.md')).toContain('6,200 €');
  });

  it.each([
    ['Tidewater: product is now Sam Okafor', '- Product: Sam Okafor.'],
    ['The product of Tidewater is Sam Okafor from now on', '- Product: Sam Okafor.'],
    [
      "Halle Verte : l'ouverture au public est maintenant le 15 septembre 2025",
      '- Ouverture au public : 15 septembre 2025.',
    ],
    ["La comptabilité de la Halle Verte, c'est désormais Jeanne Morel", '- Comptabilité : Jeanne Morel.'],
  ])(
    'changes, after one answer, a keyed line that gives exactly that another value: %s',
    async (text, line) => {
      const { give, answer, read } = opened(KEYED);
      const { state, files } = await answer(await give({ text }), 'yes');
      expect(state).toBe('done');
      const path = files.find((file) => file.endsWith('description.md'))!.slice('vault/'.length);
      expect(read(path)).toContain(`${line}\n`);
      expect(read(path.replace('description', 'changelog'))).toContain(`→ ${line}`);
    },
  );

  it.each([
    ['Halle Verte : la cliente est maintenant Farida Benali', 'Cliente : Farida Benali, gérante.'],
    ['Product owner of Tidewater is now Jo Bell', 'Product: Jo Bell.'],
    ['Tidewater: the product is Sam Okafor', 'Product: Sam Okafor.'],
  ])(
    'asks where the line says more, is named otherwise, or nothing says a change: %s',
    async (text, line) => {
      const { give, read } = opened(KEYED);
      const asked = await give({ text });
      expect(asked).toMatchObject({ state: 'needs_answer' });
      expect(asked.question!.choices[0]!.label).toContain(` → - ${line}`);
      expect(read('projects/halle-verte/description.md')).toBe(KEYED['projects/halle-verte/description.md']);
      expect(read('projects/tidewater/description.md')).toContain('Priya');
    },
  );

  it('changes a line of the profile that belongs to no project', async () => {
    const { give, answer, read } = opened({
      ...KEYED,
      'profile.md': '# Work\n\n- Tarif journalier : 580 € HT.\n',
    });
    await answer(await give({ text: 'Nouveau : le tarif journalier passe à 620 € HT' }), 'oui');
    expect(read('profile.md')).toContain('- Tarif journalier : 620 € HT.');
    expect(read('changelog.md')).toContain('580 €');
  });

  it('moves a date where the user says that it is the same event', async () => {
    const { give, answer, read } = opened();
    const asked = await give({ text: 'Tidewater: launch on 2025-07-28 at 10:00', project: 'tidewater' });
    expect(asked.state).toBe('needs_answer');
    await answer(asked, 'yes');
    const state = read('projects/tidewater/state.md');
    expect(state.match(/launch/gi)).toHaveLength(1);
    expect(state).toContain('- 2025-07-28: launch with three pilot harbours at 10:00.');
  });
});

it('files a task for two projects in the first one, with a link in the other', async () => {
  const { give, read } = opened();
  const { summary } = await give({ text: 'Tidewater and Halle Verte: share the package of colours' });
  expect(summary).toContain('Share the package of colours');
  const [tidewater, halle] = ['tidewater', 'halle-verte'].map(
    (project) => read(`projects/${project}/tasks.md`) + read(`projects/${project}/changelog.md`),
  );
  for (const text of [tidewater, halle]) expect(text).toContain('Share the package of colours');
  expect(
    [tidewater, halle].filter((text) => text!.includes('# Share the package of colours\nstatus:')),
  ).toHaveLength(1);
});

describe('an answer', () => {
  const HEAD = '---\ncreated: 2025-01-10T10:00:00\nupdated: 2025-07-10T08:00:00\ntokens: 30\n---\n\n';
  const TWO = {
    'projects/startup-x/state.md': `${HEAD}## Ce qui bloque\nAPI externe : prestataire indisponible avant juin.\n`,
    'projects/startup-x/changelog.md': `${HEAD}# 2025-07-14\n\n## [décision] Abandon de l'API externe\nLe prestataire ne peut pas livrer avant juin.\n\n# 2025-07-01\n\n## Lancement\nRéunion avec Marie.\n`,
    'projects/appart-search/state.md': `${HEAD}## Statut\nRecherche d'un appartement à Nantes, budget 1100 euros.\n`,
    'bucket/recipe.md': `${HEAD}# Pancakes\nFlour, milk and two eggs.\n`,
  };
  const UNSURE = "Le prestataire indisponible livre l'API externe avant juin, l'appartement à Nantes";

  it('moves what was filed at a place that is not right, as one entry of the history', async () => {
    const { memory, give, answer, read } = opened(TWO);
    const asked = await give({ text: UNSURE });
    expect(asked.summary).toMatch(/est-ce le bon/);
    const [, from] = /projects\/([^/]+)\//.exec(asked.files.join())!;
    const to = from === 'startup-x' ? 'appart-search' : 'startup-x';
    const moved = await answer(asked, to);
    expect(moved).toMatchObject({ state: 'done' });
    expect(read(`projects/${from}/changelog.md`)).not.toContain(UNSURE);
    expect(read(`projects/${to}/changelog.md`)).toContain(UNSURE);
    // An update is filed a moment before it is in the history.
    const entry = await vi.waitUntil(async () => (await memory.updates.find(moved.id)).history);
    await memory.history.undo(entry);
    expect(read(`projects/${from}/changelog.md`)).toContain(UNSURE);
    expect(read(`projects/${to}/changelog.md`)).not.toContain(UNSURE);
    expect((await memory.updates.find(asked.id)).state).toBe('needs_answer');
  });

  it('leaves a filing that was changed since where it is', async () => {
    const { memory, give, answer, read } = opened(TWO);
    const asked = await give({ text: UNSURE });
    const [path] = asked.files.filter((file) => file.endsWith('changelog.md'));
    await vi.waitUntil(async () => (await memory.updates.find(asked.id)).history);
    const { outcomes } = await memory.call([
      { tool: 'read', input: { paths: path } },
      { tool: 'edit', input: { path, old_content: 'livre l', new_content: 'ne livre pas l' } },
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
    const kept = await answer(asked, 'New project: other');
    expect(kept.summary).toContain('reste en place');
    expect(read(path!.slice('vault/'.length))).toContain('ne livre pas');
  });

  it('corrects the lines that it names', async () => {
    const { give, answer, read } = opened();
    const asked = await give({ text: 'It is 6,500 €, not 6,200 €.', project: 'tidewater' });
    expect(asked.question!.choices.map(({ label }) => label.slice(0, 41))).toEqual([
      'Change all 2 lines',
      'vault/projects/tidewater/description.md:5',
      'vault/projects/tidewater/state.md:3: The ',
      'None of them',
    ]);
    expect(await answer(asked, '3')).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/state.md')).toContain('6,500 € of work');
    expect(read('projects/tidewater/description.md')).toContain('6,200 €');
  });

  it('corrects all lines, and says what they were', async () => {
    const { give, answer, read } = opened();
    await answer(await give({ text: 'It is 6,500 €, not 6,200 €.', project: 'tidewater' }), 'yes');
    expect(read('projects/tidewater/state.md')).toContain('6,500 € of work');
    expect(read('projects/tidewater/description.md')).toContain('6,500 €');
    expect(read('projects/tidewater/changelog.md').match(/6,200 €.* → .*6,500 €/g)).toHaveLength(2);
  });

  it('says of a deleted item that it is deleted, and of no other', async () => {
    const { give, answer } = opened();
    const deleted = await answer(await give({ text: 'I sent the invoice' }), 'Delete');
    expect(deleted).toMatchObject({ state: 'done', deleted: true });
    const filed = await answer(await give({ text: 'I sent the invoice' }), '2');
    expect(filed.deleted).toBeUndefined();
  });

  it('says which of several tasks is done', async () => {
    const { give, answer, read } = opened();
    const asked = await give({ text: 'I sent the invoice' });
    expect(asked.question!.choices.map(({ label }) => label)).toEqual([
      'Send the invoice to Priya (tidewater)',
      'Send the invoice to Tom (tidewater)',
      'None of them',
      'Delete',
    ]);
    expect(await answer(asked, 'Send the invoice to Tom (tidewater)')).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/tasks.md')).toContain('Priya');
    expect(read('projects/tidewater/tasks.md')).not.toContain('Tom');
    expect(read('projects/tidewater/changelog.md')).toContain('## Done: Send the invoice to Tom');
  });

  const MAIL =
    'From: Priya Nair\nTo: me\nSubject: Tidewater\n\nWe decided to drop the native app.\nPlease send the screens.\nThe weather is fine.\n';

  it.each([
    ['all', true, true],
    ['1', true, true],
    ['2', true, false],
    ['2 and 3', true, true],
    ['none', false, false],
    ['delete it', false, false],
  ])('confirms the statements of a mail: %s', async (words, decision, task) => {
    const { give, answer, read, open } = opened();
    const asked = await give({ text: MAIL });
    expect(asked.question!.choices.map(({ label }) => label)).toEqual([
      'All of them',
      'Decision: We decided to drop the native app.',
      'Task: Please send the screens.',
      'None of them',
    ]);
    expect(await answer(asked, words)).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/changelog.md').includes('[decision] We decided')).toBe(decision);
    expect(read('projects/tidewater/tasks.md').includes('end the screens')).toBe(task);
    expect(open()).toEqual([]);
  });

  it('that says nothing to a question about a mail is asked again, and files nothing twice', async () => {
    const { give, answer, open } = opened();
    const asked = await give({ text: MAIL });
    expect(await answer(asked, 'halle-verte')).toMatchObject({ state: 'needs_answer' });
    expect(open()).toEqual([asked.inbox]);
  });
});

describe('a secret', () => {
  const KEY = 'sk-live-9f8e7d6c5b4a39281706f5e4d3c2b1a0';
  const TEXT = `The export service of Tidewater wants the password hunter2-Zebra-Quartz and the key ${KEY}`;

  it('is not found, answered, listed or told before it is confirmed, and the message says what to do', async () => {
    const { memory, give, answer, read } = opened();
    const asked = await give({ text: TEXT });
    expect(asked).toMatchObject({ state: 'needs_answer', files: expect.any(Array) });
    expect(asked.summary).toContain('Keep it or delete it by answering the question.');
    expect(asked.summary).not.toContain('Zebra');
    expect(read(`inbox/${asked.inbox}/input.md`) ?? '').not.toMatch(/Zebra|9f8e7d6c/);
    expect(read(`inbox/${asked.inbox}/review.md`)).not.toMatch(/Zebra|9f8e7d6c/);
    const everything = async () =>
      JSON.stringify([
        await memory.find({ queries: ['password Zebra Quartz export service', KEY], mode: 'fast' }),
        await memory.find({ queries: ['password Zebra Quartz export service', KEY], mode: 'deep' }),
        await memory.ask({ question: 'What is the password of the export service?' }),
        await memory.ask({ question: 'Where were we on Tidewater?' }),
        await memory.ask({ question: 'What is new?' }),
        await memory.files.tree(),
        await memory.inbox.list(),
        await memory.history.list({ limit: 9 }),
        await memory.updates.list(9),
        (await memory.call([{ tool: 'tree', input: {} }])).outcomes,
        (await memory.call([{ tool: 'search', input: { queries: ['Zebra Quartz password'] } }])).outcomes,
      ]);
    const told = await everything();
    expect(told).not.toContain('Zebra');
    expect(told).not.toContain('9f8e7d6c');
    await answer(asked, 'keep it');
    expect(await everything()).toContain('Zebra');
  });

  it('does not reach QMD before it is confirmed', async () => {
    const { vault, give, answer } = opened();
    const { folder, childScript, log, env } = fakeQmd('well');
    const files = createFileSource(vault);
    const indexFile = join(folder, 'index.sqlite');
    const shared = { files, indexFile, clock: vault.clock, refresh: 'every-search' as const };
    const own = createLocalEngine({ ...shared, embedder: null });
    const engine = createQmdEngine({ ...shared, own, env, childScript });
    onTestFinished(() => engine.close());
    const found = async () => {
      const { results, stages } = await engine.search({ queries: ['export service'] });
      expect(stages[0]).toMatchObject({ name: 'qmd', ran: true });
      return JSON.stringify(results);
    };
    const asked = await give({ text: TEXT });
    expect(await found()).not.toContain('Zebra');
    const sent = readFileSync(log, 'utf8');
    expect(sent).toContain(`inbox/${asked.inbox}/review.md`);
    expect(sent).not.toMatch(/Zebra|9f8e7d6c/);
    await answer(asked, 'keep it');
    expect(await found()).toContain('Zebra');
    expect(readFileSync(log, 'utf8')).toContain('Zebra');
  });
});
