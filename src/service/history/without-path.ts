import type { VaultPath } from '../../vault/paths.js';
import type { HistoryEntry } from './history.js';

/** An export of the history, as `git fast-export` writes it, with every trace of a file or folder left out. */
export function withoutPath(exported: Buffer, path: VaultPath): Buffer {
  const reader = createReader(exported);
  const kept: Buffer[] = [];
  for (let line = reader.line(); line !== null; line = reader.line()) {
    if (line === 'blob') kept.push(...readBlob(reader));
    else if (line.startsWith('commit ')) kept.push(...readCommit(reader, line, path));
  }
  return Buffer.concat(kept);
}

function readBlob(reader: Reader): Buffer[] {
  const mark = reader.line()!;
  return [text('blob', mark), ...withData(reader.data())];
}

function readCommit(reader: Reader, start: string, path: VaultPath): Buffer[] {
  const header = [start];
  const changes: string[] = [];
  let message: Buffer = Buffer.alloc(0);
  for (
    let line = reader.peek();
    line !== null && line !== 'blob' && !line.startsWith('commit ');
    line = reader.peek()
  ) {
    if (line.startsWith('data ')) {
      message = reader.data();
      continue;
    }
    reader.line();
    if (line.startsWith('author ') || line.startsWith('committer ')) header.push(line);
    // Without marks and parents the commits of one branch follow each other, whichever are left out.
    if (/^[MD] /.test(line) && !isInside(pathOf(line), path)) changes.push(line);
  }
  if (changes.length === 0) return [];
  return [text(...header), ...withData(cleaned(message, path)), text(...changes, '')];
}

/** The entry without the path: among its files, and in its reason where that names it. */
function cleaned(message: Buffer, path: VaultPath): Buffer {
  const lines = message.toString('utf8').trimEnd().split('\n');
  const entry: HistoryEntry = JSON.parse(lines.at(-1)!);
  entry.files = entry.files.filter((file) => !isInside(file.path, path));
  if (entry.reason.includes(path)) entry.reason = entry.reason.replaceAll(path, '(purged)');
  return Buffer.from(`${entry.reason}\n\n${JSON.stringify(entry)}\n`);
}

function isInside(file: string, path: VaultPath): boolean {
  return file === path || file.startsWith(`${path}/`);
}

/** `M 100644 :1 path`, `D path`; a path with odd characters is quoted. */
function pathOf(line: string): string {
  const path = line.startsWith('M ') ? line.split(' ').slice(3).join(' ') : line.slice(2);
  return path.startsWith('"') ? unquote(path.slice(1, -1)) : path;
}

function unquote(path: string): string {
  return path.replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

const ESCAPES: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

function text(...lines: string[]): Buffer {
  return Buffer.from(`${lines.join('\n')}\n`);
}

function withData(bytes: Buffer): Buffer[] {
  return [text(`data ${bytes.length}`), bytes, Buffer.from('\n')];
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Buffer) {
  let at = 0;
  const endOfLine = () => {
    const end = bytes.indexOf(0x0a, at);
    return end === -1 ? bytes.length : end;
  };
  const reader = {
    peek(): string | null {
      return at >= bytes.length ? null : bytes.toString('utf8', at, endOfLine());
    },
    line(): string | null {
      const line = reader.peek();
      if (line !== null) at = endOfLine() + 1;
      return line;
    },
    /** `data 12`, then so many bytes. */
    data(): Buffer {
      const length = Number(reader.line()!.slice('data '.length));
      const data = bytes.subarray(at, at + length);
      at += length;
      if (bytes[at] === 0x0a) at++;
      return data;
    },
  };
  return reader;
}
