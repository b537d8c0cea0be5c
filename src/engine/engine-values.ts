import { type AbortSignalLike, onAbort } from '../core/base/cancellation.ts';
import { LruMap } from '../core/base/lru-map.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import { CHESS_AUTOMATA } from '../core/games/chess/chess.ts';
import { CHESS_VARIANTS, isChessVariant } from '../core/games/chess/chess-variants.ts';
import type { PositionValues, ValuedAction } from '../core/games/position-values.ts';
import { type ValuedPosition, type ValueSource, type ValueSourceFault, winProbability } from '../core/mav/values.ts';
import type { Clock } from '../protocol/clock.ts';
import type { EngineProgram } from './engine-program.ts';
import type { UciInfo, UciScore } from './uci-lines.ts';
import { type SearchLimit, type UciFault, UciSession } from './uci-session.ts';
import { PATIENCE, type Patience } from './watchdog.ts';

/** Default search depth, in plies. */
export const DEFAULT_DEPTH = 8;
/**
 * Hash table in MiB for shallow searches: emptying a large one takes longer than the search itself, and only a deep search fills it.
 */
const SMALL_HASH = 4;
const LARGE_HASH = 64;
const SHALLOW = 10;
const DEFAULT_IDLE_MS = 60_000;
const DEFAULT_CACHE = 10_000;
/** Consecutive positions over which an engine died; after them no engine is started again. */
const MAX_CRASHES = 3;

export interface EngineValueOptions {
  readonly program: EngineProgram;
  readonly clock: Clock;
  /** Limit of each search; default: depth 8. */
  readonly limit?: SearchLimit;
  /** Threads of one engine; default 1. With more, two searches find different values. */
  readonly threads?: number;
  /** Hash table in MiB; default 4, and 64 for depths above 10 and other limits. */
  readonly hash?: number;
  /** Engines that run at the same time; default 1. */
  readonly jobs?: number;
  /** Idle time after which an engine is ended, in milliseconds; default: a minute. */
  readonly idleMs?: number;
  /** Positions whose values are cached; default 10,000. */
  readonly cacheEntries?: number;
  readonly patience?: Patience;
  /** Called with the duration of each search, in milliseconds. */
  readonly onSearched?: (ms: number) => void;
}

/** A pending request for the values of a position. */
interface Request {
  readonly key: string;
  readonly task: SearchTask;
  readonly signal: AbortSignalLike;
  readonly settle: (result: Result<PositionValues, ValueSourceFault>) => void;
}

const refusal = (code: ValueSourceFault['code'], message: string): Result<never, ValueSourceFault> =>
  err({ code, message });

/**
 * Values of chess and Chess960 from a UCI engine: every legal move is searched to the same depth with MultiPV, from an empty hash table.
 * Win probabilities follow Schultz et al., section 2; a mate is 1 or 0. Finished games get their values from the rules.
 */
export class EngineValues implements ValueSource {
  readonly games = CHESS_VARIANTS;
  readonly #options: EngineValueOptions;
  readonly #limit: SearchLimit;
  readonly #slots: EngineSlot[];
  readonly #idle: EngineSlot[];
  /** Queue in order of arrival. */
  readonly #waiting = new Set<Request>();
  readonly #cache: LruMap<string, PositionValues>;
  #deaths = 0;
  #broken: ValueSourceFault | undefined;
  #disposed: ValueSourceFault | undefined;

  constructor(options: EngineValueOptions) {
    const { program, clock, limit, threads = 1, hash, jobs = 1, idleMs, cacheEntries, patience } = options;
    this.#options = options;
    this.#limit = limit ?? { depth: DEFAULT_DEPTH };
    this.#cache = new LruMap(cacheEntries ?? DEFAULT_CACHE);
    const isShallow = 'depth' in this.#limit && this.#limit.depth <= SHALLOW;
    const slot = {
      program,
      clock,
      limit: this.#limit,
      patience: patience ?? PATIENCE,
      idleMs: idleMs ?? DEFAULT_IDLE_MS,
      onSearched: options.onSearched,
      settings: { Threads: threads, Hash: hash ?? (isShallow ? SMALL_HASH : LARGE_HASH) },
    };
    this.#slots = Array.from({ length: Math.max(1, jobs) }, () => new EngineSlot(slot));
    this.#idle = [...this.#slots].reverse();
  }

