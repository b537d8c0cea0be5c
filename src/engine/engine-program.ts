/** The events of a running engine. `ended` is the last. */
export interface EngineEvents {
  /** A line of its output, without its end. */
  line(text: string): void;
  /**
   * It is gone: it ended, or could not be started.
   *
   * @param reason what happened, to stand behind the engine's name: `ended with status 1`
   * @param isMissing whether it would not start another time either, as there is no such program
   */
  ended(reason: string, isMissing: boolean): void;
}

/** An engine that runs. */
export interface EngineProcess {
  /** Writes a line to its input. Does nothing once it has ended. */
  send(line: string): void;
  /** Ends it, by force when it does not go by itself. No more events follow. */
  end(): Promise<void>;
}

/** An engine that can be started: a program on this machine, or a worker in a browser. */
export interface EngineProgram {
  /** The name until the engine states its own. */
  readonly name: string;
  /** Starts it. Never throws: whatever is wrong comes as `ended`. */
  start(events: EngineEvents): EngineProcess;
}

/** The bundled engine (`media/engine/README.md`). */
export const EMBEDDED_ENGINE = {
  name: 'Stockfish 19 lite',
  /** From the root of the package. */
  folder: 'media/engine',
  /** Its WebAssembly lies beside it, with `.wasm` at the end. */
  script: 'stockfish-19-lite-single.js',
} as const;

/** Longer lines are cut: no engine writes them, and a broken one may write no line end at all. */
const MAX_LENGTH = 1 << 16;

/** Cuts what comes in pieces into lines. */
export class Lines {
  readonly #take: (line: string) => void;
  /** The pieces of the line that has not ended. */
  #open: string[] = [];
  #length = 0;

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  push(piece: string): void {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      this.#keep(piece.slice(from, end));
      const line = this.#open.join('');
      this.#open = [];
      this.#length = 0;
      this.#take(line.endsWith('\r') ? line.slice(0, -1) : line);
      from = end + 1;
    }
    this.#keep(piece.slice(from));
  }

  #keep(piece: string): void {
    const kept = piece.slice(0, MAX_LENGTH - this.#length);
    if (kept === '') return;
    this.#open.push(kept);
    this.#length += kept.length;
  }
}
