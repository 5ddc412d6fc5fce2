import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { has } from '../../../test/support/system.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { checkArchivedHistory } from './take-in.js';

describe.skipIf(!has('git'))('the history of an archive', () => {
  it('of ordinary files is taken, also with names that no tool can use', async () => {
    const { root, tree, blob } = emptyHistory();
    const folder = tree([
      ['100644', 'é.md', blob],
      ['100644', 'a\\b\n.md', blob],
    ]);
    tree([
      ['40000', 'projects', folder],
      ['100755', 'run.sh', blob],
    ]);
    await checkArchivedHistory(root);
  });

  it.each(['..', '.', '.git', '.ssh', '../x', 'a/../../x', '/etc', '..\\x', ''])(
    'with the name %j in it is refused, also where no commit uses it',
    async (name) => {
      const { root, tree, blob } = emptyHistory();
      tree([['40000', 'ok', tree([['100644', name, blob]])]]);
      await expect(checkArchivedHistory(root)).rejects.toThrow(
        /history .* is refused: it contains a path that leads outside/,
      );
    },
  );

  it.each(['120000', '160000', '7'])('with an entry of mode %s is refused', async (mode) => {
    const { root, tree, blob } = emptyHistory();
    tree([[mode, 'link', blob]]);
    await expect(checkArchivedHistory(root)).rejects.toThrow(/link or another repository/);
  });

  it('that unfolds to more files than an archive may have is refused at once', async () => {
    const { root, tree, blob } = emptyHistory();
    let folder = tree([['100644', 'a', blob]]);
    const twenty = Array.from({ length: 20 }, (_, index) => `f${String(index).padStart(2, '0')}`);
    for (let level = 0; level < 12; level++) folder = tree(twenty.map((name) => ['40000', name, folder]));
    await expect(checkArchivedHistory(root)).rejects.toThrow(/more than 500000 files/);
  });

  it('with folders in folders without an end is refused', async () => {
    const { root, tree, blob } = emptyHistory();
    let folder = tree([['100644', 'a', blob]]);
    for (let level = 0; level < 110; level++) folder = tree([['40000', 'f', folder]]);
    await expect(checkArchivedHistory(root)).rejects.toThrow(/levels deep/);
  });

  it('with a tree that ends too early is refused', async () => {
    const { root, object } = emptyHistory();
    object('tree', Buffer.from('100644 a.md\0short'));
    await expect(checkArchivedHistory(root)).rejects.toThrow(/damaged/);
  });
});

type Entry = [mode: string, name: string, target: string];

function emptyHistory() {
  const root = tempFolder();
  const gitDir = join(root, '.rappel', 'history.git');
  mkdirSync(gitDir, { recursive: true });
  execFileSync('git', ['init', '--quiet', '--bare', gitDir]);
  const object = (type: string, bytes: Buffer) =>
    execFileSync('git', ['--git-dir', gitDir, 'hash-object', '-t', type, '-w', '--stdin', '--literally'], {
      input: bytes,
    })
      .toString('latin1')
      .trim();
  const tree = (entries: Entry[]) =>
    object(
      'tree',
      Buffer.concat(
        entries.map(([mode, name, target]) =>
          Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(target, 'hex')]),
        ),
      ),
    );
  return { root, object, tree, blob: object('blob', Buffer.from('x')) };
}
