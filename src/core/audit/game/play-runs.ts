import { legalMoves } from '../../games/chess/chess.ts';
import { moveName } from '../../games/chess/moves.ts';
import type { LooseSan } from '../../games/chess/san-loose.ts';
import type { MoveItem, MoveRun } from '../mentions/mention.ts';
import type { GameTree } from './game-tree.ts';
import type { GameNode } from './node.ts';
import { readMove } from './read-move.ts';

/** How far a run of moves can be played from a position. */
export interface PlayedRun {
  readonly start: GameNode;
  /** The positions after each move that could be played. */
  readonly nodes: readonly GameNode[];
  /** Why the next one could not: it is illegal, or its number says that a move is missing before it. */
  readonly stop: 'illegal' | 'missing' | undefined;
  /** What its numbers lack. */
  readonly offset: number;
}

/** Plays a run from a position. `offset`: what its numbers lack, where they count from a start of their own. */
export function playRun(tree: GameTree, start: GameNode, items: readonly MoveItem[], offset = 0): PlayedRun {
  const nodes: GameNode[] = [];
  let at = start;
  for (const item of items) {
    const isOthersTurn = item.number !== undefined && item.isBlack !== (at.turn === 1);
    if (isOthersTurn && item.number !== undefined && item.number + offset >= at.fullmoves)
      return { start, nodes, stop: 'missing', offset };
    const next = isOthersTurn ? undefined : playItem(tree, at, item);
    if (next === undefined) return { start, nodes, stop: 'illegal', offset };
    nodes.push(next);
    at = next;
  }
  return { start, nodes, stop: undefined, offset };
}

/** Plays a move; undefined where it cannot be played, or where several things that it may mean can. */
export function playItem(tree: GameTree, at: GameNode, { san, others = [] }: MoveItem): GameNode | undefined {
  let found: GameNode | undefined;
  for (const form of [san, ...others]) {
    const loose = readMove(form);
    const next = loose && tree.play(at, loose);
    if (next !== undefined && found !== undefined) return undefined;
    found = next ?? found;
  }
  return found;
}

/** A run with the numbers of the position that the game began in, where the text counts from a start of its own. */
export function renumbered({ shift, focus: [now], customRoot }: GameTree, run: MoveRun): MoveRun {
  const { number } = run.items[0];
  if (number === undefined || now === undefined || shift === undefined || shift.root !== customRoot) return run;
  const { by } = shift;
  if (number === now.fullmoves || number + by > now.fullmoves + 1) return run;
  const move = (item: MoveItem): MoveItem => (item.number === undefined ? item : { ...item, number: item.number + by });
  const [first, ...rest] = run.items;
  return { ...run, items: [move(first), ...rest.map(move)] };
}

/** A place where a run may begin. */
interface Candidate {
  readonly node: GameNode;
  readonly offset: number;
}

/** Where a run that begins with a number may begin, the likeliest first. */
function numberedStarts(tree: GameTree, { number = 1, isBlack }: MoveItem): Candidate[] {
  const turn = isBlack ? 1 : 0;
  const found: Candidate[] = [];
  const add = (node: GameNode | undefined, offset = 0): void => {
    if (node !== undefined && node.turn === turn && !found.some((one) => one.node === node))
      found.push({ node, offset });
  };
  const fits = (node: GameNode): boolean => node.fullmoves === number;
  for (const node of tree.focus) if (fits(node)) add(node);
  // a position that was just given is the one that its moves begin in
  if (found[0] !== undefined && found[0].node === tree.customRoot) return found;
  for (const node of tree.focus) {
    let above: GameNode | undefined = node;
    while (above !== undefined && !(fits(above) && above.turn === turn)) above = above.parent;
    add(above);
  }
  for (const node of tree.before(number, isBlack)) add(node);
  const root = tree.customRoot;
  if (number === 1 && root !== undefined) add(root, root.fullmoves - 1);
  for (const node of tree.focus) if (number === 1 && node.parent === undefined) add(node, node.fullmoves - 1);
  if (number === 1 && !isBlack) add(tree.initial());
  return found;
}

