import { beforeAll, describe, expect, it } from 'vitest';
import { hubFolder } from '../../../test/support/hub.js';
import { openPglite } from '../../../test/support/postgres.js';
import type { SqlPool } from '../../hub/database/sql.js';
import { sayEnglish } from '../../words/say.js';
import type { Invocation } from '../command.js';
import { audit, invite, people, peopleIn, remove } from './hub-people.js';

let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

/** Runs a verb as a person types it; returns what it prints. */
async function run(
  verb: typeof invite,
  folder: string,
  rest: string[],
  options: Record<string, string> = {},
) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const invocation = {
    text: (name: string) => options[name],
    texts: (name: string) => (options[name] === undefined ? [] : [options[name]]),
    number: () => undefined,
    report: (_: object, show: () => void) => show(),
    terminal: { say: sayEnglish, out: print, err: print },
  } as unknown as Invocation;
  await verb(invocation, folder, rest, (given) => peopleIn(pool, 'postgresql://db/rappel', given));
  return printed;
}

describe('the commands for people of a hub', () => {
  it('invite, list and remove people, and show the log', async () => {
    const folder = await hubFolder(['anna']);
    const email = 'ben@example.org';
    const invited = await run(invite, folder, ['anna', email], { role: 'editor', folder: 'projects' });
    expect(invited[0]).toMatch(/^http:\/\/127\.0\.0\.1:4747\/invitation#[\w-]{43}$/);
    expect(invited[1]).toBe('Send this link to ben@example.org. It works once, for a week.');
    await expect(run(invite, folder, ['anna', email], { folder: 'projcts' })).rejects.toThrow('no such file');
    expect(await run(people, folder, [])).toEqual([
      expect.stringMatching(/^ben@example\.org {2}\[invited until \d{4}-\d\d-\d\d \d\d:\d\d\]$/),
      '  anna: editor (vault/projects)',
    ]);
    const again = await run(invite, folder, [email]);
    expect(again[0]).not.toBe(invited[0]);
    expect(await run(remove, folder, ['anna', email])).toEqual([
      'Removed: ben@example.org has no access to "anna" any more.',
    ]);
    expect(await run(remove, folder, [email])).toEqual(['Removed: ben@example.org has no access any more.']);
    expect(await run(people, folder, [])).toEqual([
      'Nobody was invited yet. Invite someone with: rappel hub invite FOLDER NAME EMAIL',
    ]);
    expect((await run(audit, folder, [])).map((line) => line.slice(18))).toEqual([
      'rappel hub · remove · ben@example.org',
      'rappel hub · anna · remove · ben@example.org',
      'rappel hub · invite again · ben@example.org',
      'rappel hub · anna · invite · ben@example.org editor projects',
    ]);
    await expect(run(invite, folder, [])).rejects.toThrow('invite takes the folder of the hub');
  });
});
