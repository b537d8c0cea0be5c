import { thrownMessage } from '../../core/base/result.ts';
import type { Spending } from '../../core/evaluation/runs/spending.ts';
import { retryNote } from '../../models/retry.ts';
import {
  type ExecuteOptions,
  executeRun,
  type RunOpened,
  type RunPlace,
  type RunResult,
} from '../../models/runs/execute-run.ts';
import type { RunStop } from '../../models/runs/run-engine.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { RunProgress } from '../../models/runs/run-meter.ts';

/** Listeners of a run. */
export interface SessionEvents {
  /** Called when its state or progress has changed. */
  readonly changed: () => void;
  /** Called once when it has ended by itself: not when it was paused or canceled. */
  readonly ended: (session: RunSession) => void;
  /** Called with a sentence for the log. */
  readonly log: (message: string) => void;
}

/** One run of this window, which can be started, paused, resumed and ended; its file is valid at every moment. */
export class RunSession {
  readonly job: RunJob;
  /** Spending of the file's attempts when the run was added to its sequence. */
  readonly earlier: Spending | undefined;
  readonly #place: RunPlace;
  readonly #events: SessionEvents;
  #options: ExecuteOptions;
  #state: RunState = { phase: 'queued' };
  #progress: RunProgress | undefined;
  #opened: RunOpened | undefined;
  #executed: RunResult | undefined;
  #cancel = new AbortController();
  #pause = new AbortController();

  constructor(job: RunJob, options: ExecuteOptions, place: RunPlace, events: SessionEvents, earlier?: Spending) {
    this.job = job;
    this.earlier = earlier;
    this.#options = options;
    this.#place = place;
    this.#events = events;
  }

  get state(): RunState {
    return this.#state;
  }

  /** Progress; undefined before the first request. */
  get progress(): RunProgress | undefined {
    return this.#progress;
  }

  /** Result of the last call. */
  get executed(): RunResult | undefined {
    return this.#executed;
  }

  /** Contents of the file when it was last opened. */
  get opened(): RunOpened | undefined {
    return this.#opened;
  }

