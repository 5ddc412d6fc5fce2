import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { maskSecrets } from '../../src/shared/secrets.js';
import { placesOf } from '../support/places-of.js';
import { type Place, type Running, until } from './harness.js';

interface Row {
  text: string;
  secret: boolean;
  value: string;
}

/** Long enough to be found nowhere by chance. */
const LEAST = 7;
/** From the root of the repository, where `npm run` starts a soak: its program is compiled elsewhere. */
const TABLE = 'src/shared/secrets.table.jsonl';

/** Tells the service texts with a secret, and looks where each is: while it waits, and after its question is answered. */
export async function fileSecrets(
  place: Place,
  service: Running,
  count: number,
  table: string[],
): Promise<void> {
  const rows = readTable().slice(0, count);
  const opened: { value: string; item: string }[] = [];
  for (const { text, value } of rows) {
    const { inbox, summary, title } = await filed(service, { text });
    // The detector is measured elsewhere: here, what it saw must be nowhere else.
    if (inbox === null || maskSecrets(text).includes(value)) continue;
    assert.ok(!`${summary}${title}`.includes(value), `the title or summary shows ${text}`);
    opened.push({ value, item: inbox });
  }
  for (const { value } of opened) {
    const places = placesOf([place.folder], value, [place.vault]);
    const leaks = places.filter((path) => !path.includes('.rappel/held/'));
    assert.deepEqual(leaks, [], value);
    for (const path of ['/api/updates/list', '/api/inbox/list', '/api/history/list', '/api/activities/list'])
      assert.ok(
        !JSON.stringify((await service.request('GET', path)).body).includes(value),
        `${path} shows ${value}`,
      );
  }
  table.push(`${opened.length} of ${rows.length} secrets held, in one place each`);
  for (const [index, { item }] of opened.entries())
    await filed(service, { text: index % 2 === 0 ? '2' : 'delete', inbox_ref: item });
  // What is erased is erased after the answer is acknowledged.
  for (const { value } of opened)
    await until(`${value} to be erased`, 30_000, () => {
      const places = placesOf([place.folder], value, [place.vault]);
      return places.length === 0;
    });
  table.push(`${opened.length} secrets deleted, no trace of any`);
}

function readTable(): Row[] {
  const rows = readFileSync(TABLE, 'utf8').trim().split('\n');
  return rows
    .map((row): Row => JSON.parse(row))
    .filter(({ secret, value }) => secret && value.length >= LEAST);
}

interface Status {
  state: string;
  inbox: string | null;
  summary: string | null;
  title?: string;
}

async function filed(service: Running, body: object): Promise<Status> {
  const { id } = (await service.request('POST', '/api/update', body)).body as { id: string };
  for (;;) {
    const status = (await service.request('POST', '/api/updates/find', { id })).body as Status;
    if (status.state !== 'accepted' && status.state !== 'running') return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
