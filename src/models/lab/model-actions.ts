import { err, ok, type Result } from '../../core/base/result.ts';
import { chess960 } from '../../core/games/chess/chess.ts';
import type { ActionKey, History, NextActions, NextDistribution } from '../../core/lab/next-actions.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { replayed } from '../../core/worlds/random-walk.ts';
import type { World } from '../../core/worlds/world.ts';
import { LogprobRequests } from '../logprob-requests.ts';
import type { Model, ModelFault, TokenLogprob } from '../model.ts';
import { ActionNames, nextWords } from './word-tree.ts';

/** Tokens that a server is asked for at each place, and a local model. */
const SERVER_TOKENS = 20;
const LOCAL_TOKENS = 512;
/** Histories that are asked about at a time. */
const TOGETHER = 8;
/** A prompt that is empty is no prompt. */
const EMPTY = '\n';

export interface ModelActionsOptions {
  /** The text that the model continues: `{actions}` stands for the actions so far, with spaces between them, `{start}` for the state that they begin in, `{key}` for what renamed actions stand for, a line each. */
  readonly prompt: string;
  /** Names of the actions of the world; those that are legal behind a history are added. */
  readonly actions: readonly string[];
}

/** The likeliest tokens that follow a text, by a request for a single one. */
export function tokensBehind(
  model: Model,
  signal: AbortSignal,
): (text: string) => Promise<Result<TokenLogprob['top'], ModelFault>> {
  const requests = new LogprobRequests(model, model.endpoint === undefined ? LOCAL_TOKENS : SERVER_TOKENS, false);
  return async (text) => {
    const answer = await requests.complete(
      {
        task: { kind: 'mav', prompt: text, dialect: PUBLISHED_DIALECT, sample: 0 },
        messages: [{ role: 'user', content: text }],
        isRaw: true,
        settings: { temperature: 0, maxTokens: 1 },
      },
      signal,
    );
    if (!answer.ok) return answer;
    const { text: written, finishReason, logprobs = [] } = answer.value;
    const [first] = logprobs;
    // it would rather write nothing: no action
    if (first === undefined && written === '' && finishReason === 'stop') return ok([]);
    if (first === undefined)
      return err({ code: 'bad-response', message: `${model.label} gives no log probabilities.`, retryable: false });
    return ok(first.top.length === 0 ? [first] : first.top);
  };
}

/** A language model that continues a text of actions, as a model of next actions (`nextWords`). */
export function modelActions<State>(
  model: Model,
  world: Pick<World<State>, 'automaton' | 'start'>,
  { prompt, actions }: ModelActionsOptions,
  key: ActionKey = new Map(),
): NextActions {
  const start = world.automaton.print(world.start);
  const names = new ActionNames(actions);
  const nameOf = new Map(Array.from(key, ([name, action]) => [action, name]));
  const keyText = Array.from(key, ([name, action]) => `${name} = ${action}\n`).join('');
  const ask = async (history: History, signal: AbortSignal): Promise<Result<NextDistribution, ModelFault>> => {
    const walk = replayed(
      world,
      history.map((name) => key.get(name) ?? name),
    );
    const state = walk.states.at(-1);
    if (walk.illegal === undefined && state !== undefined)
      for (const action of world.automaton.legal(state)) names.add(nameOf.get(action) ?? action);
    const text = prompt
      .replace('{start}', () => start)
      .replace('{key}', () => keyText)
      .replace('{actions}', () => history.join(' '))
      .trimEnd();
    return nextWords(text === '' ? EMPTY : text, names, tokensBehind(model, signal));
  };
  return {
    label: model.label,
    next: (histories, signal) => inTurn(histories, (one) => ask(one, signal as AbortSignal)),
    ...(prompt.includes('{start}') && {
      from: (other: string): NextActions => {
        const parsed = chess960.parse(other);
        const options = { prompt, actions };
        return parsed.ok
          ? modelActions(model, { automaton: chess960, start: parsed.value }, options)
          : modelActions(model, world, options);
      },
    }),
    ...(prompt.includes('{key}') && {
      told: (other: ActionKey): NextActions => modelActions(model, world, { prompt, actions }, other),
    }),
  };
}

/** Asks about several histories, some at a time; the first fault ends it. */
export async function inTurn(
  histories: readonly History[],
  ask: (history: History) => Promise<Result<NextDistribution, ModelFault>>,
): Promise<Result<readonly NextDistribution[], string>> {
  const found: NextDistribution[] = [];
  for (let at = 0; at < histories.length; at += TOGETHER) {
    const answers = await Promise.all(histories.slice(at, at + TOGETHER).map(ask));
    for (const answer of answers) {
      if (!answer.ok) return err(answer.error.message.replace(/\.$/, ''));
      found.push(answer.value);
    }
  }
  return ok(found);
}
