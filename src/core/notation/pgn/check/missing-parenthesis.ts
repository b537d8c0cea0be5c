import { FRAME, FULLMOVES, TURN } from '../../../games/chess/frame.ts';
import { characterClass, DIGIT } from '../characters.ts';
import { FAILED, moveText, PLAYED, playText, type Replay } from '../replay.ts';
import { isTrivia, MOVE_NUMBER } from '../tokens.ts';
import { tokenRange, VARIATION } from '../tree.ts';

/** A parenthesis that is missing before a move: with it, the unplayable move belongs to another line. */
export interface LostParen {
  /** The move before which it belongs. */
  readonly move: number;
  /** The move with its number: `2... d6`. */
  readonly name: string;
  /** Offset of the number of that move, else of the move. */
  readonly at: number;
  /** First token of the variation that it would close; -1 if it would open one. */
  readonly open: number;
}

/** Maximum number of moves between the place of a parenthesis and the move that fails without it. */
const MAX_MOVES = 20;

const trial = new Int32Array(2 * FRAME);

/**
 * Finds the place of the one parenthesis that a game lacks, by its moves: the first unplayable move continues the line
 * around its variation (`)` is missing), or replaces a move before it (`(` is missing). Undefined if no parenthesis or
 * more than one is missing, and if the moves do not show the place.
 */
export function lostParen(text: string, replayed: Replay): LostParen | undefined {
  const { tree, status } = replayed;
  const [open = -1] = tree.unclosed;
  const [close = Number.POSITIVE_INFINITY] = tree.strayParens;
  if (tree.unclosed.length + tree.strayParens.length !== 1) return undefined;
  const failed = status.indexOf(FAILED);
  const numbered = open < 0 ? undefined : lostBeforeNumber(text, replayed, open);
  if (numbered !== undefined && (failed < 0 || numbered.move < failed)) return numbered;
  const token = failed < 0 ? -1 : tree.moveToken[failed]!;
  if (token < open || token > close || token < 0) return undefined;
  const node = tree.moveNode[failed]!;
  const first = tree.nodeFirst[node]!;
  const sibling = open < 0 ? undefined : lostBeforeSibling(text, replayed, failed);
  if (sibling !== undefined) return sibling;
  // The last move of the line around the variation: the moves after `)` follow it.
  let around = failed - 1;
  if (open >= 0) {
    while (around >= 0 && (tree.moveNode[around] !== tree.nodeParent[node] || tree.moveToken[around]! > first))
      around--;
    if (around < 0) return undefined;
  }
  for (let m = failed, tries = 0; m >= 0 && tree.moveToken[m]! > first && tries < MAX_MOVES; m--) {
    if (tree.moveNode[m] !== node) continue;
    tries++;
    const replaced = tree.movePrevious[m]!;
    if (open < 0 && replaced < 0) break;
    const from = open >= 0 ? around : tree.movePrevious[replaced]!;
    const number = numberStart(text, replayed, m);
    if (number < 0 ? m !== failed : !isNumberedAs(text, replayed, number, from)) continue;
    if (!canContinueWith(text, replayed, from, m, failed)) continue;
    const at = tokenRange(tree, number < 0 ? tree.moveToken[m]! : number).start;
    return { move: m, name: nameAfter(text, replayed, from, m), at, open: open < 0 ? -1 : first };
  }
  return undefined;
}

/**
 * Finds `)` before a move of an open variation whose number goes back to the one after the line around, from where the
 * rest of the variation can be played: `(1. d4 d5 2. c4 1... e5`.
 */
