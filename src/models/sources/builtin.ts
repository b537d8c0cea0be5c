import { ok, type Result } from '../../core/base/result.ts';
import { fenToNative, nativeToFen } from '../../core/mav/native-chess.ts';
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
  type Variant,
} from '../model.ts';
import { LOCAL_CAPABILITIES } from '../onnx/model-worker.ts';
import { uciMoves } from '../prompts/prompt-variables.ts';
import { canListActions, MAV_SMALL, MAV_SMALL_LABEL } from './mav-small.ts';
import type { ModelSource } from './source.ts';

/**
 * Returns the bundled learned model: `builtin:mav-small`. It reads and writes MAV with native states; FENs of a prompt are translated
 * (`nativePrompt`). It finds states after moves one move at a time (`Tracker`). It has no language, so prompt templates make no difference
 * to it.
 *
 * @param run answers requests by the model of a folder, relative to the root of the package; undefined if no model can run
 */
export function builtinSource(run: ((folder: string) => Model['complete']) | undefined): ModelSource {
  let model: Model | undefined;
  return {
    id: 'builtin',
    title: 'Built-in: learned, offline, no key',
    names: [MAV_SMALL.name],
    open(name) {
      const label = `builtin:${name}`;
      if (name !== MAV_SMALL.name)
        return fault('unknown-model', `unknown built-in model "${name}"; expected ${MAV_SMALL.name}`);
      if (run === undefined)
        return fault('unavailable', `${label} needs WebAssembly in a worker, which is not to be had here.`);
      model ??= mavModel(label, byGame(run));
      return ok(model);
    },
  };
}

const GAME = /<mav game=(\w+)/;

/** Passes each request to the weights of its game; unused weights are never loaded. */
function byGame(run: (folder: string) => Model['complete']): Model['complete'] {
  const opened = new Map<string, Model['complete']>();
  return (request, signal) => {
    const { task } = request;
    const game =
      task.kind === 'mav'
        ? GAME.exec(task.prompt)?.[1]
        : task.kind === 'world'
          ? task.world.automaton.id
          : task.kind === 'text'
            ? undefined
            : task.variant;
    const folder = MAV_SMALL.folders[game ?? ''];
    if (folder === undefined)
      return Promise.resolve(
        fault('unsupported-task', `${MAV_SMALL_LABEL} knows chess, Chess960, Connect Four and Hex.`),
      );
    const complete = opened.get(folder) ?? run(folder);
    opened.set(folder, complete);
    return complete(request, signal);
  };
}

const LISTING = /<mav game=(\w+)[^\n]* %(?:top_|best_action)/;

/** Returns the reason why a prompt cannot be answered: it asks for lists of a game for which none were learned. */
function unlearnedLists(prompt: string): string | undefined {
  const game = LISTING.exec(prompt)?.[1];
  // For a game without weights, the message is that the game is unknown.
  if (game === undefined || MAV_SMALL.folders[game] === undefined || canListActions(MAV_SMALL_LABEL, game))
    return undefined;
  return `${MAV_SMALL_LABEL} has learned no lists or values of game=${game}. Ask it for %state alone; a search has the values of the reference with the world "states".`;
}

function mavModel(label: string, complete: Model['complete']): Model {
  const raw = (content: string): Pick<CompletionRequest, 'messages' | 'isRaw'> => ({
    messages: [{ role: 'user', content }],
    isRaw: true,
  });
  const tracker = new Tracker((prompt, settings, signal) =>
    complete(
      { task: { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 }, ...raw(prompt), settings },
      signal,
    ),
  );
  return {
    label,
    capabilities: () => Promise.resolve(ok({ ...LOCAL_CAPABILITIES, systemRole: false })),
    async complete(request, signal) {
      if (signal.aborted) return fault('cancelled', 'cancelled');
      if (request.task.kind === 'state') return tracker.answer(request.task, request.settings, signal);
      if (request.task.kind === 'text') return fault('unsupported-task', `${label} reads no prose.`);
      if (request.task.kind === 'world')
        return fault('unsupported-task', `${label} follows games of chess and Chess960, no other world.`);
      const unlearned = unlearnedLists(request.task.prompt);
      if (unlearned !== undefined) return fault('unsupported-task', unlearned);
      const native = nativePrompt(request.task.prompt);
      if (native === undefined) return complete({ ...request, ...raw(request.task.prompt) }, signal);
      // Log probabilities would be those of the tokens that the model wrote, of a different text.
      const { topLogprobs: _none, ...settings } = request.settings;
      const answer = await complete({ ...request, ...raw(native.prompt), settings }, signal);
      return answer.ok ? ok({ ...answer.value, text: native.restore(answer.value.text) }) : answer;
    },
  };
}

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
/** Token limit of a state. */
const STATE_TOKENS = 160;

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
    const own: DecodingSettings = { ...chosen, seed: (settings.seed ?? 0) + task.sample, maxTokens: STATE_TOKENS };
    const name = JSON.stringify([task.variant, task.startFen, own]);
    let step: Step = { state: fenToNative(task.startFen), text: '', usage: {}, ply: 0 };
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
    return ok({ text: nativeToFen(state) ?? `[%state ${state}]`, finishReason: 'stop', usage });
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

