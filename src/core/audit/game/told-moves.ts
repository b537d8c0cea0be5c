import { hasPiece, roleAt } from '../../games/chess/frame.ts';
import type { LooseSan } from '../../games/chess/san-loose.ts';
import type { Color, MoveItem, MoveRun } from '../mentions/mention.ts';
import { isMoveText } from '../mentions/moves.ts';
import type { GameTree } from './game-tree.ts';
import { LONG_AGO } from './move-kinds.ts';
import type { GameNode } from './node.ts';
import { readMove } from './read-move.ts';

const KING = 5;
/** So many plies back a line that was only looked at may begin. */
const MAX_LINE = 24;

/** A move without the sign of its check or mate. */
export const bare = (san: string): string => san.replace(/[+#]$/, '');

/** A move of the game is told once more: what follows may be said of that moment. */
export function retell(tree: GameTree, { san, number, isBlack }: MoveItem): void {
  for (let at = tree.focus[0]; at?.parent !== undefined; at = at.parent) {
    if (at.parent.fullmoves !== number || (at.parent.turn === 1) !== isBlack) continue;
    if (bare(at.san) === bare(san)) tree.imagined = [at, at.parent];
    return;
  }
}

/** A sentence speaks of the position behind a move: the next one, or one of that name that was played. False if there is none. */
export function speakOf(tree: GameTree, san: string, next: readonly GameNode[], until: number): boolean {
  const told: GameNode[] = [];
  for (const node of tree.focus) {
    let at: GameNode | undefined = node;
    for (let back = 0; at !== undefined && back < LONG_AGO; back++, at = at.parent)
      if (bare(at.san) === bare(san)) told.push(at);
  }
  if (next.length + told.length > 0) tree.saidOf = { nodes: [...next, ...told], until };
  return tree.saidOf !== undefined;
}

/** A line of its own each: `1. e4: the pawn goes …` and `1... d5: …`. */
const ANSWERED = /^[^\n]*\n[ \t]*1(?:\.\.\.|…)/;
const MAX_ANSWERED = 200;

/** The first move of the first game: all that a message says, or followed by a comment and the answer. */
export function beginsGame(
  { focus }: GameTree,
  { items: [{ number, isBlack }], isContinued, range }: MoveRun,
  text: string,
): boolean {
  if (number !== 1 || isBlack || (focus.length > 0 && !isContinued)) return false;
  const isAnswered = focus.length === 0 && ANSWERED.test(text.slice(range.end, range.end + MAX_ANSWERED));
  return isContinued || isAnswered || isMoveText(text.trim().replace(/^1\.\s*/, ''));
}

/** A first move that may begin a game: the answer to it is found from then on. */
export function mayOpen(tree: GameTree, { san, number, isBlack }: MoveItem): void {
  const loose = number === 1 && !isBlack ? readMove(san) : undefined;
  if (loose !== undefined) tree.play(tree.initial(), loose);
}

/** The row of another game: its FEN is that behind the first move of a game, and not that of the game so far. */
export function beginsRow(tree: GameTree, loose: LooseSan, placement: string): boolean {
  const { focus } = tree;
  if (focus.length === 0 || focus.some((node) => node.play(loose)?.placement === placement)) return false;
  const first = tree.initial().play(loose);
  if (first?.placement !== placement) return false;
  tree.enter(first);
  tree.setFocus([first]);
  return true;
}

/**
 * True for a move of which it is told that it was played, and that is no new one: the last one by its own name, which could be a capture
 * as well that is written without its sign, or one of before the start that was given.
 *
 * @param next where it would lead as a new one
 * @param mover the side that is named as who played it
 */
export function isTold(
  { focus }: GameTree,
  { san }: MoveItem,
  loose: LooseSan,
  next: readonly GameNode[],
  mover: Color | undefined,
): boolean {
  if (next.length === 0) return focus.some((node) => mayPrecede(node, loose));
  const isLast = focus.some((node) => bare(node.san) === bare(san));
  if (isLast && mover !== undefined && focus.every((node) => node.turn !== mover)) return true;
  return isLast && !loose.capture && next.every((node) => node.san.includes('x'));
}

/** A piece stands where a move would have put it: it may have been made before the start. */
function mayPrecede(node: GameNode, { role, target, file, rank, castling }: LooseSan): boolean {
  let start = node;
  for (let back = 0; start.parent !== undefined && back < LONG_AGO; back++) start = start.parent;
  if (start.parent !== undefined || start.isInitial) return false;
  const { words } = start;
  const isTaken = (square: number): boolean => hasPiece(words, 0, 0, square) || hasPiece(words, 0, 1, square);
  if (castling !== 0) return [2, 6, 58, 62].some((square) => isTaken(square) && roleAt(words, 0, square) === KING);
  const isWhole = file >= 0 && rank >= 0;
  return isTaken(target) && (isWhole ? !isTaken(file + 8 * rank) : roleAt(words, 0, target) === role);
}

/** The position behind a move with which a line of a message began: the line was only looked at. */
export function firstOfLine(
  { focus }: GameTree,
  origin: GameNode | undefined,
  { san }: MoveItem,
): GameNode | undefined {
  let [at] = focus;
  for (let back = 0; at !== undefined && back < MAX_LINE; back++, at = at.parent) {
    const isIt = at.parent !== undefined && at.parent === origin;
    if (isIt && (bare(at.san) === bare(san) || at.uci === san)) return at;
  }
  return undefined;
}

/** The move was played, or could have been, a few plies ago. One that somebody plays now is at most the last one, said again. */
export function isOfBefore(
  { focus }: GameTree,
  { san }: MoveItem,
  loose: LooseSan,
  isOwn: boolean,
  plies: number,
): boolean {
  for (const node of focus) {
    let at: GameNode | undefined = node;
    for (let back = 0; at !== undefined && back < (isOwn ? 1 : LONG_AGO); back++, at = at.parent) {
      if (bare(at.san) === bare(san) || (isOwn && at.uci === san)) return true;
      if (!isOwn && back > 0 && back <= plies && at.play(loose) !== undefined) return true;
    }
  }
  return false;
}
