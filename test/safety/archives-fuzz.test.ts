import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeIn } from '../../src/exchange/archive/take-in.js';
import { type TarEntry, writeTar } from '../../src/exchange/archive/tar-write.js';
import { isState } from '../../src/exchange/archive/vault-files.js';
import { openSource } from '../../src/exchange/import/open-source.js';
import { openHistory } from '../../src/service/history/open-history.js';
import { createQueue } from '../../src/service/updates/queue.js';
import { systemClock } from '../../src/shared/clock.js';
import { RappelError } from '../../src/shared/errors.js';
import { ROOT, visiblePath } from '../../src/vault/paths.js';
import { createVault } from '../../src/vault/vault.js';
import { chatgptExport } from '../support/import-fixtures.js';
import { removeFolder } from '../support/remove-folder.js';
import { count } from '../support/runs.js';
import { has } from '../support/system.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';
import { type ZipFile, zip } from '../support/zip.js';

/*
 * Good archives, mutated in their entries, their headers and their bytes. A folder that holds everything such an archive
 * could reach by going up, the temporary folder of this process included, is compared byte for byte after each one.
 */

const RUNS = count(200, 10_000);
/** For one archive; the slowest take a few milliseconds. */
const LIMIT_MS = 20_000;

const hostilePath = fc.constantFrom(
  '../outside.md',
  '../../outside.md',
  'vault/../../outside.md',
  'vault/../outside.md',
  'vault/a/../../../outside.md',
  '/etc/rappel-outside.md',
  'vault//outside.md',
  'vault/./a.md',
  'vault/.env',
  'vault/.rappel/token',
  'vault/.rappel/history.git/hooks/post-commit',
  'vault/.rappel/queue/000000001-u1/journal/000000.json',
  'vault/.rappel/queue/../../outside.md',
  'vault/.rappel/format.json',
  'vault/a.md/below.md',
  'vault/bucket',
  'vault/a\0b.md',
  'vault/a\\..\\..\\outside.md',
  'C:\\outside.md',
  'vault/',
  '',
  `vault/${'x'.repeat(300)}`,
  `vault/${'d/'.repeat(150)}x.md`,
);
const state = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '{"files":null}',
    '{"state":"accepted"}',
    '{"format":99}',
    '{"images":[{"file":"../x"}]}',
    '\0',
  ),
);

