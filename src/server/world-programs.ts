import { type CompareJob, type CompareOutput, JOB_VERSIONS, type Jobs } from '../compute/jobs/jobs.ts';
import { Pool, type RunOptions } from '../compute/pool/pool.ts';
import { type ComputeError, computeError } from '../compute/worker/worker-protocol.ts';
import { LearnedWorld } from '../compute/worlds/learned-world.ts';
import { onAbort } from '../core/base/cancellation.ts';
import { LruMap } from '../core/base/lru-map.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import {
  commandKey,
  type ProcessOpener,
  type ProcessSpec,
  programFromCommand,
  programRefusal,
  programSpec,
  startProgramsWith,
  type WorldSpec,
} from '../core/worlds/world-spec.ts';
import type { Clock } from '../protocol/clock.ts';
import type { AllowedProgram } from '../protocol/lsp.ts';
import { splitUri } from './documents/open-domain.ts';
import type { ProgramThread, ServerHost } from './host.ts';
import type { Log } from './log.ts';

/** Maximum number of programs that run concurrently. */
const MAX_STARTED = 16;

/** Services that programs need. */
interface WorldProgramsContext {
  readonly host: ServerHost;
  readonly log: Log;
  /**
   * Called when a program was allowed, all were revoked, or one has failed. Documents that use programs must be read
   * again.
   */
  changed(): void;
}

/** The reason why a program was not allowed, as a sentence without a period. */
const NOT_HERE = 'no program can be started here';

/**
 * The programs that the user allows as worlds, each by its exact words in one folder. Each has its own thread, which
 * asks it and waits; this thread knows its world from its answers.
 */
export class WorldPrograms {
  readonly #context: WorldProgramsContext;
  readonly #started = new Map<string, RunningProgram>();
  /** Programs that end with the server. */
  readonly #ending: Promise<void>[] = [];
  #starts = 0;

