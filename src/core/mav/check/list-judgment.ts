import type { ActionValue, Command, MavLine } from '../syntax.ts';
import { type ExampleModel, isDrawnByRule, type MavPosition, normalizeAction } from './example-model.ts';

/** An action of a list on a position. */
export interface JudgedAction {
  readonly written: ActionValue;
  /** In the spelling of the position's game. */
  readonly name: string;
  /** True if it is legal, or may be by what the state does not say. */
  readonly isLegal: boolean;
  /** True if the list names it before. */
  readonly isRepeated: boolean;
}

/** A list of actions on one position: the source of its findings, its scores and its lens. */
export type ListJudgment =
  | {
      readonly kind: 'list';
      readonly position: MavPosition;
      /** In the order of the text. */
      readonly actions: readonly JudgedAction[];
      /** Different actions, in the order of the text. */
      readonly listed: ReadonlySet<string>;
      /** Number of different legal actions. */
      readonly hits: number;
      /** Actions that are legal for sure and not listed; empty where an ellipsis stands for some, or where k are asked for. */
      readonly missing: readonly string[];
      /** True if as many different actions are listed as are asked for; true where an ellipsis stands for some. */
      readonly isCounted: boolean;
    }
  /** No actions, since the game is called over; `outcome` is undefined where it is not. */
  | { readonly kind: 'terminal'; readonly outcome: string | undefined; readonly isRight: boolean }
  /** Actions of a game that is over. */
  | { readonly kind: 'over'; readonly outcome: string };

/** Judges a list on a position; undefined where the line holds no list. */
export function judgeList({ body, command }: MavLine, position: MavPosition): ListJudgment | undefined {
  const { game, state, sure } = position;
  const outcome = game.automaton.outcome(state);
  if (body.kind === 'terminal') {
    const { text } = body.result;
    const isDraw = outcome === undefined && text === '1/2-1/2' && isDrawnByRule(position);
    return { kind: 'terminal', outcome: isDraw ? text : outcome, isRight: isDraw || text === outcome };
  }
  if (body.kind !== 'list') return undefined;
  if (outcome !== undefined) return { kind: 'over', outcome };
  const listed = new Set<string>();
  let hits = 0;
  const actions = body.actions.map((written): JudgedAction => {
    const name = normalizeAction(position, written.move.text);
    const isRepeated = listed.has(name);
    const isLegal = position.allows(name);
    listed.add(name);
    if (isLegal && !isRepeated) hits++;
    return { written, name, isLegal, isRepeated };
  });
  const isAll = command.k === 'all' && !body.isElided;
  const missing = isAll ? [...sure].filter((action) => !listed.has(action)) : [];
  const isCounted = body.isElided || isCountRight(listed.size, command.k, position);
  return { kind: 'list', position, actions, listed, hits, missing, isCounted };
}

/** True if a list of so many different actions has the length that is asked for; of `all` any length has. */
export function isCountRight(count: number, k: Command['k'], { sure, possible }: MavPosition): boolean {
  if (k === undefined || k === 'all' || k === 0) return true;
  const least = Math.min(k, sure.size);
  return count === least || (count > least && count <= Math.min(k, possible.size));
}

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
export function listScores({ list }: ExampleModel, position: MavPosition): ListScores | undefined {
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