/** A MAV prompt with only native states, and the conversion of its answer back. */
export interface NativePrompt {
  readonly prompt: string;
  /** Returns the answer with states in the requested forms. Malformed states stay as the model wrote them. */
  readonly restore: (answer: string) => string;
}

const HEADER = /^(\s*<mav game=chess(?:960)?\b)([^\n]*?)( <\/mav>)/;
const COMMAND = / %(prev_)?(FEN|state)(?![\w-])/g;
const GIVEN_FEN = /\[%(prev_)?FEN ([^\]\n]*)\]/g;
const GIVEN_STATE = /\[%state /;
const STATE_LINE = /\[%state ([^\]\n]*)\]/g;

/** Defaults of the fields that a FEN may omit. */
const LEFT_OUT = ['', 'w', '-', '-', '0', '1'];

/**
 * Translates a chess prompt with FENs into one with native states, the only form that built-in models know; undefined if it has no FEN. A
 * state requested in both forms is requested once. The digits of a native state are read as StateLens writes them.
 */
export function nativePrompt(prompt: string): NativePrompt | undefined {
  const header = HEADER.exec(prompt);
  if (header === null || !prompt.includes('FEN')) return undefined;
  const [whole, begin = '', commands = '', end = ''] = header;
  const body = prompt.slice(whole.length);
  /** Requested forms of each state, in order. */
  const asked: string[][] = [];
  let isGiven = GIVEN_STATE.test(body) || /\[%FEN /.test(body);
  let last = -1;
  const native = commands.replace(COMMAND, (_, previous: string | undefined, form: string, at: number) => {
    const isPair = previous === undefined && at === last && asked.at(-1)?.includes(form) === false;
    last = at + ` %${previous ?? ''}${form}`.length;
    if (previous !== undefined) return ' %prev_state';
    if (isPair) {
      asked.at(-1)?.push(form);
      return '';
    }
    if (isGiven) isGiven = false;
    else asked.push([form]);
    return ' %state';
  });
  const states = body.replace(GIVEN_FEN, (_, previous: string | undefined, fen: string) => {
    const fields = fen.trim().split(/\s+/);
    return `[%${previous ?? ''}state ${fenToNative(LEFT_OUT.map((missing, i) => fields[i] ?? missing).join(' '))}]`;
  });
  return {
    prompt: begin + native + end + states,
    restore: (answer) => {
      const wanted = [...asked];
      return answer.replace(STATE_LINE, (line, state: string) => {
        const forms = wanted.shift() ?? ['state'];
        return forms.map((form) => (form === 'FEN' ? `[%FEN ${nativeToFen(state) ?? state}]` : line)).join('\n');
      });
    },
  };
}

/** Returns the prompt for the state after an action, in the native form that built-in models read. */
export const transitionPrompt = (game: Variant, before: string, action: string): string =>
  `<mav game=${game}> %prev_state %prev_action %state </mav>\n[%prev_state ${before}]\n[%prev_action ${action}]\n`;

const STATE = /^\s*\[%state ([^\]\n]*)\]/;

/** Returns the argument of the state with which an answer begins. */
export const answeredState = (answer: string): string | undefined => STATE.exec(answer)?.[1];
