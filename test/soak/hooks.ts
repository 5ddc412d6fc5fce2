import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFiles } from '../../src/service/capture/session-files.js';
import { createDice, createPlace, type Place, startService, until } from './harness.js';
import { type Client, createClient, runRappel } from './hooks-client.js';

const AT_ONCE = 4;

/**
 * Sessions of assistants whose hooks and clients are killed in every phase, two in each directory at once, resumed, forked, compacted, with
 * logs that are written anew, while services come and go. Compared with all that was said: every turn is in one note, once, and drawn from
 * once; nothing was shown to a model twice, and no hook failed.
 */
export async function hooksScenario({ sessions, seed = 1 }: { sessions: number; seed?: number }) {
  const place = createPlace();
  const dice = createDice(seed);
  const clients: Client[] = [];
  try {
    place.put('profile.md', '# Rules\n\nrule 0\n');
    const open = Array.from({ length: sessions }, (_, at) => at);
    const service = runServices(place, () => open.length > 0);
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (let at = open.shift(); at !== undefined; at = open.shift()) {
        if (at % 10 === 9) place.put('profile.md', `# Rules\n\n${rules(at).join('\n')}\n`);
        // Two in each directory.
        const directory = join(place.folder, `work-${at >> 1}`);
        mkdirSync(join(directory, '.git'), { recursive: true });
        const client = createClient(place, { id: `s${at}`, directory, dice });
        clients.push(client);
        clients.push(...(await liveThrough(place, client, dice)));
      }
    });
    await Promise.all(work);
    await service;
    await fileAll(place, clients);
    return { sessions: clients.length, ...check(place, clients) };
  } finally {
    place.remove();
  }
}

function rules(at: number): string[] {
  return Array.from({ length: 1 + Math.floor(at / 10) }, (_, rule) => `rule ${rule}`).slice(-20);
}

/** One conversation with its accidents. Returns its forks. */
async function liveThrough(place: Place, client: Client, dice: (below: number) => number): Promise<Client[]> {
  const forks: Client[] = [];
  await client.start('startup');
  for (let turn = 1 + dice(3); turn >= 0; turn--) {
    client.say();
    if (dice(6) === 0) client.rewriteLog();
    await client.stop();
  }
  if (dice(4) === 0) await client.compact();
  if (dice(4) === 0 && client.isKnown()) {
    // Killed in the middle of a turn, and resumed.
    client.say();
    await client.start('resume');
    client.say();
    await client.stop();
  }
  if (dice(6) === 0 && client.isKnown()) {
    const fork = createClient(place, client.fork());
    await fork.start('fork');
    fork.say();
    await fork.end();
    forks.push(fork);
  }
  // A third of the clients is killed without an end, with a turn that no hook was told of.
  if (dice(3) === 0 && client.isKnown()) client.say();
  else await client.end();
  return forks;
}

/** A service starts meanwhile, is killed, and starts again. */
async function runServices(place: Place, goesOn: () => boolean): Promise<void> {
  for (let round = 0; goesOn(); round++) {
    const service = await startService(place);
    await until('some sessions', 600_000, () => !goesOn() || sessionFiles(place.vault).countWaiting() === 0);
    if (round % 2 === 0) await service.kill();
    else await service.stop();
    await until(
      'something to wait',
      600_000,
      () => !goesOn() || sessionFiles(place.vault).countWaiting() > 0,
    );
  }
}

/** The next process looks after what killed clients left; their logs are old by then. */
async function fileAll(place: Place, clients: readonly Client[]): Promise<void> {
  for (const { log } of clients) utimesSync(log, 0, 0);
  const files = sessionFiles(place.vault);
  await until('everything to be filed', 600_000, async () => {
    await runRappel(place, ['capture', 'file'], {});
    return !files.isWaiting() && files.openIds().length + files.undrawnIds().length === 0;
  });
}

function check(place: Place, clients: readonly Client[]) {
  const notes = new Map(notesIn(place.vault));
  const all = [...notes.values()].join('\n');
  const logs = [...textsIn(place.vault, /changelog\.md$/)].join('\n');
  let turns = 0;
  for (const { id, said, decided, failures, shownTwice } of clients) {
    assert.deepEqual([id, failures, shownTwice()], [id, [], []]);
    const own = notes.get(id) ?? '';
    for (const mark of said) {
      assert.deepEqual([mark, own.split(mark).length - 1, all.split(mark).length - 1], [mark, 1, 1]);
      turns++;
    }
    for (const mark of decided) assert.deepEqual([mark, logs.split(mark).length - 1], [mark, 1]);
  }
  const errors = textsIn(place.vault, /hooks\.log$/).join('');
  return { turns, notes: notes.size, logged: errors.split('\n').filter(Boolean).length };
}

/** Each note of a session by the id in its frontmatter, without its title, which repeats the first turn. */
function notesIn(vault: string): [string, string][] {
  const texts = textsIn(vault, /bucket\/session-[^/]*\.md$/);
  return texts.map((text) => [/^session: (.*)$/m.exec(text)![1]!, text.replace(/^# .*$/m, '')]);
}

function textsIn(vault: string, pattern: RegExp): string[] {
  return readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path) && !path.startsWith('.rappel/trash'))
    .map((path) => readFileSync(join(vault, path), 'utf8'));
}
