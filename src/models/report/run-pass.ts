import { promptPosition, type ReportSample, type TokenCounts } from '../../core/evaluation/report/report-sample.ts';
import type { SampleLine } from '../../core/evaluation/report/sample-scores.ts';
import { takenState } from '../../core/evaluation/runs/answer-facts.ts';
import { AttemptBook, type RunEvent, RunReader } from '../../core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { mainLines } from '../predict/main-lines.ts';
import { type Digest, type RunPart, type RunSource, UnreadableRun } from './run-source.ts';

/** Problems that are listed individually; of the others only the number is reported. */
const MAX_NAMED = 20;

const LF = 10;

/** Consumption by the attempts at a sample. */
interface Paid {
  input: number;
  output: number;
  /** Attempts of unknown usage. */
  unknown: number;
  /** Share of batches. */
  readonly batch: { input: number; output: number };
}

/** One reading of a run, sample by sample; moves and raw answers are not kept. */
export class RunPass {
  readonly #source: RunSource;
  readonly #note: (text: string) => void;
  readonly #digest: Digest;
  header: RunHeader | undefined;
  /** Number of unreadable lines. */
  problems = 0;
  #bytes = 0;
  #lines = 0;
  #headers = 0;
  /** Number of lines about attempts. */
  #attempts = 0;
  /** Consumption by all attempts at a sample so far, by its id. */
  readonly #paid = new Map<string, Paid>();
  readonly #book = new AttemptBook();
  #size: number | undefined = 0;

  /** @param note receives messages about lines that cannot be read */
  constructor(source: RunSource, note: (text: string) => void = () => undefined) {
    this.#source = source;
    this.#note = note;
    this.#digest = source.newDigest();
  }

  /** Returns the SHA-256 of the run's files in sequence; call it after all samples were taken. */
  digest(): string {
    return this.#digest.digest();
  }

  /** Estimated number of samples, by the part read so far; exact at the end. Undefined if the size is not known. */
  get expected(): number | undefined {
    if (this.#size === undefined) return undefined;
    const lines = this.#bytes === 0 ? 0 : ((this.#lines - this.#attempts) * this.#size) / this.#bytes;
    return Math.max(0, Math.round(lines) - this.#headers);
  }

  /**
   * Yields all samples. If the run is in several files, an answer that another file repeats is skipped.
   *
   * @throws a `RunFault` if it is no run
   */
  async *samples(signal?: AbortSignal): AsyncGenerator<RunSample, void, undefined> {
    const parts = await this.#source.parts();
    this.#size = parts.reduce<number | undefined>(
      (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
      0,
    );
    this.#headers = parts.length;
    const answered = parts.length > 1 ? new Set<string>() : undefined;
    for (const part of parts) {
      for await (const sample of this.#samplesOf(part, parts.length > 1, signal)) {
        if (answered?.has(sample.id) === true) continue;
        if (sample.error === undefined) answered?.add(sample.id);
        yield sample;
      }
      if (signal?.aborted === true) return;
    }
    if (parts.length > 1 && this.header === undefined)
      throw new UnreadableRun(`${this.#source.shown}: no run found in it`);
    if (this.problems > MAX_NAMED) this.#note(`${this.#source.shown}: ${this.problems - MAX_NAMED} more lines skipped`);
  }

  /**
   * @param isOneOfSeveral true if a file that is no run, because its writing was cut off, is a problem and not a fault
   */
  async *#samplesOf(
    part: RunPart,
    isOneOfSeveral: boolean,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RunSample, void, undefined> {
    const reader = new RunReader(this.#book);
    const decoder = new TextDecoder();
    const taken = (events: readonly RunEvent[]) => this.#taken(part, isOneOfSeveral, reader, events);
    for await (const bytes of part.bytes(signal)) {
      this.#digest.update(bytes);
      this.#bytes += bytes.length;
      for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) this.#lines++;
      yield* taken(reader.push(decoder.decode(bytes, { stream: true })));
    }
    if (signal?.aborted !== true) yield* taken([...reader.push(decoder.decode()), ...reader.end()]);
  }

  /**
   * Returns a sample with the usage of all attempts at it, not only of the last one. Attempts may follow the sample: call it when all
   * samples were taken.
   */
  withPaid<T extends Pick<ReportSample, 'id' | 'cached' | 'tokens' | 'partialTokens'>>(sample: T): T {
    const paid = this.#paid.get(sample.id);
    if (paid === undefined || sample.cached === true) return sample;
    const { input, output, batch, unknown } = paid;
    const tokens: TokenCounts = {
      input,
      output,
      reasoning: sample.tokens?.reasoning ?? 0,
      ...(batch.input + batch.output === 0 ? {} : { batch }),
    };
    return {
      ...sample,
      ...(input + output === 0 ? {} : { tokens }),
      ...(unknown > 0 && (sample.tokens !== undefined || input + output > 0) && { partialTokens: true as const }),
    };
  }

  #pay({ id, result, usage, batch }: RunAttempt): void {
    this.#attempts++;
    const paid = this.#paid.get(id) ?? { input: 0, output: 0, unknown: 0, batch: { input: 0, output: 0 } };
    this.#paid.set(id, paid);
    const { inputTokens, outputTokens } = usage ?? {};
    if (result === undefined) paid.unknown++;
    else if (inputTokens !== undefined && outputTokens !== undefined) {
      paid.unknown--;
      for (const sum of batch === undefined ? [paid] : [paid, paid.batch]) {
        sum.input += inputTokens;
        sum.output += outputTokens;
      }
    }
  }

  *#taken(
    { shown }: RunPart,
    isOneOfSeveral: boolean,
    reader: RunReader,
    events: readonly RunEvent[],
  ): Generator<RunSample> {
    for (const event of events) {
      if (event.type === 'sample') yield event.sample;
      else if (event.type === 'header') this.header ??= event.header;
      else if (event.type === 'attempt') this.#pay(event.attempt);
      else if (event.type === 'problem') {
        const { line, message } = event.problem;
        const where = `${shown}:${line}: ${message}`;
        if (reader.stopped && !isOneOfSeveral) throw new UnreadableRun(where);
        this.problems++;
        if (this.problems <= MAX_NAMED) this.#note(`${where}; skipped`);
      }
    }
  }
}

