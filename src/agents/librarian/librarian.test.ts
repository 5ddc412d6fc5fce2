import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { type TempVault, tempVault } from '../../../test/support/temp-vault.js';
import type { SearchEngine } from '../../search/engine.js';
import { createAgents } from '../create-agents.js';
import type { UpdateInput } from '../update.js';
import { withoutRecalled } from './recalled.js';

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

const give = (vault: TempVault, input: Partial<UpdateInput>) =>
  agents.file({
    id: 'u1',
    input: { text: '', images: [], inbox_ref: null, ...input },
    context: vault.context,
    onEvent: () => {},
    signal: new AbortController().signal,
  });

describe('a question without a model', () => {
  it('is answered in the language of the question, with overview and passages', async () => {
    const answer = await ask(notes(), "Pourquoi l'API externe a-t-elle été abandonnée ?");
    expect(
      answer.text,
    ).toBe(`2 passages dans 2 fichiers pour « Pourquoi l'API externe a-t-elle été abandonnée ? ».
Meilleur résultat : vault/projects/startup-x/changelog.md, sous « 2025-07-14 », daté du 2025-07-14.
Aussi : vault/projects/startup-x/state.md.
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
    expect(answer.files).toEqual([
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
    expect(answer.files[0]).toEqual({ path: `vault/${path}`, lines: '7-10' });
    expect(answer.text).toContain("9  | ## [décision] Abandon de l'API externe\n10 | Le prestataire");
  });

  it('names the words it did not find', async () => {
    const { overview } = await ask(notes(), 'How many eggs and zebras do the pancakes need?');
    expect(overview).toMatch(/^These passages do not mention: .*zebras/m);
  });

  it('says what was looked for and where when nothing is found', async () => {
    const answer = await ask(notes(), 'quantum chromodynamics', ['projects/']);
    expect(answer.text).toBe(
      'No results for “quantum chromodynamics” in projects/.\nNo model connected: passages only.',
    );
    expect(answer.files).toEqual([]);
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
  const NOTE = "Le prestataire de l'API externe propose finalement une livraison en mai.";

  it('opens an inbox item with candidates, evidence and one question', async () => {
    const vault = notes();
    const outcome = await give(vault, { text: NOTE });
    const item = '2025-07-14-prestataire-api-externe-propose';
    expect(outcome).toEqual({
      state: 'needs_answer',
      summary: 'Enregistré. Rappel a une question à vous poser.',
      inbox: item,
    });
    expect(vault.get(`inbox/${item}/input.md`)).toMatch(new RegExp(`\\n\\n${NOTE}\\n$`));
    const review = vault.get(`inbox/${item}/review.md`);
    expect(review).toContain('# Où classer ceci ?');
    expect(review).toMatch(
      /## Candidats\n\n- startup-x \(0\.\d\d\)\n {2}- vault\/projects\/startup-x\/\S+ \(lines \d+-\d+\): /,
    );
    expect(review).toMatch(
      /## Choix\n\n1\. startup-x\n(?:2\. appart-search\n)?\d\. Nouveau projet : prestataire-api-externe\n\d\. Bucket global\n\d\. Tâche\n\d\. Supprimer\n$/,
    );
  });

  it.each([
    ['1', 'projects/startup-x'],
    ['startup-x', 'projects/startup-x'],
    ['bucket global', ''],
    ['nouveau projet : Livraison API', 'projects/livraison-api'],
  ])('files it where the answer %j says, logs it and closes the item', async (answer, home) => {
    const vault = notes();
    const { inbox } = await give(vault, { text: NOTE });
    const outcome = await give(vault, { text: answer, inbox_ref: inbox });
    expect(outcome.state).toBe('done');
    const bucket = join(home, 'bucket');
    const filed = readdirSync(join(vault.root, bucket)).find((name) => name.startsWith('2025-07-14-'))!;
    expect(vault.get(join(bucket, filed))).toContain(NOTE);
    expect(vault.get(join(home, 'changelog.md'))).toContain(
      `# 2025-07-14\n\n## Classé : ${NOTE}\n→ vault/${join(bucket, filed)}\n`,
    );
    expect(readdirSync(join(vault.root, 'inbox'))).toEqual([]);
  });

  it.each(['supprimer', 'jeter'])('adds a task, or deletes at the word %j', async (word) => {
    const vault = notes();
    const first = await give(vault, { text: `${NOTE}\nÀ rappeler lundi.` });
    await give(vault, { text: 'tâche', inbox_ref: first.inbox });
    expect(vault.get('tasks.md')).toMatch(
      new RegExp(
        `\\n# ${NOTE}\\nstatus: à-faire \\| prio: — \\| ajoutée: 2025-07-14 \\| projet: —\\nÀ rappeler lundi\\.\\n$`,
      ),
    );
    const second = await give(vault, { text: 'Une idée vague de plus pour demain.' });
    await give(vault, { text: word, inbox_ref: second.inbox });
    expect(vault.get('changelog.md')).toContain('## Supprimé : Une idée vague de plus pour demain.');
    expect(readdirSync(join(vault.root, 'inbox'))).toEqual([]);
  });

  it('puts a second entry of a day under the same heading', async () => {
    const vault = notes();
    await give(vault, { text: 'startup-x: première note du jour' });
    await give(vault, { text: '@startup-x deuxième note du jour' });
    const changelog = vault.get('projects/startup-x/changelog.md');
    expect(changelog.match(/^# 2025-07-14$/gm)).toHaveLength(1);
    expect(changelog).toMatch(
      /# 2025-07-14\n\n## Classé : @startup-x deuxième note du jour\n→ .*\n\n## Classé : startup-x: première note du jour\n→ .*\n\n## \[décision\]/,
    );
  });

  it('leaves the item open where the answer is not one of the choices', async () => {
    const vault = notes();
    const { inbox } = await give(vault, { text: NOTE });
    await expect(give(vault, { text: 'peut-être', inbox_ref: inbox })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(existsSync(join(vault.root, 'inbox', inbox!))).toBe(true);
    await expect(give(vault, { text: '1', inbox_ref: '../projects' })).rejects.toMatchObject({
      code: 'outside_vault',
    });
  });

  it('keeps images with the text, through the inbox into the bucket', async () => {
    const vault = notes();
    const image = { name: 'plan.png', media_type: 'image/png', bytes: png(3, 3) };
    const { inbox } = await give(vault, { text: NOTE, images: [image] });
    expect(vault.get(`inbox/${inbox}/review.md`)).toContain('Contenu : input.md, image-1.png');
    await give(vault, { text: '1', inbox_ref: inbox });
    expect(readdirSync(join(vault.root, 'projects/startup-x/bucket'))).toEqual([
      '2025-07-14-prestataire-api-externe-propose.md',
      '2025-07-14-prestataire-api-externe-propose.png',
    ]);
  });

  it('recognises what waits in the inbox already, among many that begin alike or were named by somebody else', async () => {
    const vault = notes();
    const begin = 'Une longue histoire de jardin';
    const items: (string | null)[] = [];
    for (let n = 0; n < 4; n++) items.push((await give(vault, { text: `${begin}, partie ${n}.` })).inbox);
    const name = '2025-07-14-longue-histoire-jardin-partie';
    expect(items).toEqual([name, `${name}-2`, `${name}-3`, `${name}-4`]);
    vault.setTime('2025-07-20T09:00:00');
    vault.put('inbox/somebody-elses/input.md', 'Le  facteur sonne.\n');
    for (const text of [`${begin},\npartie 2.`, 'Le facteur sonne.'])
      expect(await give(vault, { text })).toMatchObject({ state: 'done', inbox: null });
    expect(readdirSync(join(vault.root, 'inbox'))).toHaveLength(5);
  });

  it('recognises what it knows and what it recalled', async () => {
    const vault = notes();
    await give(vault, { text: 'startup-x: une note' });
    expect((await give(vault, { text: 'startup-x:  une note\n' })).summary).toContain(
      'bucket/2025-07-14-startup-note.md',
    );
    const waiting = await give(vault, { text: 'Une note sans maison, vraiment.' });
    expect((await give(vault, { text: 'Une note sans maison, vraiment.' })).summary).toContain(
      waiting.inbox!,
    );
    const { text } = await ask(vault, 'prestataire juin');
    const blocks = text.slice(text.indexOf('```'));
    expect((await give(vault, { text: blocks })).summary).toBe(
      'Rien à classer : ce texte vient de la mémoire elle-même.',
    );
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
