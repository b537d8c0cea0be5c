import { extractionOf } from '../../../core/answers/extraction.ts';
import type { AnswerPlace } from '../../../core/answers/places.ts';
import { readAnswer } from '../../../core/answers/read-answer.ts';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { fingerprint } from '../../../core/base/text/fingerprint.ts';
import { sampleId } from '../../../core/evaluation/runs/run-file.ts';
import {
  RUN_SCHEMA_VERSION,
  type RunHeader,
  type RunModel,
  type RunSample,
} from '../../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../../core/games/chess/state.ts';
import { fieldText } from '../../../core/mav/records/fields.ts';
import type { ForeignPosition, ForeignSample, LogFacts, LogFormatName } from './log-format.ts';
import { type FieldMap, findPosition } from './position-by-shape.ts';

export interface BuildOptions {
  /** Name of the model, where neither the sample nor the log has one; `force` takes it for all. */
  readonly model: string;
  readonly force: boolean;
  readonly map: FieldMap;
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

/** Turns samples of logs into those of one run: finds position and answer, numbers games and samples. */
export class RunBuilder {
  readonly #options: BuildOptions;
  readonly #isMapped: boolean;
  readonly #models = new Map<string, RunModel>();
  /** Numbers of positions by a fingerprint: a log of 200,000 positions has as many. */
  readonly #games = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #next = new Map<string, number>();

  constructor(options: BuildOptions) {
    this.#options = options;
    this.#isMapped = Object.keys(options.map).length > 0;
  }

  /** The sample of a run, or why there is none, as the end of a sentence. */
  add(sample: ForeignSample): Result<RunSample, string> {
    if (sample.own !== undefined) return this.#own(sample.own.sample);
    const { map, take } = this.#options;
    const record = this.#isMapped ? recordOf(sample) : undefined;
    const position = findPosition(sample, record, map);
    if (!position.ok) return position;
    const raw = map.answer === undefined ? sample.answer : (fieldText(record, map.answer, 'output') ?? null);
    const prompt = sample.messages.map(({ text }) => text).join('\n\n');
    const extraction = raw === null ? undefined : extractionOf(readAnswer(raw, { place: take ?? 'anywhere', prompt }));
    const { id, ...place } = this.#place(sample, record, position.value);
    const { startFen, moves, trueFen } = position.value;
    const { usage, finishReason, timing, error, kept } = sample;
    return ok({
      kind: 'sample',
      id,
      ...place,
      ...this.#name(sample, record),
      variant: 'chess',
      ...(moves !== undefined && startFen !== INITIAL_FEN && { startFen }),
      ...(moves !== undefined && { moves: [...moves] }),
      trueFen,
      ...(prompt !== '' && { prompt }),
      raw,
      extraction: extraction === undefined ? null : { ...extraction, by: 'statelens' },
      ...(usage !== undefined && { usage }),
      ...(finishReason !== undefined && { finishReason }),
      ...(timing !== undefined && { timing }),
      ...(error !== undefined && { error }),
      ...(Object.keys(kept).length > 0 && { source: { ...kept } }),
    });
  }

  /** The header of the run. Ask for it after the last sample, when all models are known. */
  header(format: LogFormatName, log: LogFacts, facts: BuiltFacts): RunHeader {
    if (log.header !== undefined) return log.header;
    const created = log.created ?? facts.created;
    return {
      kind: 'run',
      schema: RUN_SCHEMA_VERSION,
      tool: facts.tool,
      ...(created !== undefined && { created }),
      origin: { type: 'import', format, files: [...facts.files], extract: true },
      models: [...this.#models.values()],
      settings: log.settings ?? {},
    };
  }

  #own(sample: RunSample): Result<RunSample, string> {
    if (this.#ids.has(sample.id)) return err(`sample ${sample.id} stands in the log twice`);
    this.#ids.add(sample.id);
    return ok(sample);
  }

  #place(sample: ForeignSample, record: unknown, { startFen, moves, trueFen }: ForeignPosition) {
    const label = this.#label(sample, record);
    const key = fingerprint(JSON.stringify([startFen, moves, trueFen]));
    const game = this.#games.get(key) ?? this.#games.size;
    this.#games.set(key, game);
    const first = { label, game, ply: moves?.length ?? plyOf(trueFen), index: 0 };
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

  #label(sample: ForeignSample, record: unknown): string {
    const { map, model, force } = this.#options;
    const named = map.model === undefined ? undefined : fieldText(record, map.model, 'output')?.trim();
    const found = named ?? sample.model?.trim();
    const label = force || found === undefined || found === '' ? model : found;
    if (!this.#models.has(label)) this.#models.set(label, { label, model: label });
    return label;
  }

  #name(sample: ForeignSample, record: unknown): Pick<RunSample, 'gameName'> {
    const { name } = this.#options.map;
    const found = name === undefined ? sample.id : (fieldText(record, name, 'prompt') ?? sample.id);
    return found === undefined ? {} : { gameName: found };
  }
}

/** What the paths of a map start from. */
const recordOf = ({ messages, answer, targets, metadata, kept }: ForeignSample): unknown => ({
  ...kept,
  messages: messages.map(({ role, text }) => ({ role, content: text })),
  answer,
  target: targets.length === 1 ? targets[0] : targets,
  metadata,
});

/** Half-moves before a position by its move number, where the moves are not known. */
export function plyOf(fen: string): number {
  const fields = fen.trim().split(/\s+/);
  const ply = 2 * (Number(fields[5]) - 1) + (fields[1] === 'b' ? 1 : 0);
  return Number.isSafeInteger(ply) ? Math.max(0, ply) : 0;
}
