import { FULLMOVES, TURN } from '../../games/chess/frame.ts';
import { isStartPosition } from '../../games/chess/state.ts';
import { PLAYED, type Replay, UNCHECKED } from './replay.ts';
import { type GameStart, type Tag, tagNamed } from './tags.ts';
import { ESCAPE, LINE_COMMENT, MOVE_NUMBER, OPEN_COMMENT } from './tokens.ts';
import { MOVETEXT, tokenEnd } from './tree.ts';

/** The side that moves first and the first move number. */
export interface Numbering {
  /** 0 White, 1 Black. */
  readonly turn: number;
  readonly first: number;
}

/** The field of the checks that are left, or were given, in a FEN of Three-check; the clocks follow or precede it. */
const CHECKS = /^\+?\d\+\d$/;

/**
 * Returns the numbering of the moves of a game, from its start position. For an unknown variant or an invalid position,
 * only the side and number of the FEN are used; undefined if they cannot be read.
 */
export function gameNumbering(start: GameStart, tags: readonly Tag[]): Numbering | undefined {
  if (start.state !== undefined) return { turn: start.state.words[TURN]!, first: start.state.words[FULLMOVES]! };
  const fen = tagNamed(tags, 'FEN');
  if (fen === undefined) return { turn: 0, first: 1 };
  const fields = fen.value.split(/\s+/).filter((field) => field !== '' && !CHECKS.test(field));
  const [, side = '', , , , number = ''] = fields;
  if ((side !== 'w' && side !== 'b') || !/^\d{1,6}$/.test(number)) return undefined;
  return { turn: side === 'b' ? 1 : 0, first: Number(number) };
}

/**
 * Returns true if the moves of a game may be numbered from any number: its FEN says move 1 of a position that is not
 * the start of a game, as written by programs that do not count.
 */
export function hasFreeNumbering({ fen, state }: GameStart, first: number): boolean {
  return fen !== undefined && first <= 1 && !(state !== undefined && isStartPosition(fen.tag.value, state.words));
}

/** Returns true if Black plays the move that leads to a ply (1: the first). */
export const isBlacks = ({ turn }: Numbering, ply: number): boolean => ((turn + ply - 1) & 1) === 1;

/** Returns the number before a move, in export format (PGN standard 8.2.2.2): `12.` or `12...`. */
export const numberText = (numbering: Numbering, ply: number): string =>
  `${numbering.first + ((numbering.turn + ply - 1) >> 1)}${isBlacks(numbering, ply) ? '...' : '.'}`;

/** A written move number before a move with a known position, and the expected number. */
export interface NumberClaim {
  readonly token: number;
  readonly move: number;
  /** Offsets of the token, and of the end of its digits. */
  readonly start: number;
  readonly digits: number;
  readonly end: number;
  /** The written number; -1 for dots only. */
  readonly written: number;
  readonly expected: number;
  readonly isBlack: boolean;
  /** The written number minus the expected one. */
  readonly shift: number;
  readonly dots: number;
  /** True if the dots are those of the other side. */
  readonly wrongDots: boolean;
}

/** Returns true for a claim that agrees with the position in its number and its side. */
export const agreesWithPosition = ({ shift, wrongDots }: NumberClaim): boolean => shift === 0 && !wrongDots;

const ELLIPSIS = 0x2026;

/**
 * Calls `visit` with each number before a move that was or should be played; `dotted` is true if separate dots follow
 * it.
 */
function eachNumber(
  text: string,
  { tree, status }: Replay,
  visit: (move: number, token: number, dotted: boolean) => boolean,
): void {
  const { chunk, offset } = tree;
  const { kinds, starts } = chunk;
  for (let m = 0; m < status.length; m++) {
    if (status[m] === UNCHECKED) continue;
    let dotted = false;
    let t = tree.moveToken[m]! - 1;
    if (t >= 0 && kinds[t]! <= ESCAPE) t--;
    const near = t;
    for (; t >= 0 && canPrecedeMove(kinds[t]!); t--) {
      if (kinds[t] !== MOVE_NUMBER) continue;
      // a number without dots is a move number only directly before a move
      if (t < near && !dotted && isDigit(text, offset + starts[t + 1]! - 1)) continue;
      dotted = visit(m, t, dotted);
    }
  }
}

