import { type AbortSignalLike, onAbort } from '../core/base/cancellation.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import type { Clock } from '../protocol/clock.ts';
import type { EngineProcess, EngineProgram } from './engine-program.ts';
import {
  parseBestMove,
  parseInfo,
  parseName,
  parseOption,
  parseRefusal,
  type UciInfo,
  type UciOption,
} from './uci-lines.ts';
import { type Patience, Watchdog } from './watchdog.ts';

/** End of a search. */
export type SearchLimit =
  /** Depth in plies. */
  | { readonly depth: number }
  | { readonly nodes: number }
  /** Time in milliseconds; two searches then find different values. */
  | { readonly movetime: number };

export interface UciSearch {
  /** A valid FEN of six fields. */
  readonly fen: string;
  readonly chess960: boolean;
  readonly limit: SearchLimit;
  /** Number of variations to value. */
  readonly multiPv: number;
  /** Moves in UCI to restrict the search to; all moves if empty. */
  readonly moves: readonly string[];
}

/** Move to choose in a game. */
export interface UciTurn {
  /** FEN of six fields at the start of the game, and the moves since, in UCI. */
  readonly fen: string;
  readonly moves: readonly string[];
  readonly chess960: boolean;
  readonly limit: SearchLimit;
  /** Value of its option `Skill Level`; undefined: the highest. */
  readonly level: number | undefined;
  /** True at the first move in a game, before which the hash table is emptied. */
  readonly isNewGame: boolean;
}

/** Option by which Stockfish and its relatives play weaker. */
const SKILL = 'Skill Level';

export interface UciFindings {
  /** Last line about each first move, at the greatest depth. */
  readonly infos: ReadonlyMap<string, UciInfo>;
  /** Time that the engine took, in milliseconds: emptying its table, and from `go` to `bestmove`. */
  readonly ms: number;
}

export interface UciFault {
  /**
   * `refused`: the engine does not accept the position. `wrong`: it does not know the game, or some of its moves. `gone`: it died, or was
   * ended because it hung. `missing`: it cannot be started, now or later.
   */
  readonly code: 'cancelled' | 'refused' | 'wrong' | 'gone' | 'missing';
  /** The failure as text that follows the engine's name. */
  readonly reason: string;
}

/** Position in the queue of commands: a command is sent once the previous one is over. */
interface Wait {
  /** Returns true for the awaited line. */
  readonly take: (line: string) => boolean;
  readonly finish: (fault: UciFault | undefined) => void;
}

const CANCELLED: UciFault = { code: 'cancelled', reason: 'was stopped' };

/**
 * A conversation with an engine in the Universal Chess Interface. Every search begins with `ucinewgame` and a barrier (`isready`,
 * `readyok`), so that values do not depend on earlier searches and late output is ignored.
 */
export class UciSession {
  readonly #process: EngineProcess;
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #options = new Map<string, UciOption>();
  /** Options that have been set. */
  readonly #set = new Map<string, string>();
  #name: string | undefined;
  #wait: Wait | undefined;
  #watchdog: Watchdog | undefined;
  #over: UciFault | undefined;

