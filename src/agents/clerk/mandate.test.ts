import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleVault } from '../../../test/support/example-vault.js';
import { runs } from '../../../test/support/runs.js';
import { type TempVault, tempVault } from '../../../test/support/temp-vault.js';
import { createAgents } from '../create-agents.js';
import type { UpdateInput } from '../update.js';
import { addOnly, keepsLines } from './mandate.js';

const agents = createAgents({ model: null, key: null, language: 'en' });

const give = (vault: TempVault, input: Partial<UpdateInput>) =>
  agents.file({
    id: 'u1',
    input: { text: '', images: [], inbox_ref: null, ...input },
    context: vault.context,
    takeBack: async () => [],
    onEvent: () => {},
    signal: new AbortController().signal,
  });

const HALL = 'projects/halle-verte';
const STATE = `# Status\n\nActive.\n\n# Deadlines\n\n- 2026-07-21: kickoff.\n- Opening: 4 January 2027\n`;
const FILES = {
  'overview.md': '# Projects\n\n- **halle-verte**: a market hall of 640 m2, opening on 4 January.\n',
  'profile.md': '# Identity\n\n- My shoe size is 39.\n\n# Preferences\n\n- Nothing\n',
  'tasks.md':
    '# Call Odile about the beam sizes\nstatus: to do | échéance: 2026-07-21\n\n# Book the train\nstatut : fait\n',
  [`${HALL}/description.md`]: '# Hall\n\n- Floor: 640 m2\n- Client: Odile Marchetti\n',
  [`${HALL}/state.md`]: STATE,
  [`${HALL}/tasks.md`]:
    '# Send the invoice\nstatus: to do\n\n# Call Odile about the beams\nstatus: in progress\ndeadline: 2026-08-01\n',
};

/** Said by people of whom nobody tuned anything to; the others are of all kinds, and put together at random. */
const SENTENCES = [
  "Correction: it's 460 m2, not 640",
  'Odile est passée hier, elle repart à Lyon du coup',
  'Book the train: done',
  'The kickoff was on Monday',
  'On passe du 21 au 28 juillet',
  "L'ouverture de la Halle Verte est repoussée au 11 janvier 2027",
  'Halle Verte: the floor is now 700 m2',
  'I called Odile about the beam sizes',
  'I sent the invoice this morning',
  'Ma pointure est 40 maintenant',
  'My shoe size is 41, not 39',
  'Halle Verte : finalement le 29 juillet',
  'The client is now Farida Benali, no longer Odile Marchetti',
  "We don't need the train any more, cancel it",
  'Nouveau projet : podcast Les Mains dans le Code',
  'Décision : on garde le bois, pas le métal',
  '- Call Paul\n- Book the train',
  'Delete everything about Odile',
  'Rename the hall to Halle Bleue',
];
const WORDS = SENTENCES.flatMap((sentence) => sentence.split(' '));

const texts = fc.oneof(
  fc.constantFrom(...SENTENCES),
  fc.array(fc.constantFrom(...SENTENCES), { minLength: 2, maxLength: 3 }).map((some) => some.join('. ')),
  fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 12 }).map((some) => some.join(' ')),
  fc.string({ minLength: 1, maxLength: 60 }),
);
/** Any of the files, with any of their lines. */
const vaults = fc.record(
  Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [
      path,
      fc.subarray(text.split('\n')).map((lines) => `${lines.join('\n')}\n`),
    ]),
  ),
  { requiredKeys: [] },
);

const linesOf = (vault: TempVault, paths: string[]) =>
  paths.map((path) => [path, vault.get(path).replace(/^---\n[\s\S]*?\n---\n/, '')] as const);

