import type { ExampleModel, Position } from '../check/example-model.ts';
import { judgeList } from '../check/list-judgment.ts';

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

/** Scores the list of an example on a position, by the judgment that its findings come from; undefined when there is no list. */
export function listScores({ list }: ExampleModel, position: Position): ListScores | undefined {
  const judged = list && judgeList(list, position);
  if (list === undefined || judged === undefined) return undefined;
  if (judged.kind === 'terminal') return { kind: 'terminal', isRight: judged.isRight };
  if (judged.kind === 'over') return { kind: 'over' };
  const { hits, listed, missing, isCounted } = judged;
  const { k } = list.command;
  const precision = listed.size === 0 ? 1 : hits / listed.size;
  const isElided = list.body.kind === 'list' && list.body.isElided;
  const most = typeof k === 'number' ? k : Number.POSITIVE_INFINITY;
  const wanted = Math.min(most, position.sure.size);
  const base = { kind: 'list' as const, hits, listed: listed.size, wanted, isCounted, precision, isElided };
  if (k !== 'all' || isElided) return { ...base, recall: null, f1: null };
  const recall = hits + missing.length === 0 ? 1 : hits / (hits + missing.length);
  return {
    ...base,
    wanted: hits + missing.length,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** True if nothing is wrong with a list. */
export function isListRight(scores: ListScores): boolean {
  if (scores.kind !== 'list') return scores.kind === 'terminal' && scores.isRight;
  return scores.precision === 1 && (scores.recall ?? 1) === 1 && scores.isCounted;
}
