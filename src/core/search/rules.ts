import { type Outcome, SINK } from '../base/automaton.ts';
import { knownGame } from '../mav/author/position.ts';
import type { MavGameName } from '../mav/games.ts';
import type { Rules } from './mcts.ts';
import type { Evaluation, EvaluationRequest } from './world-model.ts';

/** Returns the value of a result for a side: 1, 1/2 or 0. */
export function outcomeValue(outcome: Outcome, side: string | undefined): number {
  if (outcome === '1/2-1/2') return 0.5;
  const isFirst = side === 'w' || side === 'x';
  return (outcome === '1-0') === isFirst ? 1 : 0;
}

/** The rules of a game on texts. */
export function rulesOf(name: MavGameName): Rules {
  const { automaton } = knownGame(name);
  return (text, action) => {
    const parsed = automaton.parse(text);
    const next = parsed.ok ? automaton.step(parsed.value, action) : SINK;
    return next === SINK ? undefined : automaton.print(next);
  };
}

/** The state that a request is about by rule, or the evaluation that says why there is nothing to evaluate. */
export function stateByRule({
  game: name,
  state: text,
  action,
}: EvaluationRequest):
  | { readonly state: unknown; readonly text: string }
  | Extract<Evaluation, { readonly kind: 'terminal' | 'hallucination' }> {
  const game = knownGame(name);
  const { automaton } = game;
  const parsed = automaton.parse(text);
  if (!parsed.ok) return { kind: 'hallucination', text, reason: parsed.error };
  const state = action === undefined ? parsed.value : automaton.step(parsed.value, action);
  if (state === SINK) return { kind: 'hallucination', text, reason: `${action} is not legal` };
  const printed = automaton.print(state);
  const outcome = automaton.outcome(state);
  if (outcome === undefined) return { state, text: printed };
  return { kind: 'terminal', state: printed, outcome, value: outcomeValue(outcome, game.fieldsOf(state).side) };
}
