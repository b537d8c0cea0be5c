import { encodeRunHeader, encodeRunSample, sampleId } from '../../core/evaluation/runs/run-file.ts';
import { RUN_SCHEMA_VERSION, type RunHeader, type RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { SECRETS } from '../secrets.ts';

/** A run file of answers that grows. */
export interface AnswerStore {
  /**
   * Adds whole lines to the end of the file, which other processes may add to as well. Rejects where not all of it is there.
   *
   * @param header the first line of a file that is made
   */
  add(lines: string, header: string): Promise<void>;
}

/** What a writer of answers says. */
export interface AnswerWriterEvents {
  /** The answers could not be written, and those before could. They wait for the next one. */
  failed(error: unknown): void;
  /** What had to wait is written. */
  recovered(): void;
}

/** Characters of answers that wait for a file that can be written; of more the oldest go. */
const MAX_WAITING = 8 << 20;

/** Writes answers into a file as they come, one write at a time. What cannot be written is tried again with the next answer. */
export class AnswerWriter {
  readonly #store: AnswerStore;
  readonly #header: () => string;
  readonly #events: AnswerWriterEvents;
  #waiting: string[] = [];
  #running: Promise<void> | undefined;
  #failed = false;

  /** @param header makes the first line of a new file */
  constructor(store: AnswerStore, header: () => string, events: AnswerWriterEvents) {
    this.#store = store;
    this.#header = header;
    this.#events = events;
  }

  /** @param line with its line end */
  add(line: string): void {
    this.#waiting.push(line);
    this.#running ??= this.#run();
  }

  /** Comes back when all that was added is in the file, or was tried. Never rejects. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // what is added in the same turn goes in at once
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

/** As many of the last lines as may wait. */
function newest(lines: readonly string[]): string[] {
  let first = lines.length;
  for (let room = MAX_WAITING; first > 0; first--) {
    room -= lines[first - 1]?.length ?? 0;
    if (room < 0) break;
  }
  return lines.slice(first);
}

/** What an editor knows of an answer beside its sample. */
export interface AnswerOrigin {
  /** The request as text; null for models that read none. */
  readonly prompt: string | null;
  /** The file that the position is of: its name only, never a folder of somebody's machine. */
  readonly file: string;
  /** When it was asked for, ISO 8601. */
  readonly started: string;
  /** What no other answer of the file has: the same sample may be asked again and again. */
  readonly nonce: string;
}

/** The header line of a new file of answers. */
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

/** The line about an answer, with its checksum and without any secret. */
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
