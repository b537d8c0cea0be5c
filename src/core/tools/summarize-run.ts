import { err, ok } from '../base/result.ts';
import { seriesName } from '../evaluation/report/report-sample.ts';
import { answerFacts, takenState } from '../evaluation/runs/answer-facts.ts';
import { RunReader } from '../evaluation/runs/run-file.ts';
import { shardSize } from '../evaluation/runs/run-plan.ts';
import { planWorld, type RunHeader, type RunSample } from '../evaluation/runs/run-schema.ts';
import { Spending, type Tokens } from '../evaluation/runs/spending.ts';
import { PairComparer } from '../metrics/compare.ts';
import type { TextComparison } from '../metrics/comparison.ts';
import { isComparedWorld } from '../metrics/comparison-rules.ts';
import type { AnswerFacts } from '../metrics/sentence/answer-text.ts';
import { type Cause, countCauses } from '../metrics/sentence/causes.ts';
import {
  byLabel,
  type Summary,
  type SummaryInput,
  summarizeByLength,
  summarizePredictions,
} from '../metrics/summary.ts';
import { worldReader } from '../metrics/world-pair-reading.ts';
import { buildWorld, originalSpec } from '../worlds/world-spec.ts';
import { DEPTH_FIELD } from './replay-moves.ts';
import { bounded, CANCELLED, defineTool, excerpt, roundedOrNull, type ToolAnswer, toolCancellation } from './tool.ts';

const MAX_PROBLEMS = 10;
const MAX_FAULTS = 10;
/** Number of characters that are read before the rest of the program has a turn. */
const PIECE = 1 << 20;

/** Tool that summarizes a run. */
export const SUMMARIZE_RUN = defineTool({
  name: 'summarise_run',
  title: 'Summarize a run file',
  description:
    'Summarizes a model run (*.run.jsonl): models, prompt and settings, the number and causes of failed requests, and per model ' +
    'the verdicts, why answers are wrong (causes), board accuracy, edit distance and, over a sample of the positions, mean p_m and r_m. Failed requests count in no figure.',
  fields: {
    file: { kind: 'text', most: 4000, required: true, description: 'The run file, in the workspace.' },
    depth: DEPTH_FIELD,
    most: {
      kind: 'whole',
      least: 0,
      most: 20_000,
      default: 500,
      description: 'Maximum number of answers to compute p_m and r_m for, spread evenly over the run.',
    },
  },
  async run({ file, depth, most }, host, signal) {
    const source = await host.readFile(file);
    if (!source.ok) return source;
    const { name, text } = source.value;
    const read = new RunFile();
    for (let at = 0; at < text.length; at += PIECE) {
      read.push(text.slice(at, at + PIECE));
      await host.turn();
      if (signal.aborted) return CANCELLED;
    }
    read.end();
    const { header, problems } = read;
    const answered = [...read.samples.values()].filter(({ error }) => error === undefined);
    if (header === undefined) {
      return err({ code: 'failed', message: `${name}: ${problems[0]?.message ?? 'not a run file'}` });
    }
    const walks = planWorld(header.plan);
    const world = walks === undefined ? undefined : buildWorld(originalSpec(walks));
    if (world?.ok === false)
      return err({ code: 'failed', message: `${name}: ${world.error[0]?.message ?? 'no world'}` });
    const comparers = new Map<RunSample['variant'], PairComparer>();
    const step = most === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(answered.length / most));
    const judged: JudgedPrediction[] = [];
    for (const [i, sample] of answered.entries()) {
      await host.turn();
      if (signal.aborted) return CANCELLED;
      const { variant, trueFen, predicted: predictedFen, answer } = sample;
      const game = isComparedWorld(variant) ? world && worldReader(world.value) : variant;
      if (game === undefined) continue;
      const comparer = comparers.get(variant) ?? new PairComparer(game);
      comparers.set(variant, comparer);
      const input = { trueFen, predictedFen, ...(answer !== undefined && { answer }) };
      const options = { affordance: { m: depth }, conditional: false };
      const full = i % step === 0 ? comparer.compare(input, options, toolCancellation(signal)) : undefined;
      const comparison: TextComparison = full?.ok === true ? full.value : comparer.text(input);
      judged.push({ model: sample.series, ply: sample.ply, comparison });
    }
    return ok({
      file: name,
      ...headerOf(header),
      samples: read.samples.size,
      ...(header.plan !== undefined && { planned: shardSize(header.plan.tasks, header.plan.shard) }),
      answered: answered.length,
      failed: read.samples.size - answered.length,
      doubtful: answered.filter(({ doubtful }) => doubtful).length,
      faults: bounded(read.faults(), MAX_FAULTS),
      tokens: read.tokens,
      m: depth,
      models: modelFigures(judged, depth),
      ...(problems.length > 0 ? { damaged_lines: bounded(problems, MAX_PROBLEMS) } : {}),
    });
  },
});

