import { isUtf8 } from 'node:buffer';
import { words } from '../../words/message.js';
import { refusedHistory } from './store.js';

export type StreamReader = ReturnType<typeof createStreamReader>;

/**
 * Reads lines and counted bytes from a stream; keeps at most one line or one piece in memory. Throws `cutOff` if the stream
 * ends too early.
 */
export function createStreamReader(
  parts: AsyncIterable<Buffer>,
  cutOff: () => Error = () => new Error('the stream ended too early'),
) {
  const source = parts[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let returned: string | null = null;

  async function more(): Promise<Buffer | null> {
    const { done, value } = await source.next();
    return done ? null : value;
  }

  return {
    /** The next line without its end; null at the end of the stream. */
    async line(): Promise<string | null> {
      if (returned !== null) {
        const line = returned;
        returned = null;
        return line;
      }
      for (let from = 0; ; ) {
        const end = rest.indexOf(0x0a, from);
        if (end !== -1) {
          const line = rest.toString('utf8', 0, end);
          rest = rest.subarray(end + 1);
          return line;
        }
        from = rest.length;
        const part = await more();
        if (part !== null) rest = Buffer.concat([rest, part]);
        else if (rest.length === 0) return null;
        else rest = Buffer.concat([rest, Buffer.from('\n')]);
      }
    },
    /** Puts this line back: it comes next. */
    putBack(line: string): void {
      returned = line;
    },
    /** The next `count` bytes, in pieces. */
    async *bytes(count: number): AsyncGenerator<Buffer> {
      for (let left = count; left > 0; ) {
        const part = rest.length > 0 ? rest : await more();
        if (part === null) throw cutOff();
        rest = part.subarray(left);
        left -= part.length - rest.length;
        yield part.subarray(0, part.length - rest.length);
      }
    },
    async atEnd(): Promise<boolean> {
      for (let part: Buffer | null = rest; part !== null; part = await more()) {
        rest = part;
        if (rest.length > 0) return false;
      }
      return true;
    },
  };
}

/** The texts of a stream, each ended by NUL. Throws for what is not UTF-8: two names would look the same. */
export async function* separated(parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    rest = Buffer.concat([rest, part]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      const text = rest.subarray(0, end);
      if (!isUtf8(text)) throw refusedHistory(words`it contains a name or a text that is not UTF-8`);
      yield text.toString('utf8');
      rest = rest.subarray(end + 1);
    }
  }
}

export async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
