import { instantiate, type KernelMemory, PAGE } from '../../wasm.ts';
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

/** The kernel's functions; positions and lists are addresses in its memory, in bytes. */
interface KernelExports {
  count(frame: number): number;
  legal(frame: number, out: number): number;
  common(a: number, b: number): number;
  commonList(a: number, b: number, out: number): number;
  play(from: number, to: number, move: number): void;
  readGames(text: number, end: number, isLast: boolean): number;
  skipGame(text: number, end: number, isLast: boolean): number;
  playGame(moves: number): number;
  seekTarget(moves: number): number;
  addName(name: number, rule: number, bit: number): void;
}

/** An instance of the chess kernel with its own memory. */
export interface Kernel extends KernelExports {
  readonly memory: KernelMemory;
}

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

/**
 * A fresh instance, or undefined where WebAssembly is missing or refused (a strict content security policy).
 *
 * @param pages pages of memory
 */
export function loadKernel(pages = 3): Kernel | undefined {
  const instance = instantiate(KERNEL_HEX, pages);
  if (instance === undefined) return undefined;
  const { exports, memory } = instance;
  const words = new Int32Array(memory.buffer);
  for (const [at, table] of TABLES) words.set(table, at >> 2);
  return { ...(exports as KernelExports), memory };
}
