import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeMessage } from '../src/service/history/entry.js';
import { quote } from '../src/service/history/exported-commits.js';
import { git } from '../src/service/history/git.js';
import { createGitHistory } from '../src/service/history/git-history.js';
import type { HistoryEntry } from '../src/service/history/history.js';
import { BRANCH } from '../src/service/history/private-git-dir.js';
import { openStore } from '../src/service/history/store.js';
import { localTimestamp } from '../src/shared/clock.js';
import { cite } from '../src/vault/citation.js';
import { shownLines } from '../src/vault/lines.js';
import { ROOT, showPath, type VaultPath } from '../src/vault/paths.js';
import { walk } from '../src/vault/scan.js';
import { createRandom } from './generate-vault.js';

export interface GeneratedHistory {
  /** References of passages, from every part of the history. */
  refs: string[];
  /** The days of the history. */
  first: Date;
  last: Date;
}

/**
 * Gives a generated vault a past of `count` entries, 30 a day up to today: new lines at the top of few busy files, edits, deleted
 * lines, renames, and lines that move between files. All in one call of git, and at last on the disk.
 */
export async function generateHistory(root: string, count: number, seed = 1): Promise<GeneratedHistory> {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const last = new Date();
  const timeOf = (index: number) => new Date(last.getTime() - ((count - index) * 86_400_000) / 30);
  const clock = { now: () => timeOf(0) };
  await createGitHistory({ root, clock }).record({
    source: 'init',
    reason: 'Created the vault',
    paths: [ROOT],
  });
  const paths = [...walk(root, root, ROOT)].filter(({ kind }) => kind === 'file').map(({ path }) => path);
  const texts = new Map<VaultPath, string[]>();
  const linesOf = (path: VaultPath) => texts.get(path) ?? shownLines(readFileSync(join(root, path), 'utf8'));
  const gone = new Set<VaultPath>();
  const refs: string[] = [];

  /** The files that one entry changes; null for one that goes. */
  function change(index: number): Map<VaultPath, string[] | null> {
    // Most changes are in few files.
    const at = random() < 0.7 ? below(60) * Math.floor(paths.length / 60) : below(paths.length);
    const path = paths[at]!;
    const lines = linesOf(path);
    const line = Math.min(lines.length - 1, 6 + below(lines.length));
    const kind = random();
    if (index % Math.floor(count / 40) === 0) refs.push(citation(path, lines, line));
    if (kind < 0.4)
      return new Map([
        [path, lines.toSpliced(6, 0, `## Entry ${index}`, `Noted on day ${index} at the quay.`)],
      ]);
    if (kind < 0.8) return new Map([[path, lines.with(line, `${lines[line]} (${index})`)]]);
    if (kind < 0.9) return new Map([[path, lines.toSpliced(line, 2)]]);
    if (kind < 0.97) {
      const other = paths[below(paths.length)]!;
      if (other === path) return new Map([[path, [...lines, `The end of ${index}`]]]);
      const moved = lines.slice(line, line + 3);
      return new Map([
        [path, lines.toSpliced(line, 3)],
        [other, [...linesOf(other), ...moved]],
      ]);
    }
    const renamed = path.replace(/(-r\d+)?\.md$/, `-r${index}.md`) as VaultPath;
    paths[at] = renamed;
    return new Map([
      [path, null],
      [renamed, lines],
    ]);
  }

  function* stream(head: string): Generator<Buffer> {
    for (let index = 1; index < count; index++) {
      const changes = change(index);
      const files: HistoryEntry['files'] = [...changes].map(([path, lines]) => ({
        path,
        change:
          lines === null ? 'deleted' : texts.has(path) || !/-r\d+\.md$/.test(path) ? 'changed' : 'added',
      }));
      const time = timeOf(index);
      const id = index.toString(16).padStart(10, '0');
      const message = writeMessage({
        id,
        time: localTimestamp(time),
        source: 'tool',
        reason: `Change ${index}`,
        input: null,
        files,
      });
      yield Buffer.from(
        `commit ${BRANCH}\ncommitter Rappel <rappel@localhost> ${Math.floor(time.getTime() / 1000)} +0000\ndata ${message.length}\n`,
      );
      yield message;
      yield Buffer.from(index === 1 ? `\nfrom ${head}\n` : '\n');
      for (const [path, lines] of changes) {
        if (lines === null) {
          texts.delete(path);
          gone.add(path);
          yield Buffer.from(`D ${quote(path)}\n`);
          continue;
        }
        texts.set(path, lines);
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        yield Buffer.from(`M 100644 inline ${quote(path)}\ndata ${bytes.length}\n`);
        yield bytes;
        yield Buffer.from('\n');
      }
    }
    yield Buffer.from('done\n');
  }

  const store = openStore(root);
  const repository = store.repository();
  const { head } = await git(repository, ['fast-import', '--quiet', '--done'], {
    input: stream(repository.head!),
  });
  store.setHead(head!);
  for (const path of gone) rmSync(join(root, path), { force: true });
  for (const [path, lines] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), lines.map((line) => `${line}\n`).join(''));
  }
  return { refs, first: timeOf(0), last };
}

function citation(path: VaultPath, lines: readonly string[], line: number): string {
  const first = Math.max(1, line - 2);
  return cite(showPath(path), lines, [{ first, last: Math.min(lines.length, first + 4) }]).ref;
}
