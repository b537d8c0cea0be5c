/** What a running engine tells. After `ended` it tells nothing more. */
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
  /** Ends it, by force when it does not go by itself. Its events are not told any more. */
  end(): Promise<void>;
}

/** An engine that can be started: a program on this machine, or a worker in a browser. */
export interface EngineProgram {
  /** What it is called until it has said its name. */
  readonly name: string;
  /** Starts it. Never throws: whatever is wrong comes as `ended`. */
  start(events: EngineEvents): EngineProcess;
}
