import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Outcome, SINK } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import { fnv1a } from '../base/text/hash.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import type { MavGameName } from '../mav/game-names.ts';
import type { MavGame } from '../mav/games.ts';
import { sourceLabel, type ValueSource } from '../mav/values.ts';
import type { Rules } from './mcts.ts';
import type { SearchClock } from './requests.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** Returns the value of a result for a side: 1, 1/2 or 0. */
export function outcomeValue(outcome: Outcome, side: string | undefined): number {
  if (outcome === '1/2-1/2') return 0.5;
  const isFirst = side === 'w' || side === 'x';
  return (outcome === '1-0') === isFirst ? 1 : 0;
}

/** Returns the rules of a game on texts. */
export function rulesForGame(name: MavGameName): Rules {
  const { automaton } = knownGame(name);
  return (text, action) => {
    const parsed = automaton.parse(text);
    const next = parsed.ok ? automaton.step(parsed.value, action) : SINK;
    return next === SINK ? undefined : automaton.print(next);
  };
}

/** Returns the state of a request by the rules, or the evaluation that states why there is nothing to evaluate. */
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

export interface RolloutOptions {
  /** Number of random games from each state. */
  readonly rollouts: number;
  readonly seed: number;
  /** Number of plies after which a game counts as drawn. */
  readonly longest: number;
}

export const DEFAULT_ROLLOUTS: RolloutOptions = { rollouts: 1, seed: 1, longest: 400 };

/** Time slice per batch of random games, in ms. */
const SLICE_MS = 8;

/**
 * Returns the basic baseline of the paper: rules, a uniform prior, and the results of random games as values. Random
 * draws depend on the seed and the state alone, so that the order of requests changes nothing.
 *
 * @param clock yields to other work between time slices; without one all games of a state are played in one go
 */
export const rolloutModel = (options: RolloutOptions = DEFAULT_ROLLOUTS, clock?: SearchClock): WorldModel => ({
  label: `rollouts: ${options.rollouts}`,
  evaluate: (batch, signal) => batch.map((request) => evaluateByRollouts(request, options, signal, clock)),
});

async function evaluateByRollouts(
  request: EvaluationRequest,
  { rollouts, seed, longest }: RolloutOptions,
  signal: AbortSignalLike,
  clock: SearchClock | undefined,
): Promise<Evaluation> {
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const game = knownGame(request.game);
  const random = seeded(fnv1a(found.text) ^ seed);
  const { side } = game.fieldsOf(found.state);
  let sum = 0;
  let sliceEnd = clock === undefined ? 0 : clock.now() + SLICE_MS;
  for (let i = 0; i < rollouts; i++) {
    if (clock !== undefined && i > 0 && clock.now() >= sliceEnd) {
      await new Promise<void>((resolve) => clock.after(0, resolve));
      if (signal.aborted) return { kind: 'fault', message: 'stopped' };
      sliceEnd = clock.now() + SLICE_MS;
    }
    sum += playOut(game, found.state, side, longest, random);
  }
  const value = sum / rollouts;
  const actions = game.automaton.legal(found.state).map((action) => ({ action, value }));
  return { kind: 'state', state: found.text, actions, value };
}

/** Plays a random game of at most `longest` plies. Returns its value for a side, 0 to 1; 0.5 if it has not ended. */
export function playOut(
  { automaton }: MavGame<unknown>,
  from: unknown,
  side: string | undefined,
  longest: number,
  random: RandomGenerator,
): number {
  let state = from;
  for (let ply = 0; ply < longest; ply++) {
    const legal = automaton.legal(state);
    if (legal.length === 0) break;
    const next = automaton.step(state, legal[uniformInt(random, 0, legal.length - 1)]!);
    if (next === SINK) break;
    state = next;
  }
  const outcome = automaton.outcome(state);
  return outcome === undefined ? 0.5 : outcomeValue(outcome, side);
}

/** Returns a model with the rules and the values of a source (an engine, a solver): the upper bound of a model's knowledge. */
export const referenceModel = (source: ValueSource, game: MavGameName): WorldModel => ({
  label: `reference: ${sourceLabel(source, game)}`,
  evaluate: (batch, signal) => batch.map((request) => evaluateByReference(request, source, signal)),
});

async function evaluateByReference(
  request: EvaluationRequest,
  source: ValueSource,
  signal: Parameters<WorldModel['evaluate']>[1],
): Promise<Evaluation> {
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const values = await source.values({ game: request.game, state: found.text }, signal);
  if (!values.ok) return { kind: 'fault', message: values.error.message };
  const actions = values.value.actions.map(({ action, win }) => ({ action, value: win }));
  const [best] = actions;
  if (best === undefined) return { kind: 'fault', message: `${source.label} gave no values` };
  return { kind: 'state', state: found.text, actions, best: best.action };
}
