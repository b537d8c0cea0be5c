import type { AbortSignalLike } from '../core/base/cancellation.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import type { Clock } from '../protocol/clock.ts';
import type { EngineProgram } from './engine-program.ts';
import { type SearchLimit, type UciFault, UciSession, type UciTurn } from './uci-session.ts';
import { PATIENCE, type Patience } from './watchdog.ts';

/** Level and limit of a playing engine. */
export interface EngineStrength {
  /** Level of play; undefined: full strength. */
  readonly level: number | undefined;
  readonly limit: SearchLimit;
}

/** Game that an engine plays. */
export interface EngineGame {
  /**
   * Returns the move that the engine plays. A dead engine is started again once a move.
   *
   * @returns on failure the reason; `isFinal` if no later move can succeed
   */
  move(
    turn: Pick<UciTurn, 'fen' | 'moves' | 'chess960'>,
    signal: AbortSignalLike,
  ): Promise<Result<string, EngineRefusal>>;
  /** Ends the game: its engine is free for another. */
  leave(): void;
}

interface EngineRefusal {
  readonly message: string;
  readonly isFinal: boolean;
}

/** Facts about an engine, as it states them. */
export interface EngineFacts {
  readonly name: string;
  /** Highest level of play; undefined for an engine without levels. */
  readonly maxLevel: number | undefined;
  readonly knowsChess960: boolean;
}

interface EnginePlayerOptions {
  readonly program: EngineProgram;
  readonly clock: Clock;
  readonly patience?: Patience;
}

/** Memory and threads of each engine: the same for all, so that levels compare. */
const SETTINGS = { Threads: 1, Hash: 16 } as const;

/** Engines that play games, one for each running game and side; those of ended games are used again. */
export class EnginePlayers {
  readonly #options: EnginePlayerOptions;
  readonly #idle: UciSession[] = [];
  readonly #all = new Set<UciSession>();
  #isDisposed = false;

  constructor(options: EnginePlayerOptions) {
    this.#options = options;
  }

  /** Starts an engine and returns what it states; the error is a sentence with the reason why it cannot be used. */
  async facts(): Promise<Result<EngineFacts, string>> {
    const opened = await this.#open();
    if (!opened.ok) return err(this.#sentence(opened.error));
    const session = opened.value;
    this.#idle.push(session);
    const { name = this.#options.program.name, maxLevel, knowsChess960 } = session;
    return ok({ name, maxLevel, knowsChess960 });
  }

  /** Begins a game. */
  sit({ level, limit }: EngineStrength): EngineGame {
    let session: UciSession | undefined;
    const attempt = async (
      turn: Parameters<EngineGame['move']>[0],
      signal: AbortSignalLike,
    ): Promise<Result<string, UciFault>> => {
      const isNewGame = session === undefined || session.over !== undefined;
      if (isNewGame) {
        const opened = await this.#open();
        if (!opened.ok) return opened;
        session = opened.value;
      }
      if (session === undefined) throw new Error('no engine was opened');
      return session.play({ ...turn, level, limit, isNewGame }, signal);
    };
    return {
      move: async (turn, signal) => {
        let played = await attempt(turn, signal);
        if (!played.ok && played.error.code === 'gone' && !signal.aborted) played = await attempt(turn, signal);
        if (played.ok) return played;
        return err({ message: this.#sentence(played.error), isFinal: played.error.code === 'missing' });
      },
      leave: () => {
        if (session !== undefined && session.over === undefined) this.#idle.push(session);
        session = undefined;
      },
    };
  }

  /** Ends all engines. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#all].map((session) => session.end()));
  }

  #sentence({ reason }: UciFault): string {
    return `${this.#options.program.name} ${reason}`;
  }

  async #open(): Promise<Result<UciSession, UciFault>> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop())
      if (idle.over === undefined) return ok(idle);
    if (this.#isDisposed) return err({ code: 'gone', reason: 'was stopped' });
    const { program, clock, patience = PATIENCE } = this.#options;
    const session = new UciSession(program, clock, patience);
    this.#all.add(session);
    const fault = await session.greet(SETTINGS);
    if (fault === undefined) return ok(session);
    this.#all.delete(session);
    return err(fault);
  }
}