/** What is done to the list of entries of a good archive. */
const entryChange = fc.oneof(
  fc.record({ kind: fc.constant('path' as const), at: fc.nat(), path: hostilePath }),
  fc.record({ kind: fc.constant('twice' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('content' as const), at: fc.nat(), content: state }),
);
/** What is done to its bytes. */
const byteChange = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bytes: fc.uint8Array({ maxLength: 600 }) }),
);
/** What is done to a header, whose checksum is made right again. */
const headerChange = fc.record({
  block: fc.nat(),
  field: fc.constantFrom(
    [0, 100],
    [100, 8],
    [124, 12],
    [136, 12],
    [156, 1],
    [157, 100],
    [257, 6],
    [345, 155],
  ),
  value: fc.oneof(
    fc.constantFrom(
      '0',
      '1',
      '2',
      '3',
      '5',
      '6',
      '7',
      'L',
      'x',
      'g',
      'K',
      'S',
      '77777777777\0',
      '00000001000\0',
    ),
    fc.constantFrom(
      '-1',
      '99999999999',
      '../../outside.md\0',
      '/etc/passwd\0',
      '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  ),
});
const few = <Change>(change: fc.Arbitrary<Change>) => fc.array(change, { maxLength: 3 });

let sandbox: string;
let before: Map<string, string>;
const { TMPDIR } = process.env;

beforeEach(() => {
  sandbox = tempFolder();
  for (const folder of ['tmp', 'inner', 'inner/place']) mkdirSync(join(sandbox, folder));
  for (const name of ['outside.md', 'inner/outside.md', 'inner/place/outside.md', 'tmp/outside.md'])
    writeFileSync(join(sandbox, name), 'mine');
  process.env.TMPDIR = join(sandbox, 'tmp');
  before = snapshot();
});

afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

describe('a mutated archive', () => {
  it('of an exported vault changes nothing outside its place, and becomes a valid vault or a sentence', async () => {
    const none = fc.constant([]);
    // In one layer, or in all at once.
    const changes = fc.oneof(
      fc.tuple(few(entryChange), none, none, none),
      fc.tuple(none, few(headerChange), none, none),
      fc.tuple(none, none, few(byteChange), none),
      fc.tuple(none, none, none, few(byteChange)),
      fc.tuple(few(entryChange), few(headerChange), few(byteChange), few(byteChange)),
    );
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(changes, async ([entries, headers, bytes, packedBytes]) => {
        const tar = await bytesOf(writeTar(entriesOf(applied(GOOD, entries))));
        const archive = mutated(
          gzipSync(mutated(withHeaders(tar, headers), bytes), { level: 1 }),
          packedBytes,
        );
        const isTaken = await tryTakeIn(archive);
        seen[isTaken ? 'taken' : 'refused']++;
      }),
      { numRuns: RUNS / 2, timeout: LIMIT_MS },
    );
    // Both outcomes are reached: otherwise the mutations would be too wild, or none at all.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0);
  }, 1_200_000);

  it.skipIf(!has('git'))(
    'with a mutated history is taken whole or refused with a sentence',
    async () => {
      const history = await goodHistory();
      before = snapshot();
      const change = fc.tuple(fc.nat(history.length - 1), few(byteChange));
      await fc.assert(
        fc.asyncProperty(change, async ([at, bytes]) => {
          const files = history.map((file, index) => ({
            ...file,
            bytes: index === at ? mutated(file.bytes, bytes) : file.bytes,
          }));
          const entries = [
            ...entriesOf(GOOD),
            ...files.map(({ path, bytes: content }) => entryOf(path, content)),
          ];
          await tryTakeIn(gzipSync(await bytesOf(writeTar(entries)), { level: 1 }));
        }),
        { numRuns: count(6, 500), timeout: LIMIT_MS },
      );
    },
    1_200_000,
  );

  it('in ZIP form changes nothing outside, and is read or becomes a sentence', async () => {
    const changes = fc.tuple(few(entryChange), few(byteChange), fc.boolean());
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(changes, async ([entries, bytes, large]) => {
        const files = applied(GOOD, entries).map(
          ({ path, content }, index): ZipFile => ({ name: path, content, stored: index % 2 === 0 }),
        );
        const isTaken = await tryImport(mutated(zip(files, { large }), bytes));
        seen[isTaken ? 'taken' : 'refused']++;
      }),
      { numRuns: RUNS / 2, timeout: LIMIT_MS },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0);
  }, 1_200_000);
});

interface GoodFile {
  path: string;
  content: string;
}

const GOOD: GoodFile[] = [
  { path: 'vault/.rappel/export.json', content: '{"rappel":"0.2.0"}\n' },
  { path: 'vault/a.md', content: '# A\n'.repeat(200) },
  { path: 'vault/bucket/', content: '' },
  { path: 'vault/bucket/é ☀.md', content: 'unicode' },
  { path: `vault/bucket/${'long name '.repeat(15)}.md`, content: 'long' },
  { path: 'vault/conversations.json', content: chatgptExport(1) },
  { path: 'vault/empty.txt', content: '' },
  { path: 'vault/.rappel/format.json', content: '{"format":1,"vault":"0123456789"}' },
  {
    path: 'vault/.rappel/queue/000000001-u1/status.json',
    content: '{"id":"u1","state":"accepted","accepted":"2025-07-14T18:30:00"}',
  },
  {
    path: 'vault/.rappel/queue/000000001-u1/input.json',
    content: '{"text":"remember","inboxRef":null,"images":[]}',
  },
];

async function tryTakeIn(archive: Buffer): Promise<boolean> {
  const file = join(sandbox, 'inner', 'a.tgz');
  const place = join(sandbox, 'inner', 'place', 'vault');
  writeFileSync(file, archive);
  try {
    await takeIn(file, place);
    checkVault(place);
    return true;
  } catch (error) {
    expectSentence(error);
    expect(statSync(place, { throwIfNoEntry: false })).toBeUndefined();
    return false;
  } finally {
    removeFolder(place);
    rmSync(file);
    expect(snapshot()).toEqual(before);
  }
}

