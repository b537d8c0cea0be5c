import { FRAME, HASH } from '../../games/chess/frame.ts';
import { playSan, readSan } from '../../games/chess/san.ts';
import { INITIAL_FEN, parseChess } from '../../games/chess/state.ts';
import { PLAYED, type Replay } from '../pgn/replay.ts';
import { MOVETEXT } from '../pgn/tree.ts';
import OPENING_TABLE from './openings.tsv';

/*
 * The table has the named openings of lichess-org/chess-openings (https://github.com/lichess-org/chess-openings),
 * dedicated to the public domain under CC0 1.0; scripts/make-openings.mjs writes it. One opening per line, in the order
 * of their moves: the number of plies shared with the previous line, the moves after those, the ECO code, the name.
 */

/** A named opening. */
export interface NamedOpening {
  /** `A00` to `E99`, the code of the Encyclopaedia of Chess Openings (PGN standard 9.4.1). */
  readonly eco: string;
  readonly name: string;
}

/** Number of plies from the start in which names are searched; no line of the table is longer. */
export const OPENING_PLIES = 40;

/** Positions of the table. */
interface Places {
  /** Offset of the line that names a position. */
  readonly lines: ReadonlyMap<number, number>;
  /** All positions on the way to a named one. */
  readonly book: ReadonlySet<number>;
}

/** Read on first use. */
let places: Places | undefined;

/** Plays the lines of the table. Names are extracted on demand, and a move allocates nothing. */
function readPlaces(): Places {
  const found = new Map<number, number>();
  const book = new Set<number>();
  const initial = parseChess(INITIAL_FEN, false);
  const words = new Int32Array((OPENING_PLIES + 1) * FRAME);
  if (initial.ok) words.set(initial.value.words);
  book.add(positionKey(words, 0));
  const text = OPENING_TABLE;
  for (let line = 0; line < text.length; ) {
    let at = text.indexOf('\t', line);
    let frame = Number(text.slice(line, at)) * FRAME;
    const end = text.indexOf('\t', at + 1);
    while (at < end) {
      const blank = text.indexOf(' ', at + 1);
      const stop = blank < 0 || blank > end ? end : blank;
      playSan(words, frame, frame + FRAME, readSan(text, at + 1, stop));
      frame += FRAME;
      book.add(positionKey(words, frame));
      at = stop;
    }
    found.set(positionKey(words, frame), line);
    const next = text.indexOf('\n', end);
    line = next < 0 ? text.length : next + 1;
  }
  return { lines: found, book };
}

/** Openings by the offsets of their lines, as far as requested. */
const read = new Map<number, NamedOpening>();

/** Returns the opening of the line of the table that starts at an offset. */
function openingOn(line: number): NamedOpening {
  const known = read.get(line);
  if (known !== undefined) return known;
  const opening = readLine(line);
  read.set(line, opening);
  return opening;
}

function readLine(line: number): NamedOpening {
  const end = OPENING_TABLE.indexOf('\n', line);
  const [, , eco = '', name = ''] = OPENING_TABLE.slice(line, end < 0 ? undefined : end).split('\t');
  return { eco, name };
}

let codes: ReadonlyMap<string, readonly NamedOpening[]> | undefined;

/** Returns the openings of each code in code order, fewest moves first. */
function byEco(): ReadonlyMap<string, readonly NamedOpening[]> {
  codes ??= readCodes();
  return codes;
}

function readCodes(): ReadonlyMap<string, readonly NamedOpening[]> {
  const all = OPENING_TABLE.trimEnd()
    .split('\n')
    .map((line) => {
      const [shared, moves = '', eco = '', name = ''] = line.split('\t');
      return { eco, name, plies: Number(shared) + moves.split(' ').length };
    });
  all.sort((a, b) => (a.eco === b.eco ? a.plies - b.plies : a.eco < b.eco ? -1 : 1));
  const found = new Map<string, NamedOpening[]>();
  for (const { eco, name } of all) {
    const known = found.get(eco);
    if (known === undefined) found.set(eco, [{ eco, name }]);
    else known.push({ eco, name });
  }
  return found;
}

