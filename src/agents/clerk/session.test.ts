import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createStaticEmbedder } from '../../search/models/static/static-embedder.js';
import { createAgents } from '../create-agents.js';
import type { UpdateRun } from '../update.js';
import { type Draw, drawFrom, fileSession, turnsIn } from './session.js';

const PATH = 'projects/shop/bucket/session-2025-07-14-shop.md';
const KEY = `sk-ant-api03-${'a1B2'.repeat(12)}`;

/** A transcript of turns by turns, the first of which is the user's. */
function transcript(...turns: string[]): string {
  const said = turns.map((text, at) => `## ${at % 2 === 0 ? 'User' : 'Assistant'}\n\n${text}\n`);
  return `# Shop\n\n${said.join('\n')}`;
}

function opened(text: string) {
  const vault = tempVault({ 'projects/shop/description.md': '# Shop\n', [PATH]: text });
  const session = { path: PATH, from: 1, to: null };
  const run: UpdateRun = {
    id: 'u1',
    input: { text: '', images: [], inbox_ref: null, session },
    context: vault.context,
    takeBack: async () => null,
    onEvent: () => {},
    signal: new AbortController().signal,
  };
  const lineOf = (words: string) =>
    1 +
    vault
      .get(PATH)
      .split('\n')
      .findIndex((line) => line.includes(words));
  return { ...vault, run, session, lineOf };
}

function file(run: UpdateRun) {
  return createAgents({ model: null, key: null, language: 'en' }).file(run);
}

const drawn = (...turns: string[]) => drawFrom(turnsIn(transcript(...turns)), createStaticEmbedder());

it('files what is surely worth keeping with a link to its line, and asks once about the rest', async () => {
  const { run, get, lineOf } = opened(
    transcript(
      'the cart is empty after a reload',
      'You could store it on the server.',
      'our staging server is called fjord\nour accountant works for Harbour & Co\nthanks, run the tests again',
    ),
  );
  const outcome = await file(run);
  const log = get('projects/shop/changelog.md');
  const line = lineOf('called fjord');
  expect(log).toContain(`called fjord\n→ vault/${PATH}:${line}\n`);
  expect(log).not.toMatch(/Harbour|run the tests/);
  const review = get(`inbox/${outcome.inbox}/review.md`);
  expect(review).toContain(`our accountant works for Harbour & Co (line ${lineOf('Harbour')})`);
  expect(review).not.toContain('run the tests');
});

it('files a task in the list of tasks', async () => {
  const { run, get } = opened(
    transcript('fais moi le plan', 'Voilà.', 'il faudra que je rappelle le notaire lundi'),
  );
  await file(run);
  expect(get('projects/shop/tasks.md')).toMatch(/rappelle le notaire/i);
});

it('keeps the last of the values that the user gave', async () => {
  const drawings = await drawn(
    'we have 8 benches in the lab',
    'Noted.',
    'sorry, I counted again: we have 7 benches in the lab',
  );
  expect(drawings.map(({ text }) => text)).toEqual(['sorry, I counted again: we have 7 benches in the lab']);
});

it('reads no code, no log and no quote', async () => {
  const said = 'our staging server is called fjord';
  const pasted = ['```', said, '```', `> ${said}`, `2025-07-14 10:02:11 ${said}`, `at call (${said})`];
  expect(await drawn(pasted.join('\n'))).toEqual([]);
});

it('draws nothing from what the assistant says, from requests and from thanks', async () => {
  expect(
    await drawn('merci, parfait', 'our staging server is called fjord', 'can you run the tests again?'),
  ).toEqual([]);
});

it('never draws a secret, and files the drawings of a model in the same way', async () => {
  const { run, get, session, lineOf } = opened(
    transcript('Nora pays the hosting', 'Noted.', `our server fjord has the key ${KEY}`),
  );
  const draw: Draw = async () => ({
    drawings: [
      { kind: 'fact', text: 'Nora pays the hosting', lines: [lineOf('Nora')], isCertain: true },
      { kind: 'fact', text: `the key is ${KEY}`, lines: [lineOf('fjord')], isCertain: true },
    ],
  });
  expect(await fileSession(run, session, draw, 'en')).toMatchObject({ state: 'done', inbox: null });
  expect(get('projects/shop/changelog.md')).toContain(
    `Nora pays the hosting\n→ vault/${PATH}:${lineOf('Nora')}\n`,
  );
  expect(get('projects/shop/changelog.md')).not.toContain('sk-ant');
});

it('files nothing a second time', async () => {
  const { run, get } = opened(transcript('hi', 'Hello.', 'our staging server is called fjord'));
  await file(run);
  const first = get('projects/shop/changelog.md');
  await file(run);
  expect(get('projects/shop/changelog.md')).toBe(first);
});
