import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import type { RunAttempt, RunSample } from '../../../core/evaluation/runs/run-schema.ts';
import { decidePlan } from '../plans/decide-plan.ts';
import { type FieldMap, givenNames, type OpenPlan } from '../plans/field-map.ts';
import { plannedSample } from '../plans/plan-sample.ts';
import { repeatedAnswers } from '../plans/repeated-answers.ts';
import type { ForeignSample, LogEvent, LogFacts, LogFormat, LogHead, LogPiece } from './log-format.ts';
import type { RunBuilder } from './run-builder.ts';

/** Samples of a log on which its plan is tried before it is taken. */
export const MAX_TRIED = 300;

/** What is found in a log, in its order. */
export type ImportedPart =
  | {
      readonly type: 'sample';
      readonly sample: RunSample;
      readonly attempts: readonly RunAttempt[];
      readonly place: string;
    }
  | { readonly type: 'attempts'; readonly attempts: readonly RunAttempt[] }
  /** Something of the log that is not in the run, with its place. */
  | { readonly type: 'problem'; readonly place: string; readonly message: string }
  /** What the log tells about a model: an illegal move, with the reason. */
  | { readonly type: 'finding'; readonly place: string; readonly message: string }
  | { readonly type: 'note'; readonly message: string }
  /** The log cannot be read without a word of its user: nothing comes after it. */
  | { readonly type: 'open'; readonly open: OpenPlan };

/** A piece that could not be read. */
export interface BrokenPiece {
  readonly place: string;
  readonly fault: string;
}

/** Reads a log as a run, piece by piece: memory holds a piece, the samples on which the plan is tried, and the names of samples and positions. */
export class LogImport {
  readonly #builder: RunBuilder;
  readonly #reader: ReturnType<LogFormat['open']>;
  readonly #map: FieldMap;
  /** Samples that wait for the plan. */
  #waiting: ForeignSample[] = [];
  #plan: ImportPlan | undefined;
  #fits = 0;
  #planned = 0;
  #isOpen = false;

  /**
   * @param builder of the run, which several logs may share
   * @param map what the user says of the log's fields
   */
  constructor(format: LogFormat, head: LogHead, builder: RunBuilder, map: FieldMap = {}) {
    this.#builder = builder;
    this.#reader = format.open(head);
    this.#map = map;
  }

  async *parts(pieces: AsyncIterable<LogPiece | BrokenPiece>): AsyncGenerator<ImportedPart, void, undefined> {
    for await (const piece of pieces) {
      if ('fault' in piece) yield { type: 'problem', place: piece.place, message: piece.fault };
      else yield* this.#parts(this.#reader.piece(piece));
      if (this.#isOpen) return;
    }
    yield* this.#parts(this.#reader.end?.() ?? []);
    yield* this.#decided();
    if (this.#isOpen) return;
    const { attempts = [] } = this.#reader.facts;
    if (attempts.length > 0) yield { type: 'attempts', attempts };
  }

  *#parts(events: readonly LogEvent[]): Generator<ImportedPart, void, undefined> {
    for (const event of events) {
      if (event.type !== 'sample') yield event;
      else if (event.sample.own !== undefined) yield this.#own(event.sample, event.sample.own);
      else if (event.sample.position !== undefined) yield this.#built(event.sample, givenNames(this.#map));
      else if (this.#plan !== undefined) yield* this.#byPlan(event.sample, this.#plan);
      else if (this.#waiting.push(event.sample) >= MAX_TRIED) yield* this.#decided();
      if (this.#isOpen) return;
    }
  }

  /** Decides on the plan, and reads the samples that waited for it. */
  *#decided(): Generator<ImportedPart, void, undefined> {
    if (this.#waiting.length === 0) return;
    const plan = decidePlan(this.#waiting, this.#map);
    if (!plan.ok) {
      this.#isOpen = true;
      yield { type: 'open', open: plan.error };
      return;
    }
    this.#plan = plan.value;
    for (const sample of this.#waiting.splice(0)) yield* this.#byPlan(sample, plan.value);
  }

  #own({ place }: ForeignSample, { sample, attempts }: NonNullable<ForeignSample['own']>): ImportedPart {
    const built = this.#builder.own(sample);
    return built.ok
      ? { type: 'sample', sample: built.value, attempts, place }
      : { type: 'problem', place, message: built.error };
  }

  *#byPlan(sample: ForeignSample, plan: ImportPlan): Generator<ImportedPart, void, undefined> {
    this.#planned++;
    const parts = repeatedAnswers(sample, plan).map((one) => this.#built(one, plan));
    if (parts.some(({ type }) => type === 'sample')) this.#fits++;
    yield* parts;
  }

  #built(sample: ForeignSample, plan: ImportPlan): ImportedPart {
    const { place } = sample;
    const planned = plannedSample(sample, plan);
    if (!planned.ok) return { type: 'problem', place, message: planned.error };
    return { type: 'sample', sample: this.#builder.add(planned.value), attempts: [], place };
  }

  /** What the log says about its samples; known after the last part. */
  get facts(): LogFacts {
    return this.#reader.facts;
  }

  /** Which fields of the log were taken for what; known after the last part, and undefined where its format alone says it. */
  get plan(): ImportPlan | undefined {
    return this.#plan && { ...this.#plan, fits: { records: this.#fits, of: this.#planned } };
  }
}
