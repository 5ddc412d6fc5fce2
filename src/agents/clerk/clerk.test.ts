import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { type TempVault, tempVault } from '../../../test/support/temp-vault.js';
import type { SearchEngine } from '../../search/engine.js';
import { createAgents } from '../create-agents.js';
import type { UpdateInput } from '../update.js';
import { withoutRecalled } from './recalled.js';
import { readLessons } from './routing/lessons.js';

const HEAD = '---\ncreated: 2025-01-10T10:00:00\nupdated: 2025-07-10T08:00:00\ntokens: 30\n---\n\n';

const notes = () =>
  tempVault({
    'projects/startup-x/state.md': `${HEAD}## Ce qui bloque\nAPI externe : prestataire indisponible avant juin.\n`,
    'projects/startup-x/changelog.md': `${HEAD}# 2025-07-14\n\n## [décision] Abandon de l'API externe\nLe prestataire ne peut pas livrer avant juin.\n\n# 2025-07-01\n\n## Lancement\nRéunion avec Marie.\n`,
    'projects/appart-search/state.md': `${HEAD}## Statut\nRecherche d'un appartement à Nantes, budget 1100 euros.\n`,
    'bucket/recipe.md': `${HEAD}# Pancakes\nFlour, milk and two eggs.\n`,
  });

const agents = createAgents({ model: null, key: null, language: 'en' });

const ask = (vault: TempVault, question: string, scopes: string[] | null = null) =>
  agents.answer(vault.context, { question, scopes });

const give = (vault: TempVault, input: Partial<UpdateInput>, id = 'u1') =>
  agents.file({
    id,
    input: { text: '', images: [], inbox_ref: null, ...input },
    context: vault.context,
    takeBack: async () => [],
    onEvent: () => {},
    signal: new AbortController().signal,
  });

