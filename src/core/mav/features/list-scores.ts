import { type ExampleModel, nameAt, type Position } from '../check/example-model.ts';
import { isDrawnByRule } from '../drawn.ts';

/** A list of actions against the legal ones of a position. */
export type ListScores =
  | {
      readonly kind: 'list';
      /** Different actions of the list that are legal, or may be by what the state does not give. */
      readonly hits: number;
      /** Different actions of the list. */
      readonly listed: number;
      /** How many should be there: all legal ones, or k of them. */
      readonly wanted: number;
      /** True if there are as many as should be; true where an ellipsis stands for some. */
      readonly isCounted: boolean;
      /** hits / listed, 0..1; 1 for an empty list. */
      readonly precision: number;
      /** Share of the legal actions that are listed, 0..1; null where not all are asked for, or an ellipsis stands for some. */
      readonly recall: number | null;
      /** Harmonic mean of both; null where there is no recall. */
      readonly f1: number | null;
      readonly isElided: boolean;
    }
  /** No actions, since the game is called over: whether it is, with that result. */
  | { readonly kind: 'terminal'; readonly isRight: boolean }
  /** Actions of a game that is over. */
  | { readonly kind: 'over' };

/** Scores the list of an example on a position; undefined when there is no list. */
export function listScores({ list }: ExampleModel, position: Position): ListScores | undefined {
  if (list === undefined) return undefined;
  const { body, command } = list;
  const { game, state, sure } = position;
  const outcome = game.automaton.outcome(state);
  if (body.kind === 'terminal') {
    const { text } = body.result;
    const isDraw = outcome === undefined && text === '1/2-1/2' && isDrawnByRule(position);
    return { kind: 'terminal', isRight: text === outcome || isDraw };
  }
  if (body.kind !== 'list') return undefined;
  if (outcome !== undefined) return { kind: 'over' };
  const seen = new Set(body.actions.map(({ move }) => nameAt(position, move.text)));
  let hits = 0;
  for (const action of seen) if (position.allows(action)) hits++;
  const precision = seen.size === 0 ? 1 : hits / seen.size;
  const { isElided } = body;
  const most = typeof command.k === 'number' ? command.k : Number.POSITIVE_INFINITY;
  const wanted = Math.min(most, sure.size);
  const isCounted =
    isElided || seen.size === wanted || (seen.size > wanted && seen.size <= Math.min(most, position.possible.size));
  const base = { kind: 'list' as const, hits, listed: seen.size, wanted, isCounted, precision, isElided };
  if (command.k !== 'all' || isElided) return { ...base, recall: null, f1: null };
  let missing = 0;
  for (const action of sure) if (!seen.has(action)) missing++;
  const recall = hits + missing === 0 ? 1 : hits / (hits + missing);
  return {
    ...base,
    wanted: hits + missing,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** True if nothing is wrong with a list. */
export function isListRight(scores: ListScores): boolean {
  if (scores.kind !== 'list') return scores.kind === 'terminal' && scores.isRight;
  return scores.precision === 1 && (scores.recall ?? 1) === 1 && scores.isCounted;
}
