import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { createLocalMemory } from '../src/memory/local-memory.js';
import type { InputOf } from '../src/operations/list.js';
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
  const give = async (input: Partial<InputOf<'update'>>) => {
    const { id } = await memory.run('update', { text: '', images: [], inbox_ref: null, ...input });
    return memory.run('updates/follow', { id });
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

describe('a note that says that something changed', () => {
  const TEXT = 'The quote of Tidewater without tax is now 6,900 €.';
  const LABEL =
    'vault/projects/tidewater/description.md:5: - Quote D-7: 6,200 € without tax, in three parts. → - Quote D-7: 6,900 € without tax, in three parts.';

  it('is kept as it is, and offers the line before and after', async () => {
    const { give, read } = opened();
    const asked = await give({ text: TEXT });
    expect(read('projects/tidewater/changelog.md')).toContain(`## ${TEXT.slice(0, -1)}\n`);
    expect(read('projects/tidewater/description.md')).toContain('6,200 €');
    expect(asked).toMatchObject({
      state: 'needs_answer',
      question: { text: 'What should Rappel do with this?' },
    });
    expect(asked.question!.choices.map(({ label }) => label)).toEqual([LABEL, 'None of them']);
  });

  it.each(['1', 'yes', 'yes please', 'the quote'])(
    'changes the line and logs the old value: %s',
    async (words) => {
      const { give, answer, read, open } = opened();
      expect(await answer(await give({ text: TEXT }), words)).toMatchObject({ state: 'done' });
      expect(read('projects/tidewater/description.md')).toContain('- Quote D-7: 6,900 € without tax');
      expect(read('projects/tidewater/changelog.md')).toContain(
        '- Quote D-7: 6,200 € without tax, in three parts. → - Quote D-7: 6,900 €',
      );
      expect(open()).toEqual([]);
    },
  );

  it.each(['no', '2', 'none', 'None of them'])(
    'changes nothing where the user says so: %s',
    async (words) => {
      const { give, answer, read, open } = opened();
      expect(await answer(await give({ text: TEXT }), words)).toMatchObject({ state: 'done' });
      expect(read('projects/tidewater/description.md')).toContain('6,200 €');
      expect(read('projects/tidewater/changelog.md')).toContain(TEXT.slice(0, -1));
      expect(open()).toEqual([]);
    },
  );

  it.each([
    [
      "Halle Verte : l'ouverture au public est maintenant le 15 septembre 2025",
      '- Ouverture au public : 15 septembre 2025.',
    ],
    ["La comptabilité de la Halle Verte, c'est désormais Jeanne Morel", '- Comptabilité : Jeanne Morel.'],
    ['Product owner of Tidewater is now Jo Bell', '- Product: Jo Bell.'],
  ])('offers a keyed line with its new value, and nothing else: %s', async (text, line) => {
    const { give, answer, read } = opened(KEYED);
    const asked = await give({ text });
    expect(asked.question!.choices.map(({ label }) => label)).toEqual([
      expect.stringMatching(` → ${line.replaceAll(/[.]/g, '[.]')}$`),
      expect.stringMatching(/^(?:None of them|Aucune)$/),
    ]);
    for (const path of Object.keys(KEYED))
      expect(read(path)).toContain(KEYED[path as keyof typeof KEYED].trim());
    const { state, files } = await answer(asked, '1');
    expect(state).toBe('done');
    const path = files.find((file) => file.endsWith('description.md'))!.slice('vault/'.length);
    expect(read(path)).toContain(`${line}\n`);
    expect(read(path.replace('description', 'changelog'))).toContain(`→ ${line}`);
  });
});

describe('a caller that says what it knows', () => {
  it('corrects a line by its words, and is not asked', async () => {
    const { give, read } = opened();
    const done = await give({
      text: 'It was signed at 6,900 €.',
      kind: 'correction',
      project: 'tidewater',
      replaces: '6,200 € without tax',
    });
    expect(done).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/description.md')).toContain(
      '- Quote D-7: 6,900 € without tax, in three parts.',
    );
    expect(read('projects/tidewater/changelog.md')).toContain('6,200 € without tax, in three parts. → ');
  });

  it('corrects a line by its place', async () => {
    const { give, read, memory } = opened();
    await memory.run('tree');
    const line =
      read('projects/tidewater/state.md')
        .split('\n')
        .findIndex((each) => each.includes('launch')) + 1;
    const done = await give({
      text: 'The launch is on 28 July 2025.',
      kind: 'correction',
      replaces: `vault/projects/tidewater/state.md:${line}`,
      project: 'tidewater',
    });
    expect(done).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/state.md')).toContain('- 2025-07-28: launch with three pilot harbours.');
  });

  it('ends a task by its words', async () => {
    const { give, read } = opened();
    const done = await give({ text: 'Sent it this morning.', kind: 'done', replaces: 'invoice to Tom' });
    expect(done).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/tasks.md')).not.toContain('Tom');
    const log = read('projects/tidewater/changelog.md');
    expect(log).toContain('## Done: Send the invoice to Tom');
    expect(log).toContain('Sent it this morning.');
  });

  it('gives a task its title and its day', async () => {
    const { give, read } = opened();
    await give({
      text: 'Tom waits for it since May, and he needs the number of the order on it.',
      kind: 'task',
      project: 'tidewater',
      title: 'Reissue the invoice',
      due: '2025-07-18',
    });
    const tasks = read('projects/tidewater/tasks.md');
    expect(tasks).toMatch(/# Reissue the invoice\nstatus: to-do.*\ndeadline: 2025-07-18\n/);
    expect(tasks).toContain('Tom waits for it since May, and he needs the number of the order on it.');
  });

  it.each([
    ['several lines fit', { kind: 'correction', replaces: '6,200 €', text: 'It is 6,500 €.' } as const],
    ['several tasks fit', { kind: 'done', replaces: 'the invoice', text: 'I sent it.' } as const],
  ])('is asked where %s, and nothing changes before', async (_, given) => {
    const { give, read } = opened();
    const before = ['description.md', 'tasks.md', 'state.md'].map((name) =>
      read(`projects/tidewater/${name}`),
    );
    const asked = await give({ project: 'tidewater', ...given });
    expect(asked).toMatchObject({ state: 'needs_answer' });
    expect(asked.question!.choices.map(({ label }) => label)).toEqual([
      'All of them',
      expect.stringMatching(/6,200 €|Done: /),
      expect.stringMatching(/6,200 €|Done: /),
      'None of them',
    ]);
    const after = ['description.md', 'tasks.md', 'state.md'].map((name) =>
      read(`projects/tidewater/${name}`),
    );
    for (const [at, text] of before.entries()) expect(after[at]).toContain(text.trim());
  });

  it('is asked about a project that is not there, which may be new', async () => {
    const { give, answer, read } = opened();
    const asked = await give({ text: 'The varnish is blue.', kind: 'note', project: 'Boatyard' });
    expect(asked.question!.choices[0]!.label).toBe('New project: boatyard');
    await answer(asked, '1');
    expect(read('projects/boatyard/description.md')).toContain('The varnish is blue.');
  });
});

it('files a task for two projects in the one, with a link in the other', async () => {
  const { give, read } = opened();
  const text = 'todo: Tidewater and Halle Verte: share the package of colours';
  const { summary } = await give({ text });
  expect(summary).toContain('share the package of colours');
  const [tidewater, halle] = ['tidewater', 'halle-verte'].map(
    (project) => read(`projects/${project}/tasks.md`) + read(`projects/${project}/changelog.md`),
  );
  for (const all of [tidewater, halle]) expect(all).toContain('share the package of colours');
  expect(
    [tidewater, halle].filter((all) => /^# .*share the package of colours\nstatus:/m.test(all!)),
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
    const entry = await vi.waitUntil(
      async () => (await memory.run('updates/find', { id: moved.id })).history,
      {
        timeout: 120_000,
      },
    );
    await memory.run('history/undo', { id: entry });
    expect(read(`projects/${from}/changelog.md`)).toContain(UNSURE);
    expect(read(`projects/${to}/changelog.md`)).not.toContain(UNSURE);
    expect((await memory.run('updates/find', { id: asked.id })).state).toBe('needs_answer');
  });

  it('moves a task as a task', async () => {
    const { give, answer, read } = opened(TWO);
    const asked = await give({ text: `- [ ] ${UNSURE}` });
    expect(asked.summary).toMatch(/est-ce le bon/);
    const moved = await answer(asked, 'Bucket global');
    expect(moved).toMatchObject({ state: 'done' });
    expect(read('tasks.md')).toContain(`# ${UNSURE}\n`);
    expect(read('projects/startup-x/tasks.md') + read('projects/appart-search/tasks.md')).not.toContain(
      UNSURE,
    );
  });

  it('makes tasks of their own of those that one line lists', async () => {
    const { memory, give, answer, read, open } = opened({});
    const text = 'Appeler le plombier pour la fuite, envoyer le devis à Martin et commander les vis';
    const asked = await give({ text });
    expect(read('tasks.md')).toContain(`# ${text}\n`);
    await vi.waitUntil(async () => (await memory.run('updates/find', { id: asked.id })).history, {
      timeout: 120_000,
    });
    expect(await answer(asked, '1')).toMatchObject({ state: 'done' });
    const titles = read('tasks.md').match(/^# .*/gm);
    expect(titles).toEqual([
      '# Appeler le plombier pour la fuite',
      '# envoyer le devis à Martin',
      '# commander les vis',
    ]);
    expect(open()).toEqual([]);
  });

  it('leaves a filing that was changed since where it is', async () => {
    const { memory, give, answer, read } = opened(TWO);
    const asked = await give({ text: UNSURE });
    const [path] = asked.files.filter((file) => file.endsWith('changelog.md'));
    await vi.waitUntil(async () => (await memory.run('updates/find', { id: asked.id })).history, {
      timeout: 120_000,
    });
    const { outcomes } = await memory.run('calls', {
      calls: [
        { tool: 'read', input: { paths: path } },
        { tool: 'edit', input: { path, old_content: 'livre l', new_content: 'ne livre pas l' } },
      ],
    });
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
    const kept = await answer(asked, 'New project: other');
    expect(kept.summary).toContain('reste en place');
    expect(read(path!.slice('vault/'.length))).toContain('ne livre pas');
  });

  it('corrects the lines that it names', async () => {
    const { give, answer, read } = opened();
    const asked = await give({ text: 'It is 6,500 €, not 6,200 €.', project: 'tidewater' });
    expect(asked.question!.choices.map(({ label }) => label.slice(0, 41))).toEqual([
      'All of them',
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
    expect(asked.question!.choices.slice(0, 2).map(({ label }) => label)).toEqual([
      'Done: Send the invoice to Priya (tidewater)',
      'Done: Send the invoice to Tom (tidewater)',
    ]);
    expect(await answer(asked, 'the one to Tom')).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/tasks.md')).toContain('Priya');
    expect(read('projects/tidewater/tasks.md')).not.toContain('Tom');
    expect(read('projects/tidewater/changelog.md')).toContain('## Done: Send the invoice to Tom');
  });

  const MAIL =
    'From: Priya Nair\nTo: me\nSubject: Tidewater\n\nWe decided to drop the native app.\nPlease send me the screens before Friday.\nThe weather is fine.\n';

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
      'Task: Please send me the screens before Friday.',
      'None of them',
    ]);
    expect(await answer(asked, words)).toMatchObject({ state: 'done' });
    expect(read('projects/tidewater/changelog.md').includes('[decision] We decided')).toBe(decision);
    expect(read('projects/tidewater/tasks.md').includes('send me the screens')).toBe(task);
    expect(open()).toEqual([]);
  });

  it('that says nothing to a question about a mail is asked again, and files nothing twice', async () => {
    const { give, answer, open } = opened();
    const asked = await give({ text: MAIL });
    const again = await answer(asked, 'perhaps one day');
    expect(again).toMatchObject({ state: 'needs_answer', question: asked.question });
    expect(again.summary).toContain('a number from 1 to 4');
    expect(open()).toEqual([asked.inbox]);
  });

  it('that names a project moves a mail there', async () => {
    const { give, answer, read, open } = opened();
    expect(await answer(await give({ text: MAIL }), 'halle-verte')).toMatchObject({ state: 'done' });
    expect(read('projects/halle-verte/changelog.md')).toContain('drop the native app');
    expect(read('projects/tidewater/changelog.md')).not.toContain('native app');
    expect(open()).toEqual([]);
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
        await memory.run('tools/search', {
          queries: ['password Zebra Quartz export service', KEY],
          mode: 'fast',
        }),
        await memory.run('tools/search', {
          queries: ['password Zebra Quartz export service', KEY],
          mode: 'deep',
        }),
        await memory.run('search', { question: 'What is the password of the export service?' }),
        await memory.run('search', { question: 'Where were we on Tidewater?' }),
        await memory.run('search', { question: 'What is new?' }),
        await memory.run('tree'),
        (await memory.run('inbox/list')).items,
        (await memory.run('history/list', { limit: 9 })).entries,
        (await memory.run('updates/list', { limit: 9 })).updates,
        (await memory.run('calls', { calls: [{ tool: 'tree', input: {} }] })).outcomes,
        (
          await memory.run('calls', {
            calls: [{ tool: 'search', input: { queries: ['Zebra Quartz password'] } }],
          })
        ).outcomes,
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
