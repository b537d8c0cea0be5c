import { ok, type Result } from '../../core/base/result.ts';
import { fenOfNative, writeNative } from '../../core/mav/native-chess.ts';
import {
  type Completion,
  type DecodingSettings,
  fault,
  type ModelFault,
  type StateTask,
  type TokenUsage,
} from '../model.ts';
import { uciMoves } from '../prompts/uci-moves.ts';
import { stateOf, transitionPrompt } from './transition.ts';

/** Goes on with a text. */
export type Continue = (
  prompt: string,
  settings: DecodingSettings,
  signal: AbortSignal,
) => Promise<Result<Completion, ModelFault>>;

/** Where a model is after some moves. */
interface Step {
  /** The state that it wrote; undefined from where it wrote none. */
  readonly state: string | undefined;
  /** What it wrote when it wrote no state. */
  readonly text: string;
  readonly usage: TokenUsage;
  readonly ply: number;
}

/** Positions that are remembered: some games, so that each ply of a traced one is one transition. */
const MOST_STEPS = 4096;
/** Tokens of a state. */
const STATE_TOKENS = 160;

/**
 * Makes a tracker of a model that knows transitions: the state after moves is that many transitions, each from the state that the
 * model wrote itself. What it was led to by moves is remembered, so that a game costs one pass.
 */
export class Tracker {
  readonly #steps = new Map<string, Promise<Result<Step, ModelFault>>>();
  readonly #goOn: Continue;

  constructor(goOn: Continue) {
    this.#goOn = goOn;
  }

  /** The FEN of the state after the moves of a task; or, from where the model wrote no state, what it wrote. */
  async answer(
    task: StateTask,
    settings: DecodingSettings,
    signal: AbortSignal,
  ): Promise<Result<Completion, ModelFault>> {
    const moves = uciMoves(task);
    if (moves.length < task.moves.length) {
      const san = task.moves[moves.length] ?? '';
      return fault('unsupported-task', `the move ${san} cannot be played after ${moves.length} half-moves`);
    }
    // a state is as long as it is, and its log probabilities are of another text than the answer's
    const { maxTokens: _most, topLogprobs: _none, stop: _stop, ...chosen } = settings;
    const own: DecodingSettings = { ...chosen, seed: (settings.seed ?? 0) + task.sample, maxTokens: STATE_TOKENS };
    const name = JSON.stringify([task.variant, task.startFen, own]);
    let step: Step = { state: writeNative(task.startFen), text: '', usage: {}, ply: 0 };
    let usage: TokenUsage = {};
    let before = name;
    for (const move of moves) {
      const from = step;
      const key = `${before} ${move}`;
      const isNew = !this.#steps.has(key);
      const found = await this.#step(key, () => this.#play(task, from, move, own, signal), signal);
      if (!found.ok) return found;
      step = found.value;
      if (isNew && step.ply > from.ply) usage = add(usage, step.usage);
      before = key;
    }
    const { state, text, ply } = step;
    if (state === undefined)
      return ok({ text: `No state from ply ${ply} on. There it wrote: ${text}`, finishReason: 'stop', usage });
    return ok({ text: fenOfNative(state) ?? `[%state ${state}]`, finishReason: 'stop', usage });
  }

  /** A step that is remembered, or is being made for somebody else; who called that off does so for himself alone. */
  async #step(
    key: string,
    make: () => Promise<Result<Step, ModelFault>>,
    signal: AbortSignal,
  ): Promise<Result<Step, ModelFault>> {
    for (;;) {
      let promise = this.#steps.get(key);
      if (promise === undefined) {
        promise = make();
        this.#steps.set(key, promise);
        const [oldest] = this.#steps.keys();
        if (this.#steps.size > MOST_STEPS && oldest !== undefined) this.#steps.delete(oldest);
      }
      const found = await promise;
      if (found.ok) return found;
      if (this.#steps.get(key) === promise) this.#steps.delete(key);
      if (found.error.code !== 'cancelled' || signal.aborted) return found;
    }
  }

  async #play(
    { variant }: StateTask,
    from: Step,
    move: string,
    settings: DecodingSettings,
    signal: AbortSignal,
  ): Promise<Result<Step, ModelFault>> {
    if (from.state === undefined) return ok(from);
    const answer = await this.#goOn(transitionPrompt(variant, from.state, move), settings, signal);
    if (!answer.ok) return answer;
    const { text, usage = {} } = answer.value;
    return ok({ state: stateOf(text), text: text.trim(), usage, ply: from.ply + 1 });
  }
}

const add = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: (a.inputTokens ?? 0) + (b.inputTokens ?? 0),
  outputTokens: (a.outputTokens ?? 0) + (b.outputTokens ?? 0),
});
