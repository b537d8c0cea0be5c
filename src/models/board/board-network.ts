import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-web/wasm';
import { err, ok, type Result } from '../../core/base/result.ts';
import { BUCKETS } from '../../core/mav/values.ts';
import type { BoardConfig } from './board-config.ts';
import type { BoardAction, BoardPair } from './board-game.ts';

/** A pair of squares that looks legal: its logit is above 0. */
export interface PairReading extends BoardPair {
  /** Probability that the pair is legal, 0.5 to 1. */
  readonly chance: number;
  /** Logits of the buckets, a row of 64 for each promotion; the first is that of no promotion. */
  readonly worth: Float32Array;
}

/** Outputs of a network for one board. */
export interface BoardView {
  /** Pairs that look legal, by source and target. */
  readonly found: readonly PairReading[];
  /** Logits of the codes after the marked action, a row for each square. */
  readonly next: Float32Array;
}

/** Looks at boards. `action` is marked on the board; undefined for a list. */
export type Look = (codes: Uint8Array, action: BoardAction | undefined) => Promise<BoardView>;

/** Numbers of worth for each promotion. */
const PROMOTIONS = 5;
/** Limit of the boards of one run: a tenth of a second, after which requests may be canceled. */
const AT_ONCE = 16;
const INPUTS = ['codes', 'marks'] as const;
const OUTPUTS = ['legal', 'found', 'worth', 'next'] as const;

interface Waiting {
  readonly codes: Uint8Array;
  readonly action: BoardAction | undefined;
  readonly seen: (view: BoardView) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A board network in a session of the runtime. Boards that are asked for in the same turn are looked at in one run of the graph, which
 * takes half of the time a board.
 */
export class BoardNetwork {
  readonly #session: InferenceSession;
  readonly #tensor: TensorConstructor;
  readonly #config: BoardConfig;
  readonly #turn: () => Promise<void>;
  #waiting: Waiting[] = [];
  #isRunning = false;

  private constructor(
    session: InferenceSession,
    tensor: TensorConstructor,
    config: BoardConfig,
    turn: () => Promise<void>,
  ) {
    this.#session = session;
    this.#tensor = tensor;
    this.#config = config;
    this.#turn = turn;
  }

  /**
   * Opens a network and runs it once. The error continues the name of its file.
   *
   * @param turn lets pending requests in
   */
  static async open(
    session: InferenceSession,
    tensor: TensorConstructor,
    config: BoardConfig,
    turn: () => Promise<void>,
  ): Promise<Result<BoardNetwork, string>> {
    const input = INPUTS.find((name) => !session.inputNames.includes(name));
    if (input !== undefined) return err(`has no input "${input}"; its inputs are ${session.inputNames.join(', ')}`);
    const output = OUTPUTS.find((name) => !session.outputNames.includes(name));
    if (output !== undefined)
      return err(`has no output "${output}"; its outputs are ${session.outputNames.join(', ')}`);
    const network = new BoardNetwork(session, tensor, config, turn);
    const [view] = await network.#run([{ codes: new Uint8Array(config.squares), action: undefined }]);
    const size = config.squares * config.codes;
    if (view?.next.length !== size) return err(`gives ${view?.next.length} numbers a board; config.json says ${size}`);
    return ok(network);
  }

  /** Looks at a board. */
  readonly look: Look = (codes, action) =>
    new Promise((seen, failed) => {
      this.#waiting.push({ codes, action, seen, failed });
      if (!this.#isRunning) void this.#runAll();
    });

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (;;) {
      // Requests of the same turn arrive before the first of them is answered.
      await this.#turn();
      const group = this.#waiting.splice(0, AT_ONCE);
      if (group.length === 0) break;
      try {
        const views = await this.#run(group);
        for (const [i, { seen, failed }] of group.entries()) {
          const view = views[i];
          if (view === undefined) failed(new Error('the graph gave no answer'));
          else seen(view);
        }
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    this.#isRunning = false;
  }

  async #run(boards: readonly Pick<Waiting, 'codes' | 'action'>[]): Promise<readonly BoardView[]> {
    const { squares, codes: kinds } = this.#config;
    const codes = new BigInt64Array(boards.length * squares);
    const marks = new BigInt64Array(boards.length * squares);
    for (const [board, { codes: own, action }] of boards.entries()) {
      own.forEach((code, square) => {
        codes[board * squares + square] = BigInt(code);
      });
      if (action === undefined) continue;
      marks[board * squares + action.from] = 1n;
      marks[board * squares + action.to] = BigInt(2 + action.promotion);
    }
    const shape = [boards.length, squares];
    const feeds = { codes: new this.#tensor('int64', codes, shape), marks: new this.#tensor('int64', marks, shape) };
    const outputs = await this.#session.run(feeds);
    const [legal, worth, next] = ['legal', 'worth', 'next'].map((name) => floats(outputs[name]));
    const found = outputs['found']?.data;
    if (legal === undefined || worth === undefined || next === undefined || !(found instanceof BigInt64Array))
      throw new Error('the outputs are of unknown types');
    const pairs = pairsOf(found, legal, worth, boards.length, squares);
    const size = squares * kinds;
    return boards.map((_, board) => ({
      found: pairs[board] ?? [],
      next: next.subarray(board * size, (board + 1) * size),
    }));
  }
}

const floats = (tensor: Tensor | undefined): Float32Array | undefined =>
  tensor?.data instanceof Float32Array ? tensor.data : undefined;

/** Returns the pairs of each board. `found` has rows of boards, sources and targets. */
function pairsOf(
  found: BigInt64Array,
  legal: Float32Array,
  worth: Float32Array,
  boards: number,
  squares: number,
): readonly PairReading[][] {
  const pairs = Array.from({ length: boards }, (): PairReading[] => []);
  const count = found.length / 3;
  const size = PROMOTIONS * BUCKETS;
  for (let i = 0; i < count; i++) {
    const [board, from, to] = [i, count + i, 2 * count + i].map((at) => Number(found[at])) as [number, number, number];
    const logit = legal[(board * squares + from) * squares + to] ?? 0;
    const chance = 1 / (1 + Math.exp(-logit));
    pairs[board]?.push({ from, to, chance, worth: worth.subarray(i * size, (i + 1) * size) });
  }
  return pairs;
}
