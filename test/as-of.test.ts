import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerByRule } from '../src/agents/librarian/answer-question.js';
import type { SearchEngine } from '../src/search/engine.js';
import { createGitHistory } from '../src/service/history/git-history.js';
import type { History } from '../src/service/history/history.js';
import { createPasts } from '../src/service/past/pasts.js';
import { searchWithOptions } from '../src/tools/search.js';
import { createSession } from '../src/tools/session.js';
import { ROOT } from '../src/vault/paths.js';
import type { Vault } from '../src/vault/vault.js';
import { tempVault } from './support/temp-vault.js';

type Files = Map<string, string>;
type Choose = (below: number) => number;

const WORDS =
  'harbour quay budget launch tide invoice crane Mara Lund ferry deadline paint sensor contract winter ' +
  'quai marée facture grue échéance budget lancement peinture contrat hiver capteur bateau port réunion';
const DAYS = Number(process.env.RAPPEL_AS_OF_DAYS ?? 6);
const SEED = Number(process.env.RAPPEL_AS_OF_SEED ?? 22);

/** Changes that a vault sees: notes, changelog entries, edits, renames, moves of lines, deletions, and texts that come back. */
function createChanges(choose: Choose) {
  const words = WORDS.split(' ');
  const pick = <Item>(items: readonly Item[]): Item => items[choose(items.length)]!;
  const sentence = () => `${Array.from({ length: 3 + choose(9) }, () => pick(words)).join(' ')}.`;
  const keyed = () =>
    `The ${pick(['budget', 'deadline', 'launch'])} is ${1 + choose(30)} ${pick(['June', 'July'])}.`;
  const paragraph = () => Array.from({ length: 1 + choose(6) }, () => pick([sentence, keyed])()).join('\n');
  const stamps = (day: string) =>
    pick(['', '', `---\ncreated: 2025-01-02T09:00:00\nupdated: ${day}T08:00:00\ntokens: 9\n---\n\n`]);
  const folders = ['projects/quay', 'projects/ferry', 'projects/été'];
  const note = (day: string) =>
    `${stamps(day)}# ${sentence()}\n\n${paragraph()}\n\n## ${pick(words)}\n\n${paragraph()}\n`;
  const editable = (files: Files) => [...files.keys()].sort();

  const changes: ((files: Files, day: string, was: readonly Files[]) => void)[] = [
    (files, day) => files.set(`${pick(folders)}/bucket/${pick(words)}-${choose(40)}.md`, note(day)),
    (files, day) => files.set(`bucket/${pick([day, pick(words)])}.${pick(['md', 'txt'])}`, note(day)),
    (files, day) => {
      const path = `${pick(folders)}/changelog.md`;
      files.set(path, `# ${day}\n\n## ${sentence()}\n${paragraph()}\n\n${files.get(path) ?? ''}`);
    },
    (files) => {
      const path = `${pick(folders)}/tasks.md`;
      files.set(
        path,
        `${files.get(path) ?? ''}# ${sentence()}\nstatus: ${pick(['en-cours', 'done'])}\n${paragraph()}\n\n`,
      );
    },
    (files, day) =>
      files.set(`${pick(folders)}/state.md`, `${stamps(day)}## Status\n${paragraph()}\n${keyed()}\n`),
    (files) => {
      const path = pick(editable(files));
      const lines = files.get(path)!.split('\n');
      files.set(path, lines.with(choose(lines.length), sentence()).join('\n'));
    },
    (files) => {
      const path = pick(editable(files));
      const text = files.get(path)!;
      files.delete(path);
      files.set(path.replace(/(-v\d+)?\.(\w+)$/, `-v${choose(90)}.$2`), text);
    },
    (files) => {
      if (files.size > 4) files.delete(pick(editable(files)));
    },
    (files, _, was) => {
      const [path, text] = pick([...pick(was)]);
      files.set(path, text);
    },
    (files) => {
      const path = pick(editable(files));
      for (const copy of ['b', 'a']) files.set(path.replace(/\.(\w+)$/, `-${copy}.$1`), files.get(path)!);
    },
    (files) => files.set(pick(editable(files)), `---\nsearch: false\n---\n${sentence()}\n`),
  ];
  return {
    start(): Files {
      const files: Files = new Map();
      for (let count = 0; count < 12; count++) changes[count % 5]!(files, '2025-02-28', [files]);
      return files;
    },
    next(files: Files, day: string, was: readonly Files[]): Files {
      const next = new Map(files);
      for (let count = 1 + choose(4); count > 0; count--) pick(changes)(next, day, was);
      return next;
    },
    question: () =>
      pick([
        () => sentence(),
        () => `What is the ${pick(['budget', 'deadline', 'launch'])}?`,
        () => `"${pick(words)} ${pick(words)}" ${pick(words)}`,
        () => `${pick(words)}x ${pick(words)} last week`,
        () => 'What did we do yesterday?',
        () => 'What is open?',
      ])(),
    limits: () =>
      pick([
        {},
        { scopes: [`${pick(folders)}/`] },
        { scopes: ['**/changelog.md', 'bucket/'] },
        { date_from: '3 days ago' },
        { date_to: '2025-03-03', scopes: ['projects/'] },
        { asked_on: 'yesterday' },
      ]),
  };
}

