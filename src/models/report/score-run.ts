import { JOB_VERSIONS, type Jobs, type ScoreSampleJob } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { findStates } from '../../core/answers/states/scan.ts';
import { fingerprint } from '../../core/base/text/hash.ts';
import { LongestLines, type ReportRun } from '../../core/evaluation/report/report-sample.ts';
import { type AnswerRecord, AnswerTally, runMethods } from '../../core/evaluation/report/run-methods.ts';
import { type SampleLine, SCORES_VERSION } from '../../core/evaluation/report/sample-scores.ts';
import type { ScoreRow } from '../../core/evaluation/report/score-file.ts';
import { answerFacts } from '../../core/evaluation/runs/answer-facts.ts';
import { type OtherStates, otherStates } from '../../core/evaluation/runs/other-states.ts';
import { readPlanned } from '../../core/evaluation/runs/run-plan.ts';
import { type Prices, planWorld, type RunHeader, type RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { isUnread } from '../../core/metrics/fen-reading.ts';
import { buildWorld, originalSpec, type WorldSpec } from '../../core/worlds/world-spec.ts';
import { samplePrompt, sampleReading } from '../answers/kept-answer.ts';
import { planSentence } from '../import/plans/plan-text.ts';
import { fileDigest, type GameLines, getSampleLine, RunPass, reportSample } from './run-pass.ts';
import { type RunSource, readSourceHeader, ScoreStore } from './run-source.ts';

/** Settings that scores depend on besides the samples. */
export interface Scoring {
  readonly options: CompareOptions;
  /** Games: their lines, and a key of their text. */
  readonly games?: { readonly lines: GameLines; readonly key: string };
  /** True to store scores beside the runs. */
  readonly keep: boolean;
  readonly signal: AbortSignal;
  /** Called for each sample that is scored now. */
  readonly onScored: () => void;
  /** Called for each sample that needs no scoring now. */
  readonly onKnown?: () => void;
  /** Called with the number of samples in a run, more exact the more of it was read. */
  readonly onTotal?: (samples: number) => void;
  /** Called with notes for the reader of the report: lines that cannot be read, scores that cannot be stored. */
  readonly note: (text: string) => void;
}

/** A run with its scores. */
export interface ScoredRun {
  readonly source: RunSource;
  readonly run: ReportRun;
  readonly problems: number;
  /** True if something is missing: the run was not read to its end, or a sample could not be scored. */
  readonly incomplete: boolean;
}

/** Returns a key of everything that the scores of all samples depend on. */
export const scoringKey = ({ options, games }: Pick<Scoring, 'options' | 'games'>): string =>
  fingerprint(JSON.stringify([SCORES_VERSION, JOB_VERSIONS['score-sample'], options, games?.key ?? null]));

/**
 * Yields the samples of a run with their scores: stored ones that still fit, the others from the pool. If the run has not changed since it
 * was scored, only the scores are read.
 *
 * @param pool opens the pool when there is something to score
 */
export async function scoreRun(
  source: RunSource,
  scoring: Scoring,
  pool: () => Promise<Pool<Jobs>>,
): Promise<ScoredRun> {
  const store = new ScoreStore(scoring.keep ? source.scores('scores') : undefined, scoring.note);
  await store.load();
  const key = scoringKey(scoring);
  const { seal } = store;
  const answers = seal?.answers;
  if (answers !== undefined && seal?.scoring === key && seal.run === (await fileDigest(source, scoring.signal))) {
    if (seal.problems > 0) scoring.note(`${source.shown}: ${seal.problems} lines could not be read`);
    const { games, prices, world, planned, imported } = seal;
    const methods = runMethods(source.name, await readSourceHeader(source), answers, seal.run);
    const facts = { games: games ?? undefined, prices, world, planned: planned ?? undefined, imported };
    const run = reportRun(source, { ...facts, ...servedChanges(answers), methods }, store.rows(), store.games());
    return { source, run, problems: seal.problems, incomplete: false };
  }
  return await rescore(source, key, store, scoring, pool);
}

/** Forwards the world of a run, and notes once why its program does not run. */
function programNotes(
  { shown }: RunSource,
  { note }: Scoring,
): (world: WorldSpec | undefined) => WorldSpec | undefined {
  let isTold = false;
  return (world) => {
    const original = world && originalSpec(world);
    if (original?.kind !== 'process' || isTold) return world;
    isTold = true;
    const built = buildWorld(original);
    if (!built.ok) note(`${shown}: ${built.error[0]?.message ?? 'its world cannot be opened'}`);
    return world;
  };
}

async function rescore(
  source: RunSource,
  scoringKeyOfAll: string,
  store: ScoreStore,
  scoring: Scoring,
  pool: () => Promise<Pool<Jobs>>,
): Promise<ScoredRun> {
  const pass = new RunPass(source, scoring.note);
  const rows = new Map<string, ScoreRow>();
  const lines = new LongestLines();
  const waiting: ScoreRow[] = [];
  const answers = new AnswerTally();
  const noted = programNotes(source, scoring);
  const jobs = async function* (): AsyncGenerator<ScoreSampleJob, void, undefined> {
    for await (const sample of pass.samples(scoring.signal)) {
      if (pass.expected !== undefined) scoring.onTotal?.(pass.expected);
      answers.add(sample);
      const line = getSampleLine(sample, scoring.games?.lines);
      if (line !== null) lines.add(sample.game, line.startFen, line.moves);
      const others = findOtherStates(sample, line, pass.header);
      const row = scoreRow(scoringKeyOfAll, sample, line, {
        world: worldKey(pass.header),
        others,
      });
      const known = store.get(row.key);
      rows.set(row.id, known === undefined ? row : { ...row, scores: known.scores });
      if (row.error !== undefined || known !== undefined || isUnread(row.predicted)) {
        scoring.onKnown?.();
        continue;
      }
      waiting.push(row);
      const { variant, trueFen, predicted } = row;
      const answer = answerFacts(sample);
      const world = noted(isComparedWorld(variant) ? headerWorld(pass.header) : undefined);
      const asked = { variant, ...(world !== undefined && { world: originalSpec(world) }), trueFen };
      yield { ...asked, predictedFen: predicted, line, answer, others, options: scoring.options };
    }
  };
  let unscored = 0;
  const open = new LazyPool(pool);
  try {
    for await (const result of open.score(jobs(), scoring.signal)) {
      const row = waiting.shift();
      if (row === undefined) throw new Error('more results than samples');
      if (!result.ok || 'stopped' in result.value) {
        unscored++;
        continue;
      }
      const scored = { ...row, scores: result.value };
      rows.set(row.id, scored);
      store.add(scored);
      scoring.onScored();
    }
  } finally {
    store.close();
  }
  const all = [...rows.values()].map((row) => pass.withPaid(row));
  const complete = !scoring.signal.aborted && unscored === 0;
  const digest = pass.digest();
  const record = answers.record();
  const facts = headerFacts(pass.header);
  if (complete) {
    const { games = null, prices, world, planned = null, imported } = facts;
    store.finish(all, lines.games, {
      run: digest,
      scoring: scoringKeyOfAll,
      games,
      problems: pass.problems,
      prices,
      planned,
      ...(world !== undefined && { world }),
      ...(imported !== undefined && { imported }),
      answers: record,
    });
  }
  const isWhole = !scoring.signal.aborted;
  const methods = runMethods(source.name, pass.header, record, isWhole ? digest : null);
  const run = reportRun(source, { ...facts, ...servedChanges(record), methods }, all, lines.games);
  return { source, run, problems: pass.problems, incomplete: !complete };
}

/** Returns the facts of a header about all samples. */
const headerFacts = (header: RunHeader | undefined) => ({
  games: header?.games?.file,
  prices: headerPrices(header),
  world: headerWorld(header),
  planned: readPlanned(header),
  imported: importedWords(header),
});

/** Returns the models that were served under several names. */
const servedChanges = ({ served }: AnswerRecord) => ({ served: served.filter(({ changes }) => changes > 0) });

function importedWords(header: RunHeader | undefined): string | undefined {
  const plan = header?.origin.type === 'import' ? header.origin.plan : undefined;
  return plan && planSentence(plan);
}

/** Returns a run in the form of reports. */
const reportRun = (
  { name }: RunSource,
  {
    games,
    prices,
    world,
    planned,
    imported,
    served,
    methods,
  }: ReturnType<typeof headerFacts> & Pick<ReportRun, 'served' | 'methods'>,
  samples: readonly ScoreRow[],
  lines: NonNullable<ReportRun['lines']>,
): ReportRun => ({
  file: name,
  ...(games !== undefined && { games }),
  prices,
  ...(world !== undefined && { world }),
  planned,
  imported,
  served,
  methods,
  samples,
  lines,
});

const headerWorld = (header: RunHeader | undefined): WorldSpec | undefined => planWorld(header?.plan);

const headerPrices = (header: RunHeader | undefined): Record<string, Prices> =>
  Object.fromEntries(
    (header?.models ?? []).flatMap(({ label, prices }) => (prices === undefined ? [] : [[label, prices]])),
  );

/** Parts of a row that its sample does not determine. */
interface RowFacts {
  /** Key of the run's world. */
  readonly world: string | undefined;
  readonly others: OtherStates | undefined;
}

/** Returns a sample as a report stores it, without its scores. */
const scoreRow = (scoring: string, sample: RunSample, line: SampleLine | null, facts: RowFacts): ScoreRow => ({
  ...reportSample(sample, line),
  ...((facts.others?.answer.length ?? 0) > 0 && { several: true }),
  key: rowKey(scoring, sample, line, facts),
});

/** Returns a key of the contents of a row. */
const rowKey = (scoring: string, sample: RunSample, line: SampleLine | null, { world, others }: RowFacts): string => {
  const { id, variant, trueFen, extraction, error, usage, cached } = sample;
  const said = [extraction?.fen, answerFacts(sample), error?.code, usage, cached];
  return fingerprint(
    JSON.stringify([scoring, id, variant, trueFen, ...said, line, ...(world === undefined ? [] : [world]), others]),
  );
};

/** Returns a key of a run's world, created once per header. */
function worldKey(header: RunHeader | undefined): string | undefined {
  const world = headerWorld(header);
  if (header === undefined || world === undefined) return undefined;
  const known = WORLD_KEYS.get(header) ?? fingerprint(JSON.stringify(world));
  WORLD_KEYS.set(header, known);
  return known;
}

const WORLD_KEYS = new WeakMap<RunHeader, string>();

/** Opens the pool only when there is a job for it. */
class LazyPool {
  readonly #open: () => Promise<Pool<Jobs>>;

  constructor(open: () => Promise<Pool<Jobs>>) {
    this.#open = open;
  }

  async *score(jobs: AsyncGenerator<ScoreSampleJob, void, undefined>, signal: AbortSignal) {
    const first = await jobs.next();
    if (first.done === true) return;
    const all = async function* () {
      yield first.value;
      yield* jobs;
    };
    const pool = await this.#open();
    yield* pool.map('score-sample', all(), { signal });
  }
}

/**
 * Returns the other states of an answer. It is read again only if there may be some: it holds several, its state was not found in it, or
 * the server reported the model's reasoning.
 */
function findOtherStates(
  sample: RunSample,
  line: SampleLine | null,
  header: RunHeader | undefined,
): OtherStates | undefined {
  const { extraction, reasoning, error, raw } = sample;
  if (error !== undefined || raw === null || extraction?.by === 'source') return undefined;
  if (extraction?.outcome === 'unread') return undefined;
  const isAlone = extraction !== null && (extraction.candidates ?? 1) <= 1;
  if (isAlone && reasoning === undefined) return undefined;
  const whole = line === null ? sample : { ...sample, startFen: line.startFen, moves: [...line.moves] };
  const prompt = header === undefined ? (sample.prompt ?? null) : samplePrompt(whole, header);
  const reading = isAlone ? { candidates: [] } : sampleReading(whole, header ?? {}, prompt);
  const isChess = !isComparedWorld(sample.variant);
  const thoughts = reasoning === undefined || !isChess ? [] : findStates(reasoning);
  return reading && otherStates(reading, extraction?.fen ?? null, thoughts);
}
