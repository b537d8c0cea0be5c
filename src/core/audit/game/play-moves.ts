import { hasPiece, roleAt } from '../../games/chess/frame.ts';
import { type LooseSan, readLoose } from '../../games/chess/san-loose.ts';
import type { MoveItem, MoveRun } from '../reading/mention.ts';
import type { GameNode } from './game-node.ts';

/** Result of playing moves from a position. */
export interface RunReplay {
  readonly start: GameNode;
  /** The positions after each move that could be played. */
  readonly nodes: readonly GameNode[];
  /**
   * Reason why the next move could not be played: it is illegal, its number shows that a move is missing before it, or
   * is that of another move.
   */
  readonly stop: 'illegal' | 'missing' | 'other number' | undefined;
}

/** Plays moves from a position. `offset`: difference of their numbers, if they count from another start. */
export function playRun(start: GameNode, items: readonly MoveItem[], offset = 0): RunReplay {
  const nodes: GameNode[] = [];
  let at = start;
  for (const item of items) {
    if (item.number !== undefined) {
      const ahead = 2 * (item.number + offset - at.fullmoves) + (item.isBlack ? 1 : 0) - at.turn;
      if (ahead !== 0) return { start, nodes, stop: ahead === 1 ? 'missing' : 'other number' };
    }
    const next = playItem(at, item);
    if (next === undefined) return { start, nodes, stop: 'illegal' };
    nodes.push(next);
    at = next;
  }
  return { start, nodes, stop: undefined };
}

/** Returns the reading that plays most moves; the first one of several. */
export function longest(plays: readonly RunReplay[]): RunReplay | undefined {
  let found: RunReplay | undefined;
  for (const play of plays) if (found === undefined || play.nodes.length > found.nodes.length) found = play;
  return found;
}

export const runEnd = ({ start, nodes }: RunReplay): GameNode => nodes.at(-1) ?? start;

/** Returns true for moves of one side under consecutive numbers: a plan, or a numbered list of alternatives. */
export const isOneSided = ({ items, isLineStart }: MoveRun): boolean =>
  items.every(({ number, isBlack }) => number !== undefined && !isBlack) && (items.length > 1 || isLineStart);

/**
 * Returns true if the move that could not be played could be played instead of the one before it: both are of one side,
 * or are alternatives.
 */
export function canReplaceLast({ start, nodes }: RunReplay, item: MoveItem): boolean {
  const before = nodes.length > 1 ? nodes.at(-2) : start;
  return nodes.length > 0 && before !== undefined && playItem(before, item) !== undefined;
}

/** Yields the nearest positions up a line, the given position first. */
export function* upFrom(node: GameNode, most: number): Generator<GameNode, void, undefined> {
  let at: GameNode | undefined = node;
  for (let back = 0; at !== undefined && back <= most; back++, at = at.parent) yield at;
}

const KING = 5;
const PAWN = 0;
const CASTLED = [
  [6, 62],
  [2, 58],
] as const;

/** Plays a move; undefined if it cannot be played, or if several of its meanings can. */
export function playItem(at: GameNode, { san, others = [] }: Pick<MoveItem, 'san' | 'others'>): GameNode | undefined {
  let found: GameNode | undefined;
  for (const form of [san, ...others]) {
    const loose = readMove(form);
    const next = loose && at.play(loose);
    if (next !== undefined && found !== undefined) return undefined;
    found = next ?? found;
  }
  return found;
}

/**
 * Relation of a move to a position. `legal`: it can be made there. `made`: it may have led there, as the piece stands
 * on its target.
 * `made before`: the same for the other side, two moves ago. `none`: neither.
 */
export type Fit = 'legal' | 'made' | 'made before' | 'none';

export function fitMove(node: GameNode, san: string): Fit {
  const loose = readMove(san);
  if (loose === undefined) return 'none';
  if (node.play(loose) !== undefined) return 'legal';
  if (standsThere(node, loose, node.turn ^ 1)) return 'made';
  return standsThere(node, loose, node.turn) ? 'made before' : 'none';
}

/** Returns true if a piece of a side stands where a move would have put it, and not where it came from. */
function standsThere(
  { words }: GameNode,
  { role, target, file, rank, castling, promotion }: LooseSan,
  side: number,
): boolean {
  const has = (square: number): boolean => hasPiece(words, 0, side, square);
  if (castling !== 0) {
    const square = CASTLED[castling === 1 ? 0 : 1][side === 0 ? 0 : 1];
    return has(square) && roleAt(words, 0, square) === KING;
  }
  if (!has(target)) return false;
  const source = file >= 0 && rank >= 0 ? file + 8 * rank : undefined;
  if (source !== undefined) return !hasPiece(words, 0, 0, source) && !hasPiece(words, 0, 1, source);
  const there = roleAt(words, 0, target);
  return promotion !== 0 ? there !== PAWN && there !== KING : there === role;
}

/** Maximum number of spellings that are kept: those of whole transcripts are a few thousand. */
const MOST = 1 << 14;
const known = new Map<string, LooseSan | undefined>();

/** `Ng1-f3` and `e2xd3`: both squares with a sign between them. */
const LONG = /^([KQRBN♔-♞]?)([a-h][1-8])([-x:])([a-h][1-8])/;
const plainMove = (_: string, piece: string, from: string, sign: string, to: string): string =>
  `${piece}${from}${sign !== '-' && piece !== '' ? 'x' : ''}${to}`;

/** Reads a move as people write it. Equal texts give the same object, by which positions keep their successors. */
export function readMove(text: string): LooseSan | undefined {
  const before = known.get(text);
  if (before !== undefined || known.has(text)) return before;
  if (known.size >= MOST) known.clear();
  const loose = readLoose(text.replace(LONG, plainMove));
  known.set(text, loose);
  return loose;
}
