import { LruMap } from '../core/base/lru-map.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import { chess960 } from '../core/games/chess/chess.ts';
import {
  type ActionHistory,
  type ActionKey,
  type NextActions,
  type NextDistribution,
  parseDistribution,
} from '../core/lab/next-actions.ts';
import type { MavGameName } from '../core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../core/mav/syntax.ts';
import { mavPrompt, readEvaluation, readStateAnswer } from '../core/search/mav-prompt.ts';
import { replayActions } from '../core/worlds/random-walk.ts';
import type { World } from '../core/worlds/world.ts';
import { LogprobRequests } from './logprob-requests.ts';
import type { Model, ModelFault, TokenLogprob } from './model.ts';

/** Alternatives requested for each token from a server, and from a local model. */
const SERVER_TOKENS = 20;
const LOCAL_TOKENS = 512;
/** Number of histories asked about at a time. */
const TOGETHER = 8;
/** Prompt in place of an empty one, which is no prompt. */
const EMPTY = '\n';

export interface ModelActionsOptions {
  /**
   * Text that the model continues: `{actions}` stands for the actions so far, with spaces between them, `{start}` for the state that they
   * begin in, `{key}` for the meaning of renamed actions, one per line.
   */
  readonly prompt: string;
  /** Names of the actions of the world; those that are legal after a history are added. */
  readonly actions: readonly string[];
}

/** Returns the likeliest tokens after a text, by a request for a single one. */
function nextTokens(
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
    // The model would rather write nothing: no action.
    if (first === undefined && written === '' && finishReason === 'stop') return ok([]);
    if (first === undefined)
      return err({ code: 'bad-response', message: `${model.label} gives no log probabilities.`, retryable: false });
    return ok(first.top.length === 0 ? [first] : first.top);
  };
}

