import { TURN } from '../../../games/chess/frame.ts';
import {
  agreesWithPosition,
  canPrecedeMove,
  hasPlainNumbers,
  isolatedClaims,
  type NumberClaim,
  numberClaims,
} from '../move-numbers.ts';
import { FAILED, PLAYED, type Replay } from '../replay.ts';
import { kindBits, MOVE_NUMBER, STRAY } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { isForeignNumber } from '../words.ts';

/**
 * The moves of a game that must stay as written, with their numbers: those that are not replayed, and those from which
 * the numbers of a line contradict the position, so that a move may be missing or doubled before them, or from which a
 * move seems to be written twice.
 */
export interface MoveDoubts {
  /** 1 for each such move. */
  readonly moves: Uint8Array;
  /** Nodes of the lines that have such moves. */
  readonly lines: ReadonlySet<number>;
}

/** Returns the doubtful moves of a game; undefined if there are none, as in nearly all games. */
export function findDoubts(text: string, replayed: Replay): MoveDoubts | undefined {
  const { tree, status } = replayed;
  const hasStray = (tree.chunk.has & kindBits(STRAY)) !== 0;
  if (status.length === 0) return undefined;
  const wrong = doubledMoves(text, replayed);
  if (!hasStray && wrong.size === 0 && hasPlainNumbers(text, replayed)) return undefined;
  const claims = numberClaims(text, replayed);
  if (hasStray) for (const m of foreignNumbers(text, tree)) wrong.add(m);
  const starts = doubtStarts(replayed, claims, wrong);
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
 * Returns the move from which each line is in doubt: the one with the last number that agrees with the position before
 * the first contradiction or the first unplayable move.
 *
 * @param wrong moves that contradict their line in another way
 */
function doubtStarts(
  replayed: Replay,
  claims: readonly NumberClaim[],
  wrong: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const { tree, status } = replayed;
  const alone = isolatedClaims(claims, replayed);
  const starts = new Map<number, number>();
  /** The move of the last number that agreed in each line, else its first move. */
  const certain = new Map<number, number>();
  let next = 0;
  for (let m = 0; m < status.length; m++) {
    const node = tree.moveNode[m]!;
    if (!certain.has(node)) certain.set(node, m);
    let isWrong = wrong.has(m);
    for (let claim = claims[next]; claim !== undefined && claim.move <= m; claim = claims[++next]) {
      if (!agreesWithPosition(claim) && !alone.has(claim)) isWrong = true;
      else if (claim.written >= 0 && !isWrong) certain.set(node, m);
    }
    if (starts.has(node)) continue;
    if (status[m] === FAILED || isWrong) starts.set(node, certain.get(node) ?? m);
  }
  return starts;
}

/** Returns the doubtful moves of a game as written, each with the numbers before it. */
export function doubtfulText(text: string, replayed: Replay): string[] {
  const doubt = findDoubts(text, replayed);
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
    for (let t = tree.moveToken[m]! - 1; t >= 0 && (canPrecedeMove(kinds[t]!) || kinds[t] === STRAY); t--)
      if (kinds[t] === MOVE_NUMBER || kinds[t] === STRAY) words.push(written(t));
    found.push(words.reverse().join(' '));
  }
  return found;
}

/**
 * Returns White's moves without a number that are the same word as Black's move before them, in lines that number such
 * moves: `46. Kf3 Rd6 Rd6` may be Black's move written twice, even if White's rook can take the other.
 */
function doubledMoves(text: string, { tree, status, start }: Replay): Set<number> {
  const found = new Set<number>();
  if (start.state === undefined || (tree.chunk.has & kindBits(MOVE_NUMBER)) === 0) return found;
  const turn = start.state.words[TURN]!;
  for (let m = 0; m < status.length; m++) {
    const previous = tree.movePrevious[m]!;
    const isWhite = ((turn + tree.movePly[m]!) & 1) === 1;
    if (!isWhite || previous < 0 || tree.moveNode[previous] !== tree.moveNode[m]) continue;
    if (!isSameWord(text, tree, previous, m) || hasNumber(tree, m)) continue;
    const before = tree.movePrevious[previous]!;
    if (hasNumber(tree, previous) || (before >= 0 && hasNumber(tree, before))) found.add(m);
  }
  return found;
}

function isSameWord(text: string, tree: GameTree, a: number, b: number): boolean {
  const [first, other] = [tokenRange(tree, tree.moveToken[a]!), tokenRange(tree, tree.moveToken[b]!)];
  const length = first.end - first.start;
  if (other.end - other.start !== length) return false;
  for (let i = 0; i < length; i++)
    if (text.charCodeAt(first.start + i) !== text.charCodeAt(other.start + i)) return false;
  return true;
}

/** Returns true if a number, or dots alone, precede a move. */
function hasNumber({ chunk: { kinds }, moveToken }: GameTree, move: number): boolean {
  for (let t = moveToken[move]! - 1; t >= 0 && canPrecedeMove(kinds[t]!); t--)
    if (kinds[t] === MOVE_NUMBER) return true;
  return false;
}

/**
 * Returns the moves after a word that is a number in another system, such as `1A.` of Bughouse, or the letter of a
 * piece that may belong to the move, as in `N f6`.
 */
function foreignNumbers(text: string, tree: GameTree): ReadonlySet<number> {
  const { kinds } = tree.chunk;
  const found = new Set<number>();
  for (let m = 0; m < tree.moveToken.length; m++) {
    for (let t = tree.moveToken[m]! - 1; t >= 0 && (canPrecedeMove(kinds[t]!) || kinds[t] === STRAY); t--) {
      if (kinds[t] !== STRAY) continue;
      const { start, end } = tokenRange(tree, t);
      const word = text.slice(start, end);
      if (isForeignNumber(word) || /^[KQRBN]$/.test(word)) found.add(m);
      break;
    }
  }
  return found;
}