/** Returns true for kinds of tokens that may stand between a number and its move. */
export const canPrecedeMove = (kind: number): boolean =>
  kind === MOVE_NUMBER || kind <= ESCAPE || (kind >= LINE_COMMENT && kind <= OPEN_COMMENT);

function isDigit(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  return c >= 0x30 && c <= 0x39;
}

/**
 * Returns true if all moves are played and all their numbers are `12.` before White's move or `12...` before Black's.
 */
export function hasPlainNumbers(text: string, replayed: Replay): boolean {
  const { tree, status, start } = replayed;
  if (start.state === undefined) return false;
  const { chunk, offset, movePly } = tree;
  const before = 2 * start.state.words[FULLMOVES]! + start.state.words[TURN]! - 1;
  let isPlain = true;
  for (let m = 0; m < status.length && isPlain; m++) isPlain = status[m] === PLAYED;
  if (!isPlain) return false;
  eachNumber(text, replayed, (m, token) => {
    const plies = before + movePly[m]!;
    const at = offset + chunk.starts[token]!;
    isPlain &&= isPlainNumber(text, at, offset + tokenEnd(chunk, token), plies >>> 1, (plies & 1) === 1);
    return false;
  });
  return isPlain;
}

/** Returns true if a text is a number with one dot or none, or with three dots for Black. */
function isPlainNumber(text: string, start: number, end: number, number: number, isBlack: boolean): boolean {
  let written = 0;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x2e) return written === number && (isBlack ? end - i === 3 : end - i === 1);
    if (c < 0x30 || c > 0x39) return false;
    written = 10 * written + c - 0x30;
  }
  return written === number;
}

/**
 * Returns the move numbers of a game in text order. Any number of dots is accepted, including none, but one dot is
 * White's and three are Black's. A game from a FEN may count from one, or from anywhere when its FEN says move 1; so
 * may a variation from one. The numbers after that are expected in the count of their line.
 */
export function numberClaims(text: string, replayed: Replay): NumberClaim[] {
  const { tree, start } = replayed;
  if (start.state === undefined) return [];
  const { chunk, offset, movePly } = tree;
  const firstNumber = start.state.words[FULLMOVES]!;
  const firstTurn = start.state.words[TURN]!;
  const claims: NumberClaim[] = [];
  eachNumber(text, replayed, (move, token, dotted) => {
    const begin = offset + chunk.starts[token]!;
    const end = offset + tokenEnd(chunk, token);
    let digits = begin;
    let written = 0;
    for (; digits < end && isDigit(text, digits); digits++) written = 10 * written + text.charCodeAt(digits) - 0x30;
    const plies = firstTurn + movePly[move]! - 1;
    const isBlack = (plies & 1) === 1;
    const dots = text.charCodeAt(digits) === ELLIPSIS ? 3 : end - digits;
    const isBare = digits === begin;
    const expected = firstNumber + (plies >>> 1);
    const wrongDots = isBlack ? dots === 1 && !isBare && !dotted : dots > 2;
    claims.push({
      token,
      move,
      start: begin,
      digits,
      end,
      written: isBare ? -1 : written,
      expected,
      isBlack,
      shift: isBare ? 0 : written - expected,
      dots,
      wrongDots,
    });
    return isBare && !wrongDots;
  });
  claims.sort((a, b) => a.token - b.token);
  return claims.every(({ shift }) => shift === 0) ? claims : new LineCounts(replayed, firstNumber).apply(claims);
}

/** The counts of lines: the offsets between their numbers and those of their positions. */
class LineCounts {
  readonly #replayed: Replay;
  readonly #firstNumber: number;
  readonly #counts = new Map<number, number>();

  constructor(replayed: Replay, firstNumber: number) {
    this.#replayed = replayed;
    this.#firstNumber = firstNumber;
  }

