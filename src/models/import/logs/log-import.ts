import type { AnswerPlace } from '../../../core/answers/answer-reading.ts';
import { makeExtraction } from '../../../core/answers/extraction.ts';
import { readAnswer } from '../../../core/answers/read-answer.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { fingerprint } from '../../../core/base/text/hash.ts';
import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { sampleId } from '../../../core/evaluation/runs/run-file.ts';
import {
  RUN_SCHEMA_VERSION,
  type RunAttempt,
  type RunHeader,
  type RunModel,
  type RunSample,
} from '../../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import { decidePlan } from '../plans/decide-plan.ts';
import { type FieldMap, mappedNames, type OpenPlan } from '../plans/plan-text.ts';
import { type PlannedSample, plannedSample, repeatedAnswers } from '../plans/planned-sample.ts';
import type {
  ForeignPosition,
  ForeignSample,
  LogEvent,
  LogFacts,
  LogFormat,
  LogFormatName,
  LogHead,
  LogPiece,
} from './log-format.ts';

/** Number of samples of a log on which its plan is tried before it is adopted. */
export const MAX_TRIED = 300;

/** An item of a log, in order. */
export type ImportedPart =
  | {
      readonly type: 'sample';
      readonly sample: RunSample;
      readonly attempts: readonly RunAttempt[];
      readonly place: string;
    }
  | { readonly type: 'attempts'; readonly attempts: readonly RunAttempt[] }
  /** Something in the log that the run leaves out, with its location. */
  | { readonly type: 'problem'; readonly place: string; readonly message: string }
  /** A finding about a model: an illegal move, with the reason. */
  | { readonly type: 'finding'; readonly place: string; readonly message: string }
  | { readonly type: 'note'; readonly message: string }
  /** The log cannot be read without a decision of the user: nothing follows. */
  | { readonly type: 'open'; readonly open: OpenPlan };

/** A piece that could not be read. */
export interface BrokenPiece {
  readonly place: string;
  readonly fault: string;
}

/**
 * Reads a log as a run, piece by piece: memory holds one piece, the samples on which the plan is tried, and the names of samples and
 * positions.
 */
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
   * @param builder builder of the run, which several logs may share
   * @param map assignments of the log's fields by the user
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
      else if (event.sample.position !== undefined) yield this.#built(event.sample, mappedNames(this.#map));
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
    const parts = repeatedAnswers(sample, plan).map((item) => this.#built(item, plan));
    if (parts.some(({ type }) => type === 'sample')) this.#fits++;
    yield* parts;
  }

  #built(sample: ForeignSample, plan: ImportPlan): ImportedPart {
    const { place } = sample;
    const planned = plannedSample(sample, plan);
    if (!planned.ok) return { type: 'problem', place, message: planned.error };
    return { type: 'sample', sample: this.#builder.add(planned.value), attempts: [], place };
  }

  /** Facts of the log about its samples; known after the last part. */
  get facts(): LogFacts {
    return this.#reader.facts;
  }

  /** Assignment of the log's fields; known after the last part, and undefined if the format alone decides it. */
  get plan(): ImportPlan | undefined {
    return this.#plan && { ...this.#plan, fits: { records: this.#fits, of: this.#planned } };
  }
}

export interface BuildOptions {
  /** Name of the model, if neither the sample nor the log has one; `force` uses it for all samples. */
  readonly model: string;
  readonly force: boolean;
  /** Extract the state from the answer even if the log's own program did. */
  readonly extract?: boolean;
  /** State of an answer that counts; default: the last. */
  readonly take?: AnswerPlace | undefined;
}

/** Header fields of an imported run that its log does not state. */
export interface BuiltFacts {
  readonly tool: RunHeader['tool'];
  /** Names of the logs, without folders. */
  readonly files: readonly string[];
  /** ISO 8601 instant; undefined if the file must be the same every time. */
  readonly created?: string;
}

