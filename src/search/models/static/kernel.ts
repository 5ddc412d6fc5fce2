import { KERNEL_BYTES } from './kernel-bytes.js';
import { createPlainLoops, type Loops, type Views } from './plain-kernel.js';

export interface Kernel extends Loops {
  readonly views: Views;
  /** Makes room for this many bytes, in place where the runtime can. New bytes are zero; existing ones stay. */
  reserve(bytes: number): void;
}

/** Loops with a memory of their own: WebAssembly where the processor has vector instructions, else plain JavaScript. */
export function createKernel(): Kernel {
  return createWasmKernel() ?? createPlainKernel();
}

/** Null where the runtime has no WebAssembly or the processor no vector instructions. */
export function createWasmKernel(): Kernel | null {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly?: WasmApi };
  if (wasm === undefined) return null;
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
  } catch {
    return null;
  }
}

export function createPlainKernel(): Kernel {
  let views = viewsOf(new ArrayBuffer(PAGE));
  return {
    ...createPlainLoops(() => views),
    get views() {
      return views;
    },
    reserve(bytes) {
      const { byteLength } = views.u8;
      if (bytes <= byteLength) return;
      const next = new Uint8Array(Math.ceil(Math.max(bytes, 1.25 * byteLength) / PAGE) * PAGE);
      next.set(views.u8);
      views = viewsOf(next.buffer);
    },
  };
}

const PAGE = 65_536;

function viewsOf(buffer: ArrayBuffer): Views {
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
