import type { AbortSignalLike } from '../base/cancellation.ts';
import { fullestState, type MavState, makeExampleModel } from '../mav/check/example-model.ts';
import { readMavSection } from '../mav/read-mav.ts';
import {
  ROOK_REWARDS,
  type RookLine,
  type RookPolicy,
  type RookStep,
  readRookLines,
} from '../mav/rookworld/rook-lines.ts';
import { pawnsToWin, rookGame, rookPolicyPrompt, rookStepPrompt } from '../mav/rookworld/write-rook.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { bucketToken, toBucket } from '../mav/values.ts';
import {
  applyRules,
  type MavPromptOptions,
  type ModelAnswer,
  mavPrompt,
  readEvaluation,
  readStateAnswer,
} from './mav-prompt.ts';
import { stateByRule } from './rule-models.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** Asks a language model to continue a prompt; resolves to the reason if there is no answer. */
export type Complete = (prompt: string, signal: AbortSignalLike) => Promise<ModelAnswer | { readonly fault: string }>;

export interface LanguageModelOptions extends MavPromptOptions {
  /**
   * `rules`: legality, successors and ends by the rules, values alone by the model. `model`: all of it by the model
   * (Schultz et al., section 3.1).
   */
  readonly world: 'rules' | 'model';
}

/** Returns a world model that asks MAV prompts of any language model. */
export const languageModel = (label: string, complete: Complete, options: LanguageModelOptions): WorldModel => ({
  label,
  ...(options.tally !== undefined && { tally: options.tally }),
  evaluate: (batch, signal) => batch.map((request) => evaluateMav(request, complete, options, signal)),
});

async function evaluateMav(
  request: EvaluationRequest,
  complete: Complete,
  options: LanguageModelOptions,
  signal: AbortSignalLike,
): Promise<Evaluation> {
  if (options.world === 'model') return ask(request, complete, options, signal);
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const at: EvaluationRequest = { game: request.game, state: found.text };
  return applyRules(await ask(at, complete, options, signal), at);
}

async function ask(
  request: EvaluationRequest,
  complete: Complete,
  options: LanguageModelOptions,
  signal: AbortSignalLike,
): Promise<Evaluation> {
  const answer = await complete(mavPrompt(request, options), signal);
  return 'fault' in answer ? { kind: 'fault', message: answer.fault } : readEvaluation(request, answer, options);
}

/** Options of prompts for states. */
type StateOptions = Pick<MavPromptOptions, 'form' | 'dialect'>;

/**
 * Returns a model with states by a language model, all else by another world, on the states that the model wrote: only
 * states can be wrong in its search, so the cost of their errors is isolated. The model needs to know transitions only.
 */
export const trackedModel = (
  label: string,
  complete: Complete,
  options: StateOptions,
  values: WorldModel,
): WorldModel => ({
  label: trackedLabel(label, values.label),
  evaluate: (batch, signal) => batch.map((request) => evaluateTracked(request, complete, options, values, signal)),
});

async function evaluateTracked(
  request: EvaluationRequest,
  complete: Complete,
  options: StateOptions,
  values: WorldModel,
  signal: AbortSignalLike,
): Promise<Evaluation> {
  const { game } = request;
  if (request.action === undefined) return valued({ game, state: request.state }, values, signal);
  const answer = await complete(mavPrompt(request, { ...options, list: 'none', best: false }), signal);
  if ('fault' in answer) return { kind: 'fault', message: answer.fault };
  const { text } = answer;
  const found = readStateAnswer(request, text, options);
  if ('reason' in found) return { kind: 'hallucination', text, reason: found.reason };
  const said = await valued({ game, state: found.state }, values, signal);
  return said.kind === 'fault' ? said : { ...said, text };
}

const valued = (request: EvaluationRequest, values: WorldModel, signal: AbortSignalLike): Promise<Evaluation> =>
  values.evaluate([request], signal)[0] ??
  Promise.resolve({ kind: 'fault', message: `${values.label} did not answer` });

/** Formats the label: `builtin:mav-small with reference: Stockfish 19`. */
const trackedLabel = (model: string, values: string): string => `${model} with ${values}`;

/** Returns the model and the values of such a label; undefined for any other label. */
export function readTrackedLabel(label: string): { readonly model: string; readonly values: string } | undefined {
  const [, model, values] = /^(.+?) with ((?:reference|rollouts): .+)$/.exec(label) ?? [];
  return model === undefined || values === undefined ? undefined : { model, values };
}

/**
 * Answers MAV prompts by a model of RookWorld: its environment gives the state after an action, its policy five actions
 * with their values and the best. An answer that breaks the format of RookWorld is passed on unchanged, and breaks that
 * of MAV, too.
 */
