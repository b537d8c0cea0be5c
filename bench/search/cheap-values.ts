import { SINK } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import { fnv1a } from '../../src/core/base/text/hash.ts';
import { knownGame } from '../../src/core/mav/author/prompt-position.ts';
import type { MavGameName } from '../../src/core/mav/game-names.ts';
import { playOut, stateByRule } from '../../src/core/search/rule-models.ts';
import type { Evaluation, EvaluationRequest, ListedAction, WorldModel } from '../../src/core/search/world-model.ts';

/** States whose answers are kept: both players of a match ask for many of them again. */
const MAX_KEPT = 100_000;

/**
 * Rules, and for each action the share of a few random games that it wins: values that are cheap, right on average, and noisy.
 * What is drawn follows from the seed and the state, so that all players of a match know the same.
 *
 * @param playouts games for each action
 */
export function playoutModel(game: MavGameName, playouts: number, seed: number): WorldModel {
  const kept = new Map<string, Evaluation>();
  const rules = knownGame(game);
  const evaluate = (request: EvaluationRequest): Evaluation => {
    const found = stateByRule(request);
    if ('kind' in found) return found;
    const known = kept.get(found.text);
    if (known !== undefined) return known;
    const random = seeded(fnv1a(found.text) ^ seed);
    const { side } = rules.fieldsOf(found.state);
    const actions: ListedAction[] = rules.automaton.legal(found.state).map((action) => {
      const next = rules.automaton.step(found.state, action);
      let sum = 0;
      for (let i = 0; i < playouts; i++)
        sum += next === SINK ? 0 : playOut(rules, next, side, Number.POSITIVE_INFINITY, random);
      return { action, value: sum / playouts };
    });
    const said: Evaluation = { kind: 'state', state: found.text, actions };
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(found.text, said);
    return said;
  };
  return {
    label: `${playouts} random games an action`,
    evaluate: (batch) => batch.map((request) => Promise.resolve(evaluate(request))),
  };
}
