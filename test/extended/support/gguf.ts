import { writeFileSync } from 'node:fs';

/** A value of a GGUF file's metadata, with the type it is stored as. */
export type GgufValue =
  | { type: 'u32' | 'i32' | 'f32'; value: number }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'strings'; value: readonly string[] }
  | { type: 'f32s' | 'i32s'; value: readonly number[] };

export interface GgufTensor {
  name: string;
  /** The innermost dimension first, as GGUF has it. */
  shape: readonly number[];
  values: Float32Array;
}

/** Writes a GGUF file, version 3, with 32-bit tensors: small models for tests need nothing else. */
export function writeGguf(
  path: string,
  metadata: Record<string, GgufValue>,
  tensors: readonly GgufTensor[],
): void {
  const head = createBytes();
  head.raw(Buffer.from('GGUF'));
  head.u32(3);
  head.u64(tensors.length);
  head.u64(Object.keys(metadata).length);
  for (const [key, value] of Object.entries(metadata)) {
    head.string(key);
    writeValue(head, value);
  }
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    head.string(name);
    head.u32(shape.length);
    for (const size of shape) head.u64(size);
    head.u32(TENSOR_F32);
    head.u64(offset);
    offset += aligned(values.byteLength);
  }
  head.raw(Buffer.alloc(aligned(head.length()) - head.length()));
  for (const { values } of tensors) {
    const data = Buffer.alloc(aligned(values.byteLength));
    values.forEach((value, index) => {
      data.writeFloatLE(value, index * 4);
    });
    head.raw(data);
  }
  writeFileSync(path, head.bytes());
}

const ALIGNMENT = 32;
const TENSOR_F32 = 0;
const TYPES = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function writeValue(out: Bytes, given: GgufValue): void {
  switch (given.type) {
    case 'strings':
      out.u32(TYPES.array);
      out.u32(TYPES.string);
      out.u64(given.value.length);
      for (const text of given.value) out.string(text);
      return;
    case 'f32s':
    case 'i32s':
      out.u32(TYPES.array);
      out.u32(given.type === 'f32s' ? TYPES.f32 : TYPES.i32);
      out.u64(given.value.length);
      for (const value of given.value) given.type === 'f32s' ? out.f32(value) : out.i32(value);
      return;
    case 'string':
      out.u32(TYPES.string);
      out.string(given.value);
      return;
    case 'bool':
      out.u32(TYPES.bool);
      out.raw(Buffer.from([given.value ? 1 : 0]));
      return;
    default:
      out.u32(TYPES[given.type]);
      out[given.type](given.value);
  }
}

type Bytes = ReturnType<typeof createBytes>;

function createBytes() {
  const parts: Buffer[] = [];
  let length = 0;
  const raw = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const number = (size: number, write: (buffer: Buffer) => void) => {
    const buffer = Buffer.alloc(size);
    write(buffer);
    raw(buffer);
  };
  return {
    raw,
    u32: (value: number) => number(4, (buffer) => buffer.writeUInt32LE(value)),
    i32: (value: number) => number(4, (buffer) => buffer.writeInt32LE(value)),
    f32: (value: number) => number(4, (buffer) => buffer.writeFloatLE(value)),
    u64: (value: number) => number(8, (buffer) => buffer.writeBigUInt64LE(BigInt(value))),
    string(text: string) {
      const bytes = Buffer.from(text, 'utf8');
      this.u64(bytes.length);
      raw(bytes);
    },
    length: () => length,
    bytes: () => Buffer.concat(parts),
  };
}
