/** Reads lines and counted bytes from a stream; keeps at most one line or one piece in memory. */
export interface StreamReader {
  /** The next line without its end; null at the end of the stream. */
  line(): Promise<string | null>;
  /** Puts this line back: it comes next. */
  putBack(line: string): void;
  /** The next `count` bytes, in pieces. Throws if the stream ends too early. */
  bytes(count: number): AsyncGenerator<Buffer>;
}

export function createStreamReader(parts: AsyncIterable<Buffer>): StreamReader {
  const source = parts[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let returned: string | null = null;

  async function more(): Promise<Buffer | null> {
    const { done, value } = await source.next();
    return done ? null : value;
  }

  return {
    async line() {
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
    putBack(line) {
      returned = line;
    },
    async *bytes(count) {
      for (let left = count; left > 0; ) {
        const part = rest.length > 0 ? rest : await more();
        if (part === null) throw new Error(`the stream ended ${left} bytes too early`);
        rest = part.subarray(left);
        left -= part.length - rest.length;
        yield part.subarray(0, part.length - rest.length);
      }
    },
  };
}

/** The texts of a stream, each ended by NUL. */
export async function* separated(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    rest = Buffer.concat([rest, part]);
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      yield rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
    }
  }
}

export async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
