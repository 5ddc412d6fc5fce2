import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rappel } from '../support/rappel.js';
import { tempFolder } from '../support/temp-vault.js';

/** Runs a command with a file of `test/support` loaded into its process. */
function on(disk: string, vault: string, ...args: string[]) {
  const file = new URL(`../support/${disk}.mjs`, import.meta.url).href;
  return rappel(args, { vault, env: { NODE_OPTIONS: `--import=${file}` } });
}

const visible = (vault: string) => readdirSync(vault).filter((name) => !name.startsWith('.'));

describe('a move that is killed between its two steps', () => {
  it('is finished by the same command', async () => {
    const vault = tempFolder();
    writeFileSync(join(vault, 'a.md'), 'text\n');
    await on('kill-after-link', vault, 'move', 'a.md', 'b.md');
    expect(visible(vault)).toEqual(['a.md', 'b.md']);
    const again = await rappel(['move', 'a.md', 'b.md'], { vault });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('moved vault/a.md to vault/b.md') });
    expect(visible(vault)).toEqual(['b.md', 'tree.md']);
    expect(readFileSync(join(vault, 'b.md'), 'utf8')).toContain('text\n');
  });
});

describe('a disk without hard links', () => {
  it('takes new files, replaces and moves them', async () => {
    const vault = tempFolder();
    for (const args of [
      ['write', 'notes/a.md', 'first'],
      ['append', 'notes/a.md', 'second'],
      ['move', 'notes/a.md', 'notes/b.md'],
    ])
      expect(await on('disk-without-links', vault, ...args)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(vault, 'notes/b.md'), 'utf8')).toMatch(/first\n\nsecond\n$/);
    expect(existsSync(join(vault, 'notes/a.md'))).toBe(false);
  });
});
