import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { chatgptExport } from '../support/import-fixtures.js';
import { rappel } from '../support/rappel.js';
import { runCommand } from '../support/run-command.js';
import { count } from '../support/runs.js';
import { tempFolder } from '../support/temp-vault.js';
import { zip } from '../support/zip.js';

const MB = 1024 * 1024;
/** What a command takes without any file is about 150 MB; one file of the history, 50 MB at most, is read at a time. */
const MOST_MB = 400;

/** A file that takes no room on the disk. */
function sparse(file: string, bytes: number): void {
  writeFileSync(file, '');
  truncateSync(file, bytes);
}

async function memoryOf(vault: string, ...args: string[]): Promise<number> {
  const report = join(tempFolder(), 'memory');
  const preload = new URL('../support/report-memory.mjs', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import=${preload}`, MEMORY_FILE: report };
  const result = await rappel(args, { vault, env });
  expect(result, args.join(' ')).toMatchObject({ code: 0 });
  return Number(readFileSync(report, 'utf8'));
}

describe('moving and deleting', () => {
  it('takes a file of 3 GiB, and no memory for it', async () => {
    const vault = tempFolder();
    for (const name of ['film.bin', 'huge.txt']) {
      sparse(join(vault, name), 3 * 1024 * MB);
      expect(await memoryOf(vault, 'move', name, `kept/${name}`)).toBeLessThan(MOST_MB);
      expect(statSync(join(vault, 'kept', name)).size).toBe(3 * 1024 * MB);
      expect(await memoryOf(vault, 'delete', `kept/${name}`)).toBeLessThan(MOST_MB);
    }
    expect(readdirSync(join(vault, 'kept'))).toEqual([]);
  });

  it('takes a large folder in bounded memory', async () => {
    const vault = tempFolder();
    mkdirSync(join(vault, 'films'));
    // The history takes files up to 50 MB, and takes its time for them: the short form is made of larger ones.
    const [files, size] = [count(12, 30), count(51, 40)];
    for (let number = 0; number < files; number++) sparse(join(vault, 'films', `${number}.bin`), size * MB);
    expect(await memoryOf(vault, 'move', 'films', 'kept')).toBeLessThan(MOST_MB);
    expect(readdirSync(join(vault, 'kept'))).toHaveLength(files);
    expect(await memoryOf(vault, 'delete', 'kept')).toBeLessThan(MOST_MB);
    expect(existsSync(join(vault, 'kept'))).toBe(false);
  }, 300_000);
});

describe('importing', () => {
  it('reads an export that is larger than the memory it may use', async () => {
    const file = join(tempFolder(), 'conversations.json');
    const [one] = JSON.parse(chatgptExport(1));
    // Not the same words over and over: what packs too well is refused as a bomb.
    const words = Array.from({ length: 30_000 }, (_, index) => ((index * 7919) % 100_003).toString(36));
    one.mapping.c.message.content.parts = [`${words.join(' answer ')}`];
    await pipeline(function* () {
      for (let number = 0; number < 130; number++)
        yield `${number === 0 ? '[' : ','}${JSON.stringify({ ...one, conversation_id: `c${number}`, title: `Talk ${number}` })}`;
      yield ']';
    }, createWriteStream(file));
    expect(statSync(file).size).toBeGreaterThan(42_000_000);
    const vault = tempFolder();
    expect((await runCommand(['init'], { vault })).code).toBe(0);
    const env = { NODE_OPTIONS: '--max-old-space-size=40' };
    const archive = join(tempFolder(), 'export.zip');
    writeFileSync(archive, zip([{ name: 'conversations.json', content: readFileSync(file) }]));
    // The archive is unpacked and then read in the same way: the file alone says nothing more, and takes as long.
    for (const source of count(0, 1) ? [archive, file] : [archive]) {
      const { code, out } = await rappel(['import', source, '--dry-run', '--json'], { vault, env });
      expect(code).toBe(0);
      expect(JSON.parse(out).files).toHaveLength(130);
    }
  }, 300_000);
});
