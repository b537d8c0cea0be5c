import { ok, type Result } from '../../core/base/result.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import {
  type Completion,
  type CompletionRequest,
  type DecodingSettings,
  fault,
  type Model,
  type ModelFault,
  type StateTask,
  type TokenUsage,
} from '../model.ts';
import { LOCAL_CAPABILITIES } from '../onnx/model-worker.ts';
import { uciMoves } from '../prompts/prompt.ts';

/** Continues a text. */
export type Continue = (
  prompt: string,
  settings: DecodingSettings,
  signal: AbortSignal,
) => Promise<Result<Completion, ModelFault>>;

/** State of a model after some moves. */
interface Step {
  /** State that it wrote; undefined from the first missing one on. */
  readonly state: string | undefined;
  /** Text that it wrote instead of a state. */
  readonly text: string;
  readonly usage: TokenUsage;
  readonly ply: number;
}

/** Number of cached positions: several games, so that each ply of a traced one costs one transition. */
const MOST_STEPS = 4096;

/**
 * Tracks states with a model that knows transitions: the state after n moves takes n transitions, each from the state that the model wrote
 * itself. Intermediate states are cached, so that a game costs one pass.
 */
export class Tracker {
  readonly #steps = new Map<string, Promise<Result<Step, ModelFault>>>();
  readonly #goOn: Continue;

  constructor(goOn: Continue) {
    this.#goOn = goOn;
  }

  /**
   * Returns the FEN of the state after the moves of a task; or, if the model wrote no state at some move, its text there.
   */
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
    // A state has a fixed length, and its log probabilities are of another text than the answer's.
    const { maxTokens: _most, topLogprobs: _none, stop: _stop, ...chosen } = settings;
    const own: DecodingSettings = { ...chosen, seed: (settings.seed ?? 0) + task.sample };
    const name = JSON.stringify([task.variant, task.startFen, own]);
    let step: Step = { state: task.startFen, text: '', usage: {}, ply: 0 };
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
    return ok({ text: state, finishReason: 'stop', usage });
  }

  /** Returns a cached step, or one in progress for another caller; a caller that cancels does so only for itself. */
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
    return ok({ state: answeredState(text), text: text.trim(), usage, ply: from.ply + 1 });
  }
}

const add = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: (a.inputTokens ?? 0) + (b.inputTokens ?? 0),
  outputTokens: (a.outputTokens ?? 0) + (b.outputTokens ?? 0),
});

/** Returns the prompt for the state after an action. */
const transitionPrompt = (game: ChessVariant, before: string, action: string): string =>
  `<mav game=${game}> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN ${before}]\n[%prev_action ${action}]\n`;

const STATE = /^\[%FEN ([^\]\n]*)\]/m;

/** Returns the argument of the first state of an answer. */
const answeredState = (answer: string): string | undefined => STATE.exec(answer)?.[1];

/** Returns the request whose text is a MAV prompt alone, whatever the template says: a board network knows no words. */
const rawRequest = (content: string): Pick<CompletionRequest, 'messages' | 'isRaw'> => ({
  messages: [{ role: 'user', content }],
  isRaw: true,
});

/**
 * Returns the model of a board network: it answers MAV prompts, and finds the state after a game one action at a time (`Tracker`).
 *
 * @param complete answers MAV prompts by the network
 */
export function boardModel(label: string, complete: Model['complete']): Model {
  const tracker = new Tracker((prompt, settings, signal) =>
    complete(
      { task: { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 }, ...rawRequest(prompt), settings },
      signal,
    ),
  );
  return {
    label,
    capabilities: () => Promise.resolve(ok({ ...LOCAL_CAPABILITIES, systemRole: false })),
    async complete(request, signal) {
      const { task } = request;
      if (signal.aborted) return fault('cancelled', 'cancelled');
      if (task.kind === 'state') return tracker.answer(task, request.settings, signal);
      if (task.kind === 'text') return fault('unsupported-task', `${label} reads MAV and no prose.`);
      if (task.kind === 'world')
        return fault('unsupported-task', `${label} follows games of chess and Chess960, no other world.`);
      return complete({ ...request, ...rawRequest(task.prompt) }, signal);
    },
  };
}