  constructor(context: WorldProgramsContext) {
    this.#context = context;
    startProgramsWith(this.#open);
  }

  /**
   * Allows a program, and restarts it if it runs; returns the reason of a failure as a sentence without a period, or
   * undefined.
   */
  allow({ words, folder }: AllowedProgram): string | undefined {
    const { host, log } = this.#context;
    const { programs } = host;
    const cwd = programs?.folder(folder);
    if (programs === undefined || cwd === undefined) return NOT_HERE;
    const named = programFromCommand(words);
    if (named === undefined) return 'there is no command';
    const spec: ProcessSpec = { ...named, cwd, start: ++this.#starts };
    const key = commandKey(spec);
    void this.#started.get(key)?.end();
    this.#started.delete(key);
    if (this.#started.size >= MAX_STARTED) return `${MAX_STARTED} programs run already`;
    this.#started.set(
      key,
      new RunningProgram(spec, programs.start(spec), host.clock, (message) => {
        log.warn(message);
        this.#context.changed();
      }),
    );
    this.#context.changed();
    return undefined;
  }

  /** Ends all programs and withdraws all permissions. */
  revoke(): void {
    const were = this.#started.size;
    for (const program of this.#started.values()) void program.end();
    this.#started.clear();
    if (were > 0) this.#context.changed();
  }

  /** Ends all programs with the server. */
  async dispose(): Promise<void> {
    const all = [...this.#started.values()];
    // later requests find none
    this.#started.clear();
    this.#ending.push(...all.map((program) => program.end()));
    await Promise.all(this.#ending);
  }

  /**
   * Returns the world of a program that a document names, or the reason why it is not started if it was not allowed.
   */
  named(uri: string, name: string): Result<WorldSpec, string> {
    const spec = programSpec(name);
    if (spec === undefined) return err('world is followed by no command');
    const cwd = this.#context.host.programs?.folder(splitUri(uri).folder);
    const program = cwd === undefined ? undefined : this.#started.get(commandKey({ ...spec, cwd }));
    return program === undefined ? err(programRefusal(spec)) : ok(program.spec);
  }

  /** Returns the program of a world, if the world is a program that was allowed. */
  of(world: WorldSpec | undefined): RunningProgram | undefined {
    return world?.kind === 'process' ? this.#started.get(commandKey(world)) : undefined;
  }

  /** The worlds of this thread: the answers of programs so far. Nothing is asked here. */
  readonly #open: ProcessOpener = (spec) => {
    const program = this.of(spec);
    if (program === undefined || program.spec.start !== spec.start) return err([{ message: programRefusal(spec) }]);
    const { failure, learned } = program;
    return failure === undefined ? ok(learned.world) : err([{ message: failure }]);
  };
}

/** Maximum time of a program for all questions about one walk, and about one prediction, in milliseconds. */
const LEARN_MS = 60_000;
const COMPARE_MS = 30_000;
/**
 * Time after which the thread of a canceled job is replaced, in milliseconds; the job normally ends with its pending
 * answer.
 */
const GRACE_MS = 30_000;
/** Number of comparisons that are kept. */
const KEPT_RESULTS = 300;
/** Number of walk texts that are remembered as learned. */
const KEPT_TEXTS = 1000;

/** A program that the user has allowed: its thread, its answers, and the reason of its failure. */
export class RunningProgram {
  readonly spec: ProcessSpec;
  /** The known part of its world. */
  readonly learned = new LearnedWorld();
  readonly #clock: Clock;
  readonly #thread: ProgramThread;
  readonly #pool: Pool<Jobs>;
  readonly #failed: (message: string) => void;
  readonly #texts = new LruMap<string, true>(KEPT_TEXTS);
  #failure: string | undefined;
  #ended: Promise<void> | undefined;

  /** @param failed called once, with the reason of the failure */
  constructor(spec: ProcessSpec, thread: ProgramThread, clock: Clock, failed: (message: string) => void) {
    this.spec = spec;
    this.#clock = clock;
    this.#thread = thread;
    this.#failed = failed;
    const { transport } = thread;
    this.#pool = new Pool<Jobs>({
      transport,
      versions: JOB_VERSIONS,
      clock,
      graceMs: GRACE_MS,
      cacheEntries: KEPT_RESULTS,
    });
  }

  /** The reason of the failure, as text without a period; undefined while the program is usable. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Asks about a walk. Resolves once its world knows all of it, or has failed, or was ended. Never rejects. */
  async learn(text: string): Promise<void> {
    if (this.#failure !== undefined) return;
    // an answered question is known from then on
    if (this.#texts.get(text) !== undefined) return this.#fail('does not give the answers that a walk needs');
    const late = this.#deadline(LEARN_MS);
    const options = { signal: late.signal, priority: 'visible', once: true } as const;
    const result = await this.#pool.run('learn', { text, world: this.spec }, options);
    late.stop();
    if (this.#ended !== undefined) return;
    if (late.signal.aborted) return this.#fail(`took more than ${LEARN_MS / 1000} s for one walk`);
    if (!result.ok) return this.#end(result.error.message);
    if ('failure' in result.value) return this.#end(result.value.failure);
    this.#texts.set(text, true);
    if (!this.learned.learn(result.value.facts)) this.#fail('has shown more states than are kept; start it again');
  }

  /** Compares two of its states. Never rejects. */
  async compare(job: CompareJob, { signal, ...options }: RunOptions): Promise<Result<CompareOutput, ComputeError>> {
    if (this.#failure !== undefined) return err(computeError('COMPUTE_JOB_FAILED', this.#failure));
    const { trueFen, predictedFen } = job;
    const late = this.#deadline(COMPARE_MS, signal);
    const input = { world: this.spec, trueFen, predictedFen, options: job.options };
    const result = await this.#pool.run('compare-world', input, { ...options, signal: late.signal });
    late.stop();
    if (!result.ok) {
      const isLate = late.signal.aborted && signal?.aborted !== true;
      return isLate ? err(computeError('COMPUTE_JOB_FAILED', `it took more than ${COMPARE_MS / 1000} s`)) : result;
    }
    if (!('faults' in result.value)) return ok(result.value);
    const message = result.value.faults[0]?.message ?? 'there is no such world';
    if (this.#ended === undefined) this.#end(message);
    return err(computeError('COMPUTE_JOB_FAILED', message));
  }

  /** Ends the program and its thread. */
  end(): Promise<void> {
    this.#ended ??= this.#thread.end().then(() => this.#pool.dispose());
    return this.#ended;
  }

  #fail(what: string): void {
    this.#end(`the world ${this.spec.name} ${what}`);
  }

  #end(failure: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    void this.end();
    this.#failed(failure);
  }

  /** Returns a signal that aborts after a time, or with another signal. */
  #deadline(ms: number, other?: RunOptions['signal']): { readonly signal: AbortSignal; stop(): void } {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const stopTimer = this.#clock.after(ms, abort);
    const stopOther = other && onAbort(other, abort);
    if (other?.aborted === true) abort();
    return {
      signal: controller.signal,
      stop() {
        stopTimer();
        stopOther?.();
      },
    };
  }
}
