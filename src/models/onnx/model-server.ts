import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { CallServer } from '../../compute/worker/call-server.ts';
import type { FromWorker, ToWorker } from '../../compute/worker/worker-protocol.ts';
import { err, ok, type Result, thrownMessage } from '../../core/base/result.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { answerBoard } from '../board/answer-board.ts';
import { type BoardConfig, isBoardConfig, readBoardConfig } from '../board/board-config.ts';
import { BoardNetwork, type Look } from '../board/board-network.ts';
import { type Completion, type DecodingSettings, fault, type ModelFault } from '../model.ts';
import {
  decodeTogether,
  type Guess,
  generateText,
  isGuessedWell,
  stateGuess,
  type TokenModel,
  type Vocabulary,
} from './decode.ts';
import type { OnnxCalls } from './model-worker.ts';
import { completionPrompt, readModelConfig, sessionModel, TURN_ENDS } from './session-model.ts';

/** A worker's end of the protocol, with functions of its platform. */
export interface ModelServerOptions {
  readonly post: (message: FromWorker) => void;
  readonly listen: (receive: (message: ToWorker) => void) => void;
  /** Loads the model, which lets pending messages in by `turn`. */
  readonly load: (turn: () => Promise<void>) => Promise<Result<LoadedModel, string>>;
  /** Lets pending messages in. */
  readonly turn: () => Promise<void>;
  /** Milliseconds of a monotonic clock; without one queued answers do not report their time. */
  readonly now?: () => number;
}

type Answer = Result<Completion, ModelFault>;

/** A request that waits for its answer. */
interface Waiting {
  readonly prompt: string;
  readonly ids: readonly number[];
  readonly settings: DecodingSettings;
  readonly isCancelled: () => boolean;
  /** True if other requests preceded it. */
  readonly isQueued: boolean;
  readonly answer: (answer: Answer) => void;
}

/** Limit of the prompts answered together. */
const TOGETHER = 16;

/**
 * Answers the calls of one model in order, prompts of equal length together. The model is loaded with the first call and kept.
 */
export function serveModel({ post, listen, load, turn, now }: ModelServerOptions): void {
  let loaded: Promise<Result<LoadedModel, string>> | undefined;
  let waiting: Waiting[] = [];
  let isRunning = false;
  const server = new CallServer<OnnxCalls>({ complete: (request, { signal }) => complete(request, signal) }, post);
  listen((message) => server.receive(message));
  server.start();

  async function complete(
    { messages, isRaw, settings, dialect = PUBLISHED_DIALECT }: OnnxCalls['complete']['input'],
    signal: AbortSignal,
  ): Promise<Answer> {
    if (signal.aborted) return fault('cancelled', 'cancelled');
    try {
      loaded ??= load(turn);
      const found = await loaded;
      if (!found.ok) return fault('unknown-model', found.error);
      const model = found.value;
      if (model.kind === 'board') {
        const prompt = messages.map(({ content }) => content).join('');
        return await answerBoard({ prompt, dialect, settings }, model.config, model.look);
      }
      const prompt = completionPrompt(messages, isRaw, model.tokenizerConfig);
      const ids = model.vocabulary.encode(prompt);
      return await new Promise((answer) => {
        const isQueued = isRunning || waiting.length > 0;
        waiting.push({ prompt, ids, settings, isCancelled: () => signal.aborted, isQueued, answer });
        if (!isRunning) void answerAll(model);
      });
    } catch (error) {
      return failed(error);
    }
  }

  async function answerAll(model: TextModel): Promise<void> {
    isRunning = true;
    // Requests sent in the same turn arrive before the first of them is answered.
    await turn();
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const group = together(first, model);
      waiting = waiting.filter((other) => !group.includes(other));
      try {
        const began = now?.() ?? 0;
        const answers = await answersOf(group, model);
        const timed = now === undefined ? {} : { elapsed: Math.max(0, now() - began) };
        for (const [i, { answer, isQueued }] of group.entries()) {
          const own = answers[i] ?? fault('cancelled', 'cancelled');
          answer(own.ok && isQueued ? { ok: true, value: { ...own.value, ...timed } } : own);
        }
      } catch (error) {
        for (const { answer } of group) answer(failed(error));
      }
    }
    isRunning = false;
  }

  /** Returns a request with the following ones that can be read together with it. */
  function together(first: Waiting, { model, guess }: TextModel): readonly Waiting[] {
    if (model.batch === undefined || (guess !== undefined && isGuessedWell(first.prompt))) return [first];
    if (first.isCancelled()) return [first];
    const isAlike = ({ ids, isCancelled }: Waiting): boolean => ids.length === first.ids.length && !isCancelled();
    return waiting.filter(isAlike).slice(0, TOGETHER);
  }

  async function answersOf(
    group: readonly Waiting[],
    { model, vocabulary, guess }: TextModel,
  ): Promise<readonly Answer[]> {
    const [first] = group;
    if (first === undefined) return [];
    if (group.length > 1 && model.batch !== undefined)
      return decodeTogether(group, model.batch(group.length), model, vocabulary, turn);
    return [await generateText(first.ids, first.settings, model, vocabulary, turn, first.isCancelled, guess)];
  }
}

