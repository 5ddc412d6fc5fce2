import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gif, jpeg, png, webp } from '../../test/support/images.js';
import { scriptedModel, type Turn } from '../../test/support/scripted-model.js';
import { type TempVault, tempVault } from '../../test/support/temp-vault.js';
import { keptText } from '../tools/keep.js';
import { createSession } from '../tools/session.js';
import { createAgents } from './create-agents.js';
import type { UpdateInput, UpdateOutcome } from './update.js';

const IMAGES = [
  { name: 'a.png', media_type: 'image/png', bytes: png(4, 4) },
  { name: 'b.jpg', media_type: 'image/jpeg', bytes: jpeg(4, 4) },
  { name: 'c.gif', media_type: 'image/gif', bytes: gif(4, 4) },
  { name: 'd.webp', media_type: 'image/webp', bytes: webp(4, 4) },
];

const notes = () =>
  tempVault({
    'projects/startup-x/state.md': '# Statut\nstatus: actif\n\n# Équipe\nbudget: 500 euros\n',
    'projects/startup-x/tasks.md': '# Appeler Marie\nstatus: à-faire | prio: basse\n',
    'projects/startup-x/changelog.md': '# 2025-07-01\n\n## Lancement\nDébut.\n',
    'profile.md': '# Identité\nville: Nantes\n',
  });

/** Files an input: with the turns of a model, or without one. */
async function file(vault: TempVault, input: Partial<UpdateInput>, turns: Turn[] | null) {
  const model = turns === null ? null : await scriptedModel('anthropic', turns);
  const agents = createAgents({
    model: model?.settings ?? null,
    key: 'k',
    language: 'fr',
    limits: { retries: 0 },
  });
  const outcome = await agents.file({
    id: 'u1',
    input: { text: '', images: [], inbox_ref: null, ...input },
    context: { ...vault.context, session: createSession() },
    takeBack: async () => null,
    onEvent: () => {},
    signal: new AbortController().signal,
  });
  return { outcome, requests: model?.requests ?? [] };
}

const call = (name: string, input: object): Turn => ({ calls: [{ name, input }] });
const entry = (title: string): Turn =>
  call('append', {
    path: 'vault/projects/startup-x/changelog.md',
    position: 'top',
    content: `## ${title}\nTexte.`,
  });

/** Every file of the vault with its bytes. */
function filesOf({ root }: TempVault): [string, Buffer][] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.') && /\.\w+$/.test(name))
    .map((name) => [name, readFileSync(join(root, name))]);
}

function pathsOf(vault: TempVault, bytes: Buffer): string[] {
  return filesOf(vault).flatMap(([name, other]) => (other.equals(bytes) ? [name] : []));
}

function expectLinked(vault: TempVault, paths: string[]): void {
  for (const path of paths)
    expect(filesOf(vault).some(([name, bytes]) => name !== path && bytes.includes(path))).toBe(true);
}