/** Turns samples of logs into those of one run: extracts the states from the answers, numbers games and samples. */
export class RunBuilder {
  readonly #options: BuildOptions;
  readonly #models = new Map<string, RunModel>();
  /** Numbers of positions by a fingerprint: a log of 200,000 positions has that many. */
  readonly #games = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #next = new Map<string, number>();
  /** True once a state was extracted here, not by the log's own program. */
  #isOurs = false;

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  /** Returns a sample of a run that StateLens exported; the error is the end of a sentence. */
  own(sample: RunSample): Result<RunSample, string> {
    if (this.#ids.has(sample.id)) return err(`sample ${sample.id} stands in the log twice`);
    this.#ids.add(sample.id);
    return ok(sample);
  }

  /** Returns the sample of the run for a planned sample. */
  add(sample: PlannedSample): RunSample {
    const { answer: raw, messages, position, usage, finishReason, timing, error, kept } = sample;
    const prompt = messages.map(({ text }) => text).join('\n\n');
    const { id, ...place } = this.#place(sample, position);
    const { startFen, moves, trueFen } = position;
    return {
      kind: 'sample',
      id,
      ...place,
      ...(sample.id !== undefined && { gameName: sample.id }),
      variant: 'chess',
      ...(moves !== undefined && startFen !== INITIAL_FEN && { startFen }),
      ...(moves !== undefined && { moves: [...moves] }),
      trueFen,
      ...(prompt !== '' && { prompt }),
      raw,
      extraction: this.#extraction(sample, prompt),
      ...(sample.reasoning !== undefined && { reasoning: sample.reasoning }),
      ...(usage !== undefined && { usage }),
      ...(finishReason !== undefined && { finishReason }),
      ...(timing !== undefined && { timing }),
      ...(error !== undefined && { error }),
      ...(Object.keys(kept).length > 0 && { source: { ...kept } }),
    };
  }

  #extraction({ answer, extracted }: ForeignSample, prompt: string): RunSample['extraction'] {
    if (extracted !== undefined && this.#options.extract !== true)
      return extracted === null ? null : { fen: extracted, by: 'source' };
    this.#isOurs = true;
    const reading =
      answer === null ? undefined : readAnswer(answer, { place: this.#options.take ?? 'anywhere', prompt });
    const found = reading && makeExtraction(reading);
    return found === undefined ? null : { ...found, by: 'statelens' };
  }

  /** Returns the header of the run. Call it after the last sample, when all models are known. */
  header(format: LogFormatName, log: LogFacts, facts: BuiltFacts, plan?: ImportPlan): RunHeader {
    if (log.header !== undefined) return log.header;
    const created = log.created ?? facts.created;
    return {
      kind: 'run',
      schema: RUN_SCHEMA_VERSION,
      tool: facts.tool,
      ...(created !== undefined && { created }),
      origin: {
        type: 'import',
        format,
        files: [...facts.files],
        extract: this.#isOurs,
        ...(plan !== undefined && { plan }),
      },
      models: [...this.#models.values()],
      settings: log.settings ?? {},
    };
  }

  #place(sample: ForeignSample, { startFen, moves, trueFen }: ForeignPosition) {
    const label = this.#label(sample);
    const key = fingerprint(JSON.stringify([startFen, moves, trueFen]));
    const game = this.#games.get(key) ?? this.#games.size;
    this.#games.set(key, game);
    const first = { model: label, game, ply: moves?.length ?? fenPly(trueFen), index: 0 };
    return { ...first, ...this.#numbered(first, (sample.epoch ?? 1) - 1) };
  }

  /**
   * Returns a number among the samples of one position, that of the epoch if it is free, else the next one, and the id with it.
   */
  #numbered(first: Parameters<typeof sampleId>[0], epoch: number): { readonly index: number; readonly id: string } {
    let index = Math.max(0, epoch);
    let id = sampleId({ ...first, index });
    if (this.#ids.has(id)) {
      const base = sampleId(first);
      while (this.#ids.has(id)) {
        index = Math.max(index + 1, this.#next.get(base) ?? 0);
        this.#next.set(base, index + 1);
        id = sampleId({ ...first, index });
      }
    }
    this.#ids.add(id);
    return { index, id };
  }

  #label(sample: ForeignSample): string {
    const { model, force } = this.#options;
    const found = sample.model?.trim();
    const label = force || found === undefined || found === '' ? model : found;
    if (!this.#models.has(label)) this.#models.set(label, { label, model: label });
    return label;
  }
}

/** Returns the ply of a position by its move number, for positions whose moves are not known. */
export function fenPly(fen: string): number {
  const fields = fen.trim().split(/\s+/);
  const ply = 2 * (Number(fields[5]) - 1) + (fields[1] === 'b' ? 1 : 0);
  return Number.isSafeInteger(ply) ? Math.max(0, ply) : 0;
}
