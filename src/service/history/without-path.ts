import type { VaultPath } from '../../vault/paths.js';
import type { HistoryEntry } from './history.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';

/**
 * An export of the history, as `git fast-export` writes it, with every trace of a file or folder left out, for
 * `git fast-import --done`. Piece by piece: no more than one entry, and no whole file, is in memory.
 */
export async function* withoutPath(exported: AsyncIterable<Buffer>, path: VaultPath): AsyncGenerator<Buffer> {
  const reader = createStreamReader(exported);
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    if (line === 'blob') yield* blob(reader);
    else if (line.startsWith('commit ')) yield* commit(reader, line, path);
  }
  // Only an export that came to its end counts.
  yield text('done');
}

/** Whatever no entry holds any more is collected afterwards. */
async function* blob(reader: StreamReader): AsyncGenerator<Buffer> {
  const mark = await reader.line();
  const data = await reader.line();
  yield text('blob', mark!, data!);
  yield* reader.bytes(lengthOf(data!));
  yield text('');
}

async function* commit(reader: StreamReader, start: string, path: VaultPath): AsyncGenerator<Buffer> {
  const header = [start];
  const changes: string[] = [];
  let message: Buffer = Buffer.alloc(0);
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    if (line === 'blob' || line.startsWith('commit ')) {
      reader.putBack(line);
      break;
    }
    if (line.startsWith('data ')) message = await collect(reader.bytes(lengthOf(line)));
    if (line.startsWith('author ') || line.startsWith('committer ')) header.push(line);
    // Without marks and parents the commits of one branch follow each other, whichever are left out.
    if (/^[MD] /.test(line) && !isInside(pathOf(line), path)) changes.push(line);
  }
  if (changes.length === 0) return;
  const kept = cleaned(message, path);
  yield text(...header, `data ${kept.length}`);
  yield kept;
  yield text('', ...changes, '');
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

/** Of a line like `data 12`. */
function lengthOf(line: string): number {
  return Number(line.slice('data '.length));
}

async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
