import { createInterface } from 'node:readline';
import { type JsonRecord, parseRecord } from './loose-json.js';
import { type SourceFile, streamSourceFile } from './source-file.js';

/** The records of a log, one per line; a line that is no record (cut off by a crash) is passed over. */
export async function* jsonLines(file: SourceFile): AsyncGenerator<JsonRecord> {
  const lines = createInterface({
    input: streamSourceFile(file).setEncoding('utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  try {
    for await (const line of lines) {
      const record = parseRecord(line);
      if (record !== null) yield record;
    }
  } finally {
    lines.close();
  }
}
