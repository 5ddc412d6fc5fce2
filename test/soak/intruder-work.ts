import assert from 'node:assert/strict';
import type { Place, Running } from './harness.js';
import { JSON_TYPE, send } from './intruder-requests.js';

/** Far above what an honest request takes on a busy machine, and far below what each of these once took. */
const LONGEST_MS = 15_000;

/** Requests that would take the service for itself: each is refused or answered in time, and others are answered meanwhile. */
export async function overwhelm(
  place: Place,
  service: Running,
  size: number,
  table: string[],
): Promise<void> {
  const host = new URL(service.url).host;
  place.put('bucket/stripes.md', 'zebra: stripe\n'.repeat(size / 20));
  for (const [name, unit] of Object.entries({ tags: '<?', dots: '....', keys: 'eyJ', codes: 'code 4417 ' }))
    place.put(`bucket/${name}.md`, `zebra ${unit.repeat(size / unit.length)}\n`);
  const call = '{"tool":"tree","input":{}}';
  const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const many = (one: string) =>
    `[${Array(size / 10)
      .fill(one)
      .join()}]`;
  const works: [what: string, path: string, body: string, ...expect: number[]][] = [
    ['nested JSON', '/api/update', '['.repeat(size), 413],
    ['JSON of many values', '/api/tools/read', `{"paths":[${'1,'.repeat(size * 4)}1]}`, 413],
    ['many calls', '/api/calls', `{"calls":${many(call)}}`, 400, 413],
    ['many MCP messages', '/mcp', many(message), 413],
    ['a search of long lines', '/api/tools/search', '{"queries":["zebra stripe"]}', 200],
    ['a question about long lines', '/api/search', '{"question":"which stripe has the zebra?"}', 200],
  ];
  for (const [what, path, body, ...expect] of works) {
    const headers = { host, ...JSON_TYPE, accept: 'application/json, text/event-stream' };
    const started = Date.now();
    const { status } = await send(service, {
      method: 'POST',
      path,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
    });
    const took = Date.now() - started;
    table.push(`${status} ${what} POST ${path}, ${took} ms`);
    assert.ok(expect.includes(status), `${what}: ${status}`);
    assert.ok(took < LONGEST_MS, `${what} took ${took} ms`);
  }
}
