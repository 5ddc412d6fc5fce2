import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runAt } from '../support/run-at.js';
import { type RunningService, startService } from '../web/support/running-service.js';
import { put } from '../web/support/sample-vault.js';

const NOTES = Array.from({ length: 120 }, (_, number) => `projects/p${number % 7}/note-${number}.md`);
/** Another file has the new name too: a link that was changed already leads there by the old names. */
const MOVE = { from: 'bucket/plan.md', to: 'bucket/notes.md' };
const KILL = new URL('../support/kill-on-disk.mjs', import.meta.url).href;
const PATIENT = { timeout: 60_000 };

/** A service that is killed after it has given so many files a name that matches, while a move is under way. */
async function killedMove(killOn: string) {
  const service = await startService({
    prepare(vault) {
      put(vault, 'bucket/plan.md', '# Plan\n\nSee [p](../projects/p0/note-0.md).\n');
      put(vault, 'projects/p0/deep/notes.md', '# Other notes\n');
      for (const path of NOTES)
        put(vault, path, '# Note\n\nAs in [[plan]] and [it](../../bucket/plan.md).\n');
    },
  });
  onTestFinished(() => service.close());
  const changes = join(service.vault, '.rappel', 'changes');
  const isLeft = () => readdirSync(changes).length > 0;
  await untilRecorded(service);
  await service.stop();
  await service.start({ NODE_OPTIONS: `--import=${KILL}`, KILL_ON: killOn, KILL_WHILE: changes });
  await untilRecorded(service);
  const sent = fetch(`${service.url}/api/files/move`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(MOVE),
  });
  await expect(sent.then((response) => response.text())).rejects.toThrow();
  await service.ended();
  const read = (path: string) => readFileSync(join(service.vault, path), 'utf8');
  const count = (text: string) => NOTES.filter((path) => read(path).includes(text)).length;
  return { service, isLeft, read, count, has: (path: string) => existsSync(join(service.vault, path)) };
}

async function entriesOf({ url }: RunningService) {
  const response = await fetch(`${url}/api/history/list`);
  return response.ok
    ? ((await response.json()) as { entries: { id: string; source: string; reason: string }[] }).entries
    : [];
}

async function untilRecorded(service: RunningService): Promise<void> {
  await expect.poll(async () => (await entriesOf(service)).length, PATIENT).toBeGreaterThan(0);
}

describe('a move that is killed', { timeout: 180_000 }, () => {
  it('while it changes links is finished at the next start, as one entry that one undo takes back', async () => {
    const { service, isLeft, count, has, read } = await killedMove(String.raw`70 /note-\d+\.md$`);
    for (const link of ['[[plan]]', '[[notes]]']) expect(count(link)).toBeGreaterThan(0);
    await service.start();
    await expect.poll(isLeft, PATIENT).toBe(false);
    expect([count('[[plan]]'), count('[[notes]]')]).toEqual([0, 120]);
    expect(count('[it](../../bucket/notes.md)')).toBe(120);
    expect(has('bucket/plan.md')).toBe(false);
    expect(read('bucket/notes.md')).toContain('# Plan');
    const [entry] = await entriesOf(service);
    expect(entry).toMatchObject({
      source: 'page',
      reason: 'moved vault/bucket/plan.md to vault/bucket/notes.md; updated 240 links in 120 notes',
    });
    await runAt(service.url)('history/undo', { id: entry!.id });
    expect([count('[[plan]]'), has('bucket/plan.md'), has('bucket/notes.md')]).toEqual([120, true, false]);
  });

  it('between the two names of its file is finished', async () => {
    const { service, isLeft, count, has } = await killedMove(String.raw`1 /bucket/notes\.md$`);
    expect([has('bucket/plan.md'), has('bucket/notes.md'), count('[[plan]]')]).toEqual([true, true, 120]);
    await service.start();
    await expect.poll(isLeft, PATIENT).toBe(false);
    expect([has('bucket/plan.md'), has('bucket/notes.md'), count('[[notes]]')]).toEqual([false, true, 120]);
  });

  it('before it moves anything is forgotten', async () => {
    const { service, isLeft, count, has } = await killedMove(String.raw`1 /changes/[^/]+\.jsonl$`);
    await service.start();
    await expect.poll(isLeft, PATIENT).toBe(false);
    expect([has('bucket/plan.md'), has('bucket/notes.md'), count('[[plan]]')]).toEqual([true, false, 120]);
  });
});