async function tryImport(archive: Buffer): Promise<boolean> {
  const file = join(sandbox, 'inner', 'a.zip');
  writeFileSync(file, archive);
  try {
    const source = await openSource(file);
    try {
      for await (const offer of source.offers())
        if (!('skipped' in offer)) expect(visiblePath(offer.name)).not.toBeNull();
    } finally {
      source.close?.();
    }
    return true;
  } catch (error) {
    expectSentence(error);
    return false;
  } finally {
    rmSync(file);
    expect(snapshot()).toEqual(before);
  }
}

/** Only files and folders, nothing hidden but the state, and no update that would run by itself. */
function checkVault(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    expect(entry.isFile() || entry.isDirectory()).toBe(true);
  expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual(['.rappel']);
  const { root: real } = createVault({ root, clock: systemClock });
  expect(createQueue({ root: real, clock: systemClock }).waiting()).toEqual([]);
}

function expectSentence(error: unknown): void {
  if (!(error instanceof RappelError)) throw error;
  expect(error.message).toMatch(/^\S.{8,}$/su);
}

function applied(files: readonly GoodFile[], changes: readonly Value<typeof entryChange>[]): GoodFile[] {
  const result = files.map((file) => ({ ...file }));
  for (const change of changes) {
    const at = change.at % Math.max(1, result.length);
    const file = result[at];
    if (file === undefined) continue;
    if (change.kind === 'path') file.path = change.path;
    if (change.kind === 'content' && !file.path.endsWith('/')) file.content = change.content;
    if (change.kind === 'twice') result.push({ ...file });
    if (change.kind === 'drop') result.splice(at, 1);
  }
  return result;
}

function withHeaders(tar: Buffer, changes: readonly Value<typeof headerChange>[]): Buffer {
  for (const { block, field, value } of changes) {
    const header = tar.subarray(512 * (block % (tar.length / 512)), 512 * ((block % (tar.length / 512)) + 1));
    const [at, length] = field as [number, number];
    header.write(value.slice(0, length), at, 'latin1');
    header.fill(0x20, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  }
  return tar;
}

function mutated(bytes: Buffer, changes: readonly Value<typeof byteChange>[]): Buffer {
  let result = Buffer.from(bytes);
  for (const change of changes) {
    const at = change.at % (result.length + 1);
    if (change.kind === 'flip' && at < result.length) result[at]! ^= 1 << change.bit;
    if (change.kind === 'cut') result = result.subarray(0, at);
    if (change.kind === 'insert')
      result = Buffer.concat([result.subarray(0, at), change.bytes, result.subarray(at)]);
  }
  return result;
}

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

function entriesOf(files: readonly GoodFile[]): TarEntry[] {
  return files.map(({ path, content }) => entryOf(path, Buffer.from(path.endsWith('/') ? '' : content)));
}

function entryOf(path: string, bytes: Buffer): TarEntry {
  return {
    path,
    size: bytes.length,
    mode: 0o644,
    modified: new Date('2025-07-14T18:30:00Z'),
    content: [bytes],
  };
}

/** The files of a history with two entries. */
async function goodHistory(): Promise<{ path: string; bytes: Buffer }[]> {
  const made = tempVault({ 'a.md': '# A\n', 'bucket/b.md': '# B\n' });
  const history = await openHistory(made.vault);
  await history.record({ source: 'init', paths: [ROOT] });
  made.put('a.md', '# Other\n');
  await history.record({ source: 'outside', paths: [ROOT] });
  return readdirSync(join(made.root, '.rappel', 'history.git'), { recursive: true, encoding: 'utf8' })
    .map((name) => `.rappel/history.git/${name}`)
    .filter(isState)
    .sort()
    .map((path) => ({ path: `vault/${path}`, bytes: readFileSync(join(made.root, path)) }));
}

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

function snapshot(): Map<string, string> {
  // In its temporary folder, this process keeps a private directory of git for the next call, which changes it.
  const isKept = (name: string) => {
    const [top, folder = ''] = name.split(sep);
    return top === 'tmp' && folder.startsWith('rappel-git-');
  };
  const names = readdirSync(sandbox, { recursive: true, encoding: 'utf8' })
    .filter((name) => !isKept(name))
    .sort();
  return new Map(
    names.map((name) => {
      const isFile = statSync(join(sandbox, name)).isFile();
      return [name, isFile ? readFileSync(join(sandbox, name), 'latin1') : 'folder'];
    }),
  );
}
