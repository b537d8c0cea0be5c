import { agrees, hasPlainNumbers, isolated, mayPrecede, type NumberClaim, numberClaims } from './number-claims.ts';
import { FAILED, PLAYED, type Replay } from './replay.ts';
import { bitsOf, MOVE_NUMBER, STRAY } from './tokens.ts';
import { type GameTree, tokenRange } from './tree.ts';
import { isForeignNumber } from './words.ts';

/**
 * The moves of a game that must stay as they are written, with their numbers: those that are not replayed, and those from
 * which on the numbers of a line contradict the position, so that a move may be missing or doubled before them.
 */
export interface Doubt {
  /** 1 for each such move. */
  readonly moves: Uint8Array;
  /** Nodes of the lines that have such moves. */
  readonly lines: ReadonlySet<number>;
}

/** The doubtful moves of a game; undefined if there are none, as in nearly all games. */
export function doubtOf(text: string, replayed: Replay): Doubt | undefined {
  const { tree, status } = replayed;
  const hasStray = (tree.chunk.has & bitsOf(STRAY)) !== 0;
  if (status.length === 0 || (!hasStray && hasPlainNumbers(text, replayed))) return undefined;
  const claims = numberClaims(text, replayed);
  const foreign = hasStray ? foreignNumbers(text, tree) : new Set<number>();
  const starts = doubtStarts(replayed, claims, foreign);
  const moves = new Uint8Array(status.length);
  const lines = new Set<number>();
  for (let m = 0; m < status.length; m++) {
    const node = tree.moveNode[m]!;
    const previous = tree.movePrevious[m]!;
    const isDoubtful =
      status[m] !== PLAYED ||
      m >= (starts.get(node) ?? Number.POSITIVE_INFINITY) ||
      (previous >= 0 && moves[previous] === 1);
    if (!isDoubtful) continue;
    moves[m] = 1;
    lines.add(node);
  }
  return lines.size === 0 ? undefined : { moves, lines };
}

/**
 * The move from which on each line is in doubt: the one with the last number that agrees with the position before the
 * first contradiction or the first move that cannot be played.
 */
function doubtStarts(
  replayed: Replay,
  claims: readonly NumberClaim[],
  foreign: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const { tree, status } = replayed;
  const alone = isolated(claims, replayed);
  const starts = new Map<number, number>();
  /** The move of the last number that agreed in each line, else its first move. */
  const certain = new Map<number, number>();
  let next = 0;
  for (let m = 0; m < status.length; m++) {
    const node = tree.moveNode[m]!;
    if (!certain.has(node)) certain.set(node, m);
    let isWrong = foreign.has(m);
    for (let claim = claims[next]; claim !== undefined && claim.move <= m; claim = claims[++next]) {
      if (!agrees(claim) && !alone.has(claim)) isWrong = true;
      else if (claim.written >= 0 && !isWrong) certain.set(node, m);
    }
    if (starts.has(node)) continue;
    if (status[m] === FAILED || isWrong) starts.set(node, certain.get(node) ?? m);
  }
  return starts;
}

/** The doubtful moves of a game as they are written, each with the numbers before it. */
export function doubtfulText(text: string, replayed: Replay): string[] {
  const doubt = doubtOf(text, replayed);
  if (doubt === undefined) return [];
  const { tree } = replayed;
  const { kinds } = tree.chunk;
  const written = (token: number): string => {
    const { start, end } = tokenRange(tree, token);
    return text.slice(start, end);
  };
  const found: string[] = [];
  for (let m = 0; m < doubt.moves.length; m++) {
    if (doubt.moves[m] === 0) continue;
    const words = [written(tree.moveToken[m]!)];
    for (let t = tree.moveToken[m]! - 1; t >= 0 && (mayPrecede(kinds[t]!) || kinds[t] === STRAY); t--)
      if (kinds[t] === MOVE_NUMBER || kinds[t] === STRAY) words.push(written(t));
    found.push(words.reverse().join(' '));
  }
  return found;
}

/**
 * The moves before which a word stands that is a number in another system, such as `1A.` of Bughouse, or the letter of a
 * piece that may belong to the move, as in `N f6`.
 */
function foreignNumbers(text: string, tree: GameTree): ReadonlySet<number> {
  const { kinds } = tree.chunk;
  const found = new Set<number>();
  for (let m = 0; m < tree.moveToken.length; m++) {
    for (let t = tree.moveToken[m]! - 1; t >= 0 && (mayPrecede(kinds[t]!) || kinds[t] === STRAY); t--) {
      if (kinds[t] !== STRAY) continue;
      const { start, end } = tokenRange(tree, t);
      const word = text.slice(start, end);
      if (isForeignNumber(word) || /^[KQRBN]$/.test(word)) found.add(m);
      break;
    }
  }
  return found;
}
