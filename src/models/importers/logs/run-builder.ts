import { extractionOf } from '../../../core/answers/extraction.ts';
import type { AnswerPlace } from '../../../core/answers/places.ts';
import { readAnswer } from '../../../core/answers/read-answer.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { fingerprint } from '../../../core/base/text/fingerprint.ts';
import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { sampleId } from '../../../core/evaluation/runs/run-file.ts';
import {
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunModel,
  type RunSample,
} from '../../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import type { PlannedSample } from '../plans/plan-sample.ts';
import type { ForeignPosition, ForeignSample, LogFacts, LogFormatName } from './log-format.ts';

export interface BuildOptions {
  /** Name of the model, where neither the sample nor the log has one; `force` takes it for all. */
  readonly model: string;
  readonly force: boolean;
  /** Take the state out of the answer ourselves, where the log's own program took one, too. */
  readonly extract?: boolean;
  /** Which state of an answer counts; left out: the last. */
  readonly take?: AnswerPlace | undefined;
}

/** The header fields of an imported run that its log does not say. */
export interface BuiltFacts {
  readonly tool: RunHeader['tool'];
  /** Names of the logs, without folders. */
  readonly files: readonly string[];
  /** ISO 8601 instant; left out where the file must be the same every time. */
  readonly created?: string;
}

/** Turns samples of logs into those of one run: takes the states out of the answers, numbers games and samples. */
export class RunBuilder {
  readonly #options: BuildOptions;
  readonly #models = new Map<string, RunModel>();
  /** Numbers of positions by a fingerprint: a log of 200,000 positions has as many. */
  readonly #games = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #next = new Map<string, number>();
  /** A state was taken out of an answer here, not by the log's own program. */
  #isOurs = false;

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  /** A sample of a run that StateLens exported, or why there is none, as the end of a sentence. */
  own(sample: RunSample): Result<RunSample, string> {
    if (this.#ids.has(sample.id)) return err(`sample ${sample.id} stands in the log twice`);
    this.#ids.add(sample.id);
    return ok(sample);
  }

  /** The sample of a run. */
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
    const found = reading && extractionOf(reading);
    return found === undefined ? null : { ...found, by: 'statelens' };
  }

  /** The header of the run. Ask for it after the last sample, when all models are known. */
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
    const first = { model: label, game, ply: moves?.length ?? plyOf(trueFen), index: 0 };
    return { ...first, ...this.#numbered(first, (sample.epoch ?? 1) - 1) };
  }

  /** The number among the samples of one position, that of the epoch where it is free, else the next; and the identity with it. */
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

/** Half-moves before a position by its move number, where the moves are not known. */
export function plyOf(fen: string): number {
  const fields = fen.trim().split(/\s+/);
  const ply = 2 * (Number(fields[5]) - 1) + (fields[1] === 'b' ? 1 : 0);
  return Number.isSafeInteger(ply) ? Math.max(0, ply) : 0;
}