describe('a question without a model', () => {
  it('shows of an endless line what is around its match', async () => {
    const vault = notes();
    const filler = (word: string) => `${word} `.repeat(100_000);
    vault.put(
      'bucket/export.md',
      `# Export\n\n${filler('lorem')}the ferry to Ouessant leaves at seven ${filler('ipsum')}\n`,
    );
    const { text } = await ask(vault, 'When does the ferry to Ouessant leave?');
    expect(text).toContain('the ferry to Ouessant leaves at seven');
    expect(text).toMatch(/\[\d+ characters\] … .* … \[\d+ characters\]/);
    expect(text.length / 4).toBeLessThan(1_500);
  });

  it('is answered in the language of the question, with overview and passages', async () => {
    const answer = await ask(notes(), "Pourquoi l'API externe a-t-elle été abandonnée ?");
    expect(
      answer.text,
    ).toBe(`Trouvé : « Le prestataire ne peut pas livrer avant juin. » — [décision] Abandon de l'API externe, 2025-07-14 (vault/projects/startup-x/changelog.md:10).
Aucun modèle connecté : passages uniquement.

---

\`\`\`vault/projects/startup-x/changelog.md (lines 7-10)
7  | # 2025-07-14
8  |
9  | ## [décision] Abandon de l'API externe
10 | Le prestataire ne peut pas livrer avant juin.
\`\`\`

\`\`\`vault/projects/startup-x/state.md (lines 7-8)
7  | ## Ce qui bloque
8  | API externe : prestataire indisponible avant juin.
\`\`\``);
    expect(answer.files).toMatchObject([
      { path: 'vault/projects/startup-x/changelog.md', lines: '7-10' },
      { path: 'vault/projects/startup-x/state.md', lines: '7-8' },
    ]);
  });

  it('quotes the lines that were found, also where the file moved them a moment ago', async () => {
    const vault = notes();
    const path = 'projects/startup-x/changelog.md';
    const text = vault.get(path).replace(HEAD, '');
    vault.put(path, text);
    const engine = await vault.context.engine();
    // Stamped between the search and the reading of what it found.
    const stamping: SearchEngine = {
      ...engine,
      async search(request) {
        const found = await engine.search(request);
        vault.put(path, HEAD + text);
        return found;
      },
    };
    const context = { ...vault.context, engine: async () => stamping };
    const answer = await agents.answer(context, { question: "l'API externe abandonnée" });
    expect(answer.files[0]).toMatchObject({ path: `vault/${path}`, lines: '7-10' });
    expect(answer.text).toContain("9  | ## [décision] Abandon de l'API externe\n10 | Le prestataire");
  });

  it('names the words it did not find', async () => {
    const { overview } = await ask(notes(), 'How many eggs and zebras do the pancakes need?');
    expect(overview).toMatch(/^These passages do not mention: .*zebras/m);
  });

  it('says what was looked for and where when nothing is found', async () => {
    const answer = await ask(notes(), 'quantum chromodynamics', ['projects/']);
    expect(answer.text).toBe(
      'Nothing in projects/ answers “quantum chromodynamics”.\nNo model connected: passages only.',
    );
    expect(answer.files).toEqual([]);
  });

  it.each([
    [
      'budget appartement Nantes',
      'answers',
      /^Found: “Recherche d'un appartement à Nantes, budget 1100 euros\.” — Statut, 2025-07-10 \(/,
    ],
    ['How many eggs do the pancakes need?', 'answers', /^Found: “Flour, milk and two eggs\.”/],
    [
      'zebra crossing in Ulaanbaatar',
      'nothing',
      /^Nothing in the whole vault answers “zebra crossing in Ulaanbaatar”\./,
    ],
  ])('states what it is worth: %s', async (question, verdict, line) => {
    const answer = await ask(notes(), question);
    expect(answer.verdict).toBe(verdict);
    expect(answer.overview).toMatch(line);
    expect(answer.files.length > 0).toBe(verdict !== 'nothing');
    expect(answer.confidence).toBeGreaterThanOrEqual(0);
    expect(answer.confidence).toBeLessThanOrEqual(1);
  });

  it('names the nearest thing where nothing answers', async () => {
    const { text } = await ask(notes(), 'Where is the flat?');
    expect(text).toBe(`Nothing in the whole vault answers “Where is the flat?”.
The nearest is Statut, 2025-07-10 (vault/projects/appart-search/state.md:8).
No model connected: passages only.`);
  });

  it('says what answers also where there is no room to show it', async () => {
    const question = 'budget appartement Nantes';
    const whole = await ask(notes(), question);
    const least = await agents.answer(notes().context, { question, max_tokens: 100 });
    expect(least.verdict).toBe(whole.verdict);
    expect(least.text).toMatch(/^Found: “Recherche d'un appartement à Nantes, budget 1100 euros\.”/);
    expect(least.text.length).toBeLessThanOrEqual(400);
    expect(least.text).not.toContain('ne mentionnent pas');
    expect(least.files).toEqual([]);
  });

  it('gives the same bytes every time', async () => {
    const [first, second] = await Promise.all([
      ask(notes(), 'prestataire juin'),
      ask(notes(), 'prestataire juin'),
    ]);
    expect(first.text).toBe(second.text);
  });
});

describe('an update without a model', () => {
  const NOTE = 'La salle du fond sera repeinte, paraît-il, en bleu et en gris.';

  it('asks where a note belongs that names nothing known, with one question and its choices', async () => {
    const vault = notes();
    const outcome = await give(vault, { text: NOTE });
    const item = '2025-07-14-salle-fond-repeinte-parait';
    expect(outcome).toEqual({
      state: 'needs_answer',
      summary: 'Enregistré. Rappel a une question à vous poser.',
      inbox: item,
    });
    expect(vault.get(`inbox/${item}/input.md`)).toMatch(new RegExp(`\\n\\n${NOTE}$`));
    const review = vault.get(`inbox/${item}/review.md`);
    expect(review).toContain('# Où classer ceci ?');
    expect(review).toMatch(
      /## Choix\n\n(?:\d\. .+\n)*\d\. Bucket global\n(?:\d\. Tâche\n)?\d\. Supprimer\n$/,
    );
  });

  it.each([
    ['startup-x', 'projects/startup-x/changelog.md', `## ${NOTE.slice(0, -1)}\n`],
    ['pour Startup X', 'projects/startup-x/changelog.md', `## ${NOTE.slice(0, -1)}\n`],
    ['bucket', 'changelog.md', `## Classé : ${NOTE.slice(0, -1)}\n→ vault/bucket/`],
    ['Bucket global', 'changelog.md', `## Classé : ${NOTE.slice(0, -1)}\n→ vault/bucket/`],
    ['nouveau projet : Salle bleue', 'projects/salle-bleue/changelog.md', `## ${NOTE.slice(0, -1)}\n`],
    ['nouveau projet : Salle bleue', 'overview.md', '# Projets\n\n- **salle-bleue** : La salle'],
    ['profil', 'profile.md', `# Préférences\n\n- ${NOTE}`],
    [
      "c'est une tâche pour startup-x",
      'projects/startup-x/tasks.md',
      `# ${NOTE.slice(0, -1)}\nstatus: à-faire`,
    ],
    ['une décision, appart-search', 'projects/appart-search/changelog.md', '## [décision] La salle'],
    ['aucun des deux, supprime-le', 'changelog.md', `## Supprimé : ${NOTE.slice(0, -1)}\n`],
    ['jeter', 'changelog.md', `## Supprimé : ${NOTE.slice(0, -1)}\n`],
  ])('understands the answer %j', async (answer, path, text) => {
    const vault = notes();
    const { inbox } = await give(vault, { text: NOTE });
    expect(await give(vault, { text: answer, inbox_ref: inbox })).toMatchObject({ state: 'done' });
    expect(vault.get(path)).toContain(text);
    expect(readdirSync(join(vault.root, 'inbox'))).toEqual([]);
  });

  it('describes a new project by the whole text', async () => {
    const vault = notes();
    const { inbox } = await give(vault, { text: 'Hydroval : le prototype perd le signal à 40 m.' });
    await give(vault, { text: 'nouveau projet hydroval', inbox_ref: inbox });
    expect(vault.get('projects/hydroval/description.md')).toContain(
      '# hydroval\n\nHydroval : le prototype perd',
    );
    expect(vault.get('overview.md')).toContain(
      '- **hydroval** : Hydroval : le prototype perd le signal à 40 m.\n',
    );
  });

  it('opens the project that it announces, once, and files there from then on', async () => {
    const vault = notes();
    const text = 'Nouveau projet : Potager partagé, avec Léa et Karim, on commence en mars';
    const opened = await give(vault, { text });
    expect(opened).toMatchObject({ state: 'done', inbox: null });
    expect(opened.summary).toContain('Nouveau projet : vault/projects/potager-partage/');
    expect(vault.get('projects/potager-partage/description.md')).toContain(`# potager-partage\n\n${text}\n`);
    expect(vault.get('projects/potager-partage/changelog.md')).toContain('avec Léa et Karim');
    const again = await give(vault, { text: 'Nouveau projet : Potager partagé, Karim apporte les outils' });
    expect(again).toMatchObject({ state: 'done', inbox: null });
    expect(again.summary).not.toContain('Nouveau projet : vault');
    expect(vault.get('projects/potager-partage/changelog.md')).toContain('Karim apporte les outils');
  });

  it('keeps the words of an answer, and files in every project that it names', async () => {
    const vault = notes();
    const first = await give(vault, { text: NOTE });
    await give(vault, { text: "startup-x : il s'agit des bureaux loués en mars", inbox_ref: first.inbox });
    expect(vault.get('projects/startup-x/changelog.md')).toContain(
      `## ${NOTE.slice(0, -1)}\nil s'agit des bureaux loués en mars\n`,
    );
    const second = await give(vault, { text: 'Une deuxième idée vague, sans aucun nom.' });
    await give(vault, { text: 'startup-x et appart-search', inbox_ref: second.inbox });
    const title = '## Une deuxième idée vague, sans aucun nom';
    expect(vault.get('projects/startup-x/changelog.md')).toContain(`${title}\n`);
    expect(vault.get('projects/appart-search/changelog.md')).toContain(
      `${title}\n→ vault/projects/startup-x/changelog.md\n`,
    );
  });

  it('asks again where an answer says nothing, and never fails for it', async () => {
    const vault = notes();
    const { inbox } = await give(vault, { text: NOTE });
    const again = await give(vault, { text: 'peut-être', inbox_ref: inbox });
    expect(again).toMatchObject({ state: 'needs_answer', inbox });
    expect(again.summary).toMatch(/^« peut-être » ne dit pas quoi faire\. Répondez par un numéro de 1 à \d/);
    expect(existsSync(join(vault.root, 'inbox', inbox!))).toBe(true);
    await expect(give(vault, { text: '1', inbox_ref: '../projects' })).rejects.toMatchObject({
      code: 'outside_vault',
    });
  });

  it('reads days on the day on which the input came', async () => {
    const vault = notes();
    vault.setTime('2025-07-16T09:00:00');
    const run = (text: string) =>
      agents.file({
        id: 'u1',
        input: { text, images: [], inbox_ref: null },
        arrived: '2025-07-14',
        context: vault.context,
        takeBack: async () => [],
        onEvent: () => {},
        signal: new AbortController().signal,
      });
    await run('Rappeler le plombier demain matin');
    expect(vault.get('tasks.md')).toContain('deadline: 2025-07-15');
  });

  it('asks or keeps a correction where several lines could be meant', async () => {
    const profile = `${HEAD}# Proches\n\n- Le code du portail de Léa est 4512.\n- Le code du portail de Paul est 1234.\n`;
    const vault = tempVault({ 'profile.md': profile });
    await give(vault, { text: 'Correction : le code du portail est 9876' });
    expect(vault.get('profile.md')).toBe(profile);
  });

  it('corrects no line about something else that holds the same word', async () => {
    const vault = notes();
    const line = 'One page per harbour: three numbers, one chart.';
    vault.put('projects/startup-x/description.md', `${HEAD}${line}\n`);
    await give(vault, { text: 'startup-x: the date is stored per reading, not per harbour' });
    expect(vault.get('projects/startup-x/description.md')).toContain(line);
  });

  it('puts an entry under the heading of its day, also where that is not the newest', async () => {
    const vault = notes();
    await give(vault, { text: 'startup-x: première note du jour' });
    await give(vault, { text: '@startup-x deuxième note du jour' });
    const changelog = vault.get('projects/startup-x/changelog.md');
    expect(changelog).toMatch(
      /# 2025-07-14\n\n## @startup-x deuxième note du jour\n\n## startup-x: première note du jour\n\n## \[décision\]/,
    );
    vault.put('changelog.md', '# 2025-08-01\n\n## Plus tard\n\n# 2025-07-14\n\n## Plus tôt\n');
    await give(vault, { text: 'Décision : on garde les deux vélos.', project: '' });
    expect(vault.get('changelog.md')).toContain(
      '# 2025-08-01\n\n## Plus tard\n\n# 2025-07-14\n\n## [décision] on garde les deux vélos\n\n## Plus tôt\n',
    );
  });

  it('never cuts a title inside a word, and keeps what the title leaves out', async () => {
    const vault = notes();
    const text = `startup-x: ${'une phrase assez longue pour ne pas tenir dans un titre, '.repeat(4)}fin.`;
    await give(vault, { text });
    const [, title, body] = /\n## (startup-x: une phrase.*…)\n(.*)\n/.exec(
      vault.get('projects/startup-x/changelog.md'),
    )!;
    expect(body).toBe(text);
    expect(text.startsWith(`${title!.slice(0, -1)} `) || text.startsWith(`${title!.slice(0, -1)},`)).toBe(
      true,
    );
  });

  it('files in the project and as the kind that the caller knows', async () => {
    const vault = notes();
    await give(vault, { text: NOTE, project: 'Startup X', kind: 'decision' });
    expect(vault.get('projects/startup-x/changelog.md')).toContain('## [décision] La salle du fond');
    await give(vault, { text: 'When is the launch?', project: '', kind: 'note' });
    expect(vault.get('changelog.md')).toContain('## When is the launch?');
    const { inbox } = await give(vault, { text: 'Un essai encore sans maison.', project: 'Jardin Neuf' });
    expect(vault.get(`inbox/${inbox}/review.md`)).toContain('1. Nouveau projet : jardin-neuf');
  });

  it('learns from an answer where a similar note belongs', async () => {
    const vault = notes();
    const first = await give(vault, { text: 'Weekly breakfast with Odile and Sam' });
    expect(first.state).toBe('needs_answer');
    await give(vault, { text: 'startup-x', inbox_ref: first.inbox });
    expect(readLessons(vault.vault)).toMatchObject([{ project: 'startup-x', from: null }]);
    const second = await give(vault, { text: 'Another weekly breakfast with Odile and Sam' });
    expect(second.summary).toContain('you put a similar note there on 2025-07-14');
    expect(vault.get('projects/startup-x/changelog.md')).toContain('Another weekly breakfast');
  });

  it('learns from a note that is moved to another place than the one it asked about', async () => {
    const vault = notes();
    const text = "Le prestataire indisponible livre l'API externe avant juin, l'appartement à Nantes";
    const asked = await give(vault, { text });
    expect(asked.summary).toMatch(/est-ce le bon/);
    const [, filed] = /projects\/([^/]+)\//.exec(vault.get(`inbox/${asked.inbox}/review.md`))!;
    const other = filed === 'startup-x' ? 'appart-search' : 'startup-x';
    await give(vault, { text: other, inbox_ref: asked.inbox });
    expect(readLessons(vault.vault)).toMatchObject([{ project: other, from: filed }]);
  });

  it('learns from a project that is given which folder its notes come from', async () => {
    const vault = notes();
    const origin = { client: null, folder: 'web-app' };
    for (const [id, text] of Object.entries({ u1: 'The build needs Node 22', u2: 'Tests run at night' }))
      await give(vault, { text, project: 'startup-x', origin }, id);
    const later = await give(vault, { text: 'Flaky login page', origin });
    expect(later.summary).toContain('it comes from a folder that belongs there');
  });

  it('files a note for two projects once in full and once as a link', async () => {
    const vault = notes();
    await give(vault, { text: 'startup-x: on partage le bureau trouvé par appart-search.' });
    expect(vault.get('projects/startup-x/changelog.md')).toContain('startup-x: on partage le bureau');
    expect(vault.get('projects/appart-search/changelog.md')).toMatch(
      /startup-x: on partage le bureau.*\n→ vault\/projects\/startup-x\/changelog\.md\n/,
    );
  });

  it('keeps images with the text, through the inbox into the bucket', async () => {
    const vault = notes();
    const image = { name: 'plan.png', media_type: 'image/png', bytes: png(3, 3) };
    const { inbox } = await give(vault, { text: NOTE, images: [image] });
    expect(vault.get(`inbox/${inbox}/review.md`)).toContain('Contenu : input.md, image-1.png');
    await give(vault, { text: 'startup-x', inbox_ref: inbox });
    const [name] = readdirSync(join(vault.root, 'projects/startup-x/bucket'));
    expect(name).toBe('2025-07-14-salle-fond-repeinte-parait.png');
    expect(vault.get('projects/startup-x/changelog.md')).toContain(
      `## ${NOTE.slice(0, -1)}\n→ vault/projects/startup-x/bucket/${name}\n`,
    );
  });

  it('asks about a text that is to stay out of the notes of its project', async () => {
    const vault = notes();
    const text = "startup-x: Marie is leaving in June, keep this out of the client's notes";
    const outcome = await give(vault, { text, project: 'startup-x' });
    expect(outcome.state).toBe('needs_answer');
    expect(vault.get('projects/startup-x/changelog.md')).not.toContain('leaving in June');
  });

  it.each([
    ['20 kB', 'Le prestataire livre en mai. '.repeat(700)],
    ['an emoji', '🎉'],
    ['a link', 'https://example.org/a/very/long?address=1#here'],
    [
      'a binary paste',
      Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 37) % 256))
        .toString('latin1')
        .replaceAll('\0', ''),
    ],
    ['punctuation', '!!! ??? ...'],
    ['one long word', 'x'.repeat(5_000)],
    ['headings and fences', '# a\n\n```\n# not closed\n\n## b'],
  ])('loses nothing of an odd input: %s', async (_name, text) => {
    const [vault, other] = [notes(), notes()];
    const outcome = await give(vault, { text });
    expect(['done', 'needs_answer']).toContain(outcome.state);
    const all = (of: TempVault) =>
      readdirSync(of.root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.md$/.test(name))
        .sort()
        .map((name) => `${name}\n${of.get(name)}`)
        .join('\n');
    expect(all(vault).replaceAll(/\s+/g, ' ')).toContain(text.trim().replaceAll(/\s+/g, ' '));
    // The same vault and the same input give the same bytes.
    await give(other, { text });
    expect(all(other)).toBe(all(vault));
  });

  it('files fifty tasks at once', async () => {
    const vault = notes();
    const tasks = Array.from({ length: 50 }, (_, at) => `- [ ] buy part number ${at + 1}`).join('\n');
    expect(await give(vault, { text: tasks })).toMatchObject({ state: 'done' });
    expect(vault.get('tasks.md').match(/^# buy part number \d+$/gm)).toHaveLength(50);
  });

  it('recognises what waits in the inbox already, among many that begin alike or were named by somebody else', async () => {
    const vault = notes();
    const begin = 'Une longue histoire de gare';
    const items: (string | null)[] = [];
    for (let n = 0; n < 4; n++) items.push((await give(vault, { text: `${begin}, partie ${n}.` })).inbox);
    const name = '2025-07-14-longue-histoire-gare-partie';
    expect(items).toEqual([name, `${name}-2`, `${name}-3`, `${name}-4`]);
    vault.setTime('2025-07-20T09:00:00');
    vault.put('inbox/somebody-elses/input.md', 'Le  contremaître sonne.\n');
    for (const text of [`${begin},\npartie 2.`, 'Le contremaître sonne.'])
      expect(await give(vault, { text })).toMatchObject({ state: 'done', inbox: null });
    expect(readdirSync(join(vault.root, 'inbox'))).toHaveLength(5);
  });

  it('recognises what it knows and what it recalled', async () => {
    const vault = notes();
    await give(vault, { text: 'startup-x: une note' });
    expect((await give(vault, { text: 'startup-x:  une note\n' })).summary).toBe(
      'Déjà enregistré : vault/projects/startup-x/changelog.md contient le même texte.',
    );
    const waiting = await give(vault, { text: 'Une note sans adresse, vraiment.' });
    expect((await give(vault, { text: 'Une note sans adresse, vraiment.' })).summary).toContain(
      waiting.inbox!,
    );
    const { text } = await ask(vault, 'prestataire juin');
    const blocks = text.slice(text.indexOf('```'));
    expect((await give(vault, { text: blocks })).summary).toBe(
      'Rien à classer : ce texte vient de la mémoire elle-même.',
    );
  });
});