const failed = (error: unknown): Answer => fault('bad-response', `The model failed to run: ${plainMessage(error)}.`);

/** A model in memory. */
export type LoadedModel = TextModel | BoardModel;

/** A network that reads and writes MAV by looking at whole boards. */
export interface BoardModel {
  readonly kind: 'board';
  readonly config: BoardConfig;
  readonly look: Look;
}

/** A model that continues a text. */
export interface TextModel {
  readonly kind: 'text';
  readonly model: TokenModel;
  readonly vocabulary: Vocabulary;
  readonly tokenizerConfig: unknown;
  /** Guess of its continuations, if they are easily guessed. */
  readonly guess: Guess | undefined;
}

/** JSON files of a model; the last two may be missing, of a board network all but the configuration. */
export const MODEL_TEXTS = [
  'tokenizer.json',
  'config.json',
  'tokenizer_config.json',
  'generation_config.json',
] as const;

/** The files of a model. */
export interface ModelFiles {
  /** Their location, for messages. */
  readonly place: string;
  /** JSON of `MODEL_TEXTS`; undefined for a missing file. */
  readonly texts: readonly unknown[];
  /** Name of the graph's file, for messages. */
  readonly name: string;
  readonly graph: Uint8Array;
  /** Weights stored beside the graph. */
  readonly external?: readonly { readonly path: string; readonly data: Uint8Array }[];
  /** WebAssembly of the runtime. */
  readonly runtime: Uint8Array;
}

/**
 * Opens a model from its files. The error is a sentence about what is not understood.
 *
 * @param turn lets pending messages in
 */
export function openFiles(files: ModelFiles, turn: () => Promise<void>): Promise<Result<LoadedModel, string>> {
  const [, config] = files.texts;
  return isBoardConfig(config) ? openBoard(files, config, turn) : openText(files);
}

async function openBoard(
  files: ModelFiles,
  config: unknown,
  turn: () => Promise<void>,
): Promise<Result<LoadedModel, string>> {
  const { place, name } = files;
  const known = readBoardConfig(config);
  if (!known.ok) return err(`config.json of ${place} ${known.error}.`);
  try {
    const session = await openSession(files);
    const network = await BoardNetwork.open(session, ort.Tensor, known.value, turn);
    if (!network.ok)
      return err(`${name} of ${place} is not the network that its config.json describes: it ${network.error}.`);
    return ok({ kind: 'board', config: known.value, look: network.value.look });
  } catch (error) {
    return err(`${name} of ${place} cannot be loaded: ${plainMessage(error)}.`);
  }
}

async function openSession({ graph, external = [], runtime }: ModelFiles): Promise<ort.InferenceSession> {
  // One thread and the bytes of the runtime, so that it looks for no file itself.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = runtime.slice().buffer;
  const session = await ort.InferenceSession.create(graph, { logSeverityLevel: 4, externalData: [...external] });
  // 14 MB that are not needed again; the types do not know that the property can be removed.
  Reflect.deleteProperty(ort.env.wasm, 'wasmBinary');
  return session;
}

async function openText(files: ModelFiles): Promise<Result<LoadedModel, string>> {
  const { place, texts, name } = files;
  const [tokenizer, config, tokenizerConfig, generation] = texts;
  const known = readModelConfig(config);
  const ends = [...known.ends, ...readModelConfig(generation).ends];
  const vocabulary = openVocabulary(tokenizer, tokenizerConfig ?? {}, ends);
  if (!vocabulary.ok) return err(`The tokenizer of ${place} is not supported: ${vocabulary.error}.`);
  try {
    const session = await openSession(files);
    const model = sessionModel(ort, session, known);
    if (!model.ok) return err(`${name} of ${place} is not a supported language model: ${model.error}.`);
    const guess = known.readsMav ? stateGuess(vocabulary.value) : undefined;
    return ok({ kind: 'text', model: model.value, vocabulary: vocabulary.value, tokenizerConfig, guess });
  } catch (error) {
    return err(`${name} of ${place} cannot be loaded: ${plainMessage(error)}.`);
  }
}

function openVocabulary(json: unknown, config: unknown, ends: readonly number[]): Result<Vocabulary, string> {
  try {
    const tokenizer = new Tokenizer(json as object, config as object);
    const marks = [...TURN_ENDS, endMark(config)].map((mark) => tokenizer.token_to_id(mark));
    const all = new Set([...ends, ...marks.filter((id) => id !== undefined)]);
    return ok({
      encode: (text) => tokenizer.encode(text).ids,
      decode: (ids) => (ids.length === 0 ? '' : tokenizer.decode([...ids], { skip_special_tokens: true })),
      ends: all,
    });
  } catch (error) {
    return err(plainMessage(error));
  }
}

/** Returns the end of a text as the tokenizer's configuration writes it: a text, or an object with one. */
function endMark(config: unknown): string {
  const mark: unknown = typeof config === 'object' && config !== null && 'eos_token' in config ? config.eos_token : '';
  const content: unknown = typeof mark === 'object' && mark !== null && 'content' in mark ? mark.content : mark;
  return typeof content === 'string' ? content : '';
}

/** Returns a library's error message, on one line and without its final period. */
export const plainMessage = (error: unknown): string =>
  thrownMessage(error)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .replace(/\.$/, '');
