import { RappelError } from '../../../shared/errors.js';
import { KERNEL_BYTES } from './kernel-bytes.js';

/** The loops over vectors; places are bytes in the memory they work on. See `kernel.wat`. */
export interface Loops {
  /** out[i] (i32) = asked (i16) · rows[i] (i8); width is a multiple of 16. */
  scan(asked: number, rows: number, count: number, width: number, out: number): void;
  /** out[i] (i32) = row (i16) · others[i] (i16); width is a multiple of 16. */
  dots(row: number, others: number, count: number, width: number, out: number): void;
  /** Codes of 4 bits become i16, from -8 to 7; width is a multiple of 32. */
  unpack(codes: number, width: number, out: number): void;
  /**
   * out (f32) = the sum of rows of codes times factors: the list holds places (u32) and factors (f32) in turn, is used
   * up, and has room for one more. A factor counts in 16 bits, the largest taking them all.
   */
  gather(list: number, count: number, width: number, out: number): void;
  /** a · b, both f32; width is a multiple of 4. */
  dot(a: number, b: number, width: number): number;
  /** target += factor * source, both f32; width is a multiple of 4. */
  mix(target: number, source: number, factor: number, width: number): void;
  /** out (i8) = the vector (f32), stretched so that its largest number takes the whole range; width is a multiple of 16. */
  quantise(vector: number, width: number, out: number): void;
  /** How many bytes the tokens of a vocabulary have together, which lies from `at` to `end`; -1 where it is damaged. */
  measureWords(at: number, end: number, tokens: number): number;
  /**
   * The letters (u16) of the same tokens in a row, where each ends (u32), and a table of their hashes (u16, zeros before): `vocabulary.ts`
   * looks tokens up in it. `last` is room for 520 bytes, `letters` for two for each byte.
   */
  readWords(
    at: number,
    tokens: number,
    last: number,
    ends: number,
    letters: number,
    table: number,
    mask: number,
  ): void;
}

/** The same memory as different numbers. Growing makes new views: never keep one across `reserve`. */
export interface Views {
  u8: Uint8Array<ArrayBuffer>;
  i8: Int8Array<ArrayBuffer>;
  u16: Uint16Array<ArrayBuffer>;
  i16: Int16Array<ArrayBuffer>;
  u32: Uint32Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
  f32: Float32Array<ArrayBuffer>;
}

export interface Kernel extends Loops {
  readonly views: Views;
  /** Makes room for this many bytes, in place where the runtime can. New bytes are zero; existing ones stay. */
  reserve(bytes: number): void;
}

/** Loops with a memory of their own. Throws `model` where the processor has no vector instructions. */
export function createKernel(): Kernel {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: WasmApi };
  try {
    const memory = new wasm.Memory({ initial: 1 });
    const module = new wasm.Module(Buffer.from(KERNEL_BYTES, 'base64'));
    const loops = new wasm.Instance(module, { rappel: { memory } }).exports as unknown as Loops;
    let views = viewsOf(memory.buffer);
    return {
      ...loops,
      get views() {
        return views;
      },
      reserve(bytes) {
        const missing = bytes - memory.buffer.byteLength;
        if (missing <= 0) return;
        memory.grow(Math.ceil(missing / PAGE));
        views = viewsOf(memory.buffer);
      },
    };
  } catch (cause) {
    throw new RappelError('model', "vectors can't be compared here: WebAssembly with SIMD is missing", {
      hint: 'Search works without it, by words alone.',
      cause,
    });
  }
}

const PAGE = 65_536;

/** The memory of a kernel, as each kind of number. */
export function viewsOf(buffer: ArrayBuffer): Views {
  return {
    u8: new Uint8Array(buffer),
    i8: new Int8Array(buffer),
    u16: new Uint16Array(buffer),
    i16: new Int16Array(buffer),
    u32: new Uint32Array(buffer),
    i32: new Int32Array(buffer),
    f32: new Float32Array(buffer),
  };
}

/** What is used of WebAssembly: the types of Node don't have it. */
interface WasmApi {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
}