  get isUnderway(): boolean {
    return isUnderway(this.#state);
  }

  /** Stops sending requests; pending ones are completed. */
  pause(): void {
    this.#step({ type: 'pause' });
    if (this.#state.phase === 'pausing') this.#pause.abort();
  }

  /** Stops sending requests and drops the pending ones. */
  cancel(): void {
    this.#step({ type: 'cancel' });
    if (this.#state.phase === 'cancelling') this.#cancel.abort();
  }

  /** Queues a run again that has ended; `options` may request more than before. */
  queue(options: Partial<ExecuteOptions> = {}): void {
    this.#options = { ...this.#options, ...options };
    this.#step({ type: 'resume' });
  }

  /** Sends the missing requests, at its turn. Never rejects. `others`: spending of other runs of the experiment. */
  async run(others: readonly Spending[]): Promise<void> {
    if (this.#state.phase !== 'queued') return;
    this.#cancel = new AbortController();
    this.#pause = new AbortController();
    this.#step({ type: 'begin' });
    try {
      const done = await executeRun(
        this.job,
        this.#options,
        this.#place,
        {
          onOpened: (opened) => {
            this.#opened = opened;
          },
          onProgress: (progress) => this.#show(progress),
          onRetry: (event, progress) => {
            this.#events.log(`${this.job.label}: ${retryNote(event, `, ${progress.limit} at a time`)}`);
            this.#show(progress);
          },
        },
        others,
        { cancel: this.#cancel.signal, pause: this.#pause.signal },
      );
      if (!done.ok) this.#step({ type: 'refused', message: done.error.message });
      else {
        const { stop, left, failed } = done.value;
        this.#executed = done.value;
        this.#step({ type: 'end', stop, isComplete: left === 0 && failed === 0 });
      }
    } catch (error) {
      this.#step({ type: 'refused', message: thrownMessage(error) });
    }
  }

  #show(progress: RunProgress): void {
    this.#progress = progress;
    this.#events.changed();
  }

  #step(step: RunStep): void {
    const next = nextRunState(this.#state, step);
    if (next === this.#state) return;
    this.#state = next;
    const cause = next.reason === undefined ? '' : `: ${next.reason}`;
    this.#events.log(`${this.job.label}: ${next.phase}${cause} (${this.job.file}).`);
    this.#events.changed();
    if (step.type === 'end' || step.type === 'refused') this.#events.ended(this);
  }
}

/** The runs of one experiment, one after the other: all count against the same limits. */
export class RunSequence {
  readonly sessions: readonly RunSession[];
  #going: Promise<void> | undefined;

  constructor(sessions: readonly RunSession[]) {
    this.sessions = sessions;
  }

  /**
   * Runs the queue; resolves when nothing is left to do, because all runs are done, paused or canceled. Never rejects.
   */
  go(): Promise<void> {
    this.#going ??= this.#go().finally(() => {
      this.#going = undefined;
    });
    return this.#going;
  }

  /** Ends one run; those queued after a running one are not started either. */
  cancel(session: RunSession): void {
    const wasUnderway = session.isUnderway;
    session.cancel();
    if (wasUnderway) for (const other of this.sessions) if (other.state.phase === 'queued') other.cancel();
  }

  /** Ends all, and resolves when their files are closed. */
  async end(): Promise<void> {
    for (const session of this.sessions) session.cancel();
    await this.#going;
  }

  async #go(): Promise<void> {
    for (;;) {
      // While one is paused, later ones are not started: the user wants no requests now.
      const next = this.sessions.find(({ state }) => state.phase === 'queued' || state.phase === 'paused');
      if (next === undefined || next.state.phase !== 'queued') return;
      const others = this.sessions.flatMap((item) =>
        item === next ? [] : (item.executed?.spending ?? item.earlier ?? []),
      );
      await next.run(others);
    }
  }
}

/**
 * Phase of a run of this window. `queued`: another run of its experiment goes first. `pausing` and `cancelling`:
 * requests are still pending. `incomplete`: it has ended, and some requests failed or were not in a pilot.
 */
export type RunPhase =
  | 'queued'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'cancelling'
  | 'stopped'
  | 'incomplete'
  | 'complete';

export interface RunState {
  readonly phase: RunPhase;
  /** The reason of `stopped`, without a period. */
  readonly reason?: string;
  /** The failed requests that stopped it. */
  readonly failure?: NonNullable<RunStop['failure']>;
}

/** An event of a run. */
export type RunStep =
  | { readonly type: 'begin' | 'pause' | 'resume' | 'cancel' }
  | { readonly type: 'end'; readonly stop: RunStop | undefined; readonly isComplete: boolean }
  | { readonly type: 'refused'; readonly message: string };

const CANCELLED: RunState = { phase: 'stopped', reason: 'cancelled' };

/** Returns the state of a run after a step; the same state if the step has no meaning there. */
export function nextRunState(state: RunState, step: RunStep): RunState {
  const { phase } = state;
  const isAsking = phase === 'running' || phase === 'pausing' || phase === 'cancelling';
  switch (step.type) {
    case 'begin':
      return phase === 'queued' ? { phase: 'running' } : state;
    case 'pause':
      if (phase === 'queued') return { phase: 'paused' };
      return phase === 'running' ? { phase: 'pausing' } : state;
    case 'resume':
      return phase === 'paused' || phase === 'stopped' || phase === 'incomplete' ? { phase: 'queued' } : state;
    case 'cancel':
      if (phase === 'queued' || phase === 'paused') return CANCELLED;
      return phase === 'running' || phase === 'pausing' ? { phase: 'cancelling' } : state;
    case 'refused':
      return isAsking ? { phase: 'stopped', reason: withoutStop(step.message) } : state;
    case 'end':
      return isAsking ? ended(step.stop, step.isComplete) : state;
  }
}

function ended(stop: RunStop | undefined, isComplete: boolean): RunState {
  // The last answer can arrive while a run is being canceled.
  if (isComplete) return { phase: 'complete' };
  if (stop === undefined) return { phase: 'incomplete' };
  if (stop.why === 'paused') return { phase: 'paused' };
  if (stop.why === 'cancelled') return CANCELLED;
  const { message, failure } = stop;
  return { phase: 'stopped', reason: withoutStop(message), ...(failure !== undefined && { failure }) };
}

const withoutStop = (message: string): string => message.replace(/\.$/, '');

/** Returns true if requests may be pending. */
const isUnderway = ({ phase }: RunState): boolean =>
  phase === 'running' || phase === 'pausing' || phase === 'cancelling';

/** The runs of this window, by the names of their files: active ones, and those that ended here. */
export class WindowRuns {
  readonly #runs = new Map<string, { readonly session: RunSession; readonly sequence: RunSequence }>();

  get sessions(): readonly RunSession[] {
    return [...this.#runs.values()].map(({ session }) => session);
  }

  of(file: string): { readonly session: RunSession; readonly sequence: RunSequence } | undefined {
    return this.#runs.get(file);
  }

  /** Adds the runs of an experiment, in place of earlier ones with the same files. */
  add(sequence: RunSequence): void {
    for (const session of sequence.sessions) this.#runs.set(session.job.file, { session, sequence });
  }

  /** Returns true if a file is being written here, or waits for its turn. */
  isBusy(file: string): boolean {
    const session = this.#runs.get(file)?.session;
    return session !== undefined && (session.isUnderway || session.state.phase === 'queued');
  }

  /** Ends all runs cleanly. */
  async end(): Promise<void> {
    await Promise.all([...new Set([...this.#runs.values()].map(({ sequence }) => sequence))].map((item) => item.end()));
  }
}