/** Returns the digest of a run's files in sequence. */
export async function fileDigest(source: RunSource, signal?: AbortSignal): Promise<string> {
  const digest = source.newDigest();
  for (const part of await source.parts()) {
    for await (const bytes of part.bytes(signal)) digest.update(bytes);
  }
  return digest.digest();
}

/** Main lines of the games of a run, for runs that do not hold moves. */
export class GameLines {
  readonly #lines = new Map<number, SampleLine>();

  constructor(pgn: string) {
    for (const { game, startFen, moves } of mainLines(pgn)) this.#lines.set(game, { startFen, moves });
  }

  /** Returns the moves up to a ply; undefined if the game is shorter or missing. */
  at(game: number, ply: number): SampleLine | undefined {
    const line = this.#lines.get(game);
    return line === undefined || line.moves.length < ply ? undefined : { ...line, moves: line.moves.slice(0, ply) };
  }
}

/** Returns the moves of a sample: its own, else those of its game. */
export function getSampleLine(sample: RunSample, games: GameLines | undefined): SampleLine | null {
  const { moves, startFen = INITIAL_FEN, game, ply, variant } = sample;
  if (moves !== undefined && moves.length === ply) return { startFen, moves };
  if (isComparedWorld(variant)) return null;
  return games?.at(game, ply) ?? null;
}

/**
 * Causes that ended an answer before the model was done, by the finish reasons of runs and of logs of other programs.
 */
const ENDED: Readonly<Record<string, ReportSample['ended']>> = {
  length: 'cut',
  filter: 'refused',
  content_filter: 'refused',
  refusal: 'refused',
};

/**
 * Returns a sample as a report stores it, without its scores. Its tokens are those of its answer: see `withPaid` of `RunPass`.
 */
export function reportSample(sample: RunSample, line: SampleLine | null): ReportSample {
  const { id, model, template, index, task, error, usage, cached, extraction, finishReason } = sample;
  const ended = finishReason === undefined ? undefined : ENDED[finishReason];
  return {
    id,
    model,
    ...(template !== undefined && { template }),
    index,
    ...(task !== undefined && { task }),
    ...promptPosition(sample, line?.moves.at(-1)),
    predicted: error === undefined ? (takenState(sample) ?? null) : null,
    ...(extraction?.outcome === 'doubtful' && { doubtful: true }),
    ...(ended !== undefined && { ended }),
    ...(error !== undefined && { error: error.code }),
    ...(usage !== undefined && {
      tokens: {
        input: usage.inputTokens ?? 0,
        output: usage.outputTokens ?? 0,
        reasoning: usage.reasoningTokens ?? 0,
      },
    }),
    ...(cached === true && { cached }),
    ...(usage !== undefined &&
      (usage.inputTokens === undefined || usage.outputTokens === undefined) && { partialTokens: true }),
    scores: null,
  };
}
