import { seeded, shuffled } from '../../core/base/random.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { PILOT, type Projection, project } from '../../core/evaluation/runs/projection.ts';
import type { RunProblem } from '../../core/evaluation/runs/run-file.ts';
import { otherRun, shardSize } from '../../core/evaluation/runs/run-plan.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { type CommonFault, FaultTally } from '../../core/evaluation/runs/run-tally.ts';
import { type BudgetLimits, Spending } from '../../core/evaluation/runs/spending.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { RetryEvent } from '../retry.ts';
import { AdaptiveLimit } from './adaptive-limit.ts';
import type { AnswerCache } from './answer-cache.ts';
import { RUN_RETRY_POLICY, type RunStop, runTasks } from './run-engine.ts';
import { type RunFault, runFault } from './run-fault.ts';
import type { Hash, RunJob } from './run-job.ts';
import { RunMeter, type RunProgress } from './run-meter.ts';
import type { OpenedRun, OpenRun, OpenRunOptions } from './run-store.ts';

/** Default number of concurrent requests. */
const CONCURRENCY = 16;

export interface ExecuteOptions {
  readonly retryErrors: boolean;
  readonly breakLock: boolean;
  readonly pilot: boolean;
  readonly limits: BudgetLimits;
  readonly concurrency: number | undefined;
  /** Answers of earlier runs; undefined: none are stored. */
  readonly cache: AnswerCache | undefined;
}

/** Environment of a run. */
export interface RunPlace {
  readonly open: OpenRun;
  readonly hash: Hash;
  readonly clock: Clock;
  /** Returns the current time as ISO 8601. */
  readonly instant: () => string;
  /** Uniform in [0, 1), for the jitter of waits. */
  readonly random: () => number;
}

/** State after a run's file was opened. */
export interface RunOpened {
  readonly isNew: boolean;
  readonly answered: number;
  readonly failed: number;
  /** Lines that do not count. */
  readonly problems: readonly RunProblem[];
  /** Ids of samples in the file that do not belong to the run; they do not count either. */
  readonly foreign: readonly string[];
}

/** Observer of a run. */
export interface RunEvents {
  readonly onOpened?: (opened: RunOpened) => void;
  /** Called when the first requests begin, and after each sample that is safely written. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** Called before each wait for another attempt. */
  readonly onRetry?: (event: RetryEvent, progress: RunProgress) => void;
}

/** Signals that stop a run early. */
export interface RunSignals {
  /** Cancels pending requests. */
  readonly cancel: AbortSignal;
  /** Lets pending requests finish. */
  readonly pause?: AbortSignal;
}

/** Result of a run. */
export interface RunResult {
  /** Figures of the whole file. */
  readonly total: number;
  readonly answered: number;
  readonly failed: number;
  /** Most frequent reason of the failures. */
  readonly commonFault: CommonFault | undefined;
  /** Number of answers that are empty or refuse. */
  readonly empty: number;
  /** Number of answers of earlier runs, which were free. */
  readonly cached: number;
  /** Number of samples never requested, or not recorded. */
  readonly left: number;
  readonly stop: RunStop | undefined;
  /** True if everything requested has its answer: the pilot, or the whole run without failures. */
  readonly isWhole: boolean;
  readonly spending: Spending;
  /** Estimate for the whole run from the pilot's answers. */
  readonly projection: Projection | undefined;
}

/** Samples known while a run is active: ids of answers, ids of errors, and the pilot's samples. */
class Known {
  readonly answered = new Set<string>();
  readonly failed = new FaultTally();
  readonly empty = new Set<string>();
  readonly cached = new Set<string>();
  readonly pilot = new Map<number, RunSample>();
  readonly #pilots: ReadonlySet<number>;

  constructor(pilots: readonly number[]) {
    this.#pilots = new Set(pilots);
  }

  /** Removes all samples but these; returns the ids of the removed ones. */
  keepOnly(ids: ReadonlySet<string>): string[] {
    const foreign = [...this.answered, ...this.failed.ids].filter((id) => !ids.has(id));
    for (const id of foreign) {
      this.answered.delete(id);
      this.failed.delete(id);
      this.empty.delete(id);
      this.cached.delete(id);
    }
    for (const [task, { id }] of this.pilot) if (!ids.has(id)) this.pilot.delete(task);
    return foreign;
  }