/** Returns a language model that continues a text of actions as a model of next actions (`nextWords`). */
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
  const ask = async (history: ActionHistory, signal: AbortSignal): Promise<Result<NextDistribution, ModelFault>> => {
    const walk = replayActions(
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
    return nextWords(text === '' ? EMPTY : text, names, nextTokens(model, signal));
  };
  return {
    label: model.label,
    next: (histories, signal) => inTurn(histories, (item) => ask(item, signal as AbortSignal)),
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
async function inTurn(
  histories: readonly ActionHistory[],
  ask: (history: ActionHistory) => Promise<Result<NextDistribution, ModelFault>>,
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

/** Token limits of a state, and of a list. */
const STATE_TOKENS = 512;
const LIST_TOKENS = 4096;
/** Number of histories whose printed states are cached. */
const REMEMBERED = 4096;
const OPTIONS = { form: 'state', list: 'none', dialect: PUBLISHED_DIALECT } as const;
const LISTED = { ...OPTIONS, list: 'all', best: false, scoring: 'written' } as const;

/**
 * Returns a model of MAV as a model of next actions. It prints the state after each action of a history itself, each from its previous
 * state; each action that its `%top_all` lists for the last one is as probable as the others. After a text that is no state, or no list, it
 * gives no action.
 */
export function mavActions(model: Model, game: MavGameName, { automaton, start }: World<unknown>): NextActions {
  const states = new LruMap<string, Promise<Result<string | null, ModelFault>>>(REMEMBERED);
  const begin = automaton.print(start);

  const complete = (prompt: string, maxTokens: number, signal: AbortSignal): ReturnType<Model['complete']> =>
    model.complete(
      {
        task: { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 },
        messages: [{ role: 'user', content: prompt }],
        isRaw: true,
        settings: { temperature: 0, maxTokens },
      },
      signal,
    );
  const printed = (history: ActionHistory, signal: AbortSignal): Promise<Result<string | null, ModelFault>> => {
    const key = history.join(' ');
    const known = states.get(key) ?? step(history, signal);
    states.set(key, known);
    return known;
  };
  const step = async (history: ActionHistory, signal: AbortSignal): Promise<Result<string | null, ModelFault>> => {
    const action = history.at(-1);
    if (action === undefined) return ok(begin);
    const before = await printed(history.slice(0, -1), signal);
    if (!before.ok || before.value === null) return before;
    const request = { game, state: before.value, action };
    const prompt = mavPrompt(request, { ...OPTIONS, best: false });
    const answer = await complete(prompt, STATE_TOKENS, signal);
    if (!answer.ok) return answer;
    const read = readStateAnswer(request, answer.value.text, OPTIONS);
    return ok('state' in read ? read.state : null);
  };
  const ask = async (history: ActionHistory, signal: AbortSignal): Promise<Result<NextDistribution, ModelFault>> => {
    const state = await printed(history, signal);
    if (!state.ok) return state;
    if (state.value === null) return ok({ probs: new Map(), printed: '' });
    const request = { game, state: state.value };
    const answer = await complete(mavPrompt(request, LISTED), LIST_TOKENS, signal);
    if (!answer.ok) return answer;
    const said = readEvaluation(request, answer.value, LISTED);
    if (said.kind !== 'state') return ok({ probs: new Map(), printed: state.value });
    const legal = new Set(said.actions.map(({ action }) => action));
    return ok({ probs: new Map(Array.from(legal, (action) => [action, 1 / legal.size])), printed: state.value });
  };
  return {
    label: model.label,
    next: (histories, signal) => inTurn(histories, (item) => ask(item, signal as AbortSignal)),
  };
}

/** Returns the likeliest tokens after a text; none if the model ends there. */
export type NextTokens = (text: string) => Promise<Result<TokenLogprob['top'], ModelFault>>;

/** Names of actions and their prefixes. */
export class ActionNames {
  readonly #names = new Set<string>();
  readonly #beginnings = new Set<string>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    for (let end = 1; end < name.length; end++) this.#beginnings.add(name.slice(0, end));
  }

  has(text: string): boolean {
    return this.#names.has(text);
  }

  /** Returns true if a longer name begins with a text. */
  isBeginning(text: string): boolean {
    return this.#beginnings.has(text);
  }
}

/** A prefix of a name, and its probability. */
interface Branch {
  readonly text: string;
  readonly word: string;
  readonly p: number;
}

/** Limit of the requests for one history: names of several tokens take one for each prefix. */
const MAX_REQUESTS = 24;
/** Prefixes with a lower probability are not continued. */
const LEAST = 1e-4;

/**
 * Returns the probability of each action as the next word after a text: over the tokens that it may begin with, and from each prefix that
 * is likely enough over those that may follow, likeliest first. Space before the word is skipped. A word ends at a space, at the end of the
 * text, or where no longer name has it as a prefix; probability that is not followed, or belongs to no name, is not assigned.
 */
export async function nextWords(
  text: string,
  names: ActionNames,
  tokens: NextTokens,
): Promise<Result<NextDistribution, ModelFault>> {
  const probs: Record<string, number> = {};
  const count = (word: string, p: number): void => {
    if (names.has(word)) probs[word] = (probs[word] ?? 0) + p;
  };
  const open: Branch[] = [{ text, word: '', p: 1 }];
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    open.sort((a, b) => b.p - a.p);
    const branch = open.shift();
    if (branch === undefined) break;
    const top = await tokens(branch.text);
    if (!top.ok) return top;
    for (const { token, logprob } of top.value) {
      const p = branch.p * Math.exp(logprob);
      const written = branch.word === '' ? token.trimStart() : token;
      const [, more = '', isClosed = ''] = /^(\S*)(\s|$)?/u.exec(written) ?? [];
      const word = branch.word + more;
      const goesOn = { text: branch.text + token, word, p };
      if (word === '') {
        // One space at most: a model that writes nothing else would be asked forever.
        if (token !== '' && branch.text === text && p >= LEAST) open.push(goesOn);
      } else if (/\s/.test(isClosed) || token === '' || !names.isBeginning(word)) count(word, p);
      else if (p >= LEAST) open.push(goesOn);
    }
  }
  const found = parseDistribution(probs);
  if (found.ok) return ok(found.value);
  return err({
    code: 'bad-response',
    message: `Its log probabilities make no distribution: ${found.error}.`,
    retryable: false,
  });
}