function write(temp: ReturnType<typeof tempVault>, before: Files, after: Files): void {
  for (const path of before.keys()) if (!after.has(path)) rmSync(join(temp.root, path));
  for (const [path, text] of after) if (before.get(path) !== text) temp.put(path, text);
}

/** Everything that a question can be answered with. */
async function answersOf(
  { vault, engine }: { vault: Vault; engine(): Promise<SearchEngine> },
  question: string,
  limits: object,
): Promise<string> {
  const context = { vault, session: createSession(), engine };
  const found = await Promise.all(
    (['fast', 'deep'] as const).map((mode) =>
      searchWithOptions.call({ queries: [question], mode, explain: true, ...limits }, context),
    ),
  );
  const answer = await answerByRule(context, { question, ...limits });
  return JSON.stringify({ found: found.map(({ data }) => data), answer }, null, 1);
}

/** When each file was changed last, up to the end of a day. */
async function timesAt(history: History, day: string): Promise<Map<string, Date>> {
  const entries = (await history.entries()).filter(({ time }) => time.slice(0, 10) <= day);
  return new Map(entries.flatMap(({ time, files }) => files.map(({ path }) => [path, new Date(time)])));
}

describe('an answer as of a day', () => {
  it('is that of a checkout of that day, byte for byte', { timeout: 600_000 }, async () => {
    const numbers = fc.sample(fc.nat(), { seed: SEED, numRuns: 5_000 * DAYS });
    const choose: Choose = (below) => numbers.pop()! % below;
    const changes = createChanges(choose);
    const temp = tempVault();
    const history = createGitHistory(temp.vault);
    const pasts = createPasts({
      vault: temp.vault,
      history: async () => history,
      engine: temp.context.engine,
    });
    onTestFinished(() => pasts.close());
    let files: Files = new Map();
    const was: { day: string; files: Files }[] = [];
    for (let count = 0; count < 2 * DAYS; count++) {
      const day = `2025-03-${String(1 + (count >> 1)).padStart(2, '0')}`;
      temp.setTime(`${day}T${count % 2 === 0 ? '09' : '23'}:30:00`);
      const next =
        count === 0
          ? changes.start()
          : changes.next(
              files,
              day,
              was.map((one) => one.files),
            );
      write(temp, files, next);
      files = next;
      await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
      // The index of today sees every state, so that its ids are in another order than those of a new one.
      await (await temp.context.engine()).search({ queries: ['quay'], mode: 'deep' });
      was[count >> 1] = { day, files };
    }
    for (const { day, files: then } of was) {
      const checkout = tempVault(Object.fromEntries(then));
      checkout.setTime(`${day}T23:59:59`);
      for (const [path, time] of await timesAt(history, day))
        if (then.has(path)) utimesSync(join(checkout.root, path), time, time);
      for (let count = 0; count < 8; count++) {
        const question = changes.question();
        const limits = changes.limits();
        const past = await pasts.use(day, (past) => answersOf(past, question, limits));
        expect(past, `${day}: ${question} ${JSON.stringify(limits)}`).toBe(
          await answersOf(checkout.context, question, limits),
        );
      }
    }
  });
});
