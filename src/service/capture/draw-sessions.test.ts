import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import type { UpdateInput } from '../../agents/update.js';
import { withLock } from '../locks/lock.js';
import { drawFromSessions } from './draw-sessions.js';
import { fileSessions } from './file-sessions.js';
import { captureTurns, startSession } from './hook-events.js';
import { sessionFiles } from './session-files.js';

function opened() {
  const { root, vault } = tempVault();
  const folder = tempFolder();
  const transcript = join(folder, 'log.jsonl');
  writeFileSync(transcript, '');
  const context = { root, client: 'claude-code' as const, log: () => {} };
  const input = { session: 's1', directory: folder, transcript, source: 'startup' as const };
  const core = {
    vault,
    afterChanges: async () => null,
    recover: async () => {},
    withWriter: <Result>(work: (announce: () => void) => Promise<Result>) => work(() => {}),
  };
  const entered: { input: UpdateInput; id: string }[] = [];
  let said = 0;
  startSession(context, input);
  return {
    root,
    vault,
    entered,
    say(content: string) {
      const record = { type: 'user', uuid: `u${said++}`, message: { role: 'user', content } };
      appendFileSync(transcript, `${JSON.stringify({ ...record, timestamp: '2025-07-14T10:00:00.000Z' })}\n`);
    },
    capture: (hasEnded: boolean) => captureTurns(context, input, hasEnded),
    async draw(enter = async (given: UpdateInput, id: string) => void entered.push({ input: given, id })) {
      await fileSessions(core);
      await drawFromSessions(vault, enter);
    },
    linesOf: (path: string) => readFileSync(join(root, path.replace('vault/', '')), 'utf8').split('\n'),
  };
}

it('waits for the end of a session, then draws once from its lines', async () => {
  const { say, capture, draw, entered, linesOf } = opened();
  say('Let us use Postgres.');
  capture(false);
  await draw();
  expect(entered).toEqual([]);
  capture(true);
  await draw();
  await draw();
  expect(entered).toHaveLength(1);
  const { path, from, to } = entered[0]!.input.session!;
  expect(
    linesOf(path)
      .slice(from - 1, to!)
      .join('\n'),
  ).toContain('Let us use Postgres.');
});

it('draws from what came since, if a session goes on', async () => {
  const { say, capture, draw, entered, linesOf } = opened();
  say('Let us use Postgres.');
  capture(true);
  await draw();
  say('No, SQLite.');
  capture(true);
  await draw();
  const { path, from, to } = entered[1]!.input.session!;
  const added = linesOf(path)
    .slice(from - 1, to!)
    .join('\n');
  expect(added).toContain('No, SQLite.');
  expect(added).not.toContain('Let us use Postgres.');
});

it('enters the same update again if it was killed before that was noted', async () => {
  const { say, capture, draw, entered } = opened();
  say('Let us use Postgres.');
  capture(true);
  const killed: { input: UpdateInput; id: string }[] = [];
  await expect(
    draw(async (input, id) => {
      killed.push({ input, id });
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await draw();
  expect(entered).toEqual(killed);
});

it('draws from a session that is idle for long, and from the rest when it goes on', async () => {
  const { root, say, capture, draw, entered } = opened();
  say('Let us use Postgres.');
  capture(false);
  await draw();
  const anHourAgo = new Date(Date.now() - 60 * 60_000);
  utimesSync(join(root, '.rappel', 'captured', 'undrawn', 's1'), anHourAgo, anHourAgo);
  await draw();
  say('And Redis for the queue.');
  capture(false);
  await draw();
  expect(entered).toHaveLength(1);
  capture(true);
  await draw();
  expect(entered.map(({ input }) => input.session!.from)).toEqual([1, entered[0]!.input.session!.to! + 1]);
});

it('draws from a session whose filing was killed after its note was written', async () => {
  const { root, say, capture, draw, entered } = opened();
  say('Let us use Postgres.');
  capture(true);
  const files = sessionFiles(root);
  const [part] = files.parts();
  await expect(draw(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  files.save(part!.session);
  files.addPart(part!.session, part!.lines);
  await draw();
  expect(entered).toHaveLength(1);
});

it('waits for a process that files sessions', async () => {
  const { root, vault, say, capture, draw, entered } = opened();
  say('Let us use Postgres.');
  capture(false);
  await draw();
  capture(true);
  const enter = async (input: UpdateInput, id: string) => void entered.push({ input, id });
  let drawn: Promise<void> | undefined;
  await withLock(root, 'captured', async () => {
    drawn = drawFromSessions(vault, enter);
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toEqual([]);
  });
  await drawn;
  expect(entered).toHaveLength(1);
});