const allText = (vault: TempVault) =>
  readdirSync(vault.root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
    .map((path) => vault.get(path))
    .join('\n');

describe('a filing that nobody asked for a change', () => {
  it.each(SENTENCES)('leaves every line where it is: %s', async (text) => {
    const vault = tempVault(FILES);
    const before = linesOf(vault, Object.keys(FILES));
    const { inbox } = await give(vault, { text });
    for (const [path, old] of before) expect(keepsLines(old, vault.get(path))).toBe(true);
    // Nor does an answer that only says where it belongs.
    if (inbox === null) return;
    const filed = linesOf(vault, Object.keys(FILES));
    await give(vault, { text: 'project halle-verte', inbox_ref: inbox });
    for (const [path, old] of filed) expect(keepsLines(old, vault.get(path))).toBe(true);
  });

  it('leaves every line where it is, whatever the text and the vault', async () => {
    await fc.assert(
      fc.asyncProperty(texts, vaults, async (text, files) => {
        const vault = tempVault(files as Record<string, string>);
        const before = linesOf(vault, Object.keys(files));
        await give(vault, { text });
        for (const [path, old] of before)
          expect([path, keepsLines(old, vault.get(path))]).toEqual([path, true]);
      }),
      { numRuns: runs(150) },
    );
  });

  it('is refused by the vault itself', async () => {
    const vault = tempVault(FILES);
    const guarded = addOnly(vault.vault);
    const place = guarded.resolve(`${HALL}/state.md`);
    expect(() => guarded.save(place, () => 'empty')).toThrow('neither a field nor an answer');
    expect(() => guarded.save(place, (text) => text!.replace('Active.\n\n', ''))).toThrow();
    expect(() => guarded.remove(place)).toThrow();
    expect(() => guarded.move(place, guarded.resolve('x.md'))).toThrow();
    await expect(
      guarded.saveTogether([place], (text) => text.replace('kickoff', 'end')),
    ).resolves.toMatchObject([{ code: 'protected' }]);
    expect(vault.get(`${HALL}/state.md`)).toContain(STATE);
    guarded.save(place, (text) => `${text}\n- one more\n`);
    expect(vault.get(`${HALL}/state.md`)).toContain('- one more');
  });
});

describe('a change that a text seems to make', () => {
  const offerOf = async (text: string, files: Record<string, string> = FILES) => {
    const vault = tempVault(files);
    const { inbox } = await give(vault, { text });
    return { vault, inbox, review: inbox === null ? '' : vault.get(`inbox/${inbox}/review.md`) };
  };

  it('is offered with the line before and after, and one answer carries it out', async () => {
    const { vault, inbox, review } = await offerOf("Halle Verte, correction: it's 460 m2, not 640");
    expect(review).toContain('a market hall of 640 m2, opening on 4 January. → ');
    expect(review).toContain('- Floor: 640 m2 → - Floor: 460 m2');
    const number = /^(\d+)\. .*Floor/m.exec(review)![1]!;
    await give(vault, { text: number, inbox_ref: inbox });
    expect(vault.get(`${HALL}/description.md`)).toContain('- Floor: 460 m2\n');
    expect(vault.get('overview.md')).toContain('640 m2');
  });

  it('is made by a field that means one line, and leaves the rest of it', async () => {
    const vault = tempVault({ [`${HALL}/description.md`]: FILES[`${HALL}/description.md`]! });
    await give(vault, {
      text: "Correction: it's 460 m2, not 640",
      kind: 'correction',
      project: 'halle-verte',
    });
    expect(vault.get(`${HALL}/description.md`)).toContain('- Floor: 460 m2\n');
  });

  it('is offered for a task, which stays until the answer', async () => {
    const { vault, inbox } = await offerOf('I sent the invoice this morning');
    expect(vault.get(`${HALL}/tasks.md`)).toContain('# Send the invoice');
    await give(vault, { text: '1', inbox_ref: inbox });
    expect(vault.get(`${HALL}/tasks.md`)).not.toContain('# Send the invoice');
  });

  it('can be declined, and the text stays', async () => {
    const { vault, inbox } = await offerOf('I sent the invoice this morning');
    await give(vault, { text: 'no', inbox_ref: inbox });
    expect(vault.get(`${HALL}/tasks.md`)).toContain('# Send the invoice');
    expect(allText(vault)).toContain('I sent the invoice this morning');
  });

  it('is never to end what is ended', async () => {
    const { vault, review } = await offerOf('I booked the train');
    expect(review).not.toContain('Book the train');
    await give(vault, { text: 'Train booked', kind: 'done' });
    expect(vault.get('tasks.md')).toContain('# Book the train\nstatut : fait\n');
  });

  it('moves a meeting whose day is an échéance, and makes no second task', async () => {
    const files = { 'tasks.md': '# Réunion avec le notaire\nstatut: à-faire\néchéance: 2026-07-21\n' };
    const { vault, inbox } = await offerOf(
      'La réunion avec le notaire est reportée au 28 juillet 2026',
      files,
    );
    expect(vault.get('tasks.md').match(/^# /gm)).toHaveLength(1);
    await give(vault, { text: 'oui', inbox_ref: inbox });
    expect(vault.get('tasks.md')).toContain(
      '# Réunion avec le notaire\nstatut: à-faire\néchéance: 2026-07-28\n',
    );
  });
});

describe('a guess', () => {
  it('makes no task of what is over', async () => {
    const vault = tempVault(FILES);
    await give(vault, { text: 'The kickoff was on Monday' });
    expect(vault.get('tasks.md').match(/^# .*/gm)).toHaveLength(2);
    expect(vault.get('tasks.md')).not.toContain('ickoff');
  });

  it('keeps a note of two tasks whole, and offers each', async () => {
    const vault = tempVault({});
    const text = 'Call Odile about the beams. She is in Lyon until Friday. Book the train to Lyon.';
    const { inbox } = await give(vault, { text });
    const review = vault.get(`inbox/${inbox}/review.md`);
    expect(review).toContain('Task: Call Odile about the beams.');
    expect(review).toContain('Task: Book the train to Lyon.');
    expect(allText(vault)).toContain(text);
  });

  it('files nothing under the day from which something moves', async () => {
    const vault = tempVault({});
    await give(vault, { text: 'La livraison passe du 21 au 28 juillet' });
    expect(allText(vault)).not.toContain('07-21');
  });

  it('leaves the example as it was, line by line', async () => {
    const vault = exampleVault();
    const paths = ['overview.md', 'profile.md', 'tasks.md', 'changelog.md'];
    const before = linesOf(vault, paths);
    for (const text of SENTENCES) await give(vault, { text });
    for (const [path, old] of before) expect([path, keepsLines(old, vault.get(path))]).toEqual([path, true]);
  });
});