describe('what the caller says in fields', () => {
  const FILES = {
    'projects/atelier/description.md':
      '# Atelier\n\n- Loyer : 890 € par mois, charges comprises.\n- Propriétaire : M. Vandamme.\n',
    'projects/atelier/state.md': '# Deadlines\n\n- 2025-08-02 : remise des clés.\n',
    'projects/atelier/tasks.md':
      '# Appeler Paul\nstatus: à-faire\n\n# Appeler Paula\nstatus: à-faire\n\n# Envoyer le dossier\nstatus: à-faire\n',
    'profile.md': '# Préférences\n\n- Tarif journalier : 580 €.\n',
  };

  it('is done: a correction changes the line that it names, and logs what it said', async () => {
    const vault = tempVault(FILES);
    const text = 'Le loyer passe à 930 €';
    const done = await give(vault, { text, kind: 'correction', replaces: 'loyer 890' });
    expect(done).toMatchObject({ state: 'done' });
    const line = '- Loyer : 930 € par mois, charges comprises.';
    expect(vault.get('projects/atelier/description.md')).toContain(`${line}\n`);
    expect(vault.get('projects/atelier/changelog.md')).toContain(
      `- Loyer : 890 € par mois, charges comprises. → ${line}`,
    );
  });

  it.each([
    ['projects/atelier/description.md:10', 'Le propriétaire est Mme Roux', '- Propriétaire : Mme Roux.'],
    ['vault/projects/atelier/state.md:3', 'Finalement le 9 août', '- 2025-08-09 : remise des clés.'],
    ['tarif journalier', 'Tarif : 620 €', '- Tarif journalier : 620 €.'],
  ])('is done: a correction of %s', async (replaces, text, line) => {
    const vault = tempVault(FILES);
    vault.vault.stampIfNeeded(vault.vault.locate('projects/atelier/description.md' as never));
    const done = await give(vault, { text, kind: 'correction', replaces });
    const all = Object.keys(FILES)
      .map((path) => vault.get(path))
      .join('\n');
    expect({ state: done.state, all }).toEqual({
      state: expect.any(String),
      all: expect.stringContaining(line),
    });
  });

  it('is asked where several lines may be meant, with these lines as choices', async () => {
    const vault = tempVault(FILES);
    const asked = await give(vault, { text: "J'ai appelé", kind: 'done', replaces: 'Appeler' });
    expect(asked.state).toBe('needs_answer');
    const review = vault.get(`inbox/${asked.inbox}/review.md`);
    expect(review).toContain('Terminée : Appeler Paul (atelier)');
    expect(review).toContain('Terminée : Appeler Paula (atelier)');
    await give(vault, { text: 'Paula', inbox_ref: asked.inbox });
    expect(vault.get('projects/atelier/tasks.md')).toContain('# Appeler Paul\n');
    expect(vault.get('projects/atelier/tasks.md')).not.toContain('Paula');
  });

  it('is done: the end of a task', async () => {
    const vault = tempVault(FILES);
    await give(vault, { text: 'Envoyé ce matin', kind: 'done', replaces: 'envoyer le dossier' });
    expect(vault.get('projects/atelier/tasks.md')).not.toContain('Envoyer le dossier');
    expect(vault.get('projects/atelier/changelog.md')).toContain(
      '## Fait : Envoyer le dossier\nEnvoyé ce matin',
    );
  });

  it('is done: a task with its heading and its day', async () => {
    const vault = tempVault(FILES);
    const text = 'Mme Delattre veut aussi un prix pour l’étui.';
    const fields = { kind: 'task', project: 'atelier', title: 'Devis de l’étui', due: '2025-07-23' } as const;
    await give(vault, { text, ...fields });
    expect(vault.get('projects/atelier/tasks.md')).toMatch(
      /# Devis de l’étui\nstatus: à-faire .*\ndeadline: 2025-07-23\nMme Delattre veut aussi un prix pour l’étui\./,
    );
  });

  it('is believed before the marks and the words of the text', async () => {
    const vault = tempVault(FILES);
    await give(vault, { text: 'todo: appeler le notaire', kind: 'note', project: 'atelier' });
    expect(vault.get('projects/atelier/tasks.md')).not.toContain('notaire');
    expect(vault.get('projects/atelier/changelog.md')).toContain('appeler le notaire');
  });

  it('fails for nothing: what is not there is asked', async () => {
    const vault = tempVault(FILES);
    for (const fields of [
      { kind: 'correction', replaces: 'la couleur du toit' },
      { kind: 'done', replaces: 'repeindre le toit' },
      { kind: 'task', project: 'nowhere' },
      { kind: 'correction', replaces: 'projects/nowhere.md:3' },
    ] as const) {
      const text = `Le toit est vert maintenant, ${Object.values(fields).join(' ')}.`;
      const { state } = await give(vault, { text, ...fields });
      expect(state).toBe('needs_answer');
    }
  });
});

