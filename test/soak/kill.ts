import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateStatus } from '../../src/service/updates/update-status.js';
import { KEPT_UPDATES } from '../../src/service/upkeep/upkeep.js';
import { readState } from '../../src/vault/state-database.js';
import { png } from '../support/images.js';
import { createDice, createPlace, type Place, pause, startService, until, untilAgreed } from './harness.js';

/**
 * Kills the service at random moments under a load of updates and outside edits. Afterwards every acknowledged update
 * is filed exactly once, every outside edit stands, no file is torn, and index and history agree with the files.
 */
export async function killScenario({ rounds }: { rounds: number }) {
  const place = createPlace();
  const dice = createDice(rounds);
  const acknowledged = new Set<string>();
  const edits = new Map<string, string[]>();
  let refused = 0;
  try {
    for (const project of PROJECTS)
      place.put(`projects/${project}/description.md`, `# ${project}\n\nUn projet.\n`);
    for (let round = 0; round < rounds; round++) {
      const service = await startService(place);
      const before = acknowledged.size;
      let going = true;
      const load = (async () => {
        for (let n = 0; going; n++) {
          const id = `round-${round}-${n}`;
          // Two of three are filed in a project at once, the others ask in the inbox.
          const where = n % 3 === 2 ? 'Sans projet' : `note : @${PROJECTS[(round + n) % PROJECTS.length]}`;
          const update = {
            id,
            text: `${where} ${mark(id)} du tour ${round}.`,
            images: hasPicture(id) ? [picture(id)] : [],
          };
          try {
            const { status } = await service.request('POST', '/api/update', update);
            if (status === 202) acknowledged.add(id);
            else refused++;
          } catch {
            // Killed before it answered: the same update is sent again next time, as a client would.
            if (dice(2) === 0) retries.push(update);
          }
          await pause(dice(30));
        }
      })();
      const editing = (async () => {
        for (let n = 0; going; n++) {
          edit(place, edits, `bucket/note-${dice(6)}.md`, `ligne ${round}-${n}`, dice(2) === 0);
          await pause(dice(40));
        }
      })();
      for (const update of retries.splice(0)) {
        const answer = await service.request('POST', '/api/update', update).catch(() => null);
        if (answer?.status === 202) acknowledged.add(update.id);
      }
      await pause(dice(1_200));
      // A busy machine may have accepted nothing yet, and the kill would prove nothing.
      await until('an update to be acknowledged', 60_000, () => acknowledged.size > before);
      going = false;
      await service.kill();
      await Promise.all([load, editing]);
    }
    const service = await startService(place);
    // Thousands may wait, and a busy machine takes its time: what counts is that they become fewer.
    for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
      left = await until(`fewer than ${left} updates to wait`, 120_000, async () => {
        const { body } = await service.request('GET', '/api/health');
        const { waiting } = body as { waiting: number };
        return waiting < left && { waiting };
      }).then(({ waiting }) => waiting);
    }
    const updates = listQueue(place);
    await untilAgreed(place, 60_000);
    const raw = countMarks(place, RAW);
    const logged = countMarks(place, LOGS);
    const pictures = countMarks(place, PICTURES);
    for (const id of acknowledged) {
      const status = updates.find((update) => update.id === id);
      // Only the newest thousand of those that are filed stay in the queue.
      const state = status?.state ?? (updates.length >= KEPT_UPDATES ? 'done' : 'gone');
      assert.ok(['done', 'needs_answer'].includes(state), `${id}: ${state}: ${status?.reason}`);
      // One with a project is an entry of its changelog. Of another, the clerk decides by what projects say: it asks, files it, or does
      // both, and the update names the files.
      const found = [raw, logged, pictures].map((counts) => counts.get(id) ?? 0);
      const named = [RAW, LOGS, PICTURES].map(
        (paths) => status?.files.filter((path) => paths.test(path)).length,
      );
      const isSure = Number(id.split('-')[2]) % 3 !== 2;
      const said = isSure ? [0, 1, hasPicture(id) ? 1 : 0] : named.map((count, at) => count ?? found[at]);
      assert.deepEqual([id, ...found], [id, ...said]);
      assert.ok(found.slice(0, 2).includes(1), `${id} is nowhere`);
      assert.ok(found[1]! <= 1, `${id} is logged ${found[1]} times`);
      assert.equal(found[2]! > 0, hasPicture(id), `the picture of ${id}`);
    }
    for (const [path, lines] of edits) {
      const text = place.get(path);
      for (const line of lines) assert.equal(text.split(`${line}\n`).length, 2, `${path}: ${line}`);
    }
    assert.equal(leftovers(place).length, 0, `left behind: ${leftovers(place).slice(0, 5)}`);
    assert.equal(await service.stop(), 0);
    const edited = [...edits.values()].reduce((sum, lines) => sum + lines.length, 0);
    return { rounds, acknowledged: acknowledged.size, edits: edited, refused };
  } finally {
    place.remove();
  }
}

/** Notes as they were given, and what is logged of them. */
const RAW = /\/input\.md$|\/bucket\/.*\.md$/;
const LOGS = /\/changelog\.md$/;
const PICTURES = /\.png$/;

export const PROJECTS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];

const retries: { id: string; text: string; images: object[] }[] = [];

/** Ends in a letter that no other one has: `round-1-1` is no part of `round-1-10`. */
function mark(id: string): string {
  return `<${id}>`;
}

/** Every fourth update brings a picture, of which no other has the bytes. */
function hasPicture(id: string): boolean {
  return Number(id.split('-')[2]) % 4 === 0;
}

function picture(id: string): object {
  const bytes = Buffer.concat([png(4, 4), Buffer.from(mark(id))]);
  return { name: 'board.png', media_type: 'image/png', data: bytes.toString('base64') };
}

/** An outside program adds a line: by replacing the file as editors do, or at its end. */
function edit(
  place: Place,
  edits: Map<string, string[]>,
  path: string,
  line: string,
  replace: boolean,
): void {
  const file = join(place.vault, path);
  if (!edits.has(path)) {
    place.put(path, '');
    edits.set(path, []);
  }
  if (replace) {
    writeFileSync(`${file}~`, `${readFileSync(file, 'utf8')}${line}\n`);
    renameSync(`${file}~`, file);
  } else writeFileSync(file, `${line}\n`, { flag: 'a' });
  edits.get(path)!.push(line);
}

/** How often each mark stands in the files of these paths. */
export function countMarks(place: Place, paths: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of filesOf(place)) {
    if (!paths.test(`/${path}`)) continue;
    for (const [, id] of place.get(path).matchAll(/<(round-\d+-\d+)>/g))
      counts.set(id!, (counts.get(id!) ?? 0) + 1);
  }
  return counts;
}

function listQueue(place: Place): UpdateStatus[] {
  const rows = readState(place.vault, [], (database) =>
    database.prepare('SELECT status FROM updates ORDER BY number').all(),
  );
  return rows.map(({ status }) => JSON.parse(String(status)));
}

function filesOf(place: Place): string[] {
  return readdirSync(place.vault, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(?:md|png)$/.test(path) && !path.startsWith('.rappel'),
  );
}

/** Half-written files of ours, beside the user's. */
function leftovers(place: Place): string[] {
  return readdirSync(place.vault, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.rappel') && /(?:^|\/)\.rappel-/.test(path),
  );
}
