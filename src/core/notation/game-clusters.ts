import { KeyNumbers, UnionFind } from '../base/collections.ts';
import { partSeed } from '../base/text/hash.ts';
import { FRAME, FULLMOVES, TURN } from '../games/chess/frame.ts';
import { playSan, readSan, sanCode } from '../games/chess/san.ts';
import { readLoose } from '../games/chess/san-loose.ts';
import { isStartPosition, parseChess } from '../games/chess/state.ts';
import { isInBook, OPENING_PLIES, positionKey } from './openings/openings.ts';

/** Rules for opening positions, which games may share without being one cluster. */
export interface ClusterRules {
  /** Positions after at most this many plies from the start of a game. */
  readonly openingPlies: number;
  /** Positions that more lines than this share; a line that another one continues does not count. */
  readonly openingLines: number;
}

export const CLUSTER_RULES: ClusterRules = { openingPlies: 10, openingLines: 50 };

/** Rules for walks of a world: walks are one cluster only if they are equal, or one is the beginning of another. */
export const WALK_RULES: Partial<ClusterRules> = { openingPlies: Number.POSITIVE_INFINITY };

/** Games by cluster: `of[i]` is the cluster of game number i. Clusters are numbered from 0, by their first game. */
export interface Clustering {
  readonly of: Int32Array;
  readonly count: number;
}

/**
 * Clusters of games that are not independent. Two games are in one cluster if they share a position that is no opening:
 * prefixes of one game, games that branch off late, transpositions. Openings are the positions on the lines of the
 * named openings, those of the first plies, and those that very many lines share. A game that never leaves the opening
 * joins one that contains its last position, since it is a part of that one. 100,000 games take some seconds and 150
 * MB.
 */
export class GameClusters {
  readonly #rules: ClusterRules;
  readonly #numbers = new KeyNumbers();
  /** Positions of all games, one game after another. */
  #positions = new Int32Array(1 << 12);
  /** Index of each game's first position; the last entry is the end. */
  readonly #starts: number[] = [0];
  /** Plies from the start of the game to its first position; -1 if unknown. */
  readonly #from: number[] = [];
  /** By position: 1 if a game continues from it. */
  #continued = new Uint8Array(1 << 12);
  /** By position: 1 if it is on the line of a named opening. */
  #book = new Uint8Array(1 << 12);

  constructor(rules: Partial<ClusterRules> = {}) {
    this.#rules = { ...CLUSTER_RULES, ...rules };
  }

  /** Number of games. */
  get count(): number {
    return this.#from.length;
  }

  /** Number of different positions. */
  get positions(): number {
    return this.#numbers.count;
  }

  /** Adds a game of at least one position and returns its number, from 0 on. */
  add({ keys, from }: KeyedLine): number {
    const start = this.#starts[this.count]!;
    const end = start + keys.length;
    if (end > this.#positions.length) this.#positions = grown(this.#positions, new Int32Array(2 * end));
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      const before = this.#numbers.count;
      const position = this.#numbers.of(key);
      if (position === this.#continued.length) {
        this.#continued = grown(this.#continued, new Uint8Array(2 * position));
        this.#book = grown(this.#book, new Uint8Array(2 * position));
      }
      if (position === before) this.#book[position] = isInBook(key) ? 1 : 0;
      this.#positions[start + i] = position;
      if (i > 0) this.#continued[this.#positions[start + i - 1]!] = 1;
    }
    this.#starts.push(end);
    this.#from.push(from ?? -1);
    return this.count - 1;
  }

  /** Visits the numbers of a game's positions, from 0 on, with their plies. */
  eachPosition(game: number, visit: (position: number, ply: number) => void): void {
    this.#each(game, visit);
  }

  /** Returns the clusters of all added games. */
  clusters(): Clustering {
    const sets = new UnionFind();
    const popular = this.#popular();
    /** By position: 1 + the first game, to which it joins others; 0 for none. */
    const owners = new Int32Array(this.positions);
    const leaves: number[] = [];
    for (let game = 0; game < this.count; game++) {
      sets.add();
      let isAnchored = false;
      this.#each(game, (position, ply) => {
        if (this.#isOpening(game, position, ply) || (ply <= OPENING_PLIES && popular[position] === 1)) return;
        isAnchored = true;
        if (owners[position] === 0) owners[position] = game + 1;
        else sets.join(game, owners[position]! - 1);
      });
      if (!isAnchored && this.#from[game]! >= 0) leaves.push(game);
    }
    this.#attach(leaves, sets);
    return numberClusters(sets);
  }

