import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { Written } from '../../search/passages/successors.js';
import { ROOT } from '../../vault/paths.js';
import type { Source } from './history.js';
import { createGitHistory, createNoHistory } from './open-history.js';
import { whenWritten } from './when-written.js';

const LINE = 'Launch: 21 July';

interface Step {
  source?: Source;
  /** The texts of files; null for one that goes. */
  files: Record<string, string | null>;
}

/** Each step is a day of its own, from 2 May on; the vault begins on 1 May with `a.txt`. */
async function writtenAfter(...steps: Step[]): Promise<Written | null> {
  const temp = tempVault();
  const history = createGitHistory(temp.vault);
  const all = [{ source: 'init' as const, files: { 'a.txt': 'One\n', 'b.txt': 'Two\n' } }, ...steps];
  for (const [index, { source = 'tool', files }] of all.entries()) {
    temp.setTime(`2025-05-0${1 + index}T09:00:00`);
    for (const [path, text] of Object.entries(files))
      if (text === null) rmSync(join(temp.root, path));
      else temp.put(path, text);
    await history.record({ source, reason: 'change', paths: [ROOT] });
  }
  const [written] = await whenWritten(history, [{ path: 'a.txt', text: LINE }]);
  return written!;
}

/** When it was stated, where that is known. */
async function timeAfter(...steps: Step[]): Promise<string | null> {
  const written = await writtenAfter(...steps);
  return written?.isStated === true ? written.since.slice(0, 19) : null;
}

describe('the time at which a line was written', () => {
  it('is that of the entry that brought it, however often its file changed since', async () => {
    expect(
      await timeAfter(
        { files: { 'a.txt': 'One\nLaunch: 14 July\n' } },
        { files: { 'a.txt': `One\n${LINE}\n` } },
        { files: { 'a.txt': `Zero\nOne\n${LINE}\n` } },
      ),
    ).toBe('2025-05-03T09:00:00');
    expect(
      await timeAfter(
        { source: 'outside', files: { 'a.txt': `One\n${LINE}\n` } },
        { files: { 'a.txt': 'One\n' } },
        { source: 'outside', files: { 'a.txt': `${LINE}\n` } },
      ),
    ).toBe('2025-05-04T09:00:00');
  });

  it.each<[string, Step[]]>([
    ['it came with an import', [{ source: 'import', files: { 'a.txt': `One\n${LINE}\n` } }]],
    ['an undo brought it back', [{ source: 'undo', files: { 'a.txt': `One\n${LINE}\n` } }]],
    [
      'another program put its file there',
      [{ files: { 'a.txt': null } }, { source: 'outside', files: { 'a.txt': `${LINE}\n` } }],
    ],
    [
      'it moved there from another file',
      [{ files: { 'b.txt': `Two\n${LINE}\n` } }, { files: { 'b.txt': 'Two\n', 'a.txt': `One\n${LINE}\n` } }],
    ],
    [
      'its file was renamed',
      [
        { files: { 'c.txt': `${LINE}\n`, 'a.txt': null } },
        { files: { 'c.txt': null, 'a.txt': `${LINE}\n` } },
      ],
    ],
    [
      'only its words changed',
      [{ files: { 'a.txt': 'One\nThe launch: 21 July.\n' } }, { files: { 'a.txt': `One\n${LINE}\n` } }],
    ],
    ['it is there twice', [{ files: { 'a.txt': `${LINE}\nOne\n${LINE}\n` } }]],
    ['it was always there', [{ files: { 'b.txt': 'Three\n' } }]],
  ])('is not known where %s', async (_, steps) => {
    expect(await timeAfter(...steps)).toBeNull();
  });

  it('comes with the lines that it replaced', async () => {
    const written = await writtenAfter(
      { files: { 'a.txt': 'One\nLaunch: 14 July\n' } },
      { files: { 'a.txt': `One\n${LINE}\n` } },
    );
    expect(written?.replaced).toEqual(['Launch: 14 July']);
  });

  it('is at the latest that of the entry that brought its file, or the one that the file says', async () => {
    const moved = { source: 'outside' as const, files: { 'a.txt': `${LINE}\n` } };
    expect(await writtenAfter({ files: { 'a.txt': null } }, moved)).toMatchObject({
      since: expect.stringMatching(/^2025-05-03T09:00:00 /),
      isStated: false,
    });
    const stamped = `---\nupdated: 2025-04-30T10:00:00\n---\n${LINE}\n`;
    expect(
      await writtenAfter({ files: { 'a.txt': null } }, { source: 'outside', files: { 'a.txt': stamped } }),
    ).toMatchObject({ since: '2025-04-30T10:00:00', isStated: false });
  });

  it('orders entries of the same second', async () => {
    const temp = tempVault();
    const history = createGitHistory(temp.vault);
    for (const [path, text] of [
      ['a.txt', 'One'],
      ['b.txt', 'Two'],
    ] as const) {
      temp.put(path, `${text}\n`);
      await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
    }
    const [a, b] = await whenWritten(history, [
      { path: 'a.txt', text: 'One' },
      { path: 'b.txt', text: 'Two' },
    ]);
    expect(a!.since < b!.since).toBe(true);
  });

  it('is not known without a history', async () => {
    expect(await whenWritten(createNoHistory(), [{ path: 'a.txt', text: LINE }])).toEqual([null]);
  });
});
