import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count } from '../../../test/support/runs.js';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { exportVault } from './export-vault.js';
import { takeIn } from './take-in.js';
import { FileChanged, vaultEntries } from './vault-files.js';

const isPosix = process.platform === 'linux';

/** Names as people, programs and other systems make them; those that differ only in their Unicode form among them. */
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'b.md',
    'é.md',
    'e\u0301.md',
    'ﬁ',
    'vault',
    'CON.md',
    'x:y.md',
    'end.',
    ' a ',
    '~',
    '-rf',
  ),
  fc
    .constantFrom(...(isPosix ? ['a\\b.md', '..\\x', 'line\nend', '\u001b[2J.md', '\ufffd'] : ['c']))
    .filter((text) => !text.startsWith('.')),
  fc.constantFrom('x'.repeat(99), 'x'.repeat(101), 'é'.repeat(127), '☀️'.repeat(40)),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => /^[^./\0][^/\0]*$/u.test(text) && !/\p{Surrogate}/u.test(text)),
);
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const size = fc.oneof(
  fc.nat(2_000),
  fc.constantFrom(0, 1, 511, 512, 513, 10_240, 262_144, 262_145, 1_000_000),
);
const entry = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      path,
      size,
      mode: fc.constantFrom(0o644, 0o600, 0o755, 0o444, 0o400),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('folder' as const), path, mode: fc.constantFrom(0o755, 0o700) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link' as const), path, to: fc.nat(20) }) },
);

describe('an exported vault that is imported', () => {
  it.each(['v.tar.gz', 'folder'])('as %s is the same, byte for byte', async (target) => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        const { root, vault } = tempVault();
        build(root, entries);
        const place = tempFolder();
        const report = await exportVault(vault, {}, join(place, target), '1.0.0');
        expect(report.leftOut).toEqual([]);
        await takeIn(join(place, target), join(place, 'new'));
        expect(contentOf(join(place, 'new'))).toEqual(contentOf(root));
        expect(readdirSync(place).sort()).toEqual(['new', target].sort());
      }),
      { numRuns: count(12, 500) },
    );
  });

  it.runIf(isPosix)('holds everything but what can not be in it, which is listed', async () => {
    const { root, vault } = tempVault({ 'a.md': 'a', 'folder/b.md': 'b' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), 'latin');
    mkdirSync(Buffer.concat([Buffer.from(`${root}/d`), Buffer.from([0xff])]));
    const outside = join(tempFolder(), 'secret.md');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, join(root, 'outside.md'));
    symlinkSync('nowhere', join(root, 'nothing.md'));
    symlinkSync('folder', join(root, 'other'));
    symlinkSync('.rappel/format.json', join(root, 'state.json'));
    const target = join(tempFolder(), 'v.tgz');
    const { leftOut, files } = await exportVault(vault, {}, target, '1.0.0');
    expect(leftOut.map((item) => item.path).sort()).toEqual(
      ['caf\ufffd', 'd\ufffd', 'nothing.md', 'other', 'outside.md', 'state.json'].sort(),
    );
    expect(files).toBe(2);
    const place = join(tempFolder(), 'new');
    await takeIn(target, place);
    expect(readdirSync(place).sort()).toEqual(['.rappel', 'a.md', 'folder']);
  });

  it('never holds bytes that were not in a file, also while files change their size', async () => {
    const { root, vault } = tempVault();
    for (let number = 0; number < 8; number++)
      writeFileSync(join(root, `${number}.txt`), 'x'.repeat(600_000));
    const target = join(tempFolder(), 'v.tgz');
    const exported = exportVault(vault, {}, target, '1.0.0');
    let isDone = false;
    const done = exported.finally(() => {
      isDone = true;
    });
    for (let turn = 0; !isDone; turn++) {
      const file = join(root, `${turn % 8}.txt`);
      if (turn % 3 === 0) truncateSync(file, 200_000);
      else appendFileSync(file, 'x'.repeat(50_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { leftOut } = await done;
    const place = join(tempFolder(), 'new');
    await takeIn(target, place);
    const names = readdirSync(place).filter((found) => found.endsWith('.txt'));
    expect(names.length + leftOut.length).toBe(8);
    for (const found of names) expect(readFileSync(join(place, found), 'latin1')).toMatch(/^x*$/);
  });

  it('is begun again where a large file changes meanwhile, which is left out at last', async () => {
    const { root } = tempVault({ 'large.bin': Buffer.alloc(17 * 1024 * 1024, 'x') });
    for await (const { content } of vaultEntries(root, () => {})) {
      truncateSync(join(root, 'large.bin'), 10);
      await expect(pipeline(content, new PassThrough().resume())).rejects.toBeInstanceOf(FileChanged);
      break;
    }
    const { root: restless, vault } = tempVault({
      'a.md': 'a',
      'large.bin': Buffer.alloc(17 * 1024 * 1024, 'x'),
    });
    const stop = keepWriting(join(restless, 'large.bin'));
    const target = join(tempFolder(), 'v.tgz');
    const { leftOut } = await exportVault(vault, {}, target, '1.0.0').finally(stop);
    expect(leftOut.map(({ path: found }) => found)).toEqual(['large.bin']);
    await takeIn(target, join(tempFolder(), 'new'));
  });
});

/** Changes a file at every turn of the event loop, which is more often than it is read. */
function keepWriting(file: string): () => void {
  let next = setImmediate(function write() {
    appendFileSync(file, 'x');
    next = setImmediate(write);
  });
  return () => clearImmediate(next);
}

function build(
  root: string,
  entries: readonly (typeof entry extends fc.Arbitrary<infer Made> ? Made : never)[],
): void {
  const files: string[] = [];
  for (const made of entries) {
    const address = join(root, made.path);
    try {
      mkdirSync(dirname(address), { recursive: true });
      if (made.kind === 'folder') mkdirSync(address, { recursive: true, mode: made.mode });
      if (made.kind === 'link' && files.length > 0) symlinkSync(files[made.to % files.length]!, address);
      if (made.kind !== 'file') continue;
      writeFileSync(address, Buffer.alloc(made.size, made.path), { flag: 'wx' });
      chmodSync(address, made.mode);
      files.push(address);
    } catch (error) {
      // Two of the same name, or a file where a folder should be.
      expect((error as NodeJS.ErrnoException).code).toMatch(/^(?:EEXIST|ENOTDIR|EISDIR)$/);
    }
  }
}

/** Bytes and permissions by raw name; a link is what it leads to. */
function contentOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (found) => !found.startsWith('.'),
  );
  return Object.fromEntries(
    names.sort().map((found) => {
      const stats = statSync(join(root, found));
      const content = stats.isFile() ? readFileSync(join(root, found), 'latin1') : '';
      return [found, `${(stats.mode & 0o777).toString(8)} ${content}`];
    }),
  );
}
