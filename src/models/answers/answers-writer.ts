import { encodeRunHeader, encodeRunSample, sampleId } from '../../core/evaluation/runs/run-file.ts';
import { RUN_SCHEMA_VERSION, type RunHeader, type RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { SECRETS } from '../secrets.ts';

/** A run file of answers that grows. */
export interface AnswerStore {
  /**
   * Appends whole lines to the file, to which other processes may append as well. Rejects if not all of it was written.
   *
   * @param header first line of a new file
   */
  add(lines: string, header: string): Promise<void>;
}

/** Events of a writer of answers. */
export interface AnswerWriterEvents {
  /**
   * Called when answers could not be written for the first time since the last success. They wait for the next answer.
   */
  failed(error: unknown): void;
  /** Called when the waiting answers have been written. */
  recovered(): void;
}

/** Limit of the characters that wait for a writable file; beyond it the oldest lines are dropped. */
const MAX_WAITING = 8 << 20;

/** Writes answers into a file as they come, one write at a time. A failed write is repeated with the next answer. */
export class AnswerWriter {
  readonly #store: AnswerStore;
  readonly #header: () => string;
  readonly #events: AnswerWriterEvents;
  #waiting: string[] = [];
  #running: Promise<void> | undefined;
  #failed = false;

  /** @param header returns the first line of a new file */
  constructor(store: AnswerStore, header: () => string, events: AnswerWriterEvents) {
    this.#store = store;
    this.#header = header;
    this.#events = events;
  }

  /** @param line a line including its line end */
  add(line: string): void {
    this.#waiting.push(line);
    this.#running ??= this.#run();
  }

  /** Resolves when every added line is in the file or was tried. Never rejects. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // Lines added in the same turn go into one write.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const lines = this.#waiting;
        this.#waiting = [];
        if (!(await this.#write(lines))) break;
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #write(lines: readonly string[]): Promise<boolean> {
    try {
      await this.#store.add(lines.join(''), this.#header());
    } catch (error) {
      this.#waiting = newest([...lines, ...this.#waiting]);
      if (!this.#failed) this.#events.failed(error);
      this.#failed = true;
      return false;
    }
    if (this.#failed) this.#events.recovered();
    this.#failed = false;
    return true;
  }
}

/** Returns as many of the last lines as may wait. */
function newest(lines: readonly string[]): string[] {
  let first = lines.length;
  for (let room = MAX_WAITING; first > 0; first--) {
    room -= lines[first - 1]?.length ?? 0;
    if (room < 0) break;
  }
  return lines.slice(first);
}

/** Facts about an answer that an editor knows beside its sample. */
export interface AnswerOrigin {
  /** The request as text; null for models that read none. */
  readonly prompt: string | null;
  /** Name of the file with the position, without its folder, which would reveal somebody's machine. */
  readonly file: string;
  /** Time of the request, ISO 8601. */
  readonly started: string;
  /** A value unique in the file: the same sample may be requested repeatedly. */
  readonly nonce: string;
}

/** Returns the header line of a new file of answers. */
export function answersHeader(version: string, created: string): string {
  const header: RunHeader = {
    kind: 'run',
    schema: RUN_SCHEMA_VERSION,
    tool: { name: 'statelens', version },
    created,
    origin: { type: 'predict' },
    models: [],
    settings: {},
  };
  return encodeRunHeader(header);
}

/** Returns the line about an answer, with its checksum and without secrets. */
export function answerLine(sample: RunSample, { prompt, file, started, nonce }: AnswerOrigin): string {
  const kept: RunSample = {
    ...sample,
    id: `${sampleId(sample)}~${nonce}`,
    gameName: file,
    ...(prompt === null ? {} : { prompt }),
    timing: { started, ...sample.timing },
  };
  return encodeRunSample(SECRETS.redactAll(kept));
}