/** The part of a sample that is kept: a run may have hundreds of thousands. */
interface KeptSample extends Pick<RunSample, 'variant' | 'ply' | 'trueFen' | 'error'> {
  /** The model, with its template if the run names one. */
  readonly series: string;
  readonly predicted: string | undefined;
  readonly answer: AnswerFacts | undefined;
  /** True if states of equal rank in the answer differ. */
  readonly doubtful: boolean;
}

class RunFile {
  readonly #reader = new RunReader();
  header: RunHeader | undefined;
  /** Samples by id: a failed request may be repeated, and the later line counts. */
  readonly samples = new Map<string, KeptSample>();
  readonly problems: { readonly line: number; readonly message: string }[] = [];
  readonly #spending = new Spending({}, undefined);

  /** Tokens of all attempts. */
  get tokens(): Tokens {
    return this.#spending.tokens;
  }

  push(piece: string): void {
    this.#take(this.#reader.push(piece));
  }

  end(): void {
    this.#take(this.#reader.end());
  }

  /** Returns the messages of failed requests, the most frequent first. */
  faults(): { readonly message: string; readonly count: number }[] {
    const counts = new Map<string, number>();
    for (const { error } of this.samples.values()) {
      if (error === undefined) continue;
      const message = `${error.code}: ${excerpt(error.message, 200)}`;
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
    return [...counts].map(([message, count]) => ({ message, count })).sort((a, b) => b.count - a.count);
  }

  #take(events: ReturnType<RunReader['push']>): void {
    for (const event of events) {
      if (event.type === 'header') this.header = event.header;
      else if (event.type === 'problem')
        this.problems.push({ line: event.problem.line, message: excerpt(event.problem.message, 200) });
      else if (event.type === 'attempt') this.#spending.addAttempt(event.attempt);
      else if (event.type === 'sample') this.#keep(event.sample);
    }
  }

  #keep(sample: RunSample): void {
    const { id, variant, ply, trueFen, error } = sample;
    const kept = {
      series: seriesName(sample),
      variant,
      ply,
      trueFen,
      predicted: takenState(sample),
      answer: answerFacts(sample),
      doubtful: sample.extraction?.outcome === 'doubtful',
    };
    this.samples.set(id, error === undefined ? kept : { ...kept, error });
    this.#spending.addEarlier(sample);
  }
}

const headerOf = ({ tool, created, origin, models, prompt, settings, games }: RunHeader): ToolAnswer => ({
  tool: `${tool.name} ${tool.version}`,
  ...(created === undefined ? {} : { created }),
  origin: origin.type,
  asked: models.slice(0, 30).map(({ label, endpoint }) => (endpoint === undefined ? label : `${label} at ${endpoint}`)),
  ...(prompt === undefined ? {} : { template: prompt.template }),
  settings,
  ...(games === undefined ? {} : { games }),
});

/** A judged prediction, as far as the figures need it. */
export interface JudgedPrediction {
  /** The label without its sample number: figures are per model and template, never across. */
  readonly model: string;
  readonly ply: number;
  readonly comparison: SummaryInput & { readonly cause: Cause };
}

const MAX_MODELS = 30;

/** Returns the figures of each model, in the order of first appearance. */
export function modelFigures(judged: readonly JudgedPrediction[], m: number): ToolAnswer[] {
  const groups = [...byLabel(judged, ({ model }) => model)].slice(0, MAX_MODELS);
  return groups.map(([model, own]) => ({
    model,
    ...figures(summarizePredictions(own.map(({ comparison }) => comparison)), m),
    causes: countCauses(own.map(({ comparison }) => comparison.cause.id)),
    by_plies: summarizeByLength(own).map(({ from, to, ...summary }) => ({
      plies: to === null ? `${from} or more` : `${from}-${to}`,
      n: summary.n,
      exact: summary.exact,
      mean_board_accuracy: roundedOrNull(summary.meanBoardAccuracy),
      [`mean_p${m}`]: roundedOrNull(summary.meanP),
      [`mean_r${m}`]: roundedOrNull(summary.meanR),
      [`mean_f${m}`]: roundedOrNull(summary.meanF),
    })),
  }));
}

function figures(summary: Summary, m: number): ToolAnswer {
  const { n, scored, verdicts, invalid, exact, staleShare, tauB, vacuous } = summary;
  return {
    n,
    exact,
    invalid,
    verdicts: Object.fromEntries(Object.entries(verdicts).filter(([, count]) => count > 0)),
    mean_board_accuracy: roundedOrNull(summary.meanBoardAccuracy),
    mean_edit_distance: roundedOrNull(summary.meanEditDistance),
    [`mean_p${m}`]: roundedOrNull(summary.meanP),
    [`mean_r${m}`]: roundedOrNull(summary.meanR),
    [`mean_f${m}`]: roundedOrNull(summary.meanF),
    ...(vacuous.p + vacuous.r > 0 ? { vacuous } : {}),
    // p and r are means over these alone
    scored_p_r: scored,
    tau_b_of_p_and_edit_distance: roundedOrNull(tauB),
    stale_share_of_wrong_squares: roundedOrNull(staleShare),
  };
}
