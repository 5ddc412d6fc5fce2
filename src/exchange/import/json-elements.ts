import { MOST_FILE_BYTES } from '../../service/history/differences.js';
import { RappelError } from '../../shared/errors.js';

/**
 * The objects and arrays in a JSON array, each as its own text, from a stream of bytes: memory is needed only for
 * the largest element. Null stands for an element of more than `mostBytes`. Throws `invalid_input` if the input is
 * not an array or ends too early.
 */
export async function* jsonElements(
  chunks: AsyncIterable<Buffer>,
  mostBytes = MOST_FILE_BYTES,
): AsyncGenerator<string | null> {
  const scan = createScan(mostBytes);
  for await (const chunk of chunks) yield* scan.read(chunk);
  if (!scan.isComplete()) {
    throw new RappelError('invalid_input', 'import.json_cut_off');
  }
}

function createScan(mostBytes: number) {
  let parts: Buffer[] = [];
  let length = 0;
  /** 0 outside of the array, 1 between its elements. */
  let depth = 0;
  let inString = false;
  let escaped = false;
  let closed = false;

  /** Of an element that is too large, only the length is kept. */
  function keep(part: Buffer): void {
    length += part.length;
    if (length > mostBytes) parts = [];
    else parts.push(part);
  }

  return {
    isComplete: () => closed,
    *read(chunk: Buffer): Generator<string | null> {
      let start = depth > 1 ? 0 : -1;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]!;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
          continue;
        }
        if (byte === QUOTE && depth > 0) inString = true;
        else if (byte === OPEN_LIST || byte === OPEN_RECORD) {
          if (depth === 0 && (byte === OPEN_RECORD || closed)) throw noList();
          depth++;
          if (depth === 2) start = at;
        } else if (byte === CLOSE_LIST || byte === CLOSE_RECORD) {
          depth--;
          if (depth === 1) {
            keep(chunk.subarray(start, at + 1));
            yield length > mostBytes ? null : Buffer.concat(parts).toString('utf8');
            parts = [];
            length = 0;
            start = -1;
          }
          if (depth === 0) closed = true;
        } else if (depth === 0 && !BLANKS.includes(byte) && !closed) throw noList();
      }
      // Part of an element that continues in the next chunk; copied, because the stream may reuse the buffer.
      if (depth > 1) keep(Buffer.from(chunk.subarray(start)));
    },
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;
/** Whitespace and the bytes of a byte order mark. */
const BLANKS = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

function noList(): RappelError {
  return new RappelError('invalid_input', 'import.no_conversations');
}
