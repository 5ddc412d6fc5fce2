import { MOST_FILE_BYTES } from '../../service/history/differences.js';
import { type JsonRecord, parseRecord } from '../../shared/loose-json.js';
import { type SourceFile, streamSourceFile } from './source-file.js';

/**
 * The records of a log, one per line; skips a line that is not a record (cut off by a crash). Null stands for a
 * line of more than `MOST_FILE_BYTES`, of which nothing is kept in memory.
 */
export async function* jsonLines(file: SourceFile): AsyncGenerator<JsonRecord | null> {
  for await (const line of linesOf(streamSourceFile(file))) {
    const record = line === null ? null : parseRecord(line);
    if (line === null || record !== null) yield record;
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length > MOST_FILE_BYTES) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
      keep(chunk.subarray(start, end));
      yield length > MOST_FILE_BYTES ? null : Buffer.concat(parts).toString('utf8');
      parts = [];
      length = 0;
      start = end + 1;
    }
    keep(Buffer.from(chunk.subarray(start)));
  }
  if (length > 0) yield length > MOST_FILE_BYTES ? null : Buffer.concat(parts).toString('utf8');
}

const LINE_END = 0x0a;