  #each(game: number, visit: (position: number, ply: number) => void): void {
    const start = this.#starts[game]!;
    const end = this.#starts[game + 1]!;
    const from = Math.max(0, this.#from[game]!);
    for (let i = start; i < end; i++) visit(this.#positions[i]!, from + i - start);
  }

  #isOpening(game: number, position: number, ply: number): boolean {
    if (this.#book[position] === 1) return true;
    return this.#from[game]! >= 0 && ply <= this.#rules.openingPlies;
  }

  /**
   * Returns by position: 1 if more lines share it than the rules allow. Games with the same end count once, games that
   * another one continues not at all.
   */
  #popular(): Uint8Array {
    const popular = new Uint8Array(this.positions);
    if (this.count <= this.#rules.openingLines) return popular;
    const lines = new Int32Array(this.positions);
    const last = new Int32Array(this.positions);
    const ended = new Uint8Array(this.positions);
    for (let game = 0; game < this.count; game++) {
      const end = this.#positions[this.#starts[game + 1]! - 1]!;
      if (this.#continued[end] === 1 || ended[end] === 1) continue;
      ended[end] = 1;
      this.#each(game, (position) => {
        if (last[position] === game + 1) return;
        last[position] = game + 1;
        if (++lines[position]! > this.#rules.openingLines) popular[position] = 1;
      });
    }
    return popular;
  }

  /** Joins each game that never leaves the opening to one game, so that it links no two others. */
  #attach(leaves: readonly number[], sets: UnionFind): void {
    if (leaves.length === 0) return;
    const isLeaf = new Uint8Array(this.count);
    for (const game of leaves) isLeaf[game] = 1;
    /** By position: 1 + the first game that contains it; 0 for none. */
    const passing = new Int32Array(this.positions);
    const pass = (game: number): void =>
      this.#each(game, (position) => {
        if (passing[position] === 0) passing[position] = game + 1;
      });
    for (let game = 0; game < this.count; game++) if (isLeaf[game] === 0) pass(game);
    // Longer ones first: a shorter one joins one that continues it.
    const length = (game: number): number => this.#starts[game + 1]! - this.#starts[game]!;
    for (const game of [...leaves].sort((a, b) => length(b) - length(a) || a - b)) {
      const parent = passing[this.#positions[this.#starts[game + 1]! - 1]!]!;
      if (parent > 0) sets.join(game, parent - 1);
      pass(game);
    }
  }
}

/** Copies a full array into a longer one. */
function grown<T extends Int32Array | Uint8Array>(full: T, empty: T): T {
  empty.set(full);
  return empty;
}

/** Numbers sets as clusters by their first games. */
export function numberClusters(sets: UnionFind): Clustering {
  const of = new Int32Array(sets.count);
  let count = 0;
  // A set is named by its least number, so its first game comes first.
  for (let game = 0; game < of.length; game++) {
    const first = sets.find(game);
    of[game] = first === game ? count++ : of[first]!;
  }
  return { of, count };
}

/** Positions of a game as keys, for `GameClusters`. */
export interface KeyedLine {
  /** One key per position, from the first to the last. Equal for positions with the same future. */
  readonly keys: readonly number[];
  /** Plies from the start of a game to the first position; undefined if the line starts elsewhere. */
  readonly from: number | undefined;
}

/** Most positions of a line. */
const MAX_PLIES = 2000;

/**
 * Returns the keys of a chess line; undefined if its start is not a position. It ends before an illegal move.
 *
 * @param moves in SAN
 */
export function lineKeys(startFen: string, moves: readonly string[], chess960: boolean): KeyedLine | undefined {
  const start = parseChess(startFen, chess960);
  if (!start.ok) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set(start.value.words);
  const keys = [positionKey(words, 0)];
  let at = 0;
  for (const san of moves) {
    const to = FRAME - at;
    const code = moveCode(san);
    if (keys.length > MAX_PLIES || code < 0 || playSan(words, at, to, code) < 0) break;
    at = to;
    keys.push(positionKey(words, at));
  }
  return { keys, from: isStartPosition(startFen, start.value.words) ? 0 : undefined };
}

/** Returns the keys of a single position without its game. */
export function singlePositionKeys(fen: string, chess960: boolean): KeyedLine | undefined {
  const state = parseChess(fen, chess960);
  if (!state.ok) return undefined;
  const { words } = state.value;
  return { keys: [positionKey(words, 0)], from: 2 * (words[FULLMOVES]! - 1) + words[TURN]! };
}

/**
 * Returns the keys of a walk of a world that is not a game: one for each prefix of its actions, the empty one first.
 * Walks that meet in a state are not one cluster; for `GameClusters` with `WALK_RULES`.
 *
 * @param world equal for walks of the same world under the same names
 */
export function walkKeys(world: string, start: string, actions: readonly string[]): KeyedLine {
  const from = `${world}\n${start}`;
  const keys = [mixLineKey(partSeed(0, from), partSeed(1, from))];
  for (const [i, action] of actions.entries()) keys.push(mixLineKey(keys[i]!, partSeed(2, action)));
  return { keys, from: 0 };
}

/** Returns the key of a line of positions, from the key of the line without its last position. */
export function mixLineKey(line: number, key: number): number {
  const low = Math.imul(line ^ key, 0x9e3779b1) ^ (line >>> 15);
  const high = Math.imul((line / 0x1_0000_0000) ^ low, 0x85ebca6b) + key / 0x1_0000_0000;
  return ((high ^ (high >>> 13)) & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

function moveCode(san: string): number {
  const code = readSan(san, 0, san.length);
  if (code >= 0) return code;
  const loose = readLoose(san);
  return loose === undefined || loose.unknownPiece !== undefined ? -1 : sanCode(loose);
}