/** The reading of a numbered run that plays most of its moves; undefined if it has no place in the conversation's games. */
export function playNumbered(tree: GameTree, run: MoveRun): PlayedRun | undefined {
  return best(
    numberedStarts(tree, run.items[0]).map(({ node, offset }) => playRun(tree, node, run.items, offset)),
    run,
  );
}

/** The reading of a run without numbers, from where the text is or from the initial position. */
export function playUnnumbered(tree: GameTree, run: MoveRun): PlayedRun | undefined {
  const starts: readonly GameNode[] = run.continues ? tree.focus : [...tree.focus, ...rootOf(tree), tree.initial()];
  return best(
    starts.map((node) => playRun(tree, node, run.items)),
    run,
  );
}

/** The reading of a run as a game from its start. */
export const playWhole = (tree: GameTree, run: MoveRun): PlayedRun | undefined =>
  best(
    [...rootOf(tree), tree.initial()].map((node) => playRun(tree, node, run.items)),
    run,
  );

/** A run gives the game again that led to a position, shorter or longer. */
export function repeats({ nodes }: PlayedRun, node: GameNode): boolean {
  const last = nodes.at(-1);
  return last !== undefined && node.parent !== undefined && (last.isAncestorOf(node) || node.isAncestorOf(last));
}

const rootOf = (tree: GameTree): GameNode[] => (tree.customRoot === undefined ? [] : [tree.customRoot]);

function best(plays: readonly PlayedRun[], { items }: MoveRun): PlayedRun | undefined {
  let found: PlayedRun | undefined;
  for (const play of plays) {
    if (found === undefined || play.nodes.length > found.nodes.length) found = play;
    if (found.nodes.length === items.length) break;
  }
  return found;
}

/** The first move of a run, or none, could be played where it begins, and so could the next one instead of it. */
export function areAlternatives({ start, nodes }: PlayedRun, { items }: MoveRun): boolean {
  const loose = nodes.length === 1 ? readMove(items[1]?.san ?? '') : undefined;
  return nodes.length === 0 || (loose !== undefined && start.play(loose) !== undefined);
}

/** The last position before `node` in which the same side could play a move; undefined if there is none within 60 plies. */
export function lastLegal(node: GameNode, move: LooseSan): GameNode | undefined {
  let at = node.parent?.parent;
  for (let back = 0; at !== undefined && back < 30; back++) {
    if (at.play(move) !== undefined) return at;
    at = at.parent?.parent;
  }
  return undefined;
}

/** All but the first of some moves can be played behind another first move: only that one is wrong. */
export function couldBegin(tree: GameTree, start: GameNode, [first, ...rest]: MoveRun['items']): boolean {
  if (first.number !== 1 || rest.length < 3 || start !== tree.initial()) return false;
  return [...legalMoves(start.state)].some((move) => {
    const loose = readMove(moveName(move));
    const next = loose && start.play(loose);
    return next !== undefined && playRun(tree, next, rest.slice(0, 3)).stop === undefined;
  });
}

/** The position after `from` on the way to `to`. */
export function nextOn(from: GameNode, to: GameNode): GameNode | undefined {
  let at: GameNode | undefined = to;
  while (at !== undefined && at.ply > from.ply + 1) at = at.parent;
  return at;
}

/** The number and the side are those of a move behind the next one. */
export function isAhead({ focus }: GameTree, { number = 0, isBlack }: MoveItem): boolean {
  const ply = 2 * number + (isBlack ? 1 : 0);
  return focus.length > 0 && focus.every((node) => ply > 2 * node.fullmoves + node.turn);
}

/** The number and the side are those of the next move. */
export const isNext = ({ focus }: GameTree, { number, isBlack }: MoveItem): boolean =>
  focus.some((node) => node.fullmoves === number && (node.turn === 1) === isBlack);
