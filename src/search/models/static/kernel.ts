import { RappelError } from '../../../shared/errors.js';
import { KERNEL_BYTES } from './kernel-bytes.js';
import { foldedWords, kindOfLetter } from './letters.js';

/** The loops over vectors; places are bytes in the memory they work on. See `kernel.wat`. */
export interface Loops {
  /** out[i] (i32) = asked (i16) · rows[i] (i8); width is a multiple of 16. */
  scan(asked: number, rows: number, count: number, width: number, out: number): void;
  /** The first place from `dots` on at which a number (i32), times its factor (f32), is more than `least`; `end` where none is. */
  next(dots: number, factors: number, end: number, least: number): number;
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
   * The letters (u16) of the same tokens in a row, where each ends (u32, after a zero), and a table of their hashes (u16, zeros before), in
   * which texts are looked up from now on. `last` is room for 520 bytes, `letters` for two for each byte, `kinds` for 65,536, all zero.
   */
  readWords(
    at: number,
    tokens: number,
    last: number,
    ends: number,
    letters: number,
    table: number,
    mask: number,
    kinds: number,
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

/** One that knows words too: it cuts texts by the vocabulary that it has read, and compares tokens with a question. */
export interface WordKernel extends Kernel {
  /**
   * Writes the tokens (u16) of a text (u16 a letter) and returns where they end. Sentences are packed into windows of at most so many words,
   * with a break before each; of 0 words, there are no windows. `out` needs room for two bytes more than twice the text.
   */
  cutText(text: number, end: number, out: number, windowWords: number): number;
  /** The same for one folded word of at most 80 letters. */
  cutWord(word: number, end: number, out: number): number;
  /**
   * Reads the tokens (u16) of a window: raises what is nearest to each word of a question (f32), and writes the window's vector, of length 1
   * (f32). `window-reader.ts` says what lies at `reading`.
   */
  readWindow(reading: number, tokens: number, end: number, near: number, vector: number): void;
}

/** Loops with a memory of their own. Throws `model` where the processor has no vector instructions. */
export function createKernel(): WordKernel {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: WasmApi };
  try {
    const memory = new wasm.Memory({ initial: 1 });
    const cutRun: CutRun = (...run) => cutWords(kernel, ...run);
    const imports = { rappel: { memory, kindOf: kindOfLetter, cutRun } };
    const loops = new wasm.Instance(compiled(wasm), imports).exports as unknown as WordKernel;
    let views = viewsOf(memory.buffer);
    const kernel: WordKernel = {
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
    return kernel;
  } catch (cause) {
    throw new RappelError('model', 'model.no_simd', { cause });
  }
}

const PAGE = 65_536;

/** A search uses two kernels, of one module. */
let module: object | undefined;
function compiled(wasm: WasmApi): object {
  module ??= new wasm.Module(Buffer.from(KERNEL_BYTES, 'base64'));
  return module;
}

/** What `kernel.wat` asks for where the letters of a run are not folded one by one. */
type CutRun = (from: number, to: number, end: number, out: number, word: number) => number;

/** Folds a run and cuts its words, each of which is put at `place`. The text up to `end` will need room too. */
function cutWords(kernel: WordKernel, ...[from, to, end, out, place]: Parameters<CutRun>): number {
  const run = Buffer.from(kernel.views.u8.buffer, from, to - from).toString('utf16le');
  let next = out;
  for (const word of foldedWords(run)) {
    kernel.reserve(next + 2 * word.length + 2 * (end - to) + 4);
    const { u16 } = kernel.views;
    for (let i = 0; i < word.length; i++) u16[(place >> 1) + i] = word.charCodeAt(i);
    next = kernel.cutWord(place, place + 2 * word.length, next);
  }
  return next;
}

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
