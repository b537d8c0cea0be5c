import type { Range } from '../../core/base/text/range.ts';
import type { JudgedExample } from '../../core/mav/check/judged-example.ts';
import { nodeName } from '../../core/mav/check/trace-model.ts';
import { listComparison } from '../../core/mav/features/list-comparison.ts';
import { statePredictions } from '../../core/mav/features/predictions.ts';
import { COMPARED_GAME_NAMES } from '../../core/metrics/compared-games.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { PlacedSection } from '../documents/sections.ts';
import type { Place } from './comparison.ts';

/**
 * A position of a MAV file: that of an example, or the one after its best action.
 *
 * @param position its number in the section (`StatePrediction`)
 */
export function placeInMav(document: ServerDocument, placed: PlacedSection, position: number): Place | undefined {
  const view = document.mavView(placed);
  const judged = view.examples[position >> 1];
  if (judged === undefined) return undefined;
  const isFinal = (position & 1) === 1;
  const { model, truth, printed } = judged;
  const own = truth ?? printed;
  const state = statePredictions(view).find((one) => one.position === position);
  const variant = COMPARED_GAME_NAMES.find((name) => name === model.game?.automaton.id);
  const trueFen = state?.trueFen ?? (own === undefined ? undefined : own.game.automaton.print(own.state));
  if (variant === undefined || trueFen === undefined) return undefined;
  const lsp = ({ start, end }: Range) => document.rangeAt({ start: start + placed.offset, end: end + placed.offset });
  const list = isFinal ? undefined : listComparison(judged);
  const history = state?.history() ?? [{ ply: 0, fen: trueFen }];
  // The history is as long as the example gives it, the actions are its last ones.
  const actions = [model.previousAction, isFinal ? model.best : undefined].flatMap((one) => one ?? []);
  const played = actions.slice(actions.length - (history.length - 1));
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(played.at(-1)?.action ?? '');
  return {
    title: `${sectionName(judged, placed)}, ${isFinal ? `after the best action ${model.best?.word.text ?? ''}` : 'the current position'}`,
    trueFen,
    history,
    lastMove: squares === null ? null : [squares[1], squares[2]],
    variant,
    moveRanges: [null, ...played.map(({ word }) => lsp(word.range))],
    lists: list === undefined ? [] : [{ ...list, range: lsp(list.range) }],
  };
}

const sectionName = ({ node }: JudgedExample, { game }: PlacedSection): string =>
  node === undefined ? `Example ${game + 1}` : `Trace ${game + 1}, node ${nodeName(node)}`;