function lostBeforeNumber(text: string, replayed: Replay, open: number): LostParen | undefined {
  const { tree } = replayed;
  const start = tree.moveToken.findIndex((token) => token > open);
  const node = start < 0 ? -1 : tree.moveNode[start]!;
  if (node < 0 || tree.nodeKind[node] !== VARIATION) return undefined;
  const around = tree.nodeParent[node]!;
  let from = start - 1;
  while (from >= 0 && tree.moveNode[from] !== around) from--;
  const last = tree.moveNode.lastIndexOf(node);
  if (from < 0) return undefined;
  for (let m = start + 1, tries = 0; m <= last && tries < MAX_MOVES; m++) {
    const number = tree.moveNode[m] === node ? numberStart(text, replayed, m) : -1;
    if (number < 0 || !isNumberedAs(text, replayed, number, from)) continue;
    // A number that the move also has in the variation, or may have, proves nothing.
    const before = tree.movePrevious[m]!;
    if (before < 0 || !isKnown(replayed, before) || isNumberedAs(text, replayed, number, before)) continue;
    tries++;
    if (!canContinueWith(text, replayed, from, m, last)) continue;
    const at = tokenRange(tree, number).start;
    return { move: m, name: nameAfter(text, replayed, from, m), at, open: tree.nodeFirst[node]! };
  }
  return undefined;
}

/** Finds `)` before a variation whose first move replaces the same move as the one around it. */
function lostBeforeSibling(text: string, replayed: Replay, failed: number): LostParen | undefined {
  const { tree } = replayed;
  const node = tree.moveNode[failed]!;
  const around = tree.nodeParent[node]!;
  const isFirst = failed === 0 || tree.moveToken[failed - 1]! < tree.nodeFirst[node]!;
  if (!isFirst || around < 0 || tree.nodeKind[around] !== VARIATION) return undefined;
  const from = tree.nodeBase[around]!;
  const number = numberStart(text, replayed, failed);
  if (
    number < 0 ||
    !isNumberedAs(text, replayed, number, from) ||
    !canContinueWith(text, replayed, from, failed, failed)
  ) {
    return undefined;
  }
  const at = tokenRange(tree, tree.nodeFirst[node]!).start;
  return { move: failed, name: nameAfter(text, replayed, from, failed), at, open: tree.nodeFirst[around]! };
}

/** Returns a move with the number that it has after the move `from`. */
function nameAfter(text: string, { tree, frames }: Replay, from: number, move: number): string {
  const frame = (from + 1) * FRAME;
  return `${frames[frame + FULLMOVES]}${frames[frame + TURN] === 0 ? '.' : '...'} ${moveText(text, tree, move)}`;
}

/** Returns the token of the number before a move; -1 if it has none. */
function numberStart(text: string, { tree }: Replay, move: number): number {
  let t = tree.moveToken[move]! - 1;
  while (t >= 0 && (isTrivia(tree.chunk.kinds[t]!) || isDots(text, tree, t))) t--;
  return t >= 0 && tree.chunk.kinds[t] === MOVE_NUMBER ? t : -1;
}

const isDots = (text: string, tree: Replay['tree'], token: number): boolean =>
  tree.chunk.kinds[token] === MOVE_NUMBER && characterClass(text.charCodeAt(tokenRange(tree, token).start)) !== DIGIT;

/** Returns true if the position after a move is known; -1 is the start. */
const isKnown = ({ status }: Replay, move: number): boolean => move < 0 || status[move] === PLAYED;

/** Returns true if a number is the one of the move after `from`, where the position is known. */
const isNumberedAs = (text: string, replayed: Replay, number: number, from: number): boolean =>
  isKnown(replayed, from) &&
  Number.parseInt(text.slice(tokenRange(replayed.tree, number).start, tokenRange(replayed.tree, number).end), 10) ===
    replayed.frames[(from + 1) * FRAME + FULLMOVES];

/** Returns true if the moves of a line from `first` to `last` can be played after the move `from`. */
function canContinueWith(text: string, replayed: Replay, from: number, first: number, last: number): boolean {
  if (!isKnown(replayed, from)) return false;
  const { tree, frames, letters } = replayed;
  for (let i = 0; i < FRAME; i++) trial[i] = frames[(from + 1) * FRAME + i]!;
  for (let m = first; m <= last; m++) {
    if (tree.moveNode[m] !== tree.moveNode[first]) continue;
    if (playText(trial, 0, FRAME, moveText(text, tree, m), letters) < 0) return false;
    trial.copyWithin(0, FRAME);
  }
  return true;
}
