/** The part of the platform's WebAssembly that is used; `core` has no platform types. */
interface WebAssemblyApi {
  readonly Memory: new (descriptor: { readonly initial: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}
declare const WebAssembly: WebAssemblyApi | undefined;

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Grows by pages of 64 KiB; `buffer` is a new object afterwards. */
  grow(pages: number): number;
}

export const PAGE = 65536;

/** Compiled kernels by their bytes. */
const compiled = new Map<string, object>();

/**
 * Returns a new instance of a kernel with its own memory; undefined if WebAssembly is missing or refused (a strict
 * content security policy), or if there is not enough memory.
 *
 * @param hex its bytes, two hexadecimal digits each
 * @param pages pages of memory
 */
export function instantiate(hex: string, pages: number): { exports: unknown; memory: KernelMemory } | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    let module = compiled.get(hex);
    if (module === undefined) {
      module = new WebAssembly.Module(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
      compiled.set(hex, module);
    }
    const memory = new WebAssembly.Memory({ initial: pages });
    return { exports: new WebAssembly.Instance(module, { env: { memory } }).exports, memory };
  } catch {
    return undefined;
  }
}
