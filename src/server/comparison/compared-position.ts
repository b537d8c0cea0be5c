import type { Range } from '../../core/base/text/range.ts';
import { type MavPosition, successor } from '../../core/mav/check/example-model.ts';
import type { JudgedExample } from '../../core/mav/check/judged-example.ts';
import { nodeName } from '../../core/mav/check/trace-model.ts';
import { listComparison } from '../../core/mav/features/list-comparison.ts';
import { statePredictions } from '../../core/mav/features/section-states.ts';
import { actionName } from '../../core/mav/features/state-board.ts';
import { COMPARED_GAME_NAMES } from '../../core/metrics/compared-games.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { HistoryPly } from '../../core/metrics/placement.ts';
import { lineTo, type VariationStep } from '../../core/notation/pgn/tree-lookup.ts';
import { walkHistory } from '../../core/notation/walk/replay-walk.ts';
import { walkComparison } from '../../core/notation/walk/walk-predictions.ts';
import type { ComparedList, LspRange } from '../../protocol/lsp.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import type { SectionGame } from '../games/game-view.ts';
import { sectionWalk } from '../games/walk-at.ts';
import { historyAt } from './comparer.ts';

/** A position that predictions are compared with. */
export interface ComparedPosition {
  readonly title: string;
  readonly trueFen: string;
  readonly history: readonly HistoryPly[];
  readonly lastMove: readonly [string, string] | null;
  readonly variant: ComparisonRules;
  readonly moveRanges: readonly (LspRange | null)[];
  readonly lists?: readonly ComparedList[];
}

/** Returns a position of a PGN game; undefined if there is none, or its moves cannot be replayed. */
export function positionInGame(
  document: ServerDocument,
  { view, placed: section }: SectionGame,
  ply: number,
  path: readonly VariationStep[],
): ComparedPosition | undefined {
  const move = view.moveOf(ply, path);
  const position = move === undefined ? undefined : view.position(move);
  if (move === undefined || position === undefined) return undefined;
  const line = [-1, ...lineTo(view.replay.tree, move)];
  const history: HistoryPly[] = line.map((m) => {
    const at = view.position(m);
    return { ply: at?.ply ?? 0, fen: at?.fen ?? '', ...(m >= 0 && { san: view.san(m) }) };
  });
  const moveRanges = line.map((m) => {
    if (m < 0) return null;
    return document.rangeAt(view.rangeOf(m), section.offset);
  });
  const where = position.move === undefined ? 'start position' : `after ${position.move} (ply ${ply})`;
  const { fen: trueFen, lastMove } = position;
  // The number of the only game carries no information.
  const event = document.sections.indexOfGame(1) < 0 ? view.event : undefined;
  return {
    title: `${view.players ?? event ?? `Game ${section.game + 1}`}, ${where}`,
    trueFen,
    history,
    lastMove,
    variant: view.variant,
    moveRanges,
  };
}

/** Returns a state of a walk; undefined if it is unknown. */
export function positionInWalk(
  document: ServerDocument,
  placed: SectionLocation,
  ply: number,
): ComparedPosition | undefined {
  const replayed = sectionWalk(document, placed);
  const opened = replayed?.opened;
  if (replayed === undefined || opened === undefined) return undefined;
  const history = walkHistory(replayed, ply);
  const trueFen = history.at(-1)?.fen;
  if (trueFen === undefined) return undefined;
  const { actions } = replayed.walk;
  const { variant } = walkComparison(opened);
  const action = actions[ply - 1]?.text;
  const squares = isComparedWorld(variant) ? null : /^([a-h][1-8])([a-h][1-8])/.exec(action ?? '');
  return {
    title: `Walk ${placed.game + 1}, ${action === undefined ? 'start' : `after ${action} (action ${ply})`}`,
    trueFen,
    history,
    lastMove: squares === null ? null : [squares[1] ?? '', squares[2] ?? ''],
    variant,
    moveRanges: [null, ...actions.slice(0, ply).map(({ range }) => document.rangeAt(range, placed.offset))],
  };
}

/** Returns the position of a FEN record, which has no line. */
export function positionInRecord(
  document: ServerDocument,
  predictions: readonly DocumentPrediction[],
): ComparedPosition | undefined {
  const [first] = predictions;
  const trueFen = first?.prediction.trueFen ?? null;
  if (first === undefined || trueFen === null) return undefined;
  return {
    title: `Position ${first.game + 1}`,
    trueFen,
    history: historyAt(document, first),
    lastMove: null,
    variant: first.prediction.variant,
    moveRanges: [null],
  };
}

/**
 * Returns a position of a MAV file: that of an example, or the one after its best action.
 *
 * @param position number of the position in the section (`StatePrediction`)
 */
export function positionInMav(
  document: ServerDocument,
  placed: SectionLocation,
  position: number,
): ComparedPosition | undefined {
  const view = document.mavView(placed);
  const judged = view.examples[position >> 1];
  if (judged === undefined) return undefined;
  const isFinal = (position & 1) === 1;
  const { model, truth, printed } = judged;
  const own = truth ?? printed;
  const state = statePredictions(view).find((item) => item.position === position);
  const variant = COMPARED_GAME_NAMES.find((name) => name === model.game?.automaton.id);
  const history = state?.history() ?? unprintedHistory(own, isFinal ? model.best?.action : undefined, isFinal);
  const trueFen = state?.trueFen ?? history.at(-1)?.fen;
  if (variant === undefined || trueFen === undefined) return undefined;
  const lsp = (range: Range) => document.rangeAt(range, placed.offset);
  const list = isFinal ? undefined : listComparison(judged, view.dialect);
  // The history is as long as the example states; the actions are its last ones.
  const actions = [model.previousAction, isFinal ? model.best : undefined].flatMap((item) => item ?? []);
  const played = actions.slice(actions.length - (history.length - 1));
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(played.at(-1)?.action ?? '');
  return {
    title: `${sectionName(judged, placed)}, ${isFinal ? `after the best action ${model.best?.word.text ?? ''}` : 'the current position'}`,
    trueFen,
    history,
    lastMove: squares === null ? null : [squares[1] ?? '', squares[2] ?? ''],
    variant,
    moveRanges: [null, ...played.map(({ word }) => lsp(word.range))],
    lists: list === undefined ? [] : [{ ...list, range: lsp(list.range) }],
  };
}

/**
 * Returns the line to a position without a judged state: the current one, or the one that the best action leads to;
 * empty without one.
 */
function unprintedHistory(own: MavPosition | undefined, best: string | undefined, isFinal: boolean): HistoryPly[] {
  if (own === undefined) return [];
  const print = ({ game, state }: MavPosition): string => game.automaton.print(state);
  const current = { ply: 0, fen: print(own) };
  if (!isFinal) return [current];
  const after = best === undefined ? undefined : successor(own, best);
  return best === undefined || after === undefined
    ? []
    : [current, { ply: 1, fen: print(after), san: actionName(own, best) }];
}

const sectionName = ({ node }: JudgedExample, { game }: SectionLocation): string =>
  node === undefined ? `Example ${game + 1}` : `Trace ${game + 1}, node ${nodeName(node)}`;
