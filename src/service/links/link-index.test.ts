import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import type { VaultPath } from '../../vault/paths.js';
import { createLinkIndex } from './link-index.js';

const at = (path: string) => path as VaultPath;

/** Enough notes to be kept; each links to `hub.md`. */
function manyNotes() {
  const root = tempFolder();
  const keptFile = join(tempFolder(), 'links.json');
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  write('hub.md', '# Hub\n');
  for (let note = 0; note < 150; note++) write(`note-${note}.md`, `One.\n\nSee [[hub]].\n`);
  const open = async () => {
    const index = createLinkIndex(root, () => {}, keptFile);
    await index.refresh();
    return index;
  };
  return { open, write, keptFile };
}

describe('The links kept for the next start', () => {
  it('are used for notes that look the same, and no others', async () => {
    const { open, write, keptFile } = manyNotes();
    const before = await open();
    expect(before.linksTo(at('hub.md'))).toHaveLength(150);
    expect(before.linksTo(at('hub.md'))[0]).toMatchObject({ line: 3 });

    // What was kept says line 7, which only somebody who does not read the note again can say.
    writeFileSync(keptFile, readFileSync(keptFile, 'utf8').replaceAll('"line":3', '"line":7'));
    write('note-5.md', 'Nothing any more.\n');
    write('another.md', 'Also [[hub]].\n');
    const lines = (await open()).linksTo(at('hub.md'));
    expect(lines).toHaveLength(150);
    expect(lines).toContainEqual({ path: 'another.md', line: 1 });
    expect(lines).toContainEqual({ path: 'note-6.md', line: 7 });
    expect(lines.map(({ path }) => path)).not.toContain('note-5.md');
  });

  it('are read from the notes again where they are of another version or damaged', async () => {
    const { open, keptFile } = manyNotes();
    await open();
    const kept = readFileSync(keptFile, 'utf8');
    for (const text of [kept.replace('"version":2', '"version":0'), kept.slice(0, 200), '']) {
      writeFileSync(keptFile, text.replaceAll('"line":3', '"line":7'));
      expect((await open()).linksTo(at('hub.md'))).toContainEqual({ path: 'note-6.md', line: 3 });
    }
  });
});

describe('A note with very many links', () => {
  it('is read, and forgotten, without keeping others waiting', async () => {
    const root = tempFolder();
    const note = join(root, 'list.md');
    writeFileSync(join(root, 'note 7.md'), '# Seven\n');
    writeFileSync(note, Array.from({ length: 60_000 }, (_, number) => `[[note ${number}]]`).join('\n'));
    const index = createLinkIndex(root, () => {});
    const turnsDuring = async (work: Promise<void>) => {
      let [turns, isOver] = [0, false];
      const turn = () => {
        turns++;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      await work.finally(() => {
        isOver = true;
      });
      return turns;
    };
    expect(await turnsDuring(index.refresh(true))).toBeGreaterThan(2);
    expect(index.linksTo(at('note 7.md'))).toEqual([{ path: 'list.md', line: 8 }]);
    rmSync(note);
    await index.refresh(true);
    expect(index.linksTo(at('note 7.md'))).toEqual([]);
  });
});