export const completeThroughRookWorld =
  (complete: Complete, dialect: MavDialect): Complete =>
  async (prompt, signal) => {
    const { item } = readMavSection(prompt, 0);
    if (item?.kind !== 'example') return { fault: 'RookWorld cannot answer this prompt' };
    const { game, previous, previousAction, current } = makeExampleModel(item, dialect);
    if (game?.automaton.id !== 'chess') return { fault: 'RookWorld knows no game but chess' };
    const outputs = item.header.commands.slice(item.lines.length);
    const parts: string[] = [];
    let fen = fenOf(current);
    if (previousAction !== undefined) {
      const stepped = await step(complete, fenOf(previous), previousAction.action, signal);
      if (!('next' in stepped)) return stepped;
      fen = stepped.next;
      for (const { kind, name } of outputs.slice(0, 1)) if (kind === 'position') parts.push(`[%${name} ${fen}]`);
      const list = outputs.find(({ kind }) => kind === 'top');
      if (stepped.result !== undefined) {
        if (list !== undefined) parts.push(`[%${list.name} invalid : "${stepped.result}"]`);
        return { text: `${parts.join('\n')}\n` };
      }
    }
    if (fen === undefined) return { fault: 'RookWorld needs a position' };
    const wanted = outputs.filter(({ kind, name }) => kind === 'top' || name === 'best_action');
    if (wanted.length === 0) return { text: `${parts.join('\n')}\n` };
    const said = await policy(complete, fen, signal);
    if (!('line' in said)) return said;
    for (const { kind, name } of wanted)
      parts.push(kind === 'top' ? `[%${name} ${listOf(said.line, dialect)}]` : `[%${name} ${bestOf(said.line)}]`);
    return { text: `${parts.join('\n')}\n` };
  };

/** Returns a state as RookWorld reads it: a FEN of six fields if the text is readable, else the text itself. */
function fenOf(states: readonly MavState[]): string | undefined {
  const placed = fullestState(states) ?? states[0];
  if (placed === undefined) return undefined;
  const { state } = placed.reading;
  return state === undefined ? placed.word.text : rookGame().write(state, 'FEN');
}

type Broken = { readonly text: string } | { readonly fault: string };

/** Asks the environment for one step. Resolves to the next state, and the outcome if the step ends the game. */
async function step(
  complete: Complete,
  fen: string | undefined,
  action: string,
  signal: AbortSignalLike,
): Promise<{ readonly next: string; readonly result: string | undefined } | Broken> {
  if (fen === undefined) return { fault: 'RookWorld needs a position before the action' };
  const prompt = rookStepPrompt(fen, action);
  const answer = await complete(prompt, signal);
  if ('fault' in answer) return answer;
  const line = first(prompt + answer.text);
  if (line?.kind !== 'environment' || isCutOff(line) || line.truncated?.text === '1') return { text: answer.text };
  return { next: line.next?.text ?? '', result: resultOf(line, fen) };
}

/** Returns true if the line of the environment is incomplete. */
const isCutOff = ({ next, reward, terminated, truncated }: RookStep): boolean =>
  [next, reward, terminated, truncated].some((word) => word === undefined || word.text === '');

/** Returns the result of a step. The reward is that of the player who made the move. */
function resultOf({ terminated, reward }: RookStep, fen: string): string | undefined {
  if (terminated?.text !== '1') return undefined;
  const points = Number(reward?.text);
  if (points === ROOK_REWARDS.draw) return '1/2-1/2';
  const isWhite = fen.split(' ')[1] === 'w';
  return points > 0 === isWhite ? '1-0' : '0-1';
}

async function policy(
  complete: Complete,
  fen: string,
  signal: AbortSignalLike,
): Promise<{ readonly line: RookPolicy } | Broken> {
  const prompt = rookPolicyPrompt(fen);
  const answer = await complete(prompt, signal);
  if ('fault' in answer) return answer;
  const line = first(prompt + answer.text);
  return line?.kind === 'policy' && line.moves !== undefined && line.values !== undefined
    ? { line }
    : { text: answer.text };
}

function first(text: string): RookLine | undefined {
  const found = readRookLines(text).next();
  return found.done === true ? undefined : found.value;
}

/** Formats actions with their values in buckets; one without a number has none. */
const listOf = ({ moves, values }: RookPolicy, dialect: MavDialect): string =>
  (moves?.words ?? [])
    .map(({ text }, i) => {
      const value = Number(values?.words[i]?.text ?? Number.NaN);
      return Number.isFinite(value) ? `${text}:${bucketToken(toBucket(pawnsToWin(value), dialect), dialect)}` : text;
    })
    .join(' ');

/** Returns the best action; text after it is ignored. */
const bestOf = ({ best }: RookPolicy): string => best?.text.split(/\s/)[0] ?? '';
