import { CLOSE_PAREN, isTrivia, MOVE, MOVE_NUMBER, NULL_MOVE, OPEN_PAREN, RESULT, WHITESPACE } from '../tokens.ts';
import type { GameTree } from '../tree.ts';

/** The context of a place in the movetext. */
export interface Place {
  /** The last move before it in its line, through the start of variations; -1 at the start of the game. */
  readonly last: number;
  /** The number of variations around it. */
  readonly depth: number;
  /** Kind of the token before it, ignoring white space and escaped lines; -1 if there is none. */
  readonly before: number;
  /** True if a result precedes it, outside variations. */
  readonly ended: boolean;
  /** True if moves, numbers or variations precede it. */
  readonly inMovetext: boolean;
}

/** The context of the token `limit`, or of the place where it would be: later text is not examined. */
export function placeBefore(tree: GameTree, limit: number): Place {
  const { kinds } = tree.chunk;
  // For each open line: its last move, and whether it has its own moves.
  const lines = [{ last: -1, moved: false }];
  let move = 0;
  let before = -1;
  let ended = false;
  let inMovetext = false;
  for (let t = 0; t < limit; t++) {
    const kind = kinds[t]!;
    if (isTrivia(kind)) continue;
    before = kind;
    inMovetext ||= kind === MOVE || kind === NULL_MOVE || kind === MOVE_NUMBER || kind === OPEN_PAREN;
    const line = lines[lines.length - 1]!;
    if (tree.moveToken[move] === t) {
      line.last = move++;
      line.moved = true;
    } else if (kind === OPEN_PAREN) {
      lines.push({ last: line.moved ? tree.movePrevious[line.last]! : line.last, moved: false });
    } else if (kind === CLOSE_PAREN) {
      if (lines.length > 1) lines.pop();
    } else if (kind === RESULT && lines.length === 1) ended = true;
  }
  return { last: lines[lines.length - 1]!.last, depth: lines.length - 1, before, ended, inMovetext };
}

/** True if this game writes `1.e4`, without a space after the number. */
export function isTight({ chunk }: GameTree): boolean {
  const { kinds } = chunk;
  for (let t = 0; t + 1 < kinds.length; t++) {
    if (kinds[t] !== MOVE_NUMBER) continue;
    if (kinds[t + 1] === MOVE) return true;
    if (kinds[t + 1] === WHITESPACE) return false;
  }
  return false;
}