  add(sample: RunSample): void {
    if (sample.error === undefined) {
      this.answered.add(sample.id);
      this.failed.delete(sample.id);
      if (sample.finishReason === 'refusal' || sample.raw?.trim() === '') this.empty.add(sample.id);
      if (sample.cached === true) this.cached.add(sample.id);
    } else this.failed.add(sample.id, sample.error);
    if (sample.task !== undefined && this.#pilots.has(sample.task)) this.pilot.set(sample.task, sample);
  }
}

/** Returns the tasks of a pilot: drawn by the run's seed, the same every time. */
export function pilotTasks({ tasks, shard, seed }: Pick<RunJob, 'tasks' | 'shard' | 'seed'>): number[] {
  return shuffled(tasks.numbersOf(shard), seeded(seed ^ 0x5eed)).slice(0, PILOT);
}

/**
 * Executes a run from its beginning or from where it stopped. Completed work is always in its file.
 *
 * @param others consumption of the experiment's other runs, which counts against the same limits
 * @throws the system's error if the file cannot be opened
 */
export async function executeRun(
  job: RunJob,
  options: ExecuteOptions,
  place: RunPlace,
  events: RunEvents,
  others: readonly Spending[],
  signals: RunSignals,
): Promise<Result<RunResult, RunFault>> {
  const { prices, tasks, shard, label } = job;
  if (options.limits.maxCost !== undefined && prices === undefined)
    return runFault('no-prices', `a cost limit requires prices of ${label} with their date`);
  const spending = new Spending(options.limits, prices);
  for (const other of others) spending.addOther(other);
  const pilots = pilotTasks(job);
  const known = new Known(pilots);
  const opened = await openJob(job, options, place, {
    onSample: (sample) => {
      spending.addEarlier(sample);
      known.add(sample);
    },
    onAttempt: (attempt) => spending.addAttempt(attempt),
  });
  if (!opened.ok) return opened;
  const total = shardSize(tasks.count, shard);
  let stop: RunStop | undefined;
  try {
    const { isNew, contents } = opened.value;
    const ids = new Map(tasks.numbersOf(shard).map((number) => [number, tasks.idOf(tasks.at(number), label)]));
    const foreign = known.keepOnly(new Set(ids.values()));
    events.onOpened?.({
      isNew,
      answered: known.answered.size,
      failed: known.failed.size,
      problems: contents.problems,
      foreign,
    });
    const wanted = (options.pilot ? pilots : [...ids.keys()]).filter((number) => {
      const id = ids.get(number) ?? '';
      return !known.answered.has(id) && (options.retryErrors || !known.failed.has(id));
    });
    stop = await ask(job, opened.value, { known, spending, wanted, total }, options, place, events, signals);
  } finally {
    await opened.value.close();
  }
  const [answered, failed] = [known.answered.size, known.failed.size];
  const left = total - answered - failed;
  return ok({
    total,
    answered,
    failed,
    commonFault: known.failed.commonest,
    empty: known.empty.size,
    cached: known.cached.size,
    left,
    stop,
    isWhole: options.pilot ? stop === undefined : left === 0 && failed === 0,
    spending,
    projection: project([...known.pilot.values()], total, prices),
  });
}

async function openJob(
  job: RunJob,
  { breakLock }: ExecuteOptions,
  place: RunPlace,
  hears: Pick<OpenRunOptions, 'onSample' | 'onAttempt'>,
): Promise<Result<OpenedRun, RunFault>> {
  let other = false;
  const opened = await place.open({
    file: job.file,
    header: job.header,
    breakLock,
    check: (there) => {
      const refusal = otherRun(there, job.header());
      other = refusal !== undefined;
      return refusal;
    },
    ...hears,
  });
  return opened.ok ? opened : runFault(other ? 'other-run' : 'refused-file', opened.error);
}

/** Requests of a run, apart from the known samples. */
interface PendingRequests {
  readonly known: Known;
  readonly spending: Spending;
  readonly wanted: readonly number[];
  readonly total: number;
}

async function ask(
  job: RunJob,
  opened: OpenedRun,
  { known, spending, wanted, total }: PendingRequests,
  options: ExecuteOptions,
  { hash, clock, instant, random }: RunPlace,
  { onProgress, onRetry }: RunEvents,
  { cancel, pause }: RunSignals,
): Promise<RunStop | undefined> {
  const { model, label, tasks, settings } = job;
  const concurrency = options.concurrency ?? job.concurrency ?? CONCURRENCY;
  // With a limit of cost or tokens the first answer shows what one costs.
  const { maxCost, maxTokensTotal } = options.limits;
  const isBounded = maxCost !== undefined || maxTokensTotal !== undefined;
  const limit = new AdaptiveLimit(concurrency, clock, isBounded ? 1 : undefined);
  const meter = new RunMeter(known, total, wanted.length, spending, limit, clock);
  onProgress?.(meter.progress);
  const outcome = await runTasks(
    tasks.ofNumbers(wanted),
    {
      model,
      label,
      nameTemplate: tasks.nameTemplate,
      settings,
      concurrency,
      limit,
      retry: RUN_RETRY_POLICY,
      spending,
      append: (sample, ended) => (ended === undefined ? opened.append(sample) : opened.append(ended, sample)),
      note: model.endpoint === undefined ? undefined : (attempt) => opened.append(attempt),
      cache: model.endpoint === undefined ? undefined : options.cache,
      hash,
      clock,
      instant,
      random,
      onSample: (sample) => {
        known.add(sample);
        meter.step(sample.error !== undefined);
        onProgress?.(meter.progress);
      },
      onRetry: (event) => {
        meter.retry(event);
        onRetry?.(event, meter.progress);
      },
      pause,
    },
    cancel,
  );
  return outcome.stop;
}
