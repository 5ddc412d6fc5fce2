import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of all files in a folder, sorted and without their times: the same files give the same bytes. */
export function zipFolder(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const [parts, directory] = [[], []];
  let at = 0;
  for (const name of names) {
    const path = join(folder, name);
    const stats = statSync(path);
    if (!stats.isFile()) continue;
    const bytes = readFileSync(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const shown = Buffer.from(name.replaceAll(sep, '/'));
    const facts = Buffer.alloc(26);
    // Version, flags (UTF-8), method, and 1 January 1980.
    for (const [value, offset] of [
      [20, 0],
      [0x800, 2],
      [8, 4],
      [0x21, 8],
      [shown.length, 22],
    ])
      facts.writeUInt16LE(value, offset);
    for (const [value, offset] of [
      [crc32(bytes), 10],
      [packed.length, 14],
      [bytes.length, 18],
    ])
      facts.writeUInt32LE(value, offset);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, shown, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((stats.mode & 0o111 ? 0o100755 : 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    // Made on Unix: only then does its mode count.
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), facts, rest, shown);
    at += 30 + shown.length + packed.length;
  }
  const contents = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  const count = directory.length / 4;
  for (const [value, offset] of [
    [count, 8],
    [count, 10],
  ])
    end.writeUInt16LE(value, offset);
  for (const [value, offset] of [
    [contents.length, 12],
    [at, 16],
  ])
    end.writeUInt32LE(value, offset);
  return Buffer.concat([...parts, contents, end]);
}