describe('marks', () => {
  it.each([
    ['todo: appeler le notaire', 'tasks.md', '# appeler le notaire\n'],
    ['à faire : appeler le notaire avant le 20 juillet', 'tasks.md', 'deadline: 2025-07-20'],
    ['- [ ] call the notary', 'tasks.md', '# call the notary\n'],
    ['@startup-x décision : on garde le bois', 'projects/startup-x/changelog.md', '## [décision] '],
    ['projet startup-x : todo : appeler Marie', 'projects/startup-x/tasks.md', '# appeler Marie\n'],
    ['startup-x: todo: appeler Marie', 'projects/startup-x/tasks.md', '# appeler Marie\n'],
  ])('%s', async (text, path, line) => {
    const vault = notes();
    expect(await give(vault, { text })).toMatchObject({ state: 'done' });
    expect(vault.get(path)).toContain(line);
  });

  it('end the task that they mean', async () => {
    const vault = notes();
    vault.put('tasks.md', '# Appeler le notaire\nstatus: à-faire\n');
    await give(vault, { text: 'fait : appeler le notaire' });
    expect(vault.get('tasks.md')).not.toContain('notaire');
  });

  it('of a list are those of its items', async () => {
    const vault = notes();
    await give(vault, { text: 'Pour vendredi :\n- [ ] acheter du pain\n- [ ] appeler Marie @startup-x' });
    expect(vault.get('tasks.md')).toContain('# acheter du pain\n');
    expect(vault.get('tasks.md')).toContain('Pour vendredi');
    expect(vault.get('projects/startup-x/tasks.md')).toContain('# appeler Marie @startup-x\n');
  });
});

describe('recalled text', () => {
  it('is cut out of an input, everything else stays', () => {
    const block = '```vault/a.md (lines 1-2)\n1  | un\n2  | deux\n```';
    expect(withoutRecalled(`avant\n\n${block}\n\naprès`)).toBe('avant\n\n\naprès');
    const folded = '```vault/a.md (lines 1-1, 4-4)\n1  | # A\n...  (lines 2-3)\n4  | text\n```';
    expect(withoutRecalled(`avant\n\n${folded}`)).toBe('avant');
    expect(withoutRecalled('```js\ncode\n```')).toBe('```js\ncode\n```');
    expect(withoutRecalled('```vault/a.md\nnot numbered\n```')).toBe('```vault/a.md\nnot numbered\n```');
  });
});
