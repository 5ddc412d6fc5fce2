import { parsePatch } from 'diff';

/** One file of a unified diff, as it is drawn. */
export interface DiffFile {
  path: string;
  change: 'added' | 'changed' | 'deleted';
  binary: boolean;
  lines: DiffLine[];
}

export interface DiffLine {
  kind: 'same' | 'added' | 'deleted' | 'gap';
  text: string;
  /** Its number after the change, or before it where it went. */
  number: number | null;
}

type Patch = ReturnType<typeof parsePatch>[number];

/** Reads what `git diff` writes. */
export function parseDiff(diff: string): DiffFile[] {
  if (diff === '') return [];
  return parsePatch(diff).map((patch) => ({
    path: pathOf(patch),
    change: patch.isCreate ? 'added' : patch.isDelete ? 'deleted' : 'changed',
    binary: patch.isBinary ?? false,
    lines: patch.hunks.flatMap((hunk, index) => [...(index > 0 ? [GAP] : []), ...linesOf(hunk)]),
  }));
}

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
