import { LruMap } from '../../core/base/lru.ts';
import { ok, type Result } from '../../core/base/result.ts';
import type { History, NextActions, NextDistribution } from '../../core/lab/next-actions.ts';
import type { MavGameName } from '../../core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { mavPrompt, readState } from '../../core/search/mav-prompt.ts';
import type { World } from '../../core/worlds/world.ts';
import type { Model, ModelFault } from '../model.ts';
import { inTurn, tokensBehind } from './model-actions.ts';
import { ActionNames, nextWords } from './word-tree.ts';

/** Tokens of a state. */
const STATE_TOKENS = 512;
/** Histories whose printed states are remembered. */
const REMEMBERED = 4096;
const OPTIONS = { form: 'state', list: 'none', dialect: PUBLISHED_DIALECT } as const;

/**
 * A model of MAV as a model of next actions. It prints the state behind each action of a history itself, each from the state that it
 * printed before; what it implies is the distribution of the word behind `[%best_action` in the last of them. Behind what is no state it
 * gives no action.
 *
 * @param actions names of the actions of the world
 */
export function mavActions(
  model: Model,
  game: MavGameName,
  { automaton, start }: World<unknown>,
  actions: readonly string[],
): NextActions {
  const names = new ActionNames(actions);
  const states = new LruMap<string, Promise<Result<string | null, ModelFault>>>(REMEMBERED);
  const begin = automaton.print(start);

  const printed = (history: History, signal: AbortSignal): Promise<Result<string | null, ModelFault>> => {
    const key = history.join(' ');
    const known = states.get(key) ?? step(history, signal);
    states.set(key, known);
    return known;
  };
  const step = async (history: History, signal: AbortSignal): Promise<Result<string | null, ModelFault>> => {
    const action = history.at(-1);
    if (action === undefined) return ok(begin);
    const before = await printed(history.slice(0, -1), signal);
    if (!before.ok || before.value === null) return before;
    const request = { game, state: before.value, action };
    const prompt = mavPrompt(request, { ...OPTIONS, best: false });
    const answer = await model.complete(
      {
        task: { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 },
        messages: [{ role: 'user', content: prompt }],
        isRaw: true,
        settings: { temperature: 0, maxTokens: STATE_TOKENS },
      },
      signal,
    );
    if (!answer.ok) return answer;
    const read = readState(request, answer.value.text, OPTIONS);
    return ok('state' in read ? read.state : null);
  };
  const ask = async (history: History, signal: AbortSignal): Promise<Result<NextDistribution, ModelFault>> => {
    const state = await printed(history, signal);
    if (!state.ok) return state;
    if (state.value === null) return ok({ probs: new Map(), printed: '' });
    const prompt = mavPrompt({ game, state: state.value }, { ...OPTIONS, best: true });
    const next = await nextWords(`${prompt}[%best_action`, names, tokensBehind(model, signal));
    return next.ok ? ok({ ...next.value, printed: state.value }) : next;
  };
  return {
    label: model.label,
    next: (histories, signal) => inTurn(histories, (one) => ask(one, signal as AbortSignal)),
  };
}