  /** Returns the claims with what the counts of their lines expect; `claims` compare with the positions. */
  apply(claims: readonly NumberClaim[]): NumberClaim[] {
    const { moveNode } = this.#replayed.tree;
    const following = new Map<number, number>();
    // The number after each in its line, or NaN.
    const next = new Float64Array(claims.length);
    for (let i = claims.length - 1; i >= 0; i--) {
      const { move, written, shift } = claims[i]!;
      const node = moveNode[move]!;
      next[i] = following.get(node) ?? Number.NaN;
      if (written >= 0) following.set(node, shift);
    }
    return claims.map((claim, i) => {
      if (claim.written < 0) return claim;
      const count = this.#countAt(claim, next[i]!);
      return count === 0 ? claim : { ...claim, expected: claim.expected + count, shift: claim.shift - count };
    });
  }

  /** Returns the count of a line at a number of it, of which the first can set it. */
  #countAt({ move, written, shift }: NumberClaim, next: number): number {
    const { moveNode, nodeParent } = this.#replayed.tree;
    const node = moveNode[move]!;
    const known = this.#counts.get(node);
    if (known !== undefined) return known;
    let around = 0;
    for (let n = nodeParent[node]!; n > 0 && around === 0; n = nodeParent[n]!) around = this.#counts.get(n) ?? 0;
    const isOwn = shift === around || shift === 0 || (next !== 0 && this.#canBegin(move, written));
    // a wrong first number does not make the numbers after it wrong
    if (!isOwn) return next === 0 ? 0 : around;
    this.#counts.set(node, shift);
    return shift;
  }

  /** Returns true if a line may count from a number on, which is not that of its position. */
  #canBegin(move: number, written: number): boolean {
    const { tree, start } = this.#replayed;
    const { movePly, movePrevious, moveNode, nodeKind, nodeBase } = tree;
    const node = moveNode[move]!;
    return nodeKind[node] === MOVETEXT
      ? start.fen !== undefined && movePly[move]! <= 2 && (written === 1 || hasFreeNumbering(start, this.#firstNumber))
      : written === 1 && movePrevious[move] === nodeBase[node];
  }
}

/**
 * Returns true if a claim of a line is wrong, and the next one and the one before it, if any, agree with the position.
 */
const isAlone = (line: readonly NumberClaim[], i: number): boolean =>
  !agreesWithPosition(line[i]!) && agreesWithPosition(line[i + 1]!) && (i === 0 || agreesWithPosition(line[i - 1]!));

/**
 * Returns the isolated wrong numbers: those before and after them in their line agree with the position, so that no
 * move can be missing or doubled there, no other is wrong, and the line is played to its end. A number with the dots of
 * the other side counts as wrong, but several of them may be a habit.
 */
export function isolatedClaims(claims: readonly NumberClaim[], { tree, status }: Replay): ReadonlySet<NumberClaim> {
  const found = new Set<NumberClaim>();
  if (claims.every(agreesWithPosition)) return found;
  const broken = new Set<number>();
  for (let m = 0; m < status.length; m++) if (status[m] !== PLAYED) broken.add(tree.moveNode[m]!);
  const lines = new Map<number, NumberClaim[]>();
  for (const claim of claims) {
    const node = tree.moveNode[claim.move]!;
    const line = lines.get(node);
    if (line === undefined) lines.set(node, [claim]);
    else line.push(claim);
  }
  for (const [node, line] of lines) {
    const isOne = line.filter(({ shift }) => shift !== 0).length === 1;
    if (broken.has(node)) continue;
    for (let i = 0; i + 1 < line.length; i++)
      if (isAlone(line, i) && (line[i]!.shift === 0 || isOne)) found.add(line[i]!);
  }
  return found;
}

/**
 * Returns the difference between the move numbers of a game from a FEN and those of its positions, if the FEN says move
 * 1 and the game begins with another number; else 0.
 */
export function ownCount(text: string, replayed: Replay): number {
  const { tree, start } = replayed;
  if (start.state === undefined || !hasFreeNumbering(start, start.state.words[FULLMOVES]!)) return 0;
  const first = numberClaims(text, replayed).find(
    ({ move, written }) => tree.nodeKind[tree.moveNode[move]!] === MOVETEXT && written >= 0,
  );
  if (first === undefined || !agreesWithPosition(first)) return 0;
  const ply = tree.movePly[first.move]!;
  const plies = start.state.words[TURN]! + ply - 1;
  return ply <= 2 ? first.written - start.state.words[FULLMOVES]! - (plies >>> 1) : 0;
}
