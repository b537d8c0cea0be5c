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
