/** A file in an archive, or a folder: its path ends in `/`, and it has no content. */
export interface TarEntry {
  /** With `/`, without a leading one. */
  path: string;
  size: number;
  /** The permissions of a file, nine bits. */
  mode: number;
  modified: Date;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** A tar archive in pieces (ustar, with pax records for names that need them). */
export async function* writeTar(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    const name = Buffer.from(entry.path);
    if (name.length > NAME_BYTES || name.length !== entry.path.length || entry.size > MOST_USTAR) {
      const records = paxRecord('path', entry.path) + paxRecord('size', String(entry.size));
      const bytes = Buffer.from(records);
      yield header('pax-header', bytes.length, 0o600, entry.modified, 'x');
      yield bytes;
      yield Buffer.alloc(paddingAfter(bytes.length));
    }
    yield header(
      name.toString('latin1').slice(0, NAME_BYTES),
      Math.min(entry.size, MOST_USTAR),
      entry.mode,
      entry.modified,
      entry.path.endsWith('/') ? '5' : '0',
    );
    let written = 0;
    for await (const part of entry.content) {
      written += part.length;
      yield part;
    }
    // A wrong size would misplace every later entry.
    if (written !== entry.size) throw new Error(`${entry.path} has ${written} bytes, not ${entry.size}`);
    yield Buffer.alloc(paddingAfter(entry.size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

export const BLOCK = 512;
const NAME_BYTES = 100;
/** Eleven octal digits. */
const MOST_USTAR = 0o77777777777;

function header(name: string, size: number, mode: number, modified: Date, type: '0' | '5' | 'x'): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, NAME_BYTES, 'latin1');
  octal(block, mode, 100, 8);
  octal(block, 0, 108, 8);
  octal(block, 0, 116, 8);
  octal(block, size, 124, 12);
  octal(block, Math.max(0, Math.floor(modified.getTime() / 1000)), 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function octal(block: Buffer, value: number, at: number, length: number): void {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
}

/** `27 path=…\n`: its own length counts. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (String(length).length !== String(bytes).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

/** How many bytes follow content of this size, up to the next whole block. */
export function paddingAfter(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
