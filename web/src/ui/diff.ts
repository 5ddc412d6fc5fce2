import { parsePatch } from 'diff';

/** One file of a unified diff, as it is drawn. */
export interface DiffFile {
  path: string;
  change: 'added' | 'changed' | 'deleted';
  binary: boolean;
  lines: DiffLine[];
}

/** A row of both sides: what was there before, and what is there after. */
interface DiffPair {
  before: DiffLine | null;
  after: DiffLine | null;
}

export interface DiffLine {
  kind: 'same' | 'added' | 'deleted' | 'gap';
  text: string;
  /** Its number after the change, or before it where it went. */
  number: number | null;
}

type Patch = ReturnType<typeof parsePatch>[number];

/** Reads what `git diff` writes. A file of which only what the service stamps has changed is left out. */
export function parseDiff(diff: string): DiffFile[] {
  if (diff === '') return [];
  return parsePatch(diff).flatMap((patch) => {
    const lines = changesOf(pathOf(patch), patch.hunks.map(linesOf));
    const change = patch.isCreate ? 'added' : patch.isDelete ? 'deleted' : 'changed';
    if (change === 'changed' && patch.hunks.length > 0 && lines.length === 0) return [];
    return [{ path: pathOf(patch), change, binary: patch.isBinary ?? false, lines }];
  });
}

/** Without what the service stamps: a part that holds nothing else is left out. */
function changesOf(path: string, parts: readonly DiffLine[][]): DiffLine[] {
  return parts
    .map((lines) => withoutFences(lines.filter((line) => !isStamp(path, line))))
    .filter((lines) => lines.some(({ kind }) => kind !== 'same'))
    .flatMap((lines, index) => [...(index > 0 ? [GAP] : []), ...lines]);
}

/** Lines side by side: of what was replaced, the first goes with the first. */
export function pairsOf(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  let [before, after]: [DiffLine[], DiffLine[]] = [[], []];
  const flush = () => {
    for (let at = 0; at < Math.max(before.length, after.length); at++)
      pairs.push({ before: before[at] ?? null, after: after[at] ?? null });
    [before, after] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'deleted') before.push(line);
    else if (line.kind === 'added') after.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
}

/** The fields that the service itself writes, in the frontmatter of a file; in the overview it counts the inbox. */
function isStamp(path: string, { text, number }: DiffLine): boolean {
  const fields =
    path === 'overview.md' ? /^(?:created|updated|tokens|inbox): / : /^(?:created|updated|tokens): /;
  return number !== null && number < STAMPS_END && fields.test(text);
}

/** A frontmatter in which nothing is left is none. */
function withoutFences(lines: DiffLine[]): DiffLine[] {
  const [open, close, next] = lines;
  if (open?.number !== 1 || open.text !== '---' || close?.text !== '---') return lines;
  return lines.slice(next?.text === '' ? 3 : 2);
}

const STAMPS_END = 40;

const GAP: DiffLine = { kind: 'gap', text: '', number: null };

function pathOf({ oldFileName = '', newFileName = '', isDelete }: Patch): string {
  return isDelete ? oldFileName.replace(/^a\//, '') : newFileName.replace(/^b\//, '');
}

function linesOf({ oldStart, newStart, lines }: Patch['hunks'][number]): DiffLine[] {
  let [before, after] = [oldStart, newStart];
  return lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    if (line.startsWith('+')) return [{ kind: 'added', text, number: after++ }];
    if (line.startsWith('-')) return [{ kind: 'deleted', text, number: before++ }];
    if (!line.startsWith(' ')) return [];
    before++;
    return [{ kind: 'same', text, number: after++ }];
  });
}