  get label(): string {
    const [limit = 'depth', value = 0] = Object.entries(this.#limit)[0] ?? [];
    const amount = limit === 'movetime' ? `${value} ms` : limit === 'nodes' ? `${value} nodes` : `depth ${value}`;
    return `${this.#name}, ${amount}`;
  }

  values({ game, state }: ValuedPosition, signal: AbortSignalLike): Promise<Result<PositionValues, ValueSourceFault>> {
    if (!isChessVariant(game)) return Promise.resolve(refusal('no-source', `a chess engine cannot evaluate ${game}`));
    if (signal.aborted) return Promise.resolve(cancelled());
    const automaton = CHESS_AUTOMATA[game];
    const parsed = automaton.parse(state);
    if (!parsed.ok) return Promise.resolve(refusal('bad-position', `not a position: ${parsed.error}`));
    const outcome = automaton.outcome(parsed.value);
    if (outcome !== undefined) return Promise.resolve(ok({ actions: [], outcome, kind: 'exact' }));
    // The move number changes no value: with 1 for all of them, equal positions are searched once.
    const fen = automaton.print(parsed.value).replace(/\d+$/, '1');
    const key = `${game} ${fen}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return Promise.resolve(ok(known));
    const task = { fen, chess960: game === 'chess960', legal: automaton.legal(parsed.value) };
    return new Promise((resolve) => {
      const request: Request = {
        key,
        task,
        signal,
        settle: (result) => {
          forget();
          resolve(result);
        },
      };
      const forget = onAbort(signal, () => {
        this.#waiting.delete(request);
        request.settle(cancelled());
      });
      this.#waiting.add(request);
      this.#next();
    });
  }

  async dispose(): Promise<void> {
    this.#disposed = { code: 'cancelled', message: 'the engine was stopped' };
    this.#failAll(this.#disposed);
    this.#cache.clear();
    await Promise.all(this.#slots.map((slot) => slot.dispose()));
  }

  get #name(): string {
    const own = this.#slots.map(({ name }) => name).find((name) => name !== undefined);
    return own ?? this.#options.program.name;
  }

  /** Hands queued positions to idle engines. */
  #next(): void {
    const over = this.#disposed ?? this.#broken;
    if (over !== undefined) this.#failAll(over);
    for (const request of this.#waiting) {
      const known = this.#cache.get(request.key);
      if (known === undefined) {
        const slot = this.#idle.pop();
        if (slot === undefined) return;
        void this.#run(slot, request);
      } else request.settle(ok(known));
      this.#waiting.delete(request);
    }
  }

  async #run(slot: EngineSlot, { key, task, signal, settle }: Request): Promise<void> {
    const found = await slot.search(task, signal);
    if (found.ok) {
      const values = positionValues(task.legal, found.value);
      this.#cache.set(key, values);
      this.#deaths = 0;
      settle(ok(values));
    } else settle(err(this.#disposed ?? this.#blame(found.error)));
    this.#idle.push(slot);
    this.#next();
  }

  /** Returns the fault for callers; an engine that keeps crashing is not restarted. */
  #blame({ code, reason }: UciFault): ValueSourceFault {
    const message = `${this.#name} ${reason}`;
    if (code === 'cancelled') return { code, message };
    if (code === 'refused') return { code: 'bad-position', message };
    const failed: ValueSourceFault = { code: 'failed', message };
    if (code === 'wrong') return failed;
    if (code === 'missing' || ++this.#deaths >= MAX_CRASHES) this.#broken ??= failed;
    return failed;
  }

  #failAll(cause: ValueSourceFault): void {
    for (const { settle } of this.#waiting) settle(err(cause));
    this.#waiting.clear();
  }
}

const cancelled = (): Result<never, ValueSourceFault> => refusal('cancelled', 'cancelled');

function positionValues(legal: readonly string[], found: ReadonlyMap<string, UciInfo>): PositionValues {
  const ranked = legal.flatMap((action) => {
    const info = found.get(action);
    return info === undefined ? [] : [{ action, info }];
  });
  ranked.sort((a, b) => height(b.info.score) - height(a.info.score) || a.info.multipv - b.info.multipv);
  const actions = ranked.map(({ action, info: { score } }): ValuedAction => {
    const win = scoreWinProbability(score);
    // An engine announces only mates that it has searched to the end.
    return score.kind === 'mate' ? { action, win, interval: { low: win, high: win } } : { action, win };
  });
  return { actions, outcome: undefined, kind: 'engine' };
}

const scoreWinProbability = (score: UciScore): number =>
  score.kind === 'mate' ? (score.moves > 0 ? 1 : 0) : winProbability(score.centipawns);

/** Larger than any engine's centipawns. */
const MATE = 1e10;

/** Returns a sort key: the nearest mate first, the nearest mate against the side to move last. */
const height = (score: UciScore): number =>
  score.kind === 'cp' ? score.centipawns : score.moves > 0 ? MATE - score.moves : -MATE - score.moves;

export interface SlotOptions {
  readonly program: EngineProgram;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly limit: SearchLimit;
  /** Options set once per engine. */
  readonly settings: Readonly<Record<string, number | boolean>>;
  /** Idle time after which the engine is ended, in milliseconds; the next task starts it again. */
  readonly idleMs: number;
  /** Called with the duration of each search, in milliseconds. */
  readonly onSearched: ((ms: number) => void) | undefined;
}

/** A position to search. */
interface SearchTask {
  readonly fen: string;
  readonly chess960: boolean;
  /** Legal moves in UCI. */
  readonly legal: readonly string[];
}

/** Searches of a position without new values, after which the engine is given up: it does not know some moves. */
const FRUITLESS = 2;

/** One engine: started with the first task, started once more if it dies over a position, and ended when idle. */
class EngineSlot {
  readonly #options: SlotOptions;
  #session: UciSession | undefined;
  #stopIdle: (() => void) | undefined;
  #name: string | undefined;
  #isDisposed = false;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Name that the engine stated at its last start. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Returns the line about each legal move. Runs one search at a time. */
  async search(task: SearchTask, signal: AbortSignalLike): Promise<Result<ReadonlyMap<string, UciInfo>, UciFault>> {
    this.#stopIdle?.();
    let result = await this.#try(task, signal);
    if (!result.ok && result.error.code === 'gone' && !signal.aborted) result = await this.#try(task, signal);
    const { clock, idleMs } = this.#options;
    if (this.#session !== undefined && this.#session.over === undefined)
      this.#stopIdle = clock.after(idleMs, () => void this.#end());
    return result;
  }

  /** Ends the engine for good. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#stopIdle?.();
    const session = this.#session;
    this.#session = undefined;
    await session?.end();
  }

  async #try(task: SearchTask, signal: AbortSignalLike): Promise<Result<ReadonlyMap<string, UciInfo>, UciFault>> {
    const opened = await this.#open();
    if (!opened.ok) return opened;
    return this.#valued(opened.value, task, signal);
  }

  async #open(): Promise<Result<UciSession, UciFault>> {
    if (this.#session !== undefined && this.#session.over === undefined) return ok(this.#session);
    if (this.#isDisposed) return err({ code: 'gone', reason: 'was stopped' });
    const { program, clock, patience, settings } = this.#options;
    const session = new UciSession(program, clock, patience);
    this.#session = session;
    const fault = await session.greet(settings);
    this.#name = session.name ?? this.#name;
    return fault === undefined ? ok(session) : err(fault);
  }

  /**
   * Searches until every legal move has a value: an engine may value fewer moves per search than there are, or name others.
   */
  async #valued(
    session: UciSession,
    { fen, chess960, legal }: SearchTask,
    signal: AbortSignalLike,
  ): Promise<Result<ReadonlyMap<string, UciInfo>, UciFault>> {
    if (chess960 && !session.knowsChess960) return err({ code: 'wrong', reason: 'does not support Chess960' });
    const values = new Map<string, UciInfo>();
    let missing = legal;
    for (let fruitless = 0; missing.length > 0; ) {
      const multiPv = Math.min(missing.length, session.maxVariations);
      const isFirst = values.size === 0 && fruitless === 0;
      const moves = isFirst && multiPv === legal.length ? [] : missing;
      const search = { fen, chess960, multiPv, moves, limit: this.#options.limit };
      const found = await session.search(search, signal);
      if (!found.ok) return found;
      this.#options.onSearched?.(found.value.ms);
      for (const move of missing) {
        const info = found.value.infos.get(move);
        if (info !== undefined) values.set(move, info);
      }
      const left = missing.filter((move) => !values.has(move));
      if (left.length === missing.length && ++fruitless === FRUITLESS)
        return err({ code: 'wrong', reason: `gives no value for ${left.slice(0, 5).join(', ')}` });
      missing = left;
    }
    return ok(values);
  }
}
