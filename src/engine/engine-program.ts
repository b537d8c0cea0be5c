/** Events of a running engine. `ended` is the last one. */
export interface EngineEvents {
  /** Called with a line of its output, without its end. */
  line(text: string): void;
  /**
   * Called when the engine has ended or could not be started.
   *
   * @param reason what happened, to follow the engine's name: `ended with status 1`
   * @param isMissing true if no later start can succeed either, because there is no such program
   */
  ended(reason: string, isMissing: boolean): void;
}

/** A running engine. */
export interface EngineProcess {
  /** Writes a line to its input; does nothing once it has ended. */
  send(line: string): void;
  /** Ends it, by force if it does not end by itself. No events follow. */
  end(): Promise<void>;
}

/** An engine that can be started: a program on this machine, or a worker in a browser. */
export interface EngineProgram {
  /** Name until the engine states its own. */
  readonly name: string;
  /** Starts it. Never throws: errors come as `ended`. */
  start(events: EngineEvents): EngineProcess;
}

/** The bundled engine (`media/engine/README.md`). */
export const EMBEDDED_ENGINE = {
  name: 'Stockfish 19 lite',
  /** Folder, relative to the root of the package. */
  folder: 'media/engine',
  /** Script, with its WebAssembly beside it under the same name and `.wasm`. */
  script: 'stockfish-19-lite-single.js',
} as const;

/**
 * Length limit of a line, in UTF-16 units. Longer lines are cut: no engine writes them, and a broken one may write no line end at all.
 */
const MAX_LENGTH = 1 << 16;

/** Splits output that arrives in pieces into lines. */
export class Lines {
  readonly #take: (line: string) => void;
  /** Pieces of the line that has not ended yet. */
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
