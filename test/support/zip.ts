import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  /** As bytes, if it is not UTF-8. */
  name: string | Buffer;
  content: string | Buffer;
  stored?: boolean;
  encrypted?: boolean;
  /** The mode of a Unix file, as `zip` keeps it. */
  mode?: number;
  /** What the table of contents says in place of the truth. */
  claims?: { size?: number; crc?: number; offset?: number };
}

/** A ZIP archive, byte by byte, with whatever lies in it that a test wants; `large` writes it as zip64. */
export function zip(files: ZipFile[], { large = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, stored, encrypted, mode, claims } of files) {
    const bytes = Buffer.from(content as string);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const [size, crc, offset] = [
      claims?.size ?? bytes.length,
      claims?.crc ?? crc32(bytes),
      claims?.offset ?? at,
    ];
    const rawName = Buffer.from(name as string);
    const fields = (signature: number[], length: number) => {
      const head = Buffer.alloc(length);
      Buffer.from(signature).copy(head);
      // Version, flags (UTF-8), method, 14 July 2025, 18:30.
      const start = signature[2] === 1 ? 6 : 4;
      head.writeUInt16LE(20, start);
      head.writeUInt16LE(0x800 | (encrypted ? 1 : 0), start + 2);
      head.writeUInt16LE(stored ? 0 : 8, start + 4);
      head.writeUInt16LE((18 << 11) | (30 << 5), start + 6);
      head.writeUInt16LE((45 << 9) | (7 << 5) | 14, start + 8);
      head.writeUInt32LE(crc, start + 10);
      head.writeUInt32LE(large ? 0xffffffff : packed.length, start + 14);
      head.writeUInt32LE(large ? 0xffffffff : size, start + 18);
      head.writeUInt16LE(rawName.length, start + 22);
      return head;
    };
    const local = fields([0x50, 0x4b, 3, 4], 30);
    parts.push(local, rawName, packed);
    const extra = large ? Buffer.alloc(28) : Buffer.alloc(0);
    if (large) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      [size, packed.length, offset].forEach((value, index) => {
        extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
      });
    }
    const central = fields([0x50, 0x4b, 1, 2], 46);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(((mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(large ? 0xffffffff : offset, 42);
    directory.push(central, rawName, extra);
    at += local.length + rawName.length + packed.length;
  }
  const table = Buffer.concat(directory);
  return Buffer.concat([...parts, table, ...ending(files.length, table.length, at, large)]);
}

function ending(count: number, length: number, at: number, large: boolean): Buffer[] {
  const end = Buffer.alloc(22);
  Buffer.from([0x50, 0x4b, 5, 6]).copy(end);
  end.writeUInt16LE(large ? 0xffff : count, 8);
  end.writeUInt16LE(large ? 0xffff : count, 10);
  end.writeUInt32LE(large ? 0xffffffff : length, 12);
  end.writeUInt32LE(large ? 0xffffffff : at, 16);
  if (!large) return [end];
  const record = Buffer.alloc(56);
  Buffer.from([0x50, 0x4b, 6, 6]).copy(record);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  Buffer.from([0x50, 0x4b, 6, 7]).copy(locator);
  locator.writeBigUInt64LE(BigInt(at + length), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator, end];
}
