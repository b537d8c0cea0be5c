import { isDrawnByRule } from '../drawn.ts';
import type { ActionValue, Command, Line } from '../syntax.ts';
import { nameAt, type Position } from './example-model.ts';

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
      readonly position: Position;
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
export function judgeList({ body, command }: Line, position: Position): ListJudgment | undefined {
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
    const name = nameAt(position, written.move.text);
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
export function isCountRight(count: number, k: Command['k'], { sure, possible }: Position): boolean {
  if (k === undefined || k === 'all' || k === 0) return true;
  const least = Math.min(k, sure.size);
  return count === least || (count > least && count <= Math.min(k, possible.size));
}