  /** Starts an engine; call `greet` next. */
  constructor(program: EngineProgram, clock: Clock, patience: Patience) {
    this.#clock = clock;
    this.#patience = patience;
    this.#process = program.start({
      line: (text) => this.#heard(text),
      ended: (reason, isMissing) => this.#close({ code: isMissing ? 'missing' : 'gone', reason }),
    });
  }

  /**
   * Greets the engine and reads its options.
   *
   * @param settings options by name, `Hash` in MiB; unknown options are left out, numbers are clamped to their range
   * @returns the reason why the engine cannot be used; undefined if it can
   */
  async greet(settings: Readonly<Record<string, number | boolean>>): Promise<UciFault | undefined> {
    const fault = await this.#until('uci', 'uciok', (line) => this.#introduced(line));
    if (fault === undefined) for (const [name, value] of Object.entries(settings)) this.#setOption(name, value);
    return fault;
  }

  /** Name that the engine states; undefined if it states none. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Fault that ended the session; undefined while it runs. */
  get over(): UciFault | undefined {
    return this.#over;
  }

  /** True if the engine plays chess from any start array. */
  get knowsChess960(): boolean {
    return this.#options.has('UCI_Chess960');
  }

  /** Highest level of play; undefined for an engine without levels. */
  get maxLevel(): number | undefined {
    return this.#options.get(SKILL)?.max;
  }

  /** Largest number of variations in one search. */
  get maxVariations(): number {
    return this.#options.get('MultiPV')?.max ?? 1;
  }

  /** Searches a position. An abort stops the engine; the search resolves once the engine is idle. */
  async search(search: UciSearch, signal: AbortSignalLike): Promise<Result<UciFindings, UciFault>> {
    const { fen, chess960, multiPv, moves, limit } = search;
    this.#setOption('UCI_Chess960', chess960);
    this.#setOption('MultiPV', multiPv);
    const began = this.#clock.now();
    const late = await this.#newGame(signal);
    if (late !== undefined) return err(late);
    const found = new Map<string, UciInfo>();
    const only = moves.length === 0 ? '' : ` searchmoves ${moves.join(' ')}`;
    const fault = await this.#go(`position fen ${fen}`, `${goText(limit)}${only}`, signal, (line) => {
      const info = parseInfo(line);
      if (info !== undefined) keep(found, info);
      // Without any value it answers an earlier question.
      return parseBestMove(line) !== undefined && found.size > 0;
    });
    return fault === undefined ? ok({ infos: found, ms: this.#clock.now() - began }) : err(fault);
  }

  /** Returns the move that the engine plays, as it writes it. An abort stops the engine; it resolves once it is idle. */
  async play(turn: UciTurn, signal: AbortSignalLike): Promise<Result<string, UciFault>> {
    const { fen, moves, chess960, level = this.maxLevel, limit, isNewGame } = turn;
    this.#setOption('UCI_Chess960', chess960);
    this.#setOption('MultiPV', 1);
    if (level !== undefined) this.#setOption(SKILL, level);
    const late = isNewGame ? await this.#newGame(signal) : this.#over;
    if (late !== undefined) return err(late);
    const position = `position fen ${fen}${moves.length === 0 ? '' : ` moves ${moves.join(' ')}`}`;
    let best = '';
    const fault = await this.#go(position, goText(limit), signal, (line) => {
      const move = parseBestMove(line);
      best = move ?? best;
      return move !== undefined;
    });
    return fault === undefined ? ok(best) : err(fault);
  }

  /** Empties the hash table. The barrier keeps late output of an earlier search out. */
  async #newGame(signal: AbortSignalLike): Promise<UciFault | undefined> {
    this.#send('ucinewgame');
    const late = await this.#until('isready', 'readyok');
    return late ?? (signal.aborted ? CANCELLED : undefined);
  }

  /** Searches until `take` returns true for a line; an abort stops the engine, which is then idle. */
  async #go(
    position: string,
    go: string,
    signal: AbortSignalLike,
    take: (line: string) => boolean,
  ): Promise<UciFault | undefined> {
    const searched = this.#expect(take);
    const watchdog = this.#watch(() => this.#send('isready'));
    this.#send(position);
    this.#send(go);
    const forget = onAbort(signal, () => {
      watchdog.endSoon();
      this.#send('stop');
    });
    const fault = await searched;
    forget();
    return signal.aborted ? CANCELLED : fault;
  }

  /** Ends the engine. */
  async end(): Promise<void> {
    this.#close({ code: 'gone', reason: 'was stopped' });
    this.#send('quit');
    await this.#process.end();
  }

  /** Sends a line and waits for the answer; `look` gets the lines before it. */
  #until(line: string, answer: string, look?: (line: string) => void): Promise<UciFault | undefined> {
    const answered = this.#expect((heard) => {
      look?.(heard);
      return heard.trim() === answer;
    });
    this.#watch();
    this.#send(line);
    return answered;
  }

  /** Waits for a line; returns the reason if it does not come, else undefined. */
  #expect(take: Wait['take']): Promise<UciFault | undefined> {
    if (this.#over !== undefined) return Promise.resolve(this.#over);
    return new Promise((resolve) => {
      this.#wait = {
        take,
        finish: (fault) => {
          this.#wait = undefined;
          this.#watchdog?.stop();
          this.#watchdog = undefined;
          resolve(fault);
        },
      };
    });
  }

  /** Watches the pending command. Without `ping` an answer is due within `answerMs`. */
  #watch(ping?: () => void): Watchdog {
    const watchdog = new Watchdog(this.#clock, this.#patience, ping, (reason) => {
      this.#close({ code: 'gone', reason });
      void this.#process.end();
    });
    if (this.#over === undefined) this.#watchdog = watchdog;
    else watchdog.stop();
    return watchdog;
  }

  #heard(line: string): void {
    this.#watchdog?.heard();
    const refusal = parseRefusal(line);
    if (refusal !== undefined) {
      this.#close({ code: 'refused', reason: `refuses: ${refusal}` });
      void this.#process.end();
    } else if (this.#wait?.take(line) === true) this.#wait.finish(undefined);
  }

  #introduced(line: string): void {
    this.#name ??= parseName(line);
    const option = parseOption(line);
    if (option !== undefined && this.#options.size < MAX_OPTIONS) this.#options.set(option.name, option);
  }

  #setOption(name: string, value: number | boolean): void {
    const option = this.#options.get(name);
    if (option === undefined) return;
    const { min = -Infinity, max = Infinity } = option;
    const text = String(typeof value === 'number' ? Math.min(max, Math.max(min, value)) : value);
    if (this.#set.get(name) === text) return;
    this.#set.set(name, text);
    this.#send(`setoption name ${name} value ${text}`);
  }

  #send(line: string): void {
    if (/[\r\n]/.test(line)) throw new Error(`a command of two lines: ${JSON.stringify(line)}`);
    this.#process.send(line);
  }

  #close(fault: UciFault): void {
    if (this.#over !== undefined) return;
    this.#over = fault;
    this.#wait?.finish(fault);
  }
}

const goText = (limit: SearchLimit): string => `go ${Object.entries(limit).flat().join(' ')}`;

/** Limit of options: a broken program may name any number of them. */
const MAX_OPTIONS = 1000;

/** Keeps the more reliable of two values of a move: a score before a bound, then the deeper, then the later one. */
function keep(found: Map<string, UciInfo>, info: UciInfo): void {
  const known = found.get(info.move);
  if (known !== undefined) {
    const wasExact = known.bound === 'exact';
    const isExact = info.bound === 'exact';
    if (wasExact && !isExact) return;
    if (wasExact === isExact && known.depth > info.depth) return;
  }
  found.set(info.move, info);
}
