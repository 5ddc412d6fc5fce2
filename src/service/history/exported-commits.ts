import { readMessage, writeMessage } from './entry.js';
import type { HistoryEntry } from './history.js';
import { BRANCH } from './private-git-dir.js';
import { collect, createStreamReader, type StreamReader } from './stream-reader.js';

/** A commit copied from one history to another. */
export interface ExportedCommit {
  /** Its id in the history it comes from. */
  id: string;
  /** When it was made, in seconds. */
  seconds: number;
  entry: HistoryEntry;
  changes: ExportedChange[];
}

interface ExportedChange {
  path: string;
  /** The id of its content; null if the file is gone. */
  blob: string | null;
}

/** Reads the output of `git fast-export --no-data --show-original-ids`, oldest first; one entry is in memory at a time. */
export async function* readExported(exported: AsyncIterable<Buffer>): AsyncGenerator<ExportedCommit> {
  const reader = createStreamReader(exported);
  for (let line = await reader.line(); line !== null; line = await reader.line())
    if (line.startsWith('commit ')) yield await readCommit(reader);
}

/** The format that `git fast-import` reads, without its end: only a complete export counts. */
export function writeCommit({ seconds, entry, changes }: ExportedCommit): Buffer {
  const message = writeMessage(entry);
  const lines = changes.map(({ path, blob }) =>
    blob === null ? `D ${quote(path)}` : `M 100644 ${blob} ${quote(path)}`,
  );
  return Buffer.concat([
    // Without parents, the commits of one branch follow each other, whichever are left out.
    Buffer.from(`commit ${BRANCH}\ncommitter Rappel <rappel@localhost> ${seconds} +0000\n`),
    Buffer.from(`data ${message.length}\n`),
    message,
    Buffer.from(`\n${lines.map((line) => `${line}\n`).join('')}\n`),
  ]);
}

async function readCommit(reader: StreamReader): Promise<ExportedCommit> {
  let id = '';
  let seconds = 0;
  let message = '';
  const changes: ExportedChange[] = [];
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    if (line.startsWith('commit ')) {
      reader.putBack(line);
      break;
    }
    if (line.startsWith('original-oid ')) id = line.slice('original-oid '.length);
    else if (line.startsWith('committer ')) seconds = Number(/ (\d+) [+-]\d{4}$/.exec(line)?.[1] ?? 0);
    else if (line.startsWith('data '))
      message = (await collect(reader.bytes(Number(line.slice('data '.length))))).toString('utf8');
    else if (line.startsWith('D ')) changes.push({ path: unquote(line.slice(2)), blob: null });
    else if (line.startsWith('M ')) changes.push(readModified(line));
  }
  return { id, seconds, entry: readMessage(message), changes };
}

/** `M 100644 <id> path`; a path with odd characters is quoted. */
function readModified(line: string): ExportedChange {
  const [, , blob, ...path] = line.split(' ');
  return { path: unquote(path.join(' ')), blob: blob! };
}

/** As git quotes a path in C; names on the disk may hold anything but `/` and NUL. */
export function quote(path: string): string {
  const escaped = path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

function unquote(path: string): string {
  if (!path.startsWith('"')) return path;
  return path
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
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
