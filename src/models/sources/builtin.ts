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
 * The learned model that is shipped: `builtin:mav-small`. It reads and writes MAV with native states; FENs of a prompt are translated
 * (`nativePrompt`). States after moves it finds move by move (`Tracker`). It knows no words, so that prompt templates make no
 * difference to it.
 *
 * @param run answers requests by the model of a folder, given from the root of the package; undefined where no model can run
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

/** Gives each request to the weights of its game; those that are never asked for are never loaded. */
function byGame(run: (folder: string) => Model['complete']): Model['complete'] {
  const opened = new Map<string, Model['complete']>();
  return (request, signal) => {
    const { task } = request;
    const game =
      task.kind === 'mav'
        ? GAME.exec(task.prompt)?.[1]
        : task.kind === 'world'
          ? task.world.automaton.id
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

/** Why a prompt cannot be answered: it asks for lists of a game of which none were learned. */
function unlearnedLists(prompt: string): string | undefined {
  const game = LISTING.exec(prompt)?.[1];
  // of a game without weights it is said that the game is unknown
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
      if (request.task.kind === 'world')
        return fault('unsupported-task', `${label} follows games of chess and Chess960, no other world.`);
      const unlearned = unlearnedLists(request.task.prompt);
      if (unlearned !== undefined) return fault('unsupported-task', unlearned);
      const native = nativePrompt(request.task.prompt);
      if (native === undefined) return complete({ ...request, ...raw(request.task.prompt) }, signal);
      // probabilities are those of the tokens that the model wrote: they would be of another text
      const { topLogprobs: _none, ...settings } = request.settings;
      const answer = await complete({ ...request, ...raw(native.prompt), settings }, signal);
      return answer.ok ? ok({ ...answer.value, text: native.restore(answer.value.text) }) : answer;
    },
  };
}

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
    return ok({ state: answeredState(text), text: text.trim(), usage, ply: from.ply + 1 });
  }
}

const add = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: (a.inputTokens ?? 0) + (b.inputTokens ?? 0),
  outputTokens: (a.outputTokens ?? 0) + (b.outputTokens ?? 0),
});

/** A MAV prompt with native states alone, and the way back for its answer. */
export interface NativePrompt {
  readonly prompt: string;
  /** The answer with states in the forms that were asked for. A state that is none stays as the model wrote it. */
  readonly restore: (answer: string) => string;
}

const HEADER = /^(\s*<mav game=chess(?:960)?\b)([^\n]*?)( <\/mav>)/;
const COMMAND = / %(prev_)?(FEN|state)(?![\w-])/g;
const GIVEN_FEN = /\[%(prev_)?FEN ([^\]\n]*)\]/g;
const GIVEN_STATE = /\[%state /;
const STATE_LINE = /\[%state ([^\]\n]*)\]/g;

/** The fields that a FEN may leave out. */
const LEFT_OUT = ['', 'w', '-', '-', '0', '1'];

/**
 * Translates a prompt of chess whose states are FENs into one with native states, which built-in models know alone; undefined where it
 * has no FEN. What is asked for in both forms is asked for once. The digits of a native state are read as StateLens writes them.
 */
export function nativePrompt(prompt: string): NativePrompt | undefined {
  const header = HEADER.exec(prompt);
  if (header === null || !prompt.includes('FEN')) return undefined;
  const [whole, begin = '', commands = '', end = ''] = header;
  const body = prompt.slice(whole.length);
  /** The forms of each state that is asked for, in order. */
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

/** The prompt for the state after an action, in the native form that built-in models read. */
export const transitionPrompt = (game: Variant, before: string, action: string): string =>
  `<mav game=${game}> %prev_state %prev_action %state </mav>\n[%prev_state ${before}]\n[%prev_action ${action}]\n`;

const STATE = /^\s*\[%state ([^\]\n]*)\]/;

/** The argument of the state that an answer begins with. */
export const answeredState = (answer: string): string | undefined => STATE.exec(answer)?.[1];
