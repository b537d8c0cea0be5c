import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../automaton.ts';
import type { MavGame } from '../mav/games.ts';
import { seeded } from '../random.ts';
import { gameOf, outcomeValue, stateByRule } from './rules.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

export interface RolloutOptions {
  /** Random games from each state. */
  readonly rollouts: number;
  readonly seed: number;
  /** Plies after which a game counts as drawn. */
  readonly longest: number;
}

export const DEFAULT_ROLLOUTS: RolloutOptions = { rollouts: 1, seed: 1, longest: 400 };

/**
 * The basic baseline of the paper: rules, a uniform prior, and the results of random games as values. What is drawn depends on
 * the seed and the state alone, so that the order of requests changes nothing.
 */
export const rolloutModel = (options: RolloutOptions = DEFAULT_ROLLOUTS): WorldModel => ({
  label: `rollouts: ${options.rollouts}`,
  evaluate: (batch) => batch.map((request) => Promise.resolve(evaluate(request, options))),
});

function evaluate(request: EvaluationRequest, { rollouts, seed, longest }: RolloutOptions): Evaluation {
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const game = gameOf(request.game);
  const random = seeded(hashOf(found.text) ^ seed);
  const { side } = game.fieldsOf(found.state);
  let sum = 0;
  for (let i = 0; i < rollouts; i++) sum += playOut(game, found.state, side, longest, random);
  const value = sum / rollouts;
  const actions = game.automaton.legal(found.state).map((action) => ({ action, value }));
  return { kind: 'state', state: found.text, actions, value };
}

/** What a random game is worth to a side. */
function playOut(
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
    const next = automaton.step(state, legal[uniformInt(random, 0, legal.length - 1)]);
    if (next === SINK) break;
    state = next;
  }
  const outcome = automaton.outcome(state);
  return outcome === undefined ? 0.5 : outcomeValue(outcome, side);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
