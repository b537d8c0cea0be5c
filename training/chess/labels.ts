import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { HASH } from '../../src/core/games/chess/frame.ts';
import { blockOf, type DrawnPosition, type Lane } from './draw.ts';
import { type SeenPosition, seen } from './view.ts';

/*
 * A file of labels has the values alone: the positions are drawn again from the lane. A first line says what they are labels of, then
 * come chunks: a line of JSON, and so many packed bytes. Unpacked these are, for each position, the bucket of its best move (0 to 63),
 * and then for each position and each of its actions, in ascending order, how many buckets it is worse than that.
 */
const FORMAT = 'StateLens values of chess moves, 1';
/** Positions of a chunk: what an interruption loses at most. */
export const CHUNK = 512;

/** What the labels of a file have in common. */
export interface LabelHead {
  readonly format: string;
  readonly lane: string;
  /** SHA-256 of the lane's games of people. */
  readonly games: string;
  readonly engine: string;
  readonly depth: number;
}

interface ChunkHead {
  /** Positions drawn up to the end of the chunk, those that had come before counted in. */
  readonly drawn: number;
  readonly positions: number;
  readonly bytes: number;
  /** SHA-256, cut, of the hashes of the positions and of the unpacked values. */
  readonly sha256: string;
}

/** A position that is to be labeled, or is. */
export interface LabelPosition extends DrawnPosition {
  readonly seen: SeenPosition;
}

export interface Labeled extends LabelPosition {
  /** Bucket of each action, 0 to 63. */
  readonly values: Uint8Array;
}

/** The positions of a lane in the order in which they are labeled, none twice, each with the number of those drawn so far. */
export function* positionsOf(lane: Lane): Generator<{ readonly position: LabelPosition; readonly drawn: number }> {
  const known = new Set<string>();
  for (let block = 0, drawn = 0; ; block++) {
    for (const position of blockOf(lane, block)) {
      drawn++;
      const key = `${position.state.words[HASH]},${position.state.words[HASH + 1]}`;
      if (known.has(key)) continue;
      known.add(key);
      yield { position: { ...position, seen: seen(position.state) }, drawn };
    }
  }
}

function digestOf(positions: readonly LabelPosition[], values: Uint8Array): string {
  const hash = createHash('sha256');
  for (const { state } of positions) hash.update(`${state.words[HASH]},${state.words[HASH + 1]};`);
  return hash.update(values).digest('hex').slice(0, 16);
}

function packed(labeled: readonly Labeled[]): Uint8Array {
  const best = labeled.map(({ values }) => Math.max(...values));
  return Uint8Array.from([
    ...best,
    ...labeled.flatMap(({ values }, i) => Array.from(values, (v) => (best[i] ?? 0) - v)),
  ]);
}

function unpacked(positions: readonly LabelPosition[], bytes: Uint8Array): Labeled[] {
  let at = positions.length;
  return positions.map((position, i) => {
    const worse = bytes.subarray(at, (at += position.seen.actions.length));
    return { ...position, values: Uint8Array.from(worse, (less) => (bytes[i] ?? 0) - less) };
  });
}

/** Adds a chunk to the end of a file. */
export function appendChunk(file: string, labeled: readonly Labeled[], drawn: number): void {
  const values = packed(labeled);
  const bytes = brotliCompressSync(values, { params: { [constants.BROTLI_PARAM_LGWIN]: 18 } });
  const sha256 = digestOf(labeled, values);
  const head: ChunkHead = { drawn, positions: labeled.length, bytes: bytes.length, sha256 };
  appendFileSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]), { flush: true });
}

/** Begins a file of labels, or checks that a file is one of the same kind. */
export function openLabels(file: string, head: Omit<LabelHead, 'format'>): void {
  const own: LabelHead = { format: FORMAT, ...head };
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(own)}\n`);
    return;
  }
  const found = headOf(file, readFileSync(file));
  for (const [name, value] of Object.entries(own)) {
    const other = Object.entries(found).find(([key]) => key === name)?.[1];
    if (other !== value) throw new Error(`${file} has labels of another ${name}: ${other} in place of ${value}`);
  }
}

function headOf(file: string, bytes: Buffer): LabelHead {
  const line = bytes.subarray(0, Math.max(0, bytes.indexOf(10))).toString('utf8');
  let head: unknown;
  try {
    head = JSON.parse(line);
  } catch {
    // not even JSON: said below
  }
  if (!isHead(head)) throw new Error(`${file} is no file of labels`);
  return head;
}

const isHead = (head: unknown): head is LabelHead =>
  typeof head === 'object' && head !== null && 'format' in head && head.format === FORMAT;

/** What was read of a file of labels. */
export interface ReadLabels {
  readonly labeled: Labeled[];
  /** Positions drawn for them. */
  readonly drawn: number;
  /** The positions after them. */
  readonly rest: ReturnType<typeof positionsOf>;
}

/**
 * Reads the labels of a file, and draws their positions again. A chunk at the end that is not whole, which a kill leaves, is left out.
 *
 * @param cutsEnd takes such an end off the file, too
 * @throws where a whole chunk does not fit: other positions are drawn than those that it was made for
 */
export function readLabels(file: string, lane: Lane, { cutsEnd = false } = {}): ReadLabels {
  const bytes = readFileSync(file);
  headOf(file, bytes);
  const rest = positionsOf(lane);
  const labeled: Labeled[] = [];
  let drawn = 0;
  let at = bytes.indexOf(10) + 1;
  for (;;) {
    const chunk = chunkAt(bytes, at);
    if (chunk === undefined) break;
    const positions: LabelPosition[] = [];
    while (positions.length < chunk.head.positions) {
      const next = rest.next();
      if (next.done === true) throw new Error('the lane has an end');
      positions.push(next.value.position);
      drawn = next.value.drawn;
    }
    const values = brotliDecompressSync(bytes.subarray(chunk.begin, chunk.end));
    if (drawn !== chunk.head.drawn || digestOf(positions, values) !== chunk.head.sha256)
      throw new Error(`${file}: labels after byte ${at} are not those of the positions that are drawn today`);
    labeled.push(...unpacked(positions, values));
    at = chunk.end;
  }
  if (cutsEnd && at < bytes.length) truncateSync(file, at);
  return { labeled, drawn, rest };
}

function chunkAt(bytes: Buffer, at: number): { head: ChunkHead; begin: number; end: number } | undefined {
  const line = bytes.indexOf(10, at);
  if (line < 0) return undefined;
  try {
    const head = JSON.parse(bytes.subarray(at, line).toString('utf8')) as ChunkHead;
    const end = line + 1 + head.bytes;
    return end <= bytes.length ? { head, begin: line + 1, end } : undefined;
  } catch {
    return undefined;
  }
}
