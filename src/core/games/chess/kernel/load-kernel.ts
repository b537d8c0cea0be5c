import { EP_KEYS, PIECE_KEYS, RIGHT_KEYS, TURN_KEY } from '../frame.ts';
import {
  ALONG_FILE,
  ALONG_RANK,
  BETWEEN,
  BISHOP_RAYS,
  DIAGONALS,
  KING,
  KNIGHT,
  LINE,
  PAWN,
  ROOK_RAYS,
} from '../geometry.ts';
import { KERNEL_HEX } from './kernel-bytes.ts';

/** What is used of the platform's WebAssembly; `core` has no platform types. */
interface WebAssemblyApi {
  readonly Memory: new (descriptor: { readonly initial: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}
declare const WebAssembly: WebAssemblyApi | undefined;

interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Grows by pages of 64 KiB; `buffer` is another one afterwards. */
  grow(pages: number): number;
}

/** The kernel's functions; positions and lists are addresses in its memory, in bytes. */
interface KernelExports {
  count(frame: number): number;
  legal(frame: number, out: number): number;
  common(a: number, b: number): number;
  commonList(a: number, b: number, out: number): number;
  play(from: number, to: number, move: number): void;
}

/** An instance of the chess kernel with its own memory. */
export interface Kernel extends KernelExports {
  readonly memory: KernelMemory;
}

const PAGE = 65536;
/** Where the kernel leaves the counts of the last comparison, in bytes. */
export const LEGAL_A = 84168;
export const LEGAL_B = 84172;
/** Room for one list of moves, in bytes. */
export const MOVE_LIST = 86016;
/** First frame, in bytes. */
export const FRAMES = 2 * PAGE;

/** Where the kernel expects its tables, in bytes; assembly/kernel.ts has the same numbers. */
const TABLES: readonly (readonly [at: number, table: Int32Array])[] = [
  [0, KNIGHT],
  [512, KING],
  [1024, PAWN],
  [2048, ROOK_RAYS],
  [2560, BISHOP_RAYS],
  [3072, DIAGONALS],
  [4096, twice(ALONG_RANK)],
  [8192, ALONG_FILE],
  [12288, BETWEEN],
  [45056, LINE],
  [77824, PIECE_KEYS],
  [83968, RIGHT_KEYS],
  [84096, EP_KEYS],
  [84160, TURN_KEY],
];

/** Attacks along a rank are in every byte: of eight here, where geometry.ts has four. */
function twice(table: Int32Array): Int32Array {
  return Int32Array.from({ length: 2 * table.length }, (_, i) => table[i >> 1]);
}

let compiled: object | undefined;

/** A fresh instance, or undefined where WebAssembly is missing or refused (a strict content security policy). */
export function loadKernel(): Kernel | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    compiled ??= new WebAssembly.Module(
      Uint8Array.from(KERNEL_HEX.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)),
    );
    const memory = new WebAssembly.Memory({ initial: 3 });
    const instance = new WebAssembly.Instance(compiled, { env: { memory } });
    const words = new Int32Array(memory.buffer);
    for (const [at, table] of TABLES) words.set(table, at >> 2);
    return { ...(instance.exports as KernelExports), memory };
  } catch {
    return undefined;
  }
}