/** Returns 53 bits of a position's hash without the counters: the precision of a number. */
export const positionKey = (words: Int32Array, at: number): number =>
  (words[at + HASH]! & 0x1fffff) * 0x1_0000_0000 + (words[at + HASH + 1]! >>> 0);

/** Returns the opening named for the position at `words[at]` (a frame), whatever the move order. */
export function openingAt(words: Int32Array, at: number): NamedOpening | undefined {
  places ??= readPlaces();
  const line = places.lines.get(positionKey(words, at));
  return line === undefined ? undefined : openingOn(line);
}

/** Returns true if a position, given by its key, is on the line of a named opening, including the start position. */
export function isInBook(key: number): boolean {
  places ??= readPlaces();
  return places.book.has(key);
}

/** An opening, and the move that leads to its position. */
export interface LineOpening extends NamedOpening {
  /** Index of the move in the game's tree. */
  readonly move: number;
}

/**
 * Returns the opening of the line that leads to a move through its variations: the last named position among the first
 * `OPENING_PLIES` plies. Undefined if none has a name.
 */
export function openingAfterMove({ tree, status, frames }: Replay, move: number): LineOpening | undefined {
  for (let m = move; m >= 0; m = tree.movePrevious[m]!) {
    if (tree.movePly[m]! > OPENING_PLIES || status[m] !== PLAYED) continue;
    const opening = openingAt(frames, (m + 1) * FRAME);
    if (opening !== undefined) return { ...opening, move: m };
  }
  return undefined;
}

/** Returns the opening of a game's main line. */
export function gameOpening(replay: Replay): LineOpening | undefined {
  const { tree } = replay;
  const main = tree.nodeKind.indexOf(MOVETEXT);
  let last = -1;
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (tree.moveNode[m] !== main) continue;
    if (tree.movePly[m]! > OPENING_PLIES) break;
    last = m;
  }
  return openingAfterMove(replay, last);
}

/** Returns the opening of a line of frames: the last named position after one of its first `OPENING_PLIES` moves. */
export function lineOpening(frames: Int32Array, moves: readonly number[]): NamedOpening | undefined {
  for (let ply = Math.min(moves.length, OPENING_PLIES) - 1; ply >= 0; ply--) {
    const opening = openingAt(frames, (moves[ply]! + 1) * FRAME);
    if (opening !== undefined) return opening;
  }
  return undefined;
}

/** Returns all codes of the table in order. */
export const ecoCodes = (): readonly string[] => [...byEco().keys()];

/**
 * Returns the meaning of an ECO code: the first part that the names of its openings share, else the name of the
 * shortest line. Undefined for a code that is not in the table.
 */
export function ecoName(code: string): string | undefined {
  const openings = byEco().get(code.slice(0, 3).toUpperCase());
  const [first] = openings ?? [];
  if (openings === undefined || first === undefined) return undefined;
  const families = new Set(openings.map(({ name }) => name.split(':')[0]));
  return families.size === 1 ? commonName(openings) : first.name;
}

/** Returns the parts, separated by colons and commas, that all names start with. */
function commonName(openings: readonly NamedOpening[]): string {
  const parts = openings.map(({ name }) => name.split(/(?=[:,])/));
  const [first = []] = parts;
  let shared = 0;
  while (shared < first.length && parts.every((other) => other[shared] === first[shared])) shared++;
  return first.slice(0, Math.max(1, shared)).join('');
}

/**
 * Returns the opening of a line: the last named position among its first `OPENING_PLIES` plies.
 *
 * @param moves SAN in export format, with spaces between them; moves after an illegal one are not read
 * @returns undefined if no position has a name, or the start is not a position
 */
export function openingFromMoves(startFen: string, moves: string): NamedOpening | undefined {
  const start = parseChess(startFen, false);
  if (!start.ok) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set(start.value.words);
  let found: NamedOpening | undefined;
  let at = 0;
  for (const san of moves.split(' ', OPENING_PLIES)) {
    const code = san === '' ? -1 : readSan(san, 0, san.length);
    if (code < 0 || playSan(words, at, FRAME - at, code) < 0) break;
    at = FRAME - at;
    found = openingAt(words, at) ?? found;
  }
  return found;
}
