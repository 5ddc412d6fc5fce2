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
  const files: DiffFile[] = [];
  let file: DiffFile | null = null;
  let before = 0;
  let after = 0;
  let inHunk = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) {
      file = { path: pathIn(line), change: 'changed', binary: false, lines: [] };
      files.push(file);
      inHunk = false;
      continue;
    }
    if (file === null) continue;
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk !== null) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      inHunk = true;
      if (file.lines.length > 0) file.lines.push({ kind: 'gap', text: '', number: null });
    } else if (inHunk) {
      if (line.startsWith('+')) file.lines.push({ kind: 'added', text: line.slice(1), number: after++ });
      else if (line.startsWith('-'))
        file.lines.push({ kind: 'deleted', text: line.slice(1), number: before++ });
      else if (line.startsWith(' ')) {
        file.lines.push({ kind: 'same', text: line.slice(1), number: after++ });
        before++;
      }
    } else if (line.startsWith('new file')) file.change = 'added';
    else if (line.startsWith('deleted file')) file.change = 'deleted';
    else if (line.startsWith('+++ ') && line !== '+++ /dev/null') file.path = namedIn(line);
    else if (line.startsWith('Binary files')) file.binary = true;
  }
  return files;
}

function pathIn(header: string): string {
  const quoted = / ("b\/.*")$/.exec(header)?.[1];
  if (quoted !== undefined) return unquoted(quoted).slice(2);
  return / b\/(.*)$/.exec(header)?.[1] ?? header;
}

function namedIn(line: string): string {
  const name = line.slice(4).replace(/\t$/, '');
  return (name.startsWith('"') ? unquoted(name) : name).replace(/^b\//, '');
}

/** Git writes bytes that are not plain as octal: `"b/\303\251t\303\251.md"`. */
function unquoted(name: string): string {
  const bytes: number[] = [];
  const inner = name.slice(1, -1);
  for (let i = 0; i < inner.length; i++) {
    const code = /^\\(?:([0-7]{3})|(.))/.exec(inner.slice(i, i + 4));
    if (code === null) bytes.push(...new TextEncoder().encode(inner[i]));
    else if (code[1] !== undefined) {
      bytes.push(Number.parseInt(code[1], 8));
      i += 3;
    } else {
      bytes.push({ n: 10, t: 9, r: 13 }[code[2]!] ?? code[2]!.charCodeAt(0));
      i += 1;
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
