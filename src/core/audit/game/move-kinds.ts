import { legalMoves } from '../../games/chess/chess.ts';
import type { LooseSan } from '../../games/chess/san-loose.ts';
import { sanOf } from '../../games/chess/san-print.ts';
import type { MoveItem, MoveRun } from '../mentions/mention.ts';
import type { GameTree } from './game-tree.ts';
import type { GameNode } from './node.ts';
import { readMove } from './read-move.ts';
import { isUciText } from './row-judge.ts';

export const MOVE_KEY =
  /^(?:move|san|uci|lan|last_?move(?:_?(?:san|uci))?|best_?move|action(?:_?(?:str|string|submitted_?to_?string))?|(?:player|opponent|my|your|agent|model|bot)_?(?:move|plays|played|moved|reply)|(?:played|chosen)_?move|move_?(?:san|uci|played|made))$/i;
/** Fields of moves that could be made. */
export const OFFERED_KEY = /legal|possible_?moves|candidate|available_?moves|valid_?moves/i;
/** Fields of moves that were made, and not only chosen. */
export const PLAYED_KEY = /^opponent_?(?:move|played|moved|reply)$|^(?:move_)?played(?:_move)?$/i;
export const PROSE_KEY = /^(?:|content|text|value|parts|message|output|input)$/;
/** Moves that far back are looked for where a text repeats them. */
export const LONG_AGO = 600;
const ALTERNATIVES = /\b(?:legal|candidate|possible|available|alternative|options?)\b[^.\n]{0,60}$|\bpv["'\s:=]{1,4}$/i;

/** True if the words before a move offer it for choice. */
export const isAlternative = (text: string, start: number): boolean =>
  ALTERNATIVES.test(text.slice(Math.max(0, start - 80), start));

/** The one legal move of another piece to the square of a move, in SAN. */
export function otherPiece(
  { words, state }: GameNode,
  { role, target, castling, promotion }: LooseSan,
): string | undefined {
  if (role === 0 || castling !== 0 || promotion !== 0) return undefined;
  const there = [...legalMoves(state)].filter((move) => ((move >>> 6) & 63) === target);
  const [move] = there;
  return there.length === 1 && move !== undefined ? sanOf(words, 0, move) : undefined;
}

export const isUci = ({ items }: MoveRun): boolean => items.length > 1 && items.every(({ san }) => isUciText(san));

/** Moves of one side under consecutive numbers: a plan, or a numbered list of alternatives. */
export const isOneSided = ({ items, isLineStart }: MoveRun): boolean =>
  items.every(({ number, isBlack }) => number !== undefined && !isBlack) && (items.length > 1 || isLineStart);

/** The moves of a run were played before a position, one behind the other. */
export function isPast(from: GameNode | undefined, { items: [first, second] }: MoveRun): boolean {
  const same = (node: GameNode | undefined, item: MoveItem | undefined): boolean =>
    node?.san.replace(/[+#]$/, '') === item?.san.replace(/[+#]$/, '');
  let at = from;
  for (let back = 0; at !== undefined && back < LONG_AGO; back++, at = at.parent)
    if (same(at, second) && same(at.parent, first)) return true;
  return false;
}

/** Moves that are only thought of. */
export function imagineAll(tree: GameTree, items: readonly MoveItem[]): void {
  for (const { san } of items) {
    const loose = readMove(san);
    if (loose !== undefined) tree.imagine(loose);
  }
}
