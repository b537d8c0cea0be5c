import type { ActionValue, Command, MavLine } from '../syntax.ts';
import { type ExampleModel, isDrawnByRule, type MavPosition, normalizeAction } from './example-model.ts';

/** An action of a list, judged on a position. */
export interface JudgedAction {
  readonly written: ActionValue;
  /** Action in the spelling of the position's game. */
  readonly name: string;
  /** True if it is legal, or may be because the state leaves something open. */
  readonly isLegal: boolean;
  /** True if the list has it before. */
  readonly isRepeated: boolean;
}

/** A list of actions judged on one position: the source of its findings, its scores and its lens. */
export type ListJudgment =
  | {
      readonly kind: 'list';
      readonly position: MavPosition;
      /** In text order. */
      readonly actions: readonly JudgedAction[];
      /** Distinct actions, in text order. */
      readonly listed: ReadonlySet<string>;
      /** Number of distinct legal actions. */
      readonly hits: number;
      /** Certainly legal actions that are not listed; empty if an ellipsis stands for some, or k are requested. */
      readonly missing: readonly string[];
      /** True if the requested number of distinct actions is listed, or an ellipsis stands for some. */
      readonly isCounted: boolean;
    }
  /** No actions, because the list says that the game is over; `outcome` is undefined if it is not. */
  | { readonly kind: 'terminal'; readonly outcome: string | undefined; readonly isRight: boolean }
  /** Actions although the game is over. */
  | { readonly kind: 'over'; readonly outcome: string };

/** Judges a list on a position; undefined if the line has no list. */
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

/** Returns true if `count` distinct actions are as many as requested; `all` accepts any count. */
export function isCountRight(count: number, k: Command['k'], { sure, possible }: MavPosition): boolean {
  if (k === undefined || k === 'all' || k === 0) return true;
  const least = Math.min(k, sure.size);
  return count === least || (count > least && count <= Math.min(k, possible.size));
}

/** Scores of a list against the legal actions of a position. */
export type ListScores =
  | {
      readonly kind: 'list';
      /** Distinct listed actions that are legal, or may be because the state leaves something open. */
      readonly hits: number;
      /** Distinct listed actions. */
      readonly listed: number;
      /** Number of actions that should be listed: all legal ones, or k of them. */
      readonly wanted: number;
      /** True if that many are listed, or an ellipsis stands for some. */
      readonly isCounted: boolean;
      /** hits / listed, 0..1; 1 for an empty list. */
      readonly precision: number;
      /**
       * Share of the legal actions that are listed, 0..1; null if not all are requested, or an ellipsis stands for
       * some.
       */
      readonly recall: number | null;
      /** Harmonic mean of both; null without recall. */
      readonly f1: number | null;
      readonly isElided: boolean;
    }
  /** No actions, because the list says that the game is over; `isRight` is true if it is, with that result. */
  | { readonly kind: 'terminal'; readonly isRight: boolean }
  /** Actions although the game is over. */
  | { readonly kind: 'over' };

/** Scores the list of an example on a position, by the same judgment as its findings; undefined without a list. */
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

/** Returns true if a list has no errors. */
export function isListRight(scores: ListScores): boolean {
  if (scores.kind !== 'list') return scores.kind === 'terminal' && scores.isRight;
  return scores.precision === 1 && (scores.recall ?? 1) === 1 && scores.isCounted;
}
