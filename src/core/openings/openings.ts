import { FRAME, HASH } from '../games/chess/frame.ts';
import { playSan } from '../games/chess/san.ts';
import { readSan } from '../games/chess/san-code.ts';
import { INITIAL_FEN, parseChess } from '../games/chess/state.ts';
import { PLAYED, type Replay } from '../pgn/replay.ts';
import { OPENING_TABLE } from './table.ts';

/** A named opening. */
export interface Opening {
  /** `A00` to `E99`, the code of the Encyclopaedia of Chess Openings (PGN standard 9.4.4). */
  readonly eco: string;
  readonly name: string;
}

/** The half-moves from the start within which names are looked for; no line of the table is longer. */
export const OPENING_PLIES = 40;

interface Book {
  readonly byPosition: ReadonlyMap<number, Opening>;
  /** The openings of each code, fewest moves first. */
  readonly byEco: ReadonlyMap<string, readonly Opening[]>;
}

let opened: Book | undefined;

/** The table by position; read when it is first asked for. */
function book(): Book {
  opened ??= readBook();
  return opened;
}

function readBook(): Book {
  const start = parseChess(INITIAL_FEN, false);
  const words = new Int32Array((OPENING_PLIES + 1) * FRAME);
  if (start.ok) words.set(start.value.words);
  const byPosition = new Map<number, Opening>();
  const codes = new Map<string, { opening: Opening; plies: number }[]>();
  for (const line of OPENING_TABLE.split('\n')) {
    const [shared, moves, eco, name] = line.split('|');
    const opening = { eco, name };
    let ply = Number(shared);
    for (const san of moves === '' ? [] : moves.split(' ')) {
      playSan(words, ply * FRAME, (ply + 1) * FRAME, readSan(san, 0, san.length));
      ply++;
    }
    byPosition.set(positionKey(words, ply * FRAME), opening);
    const known = codes.get(eco);
    if (known === undefined) codes.set(eco, [{ opening, plies: ply }]);
    else known.push({ opening, plies: ply });
  }
  const byEco = new Map<string, readonly Opening[]>();
  for (const [eco, found] of [...codes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    found.sort((a, b) => a.plies - b.plies);
    byEco.set(
      eco,
      found.map(({ opening }) => opening),
    );
  }
  return { byPosition, byEco };
}

/** 53 bits of a position's hash, which leaves the counters out: what a number can hold. */
const positionKey = (words: Int32Array, at: number): number =>
  (words[at + HASH] & 0x1fffff) * 0x1_0000_0000 + (words[at + HASH + 1] >>> 0);

/** The opening that the position at `words[at]` (a frame) has a name for, by whatever moves it came about. */
export const openingAt = (words: Int32Array, at: number): Opening | undefined =>
  book().byPosition.get(positionKey(words, at));

/** An opening, and the move that leads to its position. */
export interface OpeningOfLine extends Opening {
  /** Index of the move in the game's tree. */
  readonly move: number;
}

/**
 * The opening of the line that leads to a move, through the variations it stands in: that of the last position with a
 * name among its first `OPENING_PLIES` half-moves. Undefined when none has.
 */
export function openingOf({ tree, status, frames }: Replay, move: number): OpeningOfLine | undefined {
  for (let m = move; m >= 0; m = tree.movePrevious[m]) {
    if (tree.movePly[m] > OPENING_PLIES || status[m] !== PLAYED) continue;
    const opening = openingAt(frames, (m + 1) * FRAME);
    if (opening !== undefined) return { ...opening, move: m };
  }
  return undefined;
}

/** The opening of a game's main line. */
export function openingOfGame(replay: Replay): OpeningOfLine | undefined {
  const { tree } = replay;
  let last = -1;
  for (let m = 0; m < tree.moveToken.length && tree.movePly[m] <= OPENING_PLIES; m++) {
    if (tree.moveNode[m] === tree.moveNode[0]) last = m;
  }
  return openingOf(replay, last);
}

/** All codes of the table in order. */
export const ecoCodes = (): readonly string[] => [...book().byEco.keys()];

/**
 * What an ECO code stands for: the first part that the names of its openings have in common, else the shortest line's
 * name; and how many names it has. Undefined for a code that the table does not know.
 */
export function ecoName(code: string): { readonly name: string; readonly count: number } | undefined {
  const openings = book().byEco.get(code.slice(0, 3).toUpperCase());
  if (openings === undefined) return undefined;
  const families = new Set(openings.map(({ name }) => name.split(':')[0]));
  const shortest = openings[0].name;
  const isOne = families.size === 1 && openings.length > 1;
  return { name: isOne ? commonName(openings) : shortest, count: openings.length };
}

/** The parts, divided by colons and commas, with which all names begin. */
function commonName(openings: readonly Opening[]): string {
  const parts = openings.map(({ name }) => name.split(/(?=[:,])/));
  const [first] = parts;
  let shared = 0;
  while (shared < first.length && parts.every((other) => other[shared] === first[shared])) shared++;
  return first.slice(0, Math.max(1, shared)).join('');
}
