import type { RunAttempt, RunSample } from '../../../core/evaluation/runs/run-schema.ts';
import type { LogEvent, LogFacts, LogFormat, LogHead, LogPiece } from './log-format.ts';
import type { RunBuilder } from './run-builder.ts';

/** What is found in a log, in its order. */
export type ImportedPart =
  | { readonly type: 'sample'; readonly sample: RunSample; readonly attempts: readonly RunAttempt[] }
  | { readonly type: 'attempts'; readonly attempts: readonly RunAttempt[] }
  /** Something of the log that is not in the run, with its place. */
  | { readonly type: 'problem'; readonly place: string; readonly message: string }
  /** What the log tells about a model: an illegal move, with the reason. */
  | { readonly type: 'finding'; readonly place: string; readonly message: string }
  | { readonly type: 'note'; readonly message: string };

/** A piece that could not be read. */
export interface BrokenPiece {
  readonly place: string;
  readonly fault: string;
}

/** Reads a log as a run, piece by piece: memory holds a piece, and the names of samples and positions. */
export class LogImport {
  readonly #builder: RunBuilder;
  readonly #reader: ReturnType<LogFormat['open']>;

  /** @param builder of the run, which several logs may share */
  constructor(format: LogFormat, head: LogHead, builder: RunBuilder) {
    this.#builder = builder;
    this.#reader = format.open(head);
  }

  async *parts(pieces: AsyncIterable<LogPiece | BrokenPiece>): AsyncGenerator<ImportedPart, void, undefined> {
    for await (const piece of pieces) {
      if ('fault' in piece) yield { type: 'problem', place: piece.place, message: piece.fault };
      else yield* this.#parts(this.#reader.piece(piece));
    }
    yield* this.#parts(this.#reader.end?.() ?? []);
    const { attempts = [] } = this.#reader.facts;
    if (attempts.length > 0) yield { type: 'attempts', attempts };
  }

  *#parts(events: readonly LogEvent[]): Generator<ImportedPart, void, undefined> {
    for (const event of events) {
      if (event.type !== 'sample') {
        yield event;
        continue;
      }
      const { sample } = event;
      const built = this.#builder.add(sample);
      if (built.ok) yield { type: 'sample', sample: built.value, attempts: sample.own?.attempts ?? [] };
      else yield { type: 'problem', place: sample.place, message: built.error };
    }
  }

  /** What the log says about its samples; known after the last part. */
  get facts(): LogFacts {
    return this.#reader.facts;
  }
}