describe('the images of an update', () => {
  it.each<[string, string, Turn[] | null]>([
    ['an agent that ignores them', 'Le tableau de startup-x', [entry('Tableau'), { text: 'Noté.' }]],
    [
      'an agent that keeps them',
      'Le tableau de startup-x',
      [
        call('keep', { to: 'vault/projects/startup-x/bucket/tableau.png' }),
        entry('Tableau'),
        { text: 'Gardé.' },
      ],
    ],
    ['an agent that writes nothing', 'Le tableau de startup-x', [{ text: 'Joli.' }]],
    [
      'an agent that deletes what it kept',
      'startup-x',
      [
        call('keep', { to: 'vault/bucket/tableau.png' }),
        call('read', { paths: 'vault/bucket/' }),
        call('delete', { path: 'vault/bucket' }),
        { text: 'Fini.' },
      ],
    ],
    ['the clerk, a note', 'Noté pour startup-x : le tableau de la salle', null],
    ['the clerk, a fact that replaces one', "J'habite à Rennes", null],
    ['the clerk, a correction', 'Le budget est de 600 euros, pas 500 euros', null],
    ['the clerk, a question', 'Quel est le budget de startup-x ?', null],
    ['the clerk, tasks', '- Appeler Paul\n- Relancer Anna', null],
    ['the clerk, a task that is done', "J'ai appelé Marie", null],
    ['the clerk, images alone', '', null],
    ['the clerk, in doubt', 'Une chose sans rapport', null],
    ['the clerk, a secret', 'mot de passe : hunter2-XyZ-99!', null],
  ])('are in the vault afterwards, byte for byte: %s', async (_who, text, turns) => {
    const vault = notes();
    const { outcome } = await file(vault, { text, images: IMAGES }, turns);
    for (const { bytes } of IMAGES) {
      const paths = pathsOf(vault, bytes);
      expect(paths).toHaveLength(1);
      if (outcome.state === 'done') expectLinked(vault, paths);
    }
  });

  it('lie in the bucket of the project that the agent wrote to, linked from its entry', async () => {
    const vault = notes();
    const { outcome } = await file(vault, { text: 'Photo du tableau', images: IMAGES.slice(0, 1) }, [
      entry('Tableau'),
      { text: 'Noté.' },
    ]);
    expect(outcome).toMatchObject({
      state: 'done',
      summary: 'Noté.\nÉgalement classé : vault/projects/startup-x/bucket/2025-07-14-photo-tableau.png',
    });
    expect(vault.get('projects/startup-x/changelog.md')).toContain(
      '## Tableau\nTexte.\n→ vault/projects/startup-x/bucket/2025-07-14-photo-tableau.png\n\n# 2025-07-01',
    );
  });

  it('lie in the vault once where an answer closes two tasks', async () => {
    const vault = notes();
    vault.put(
      'projects/startup-x/tasks.md',
      '# Appeler Marie\nstatus: à-faire\n\n# Appeler Paul\nstatus: à-faire\n',
    );
    vault.put(
      'inbox/fait/review.md',
      `---\nasks: place\nactions: ${JSON.stringify(
        JSON.stringify(
          ['Marie', 'Paul'].map((name) => ({
            do: 'end',
            path: 'projects/startup-x/tasks.md',
            title: `Appeler ${name}`,
            project: 'startup-x',
          })),
        ),
      )}\n---\n\n# Que faut-il en faire ?\n\n## Choix\n\n1. Terminée : Appeler Marie\n2. Terminée : Appeler Paul\n`,
    );
    vault.put('inbox/fait/input.md', "J'ai appelé");
    vault.put('inbox/fait/image-1.png', IMAGES[0]!.bytes);
    const { outcome } = await file(vault, { text: '1, 2', inbox_ref: 'fait' }, null);
    expect(outcome.state).toBe('done');
    expect(vault.get('projects/startup-x/tasks.md')).not.toContain('Appeler');
    expect(pathsOf(vault, IMAGES[0]!.bytes)).toHaveLength(1);
  });

  it('lie in the vault once, after the clerk filed them, asked whether that is right, and heard yes', async () => {
    const vault = notes();
    vault.put(
      'inbox/plan/review.md',
      '---\nasks: right\nactions: "[{\\"do\\":\\"right\\",\\"project\\":\\"startup-x\\"},{\\"do\\":\\"place\\",\\"at\\":{\\"kind\\":\\"discard\\"}}]"\n---\n\n# Est-ce le bon endroit ?\n\n## Classé\n\n→ vault/projects/startup-x/changelog.md\n\n## Choix\n\n1. Oui : startup-x\n2. Supprimer\n',
    );
    for (const folder of ['inbox/plan', 'projects/startup-x/bucket'])
      vault.put(`${folder}/image-1.png`, IMAGES[0]!.bytes);
    const { outcome } = await file(vault, { text: '1', inbox_ref: 'plan' }, null);
    expect(outcome.state).toBe('done');
    expect(pathsOf(vault, IMAGES[0]!.bytes)).toEqual(['projects/startup-x/bucket/image-1.png']);
  });

  it('of an inbox item outlive the answer, unless it is to delete them', async () => {
    const vault = notes();
    const ask = async () => {
      const { outcome } = await file(
        vault,
        { text: 'La salle du fond, un jour de pluie', images: IMAGES },
        null,
      );
      return outcome.inbox!;
    };
    const settle = (inbox: string, text: string, ...turns: Turn[]) =>
      file(vault, { text, inbox_ref: inbox }, [
        call('read', { paths: `vault/inbox/${inbox}/` }),
        ...turns,
        call('delete', { path: `vault/inbox/${inbox}/` }),
        { text: 'Fait.' },
      ]);
    const inbox = await ask();
    await settle(inbox, 'startup-x', entry('Plan'));
    expect(existsSync(join(vault.root, 'inbox', inbox))).toBe(false);
    for (const { bytes } of IMAGES) expectLinked(vault, pathsOf(vault, bytes));
    expect(pathsOf(vault, IMAGES[0]!.bytes)[0]).toMatch(/^projects\/startup-x\/bucket\//);

    const other = notes();
    const { outcome } = await file(
      other,
      { text: 'La salle du fond, un jour de pluie', images: IMAGES },
      null,
    );
    await file(other, { text: 'Supprimer', inbox_ref: outcome.inbox }, null);
    expect(pathsOf(other, IMAGES[0]!.bytes)).toEqual([]);
  });
});

const MAIL = `From: anna@example.org\nSubject: devis\n\nBonjour,\n\n${'Une ligne du devis de la toiture.\n'.repeat(80)}\nCordialement\nAnna`;

describe('the text of an update', () => {
  const keptIn = (vault: TempVault, text: string) =>
    filesOf(vault).flatMap(([name, bytes]) => (keptText(bytes.toString()) === text ? [name] : []));
  const run = (text: string, ...turns: Turn[]) => {
    const vault = notes();
    return file(vault, { text }, turns).then(({ outcome, requests }) => ({ vault, outcome, requests }));
  };

  it('is filed whole by keep, though the prompt shows its beginning alone', async () => {
    const text = Array.from({ length: 4_000 }, (_, line) => `Anna : réplique numéro ${line + 1}`).join('\n');
    const { vault, outcome, requests } = await run(
      text,
      call('read', { paths: 'input/text.md (lines 2000-2001)' }),
      call('keep', { to: 'vault/projects/startup-x/bucket/appel.md' }),
      entry('Appel'),
      { text: 'Gardé.' },
    );
    expect(text.length).toBeGreaterThan(100_000);
    expect(requests[0]).toContain('input/text.md has 4000 lines');
    expect(requests[0]!.length).toBeLessThan(40_000);
    expect(requests[1]).toContain('2000 | Anna : réplique numéro 2000');
    expect(keptIn(vault, text)).toEqual(['projects/startup-x/bucket/appel.md']);
    expect(outcome.state).toBe('done');
    expect(vault.get('projects/startup-x/changelog.md')).toContain(
      '## Appel\nTexte.\n→ vault/projects/startup-x/bucket/appel.md\n',
    );
  });

  it('is kept where the agent wrote a summary of a mail, and not where it kept a part of it', async () => {
    const whole = await run(MAIL, entry('Devis'), { text: 'Noté.' });
    expect(whole.outcome.state).toBe('done');
    const [path] = keptIn(whole.vault, MAIL);
    expect(path).toMatch(/^projects\/startup-x\/bucket\/2025-07-14-/);
    expectLinked(whole.vault, [path!]);
    const part = await run(MAIL, call('keep', { to: 'vault/bucket/devis.md', lines: '1-6' }), {
      text: 'Gardé.',
    });
    expect(keptIn(part.vault, MAIL)).toEqual([]);
    expect(keptText(part.vault.get('bucket/devis.md'))).toBe(`${MAIL.split('\n').slice(0, 6).join('\n')}\n`);
  });

  it('waits in the inbox where the agent wrote nothing, with what the agent said', async () => {
    const { vault, outcome } = await run('Le garagiste demande 340 euros', { text: 'Je ne sais pas.' });
    expect(outcome).toMatchObject({ state: 'needs_answer' });
    expect(outcome.summary).toContain('Je ne sais pas.');
    expect(keptIn(vault, 'Le garagiste demande 340 euros')).toEqual([`inbox/${outcome.inbox}/input.md`]);
    expect(vault.get(`inbox/${outcome.inbox}/review.md`)).toContain('Je ne sais pas.');
  });

  it.each<[string, string, Turn[]]>([
    [
      'the vault says it already',
      'Startup-x : le budget est de 500 euros.',
      [call('read', { paths: 'vault/projects/startup-x/state.md' }), { text: 'Déjà noté.' }],
    ],
    ['it is a question', 'Quel est le budget de startup-x ?', [{ text: '500 euros.' }]],
    [
      'it is an instruction that was carried out',
      'Supprime la liste de tâches de startup-x',
      [
        call('read', { paths: 'vault/projects/startup-x/tasks.md' }),
        call('delete', { path: 'vault/projects/startup-x/tasks.md' }),
        { text: 'Supprimée.' },
      ],
    ],
  ])('needs no file where %s', async (_why, text, turns) => {
    const { vault, outcome } = await run(text, ...turns);
    expect(outcome).toMatchObject({ state: 'done', inbox: null });
    expect(keptIn(vault, text)).toEqual([]);
  });

  it('is news where one number differs from what the vault says', async () => {
    const { outcome } = await run(
      'Startup-x : le budget est de 700 euros.',
      call('read', { paths: ['vault/projects/startup-x/state.md', 'input/text.md'] }),
      { text: 'Déjà noté.' },
    );
    expect(outcome.state).toBe('needs_answer');
  });

  it('lies beside the review that an agent writes, whatever else it put there', async () => {
    const text = `${MAIL}\r\n`;
    const vault = notes();
    const review = {
      path: 'vault/inbox/2025-07-14-devis/review.md',
      content: '# Devis\n\n## Question\n\nQuel projet ?\n',
    };
    const { outcome } = await file(vault, { text, images: IMAGES }, [
      {
        calls: [
          { name: 'write', input: review },
          { name: 'write', input: { path: 'vault/inbox/2025-07-14-devis/input.md', content: 'retyped' } },
        ],
      },
      { text: 'Une question.' },
    ]);
    expect(outcome).toMatchObject({ state: 'needs_answer', inbox: '2025-07-14-devis' });
    expect(keptIn(vault, text)).toEqual(['inbox/2025-07-14-devis/input.md']);
    for (const { bytes } of IMAGES) expect(pathsOf(vault, bytes)).toHaveLength(1);
  });

  it('of an inbox item outlives the answer of an agent that only summarised it', async () => {
    const vault = notes();
    vault.put('inbox/devis/review.md', '# Devis\n\n## Question\n\nQuel projet ?\n');
    vault.put('inbox/devis/input.md', MAIL);
    const settle = (...turns: Turn[]): Promise<{ outcome: UpdateOutcome }> =>
      file(vault, { text: 'plutôt le mois prochain', inbox_ref: 'devis' }, turns);
    const open = await settle(call('read', { paths: 'vault/inbox/devis/' }), { text: 'Quel projet ?' });
    expect(open.outcome).toMatchObject({ state: 'needs_answer', inbox: 'devis', summary: 'Quel projet ?' });
    expect(vault.get('inbox/devis/review.md')).toMatch(
      /## Question\n\nQuel projet \?\n\n## Réponse précédente\n\n> plutôt le mois prochain\n\nQuel projet \?\n$/,
    );
    await settle(
      call('read', { paths: 'vault/inbox/devis/' }),
      entry('Devis'),
      call('delete', { path: 'vault/inbox/devis/' }),
      { text: 'Classé.' },
    );
    const [path] = keptIn(vault, MAIL);
    expect(path).toMatch(/^projects\/startup-x\/bucket\//);
    expectLinked(vault, [path!]);
  });
});

describe('an inbox item that an agent deletes', () => {
  const item = () => {
    const vault = notes();
    vault.put('inbox/devis/review.md', '# Devis\n\n## Question\n\nQuel projet ?\n');
    vault.put('inbox/devis/devis.md', 'Le couvreur demande 1200 euros.');
    return vault;
  };
  const turns = (...more: Turn[]) => [
    call('read', { paths: 'vault/inbox/devis/' }),
    ...more,
    call('delete', { path: 'vault/inbox/devis/' }),
    { text: 'Fait.' },
  ];
  const copies = (vault: TempVault) =>
    filesOf(vault).flatMap(([name, bytes]) => (bytes.includes('Le couvreur demande') ? [name] : []));

  it('leaves its text in the vault where the agent wrote nothing', async () => {
    const vault = item();
    await file(vault, { text: 'startup-x', inbox_ref: 'devis' }, turns());
    expect(copies(vault)).toEqual(['bucket/2025-07-14-couvreur-demande-1200-euros.md']);
  });

  it('leaves no second copy where the agent moved the text, and none where the user wants it deleted', async () => {
    const moved = item();
    const move = call('move', {
      from: 'vault/inbox/devis/devis.md',
      to: 'vault/projects/startup-x/bucket/devis.md',
    });
    await file(moved, { text: 'startup-x', inbox_ref: 'devis' }, turns(move));
    expect(copies(moved)).toEqual(['projects/startup-x/bucket/devis.md']);
    const deleted = item();
    await file(deleted, { text: 'supprime-le', inbox_ref: 'devis' }, turns());
    expect(copies(deleted)).toEqual([]);
  });
});

describe('a value that an agent replaces', () => {
  const change = (log: string | null): Turn[] => [
    call('read', { paths: 'vault/projects/startup-x/' }),
    call('edit', {
      path: 'vault/projects/startup-x/tasks.md',
      old_content: 'prio: basse',
      new_content: 'prio: haute',
    }),
    ...(log === null ? [] : [entry(log)]),
    { text: 'Fait.' },
  ];

  it.each([
    ['silently', null, 1],
    ['while its log names neither value', 'Priorité de Marie', 1],
    ['while its log names the old one', "Marie n'est plus basse", 0],
    ['while its log names the new one', 'Marie en prio haute', 0],
    ['while its log has the value in a longer word', 'bassement', 1],
  ])('is logged with its task, once or not at all: %s', async (_how, log, count) => {
    const vault = notes();
    await file(vault, { text: 'Marie est urgente' }, change(log));
    const logged = vault.get('projects/startup-x/changelog.md');
    expect(logged.split('Appeler Marie, prio: basse → haute')).toHaveLength(count + 1);
    expect(logged.match(/→/g) ?? []).toHaveLength(count);
  });
});
