import { appendFileSync, closeSync, openSync, readdirSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { VaultPath } from '../../vault/paths.js';
import { stampOutsideChange } from './stamp-file.js';

const head = (updated: string, tokens: number) =>
  `---\ncreated: 2025-01-01T00:00:00\nupdated: ${updated}\ntokens: ${tokens}\n---\n`;
const KNOWN = `${head('2025-01-01T00:00:00', 2)}\nancien\n`;

function file(content: string | Buffer, path = 'a.md') {
  const temp = tempVault({ [path]: content });
  const stamp = (known: string | null = null) =>
    stampOutsideChange(
      temp.vault,
      temp.vault.locate(path as VaultPath),
      known === null ? null : Buffer.from(known),
    );
  return { ...temp, stamp, text: () => temp.get(path), address: join(temp.root, path) };
}

describe('a file is stamped again', () => {
  it('if its fields are missing', async () => {
    const a = file('texte\n');
    expect(await a.stamp()).toBe(true);
    expect(a.text()).toMatch(/^---\ncreated: .*\nupdated: 2025-07-14T18:30:00\ntokens: 2\n---\n\ntexte\n$/);
  });

  it('if its tokens are wrong', async () => {
    const a = file(`${head('2025-01-01T00:00:00', 99)}\nancien\n`);
    expect(await a.stamp(KNOWN)).toBe(true);
    expect(a.text()).toBe(`${head('2025-07-14T18:30:00', 2)}\nancien\n`);
  });

  it('if its text changed and its `updated` is the one that was known', async () => {
    const a = file(`${head('2025-01-01T00:00:00', 2)}\nrécent\n`);
    expect(await a.stamp(KNOWN)).toBe(true);
    expect(a.text()).toBe(`${head('2025-07-14T18:30:00', 2)}\nrécent\n`);
  });
});

describe('stamps of the same length', () => {
  it('are written over in the file itself: it stays the same file for whoever has it open', async () => {
    const a = file(`${head('2025-01-01T00:00:00', 9)}\nrécent\n`);
    const handle = openSync(a.address, 'a');
    expect(await a.stamp(KNOWN)).toBe(true);
    writeSync(handle, 'plus\n');
    closeSync(handle);
    expect(a.text()).toBe(`${head('2025-07-14T18:30:00', 2)}\nrécent\nplus\n`);
  });
});

describe('a file is left alone', () => {
  it('if somebody stamped it: another machine, another process', async () => {
    const text = `${head('2025-02-02T02:02:02', 2)}\nrécent\n`;
    const a = file(text);
    expect(await a.stamp(KNOWN)).toBe(false);
    expect(a.text()).toBe(text);
  });

  it('if only its stamps differ from what was known, or nothing is known', async () => {
    expect(await file(KNOWN).stamp(KNOWN)).toBe(false);
    expect(await file(`${head('2025-03-03T00:00:00', 2)}\nancien\n`).stamp(KNOWN)).toBe(false);
    expect(await file(`${head('2025-01-01T00:00:00', 2)}\nrécent\n`).stamp(null)).toBe(false);
  });

  it('if its stamp is as young as the file: two writes within a second', async () => {
    const a = file(`${head('2025-01-01T00:00:00', 2)}\nrécent\n`);
    utimesSync(a.address, new Date('2025-01-01T00:00:01'), new Date('2025-01-01T00:00:01'));
    expect(await a.stamp(KNOWN)).toBe(false);
  });

  it.each([
    ['a.txt', 'texte'],
    ['tree.md', 'arbre'],
    ['a.png', Buffer.from([0x89, 0x50])],
    ['binary.md', Buffer.from([0, 1, 2])],
  ])('if it is %s', async (path, content) => {
    const a = file(content, path);
    expect(await a.stamp()).toBe(false);
  });
});

describe('a program that writes meanwhile', () => {
  it('gets its file back, into which it may go on writing', async () => {
    const a = file('texte\n');
    const handle = openSync(a.address, 'a');
    const stamping = a.stamp();
    // It had the file open when it was replaced.
    writeSync(handle, 'plus\n');
    expect(await stamping).toBe(false);
    expect(a.text()).toBe('texte\nplus\n');
    writeSync(handle, 'encore\n');
    closeSync(handle);
    expect(a.text()).toBe('texte\nplus\nencore\n');
    expect(readdirSync(a.root).filter((name) => name.startsWith('.rappel-'))).toEqual([]);
  });

  it('keeps what it wrote after the stamp, and what went to the old file is in the trash', async () => {
    const a = file('texte\n');
    const handle = openSync(a.address, 'a');
    const stamping = a.stamp();
    writeSync(handle, 'perdu ?\n');
    closeSync(handle);
    appendFileSync(a.address, 'un autre\n');
    expect(await stamping).toBe(false);
    expect(a.text()).toMatch(/texte\nun autre\n$/);
    const trash = readdirSync(join(a.root, '.rappel', 'trash'), { recursive: true, encoding: 'utf8' });
    expect(a.get(join('.rappel', 'trash', trash.find((name) => name.endsWith('a.md'))!))).toBe(
      'texte\nperdu ?\n',
    );
  });
});
