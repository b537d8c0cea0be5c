import type { MoveItem, MoveRun } from '../reading/mention.ts';
import { playItem } from './fit.ts';
import type { GameNode } from './node.ts';

/** How far moves can be played from a position. */
export interface PlayedRun {
  readonly start: GameNode;
  /** The positions after each move that could be played. */
  readonly nodes: readonly GameNode[];
  /** Why the next one could not: it is illegal, its number says that a move is missing before it, or is that of another move. */
  readonly stop: 'illegal' | 'missing' | 'other number' | undefined;
}

/** Plays moves from a position. `offset`: what their numbers lack, where they count from a start of their own. */
export function playRun(start: GameNode, items: readonly MoveItem[], offset = 0): PlayedRun {
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

/** The reading that plays most moves; the first one of several. */
export function longest(plays: readonly PlayedRun[]): PlayedRun | undefined {
  let found: PlayedRun | undefined;
  for (const play of plays) if (found === undefined || play.nodes.length > found.nodes.length) found = play;
  return found;
}

export const endOf = ({ start, nodes }: PlayedRun): GameNode => nodes.at(-1) ?? start;

/** Moves of one side under consecutive numbers: a plan, or a numbered list of alternatives. */
export const isOneSided = ({ items, isLineStart }: MoveRun): boolean =>
  items.every(({ number, isBlack }) => number !== undefined && !isBlack) && (items.length > 1 || isLineStart);

/** The move that could not be played could be played instead of the one before it: both are of one side, or are alternatives. */
export function isInsteadOfLast({ start, nodes }: PlayedRun, item: MoveItem): boolean {
  const before = nodes.length > 1 ? nodes.at(-2) : start;
  return nodes.length > 0 && before !== undefined && playItem(before, item) !== undefined;
}

/** The nearest positions up a line, the position first. */
export function* upFrom(node: GameNode, most: number): Generator<GameNode, void, undefined> {
  let at: GameNode | undefined = node;
  for (let back = 0; at !== undefined && back <= most; back++, at = at.parent) yield at;
}
