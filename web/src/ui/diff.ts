import type { StructuredPatchHunk } from 'diff';
import { parsePatch } from 'diff/lib/patch/parse.js';

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

/** Reads what `git diff` writes. */
export function parseDiff(diff: string): DiffFile[] {
  return parsePatch(diff)
    .filter(({ isGit }) => isGit)
    .map(({ oldFileName, newFileName, isCreate, isDelete, isBinary, hunks }) => ({
      path: (isDelete ? oldFileName : newFileName)!.replace(/^[ab]\//, ''),
      change: isCreate ? 'added' : isDelete ? 'deleted' : 'changed',
      binary: isBinary ?? false,
      lines: hunks.flatMap((hunk, index) => (index === 0 ? linesOf(hunk) : [GAP, ...linesOf(hunk)])),
    }));
}

const GAP: DiffLine = { kind: 'gap', text: '', number: null };

function linesOf({ oldStart, newStart, lines }: StructuredPatchHunk): DiffLine[] {
  let [before, after] = [oldStart, newStart];
  return lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    if (line.startsWith('-')) return [{ kind: 'deleted', text, number: before++ }];
    if (line.startsWith('+')) return [{ kind: 'added', text, number: after++ }];
    if (!line.startsWith(' ')) return [];
    before++;
    return [{ kind: 'same', text, number: after++ }];
  });
}
