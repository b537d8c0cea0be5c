import type { AbortSignalLike } from '../core/base/cancellation.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import type { Clock } from '../protocol/clock.ts';
import type { EngineProgram } from './engine-program.ts';
import type { UciInfo } from './uci-lines.ts';
import { type SearchLimit, type UciFault, UciSession } from './uci-session.ts';
import type { Patience } from './watchdog.ts';

export interface SlotOptions {
  readonly program: EngineProgram;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly limit: SearchLimit;
  /** Options that are set once. */
  readonly settings: Readonly<Record<string, number | boolean>>;
  /** Milliseconds without work after which the engine is ended; it is started again when there is some. */
  readonly idleMs: number;
  /** Called with the duration of each search, in milliseconds. */
  readonly onSearched: ((ms: number) => void) | undefined;
}

/** A position to search. */
export interface SearchTask {
  readonly fen: string;
  readonly chess960: boolean;
  /** The legal moves in UCI. */
  readonly legal: readonly string[];
}

/** Searches of a position that bring no new values, after which the engine is given up: it does not know some moves. */
const FRUITLESS = 2;

/** One engine, started when there is work, started once more when it dies over a position, and ended when it is idle. */
export class EngineSlot {
  readonly #options: SlotOptions;
  #session: UciSession | undefined;
  #stopIdle: (() => void) | undefined;
  #name: string | undefined;
  #isDisposed = false;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** As the engine called itself when it was last started. */
  get name(): string | undefined {
    return this.#name;
  }

  /** The line about each legal move. One search at a time. */
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

  /** Searches until every legal move has a value: an engine may value fewer at once than there are, or name others. */
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
