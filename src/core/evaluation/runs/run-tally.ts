import { LENGTH_GROUPS } from '../../metrics/summary.ts';
import type { RunProblem, RunReader } from './run-file.ts';
import { shardSize } from './run-plan.ts';
import type { RunHeader, RunSample } from './run-schema.ts';
import { Spending, type Tokens } from './spending.ts';

/** Samples of one template, or of games of one length. */
export interface TallyGroup {
  readonly name: string;
  /** Template, or undefined for a length of game. */
  readonly template?: string;
  readonly answered: number;
  readonly failed: number;
}

/** Problems that end the reading. */
const ENDING: ReadonlySet<RunProblem['code']> = new Set(['no-header', 'newer-schema']);

interface Counted {
  answered: number;
  failed: number;
}

/** Counts over a run file, from the events of its reader. If a sample has several lines, the last one counts. */
export class RunTally {
  #header: RunHeader | undefined;
  #problem: RunProblem | undefined;
  #spending = new Spending({}, undefined);
  #answered = 0;
  /** Samples with failed requests, by id, with the groups that they count in. */
  readonly #failed = new Map<string, readonly Counted[]>();
  readonly #faults = new FaultTally();
  readonly #templates = new Map<string, Counted>();
  readonly #lengths = new Map<string, Counted>();

  add(events: ReturnType<RunReader['push']>): void {
    for (const event of events) {
      if (event.type === 'header') this.#begin(event.header);
      else if (event.type === 'sample') this.#count(event.sample);
      else if (event.type === 'attempt') this.#spending.addAttempt(event.attempt);
      else if (event.type === 'problem' && ENDING.has(event.problem.code)) this.#problem ??= event.problem;
    }
  }

  get header(): RunHeader | undefined {
    return this.#header;
  }

  /** Reason why the file is unusable. */
  get refusal(): string | undefined {
    return this.#problem?.message;
  }

  /** Number of planned samples; undefined for imported runs, or without a header. */
  get total(): number | undefined {
    const plan = this.#header?.plan;
    return plan === undefined ? undefined : shardSize(plan.tasks, plan.shard);
  }

  get answered(): number {
    return this.#answered;
  }

  get failed(): number {
    return this.#failed.size;
  }

  /** Most frequent reason for failed requests. */
  get commonFault(): CommonFault | undefined {
    return this.#faults.commonest;
  }

  get tokens(): Tokens {
    return this.#spending.tokens;
  }

  /** Usage of all attempts in the file. */
  get spending(): Spending {
    return this.#spending;
  }

  /** Cost by the prices in the file; undefined without them. */
  get cost(): number | undefined {
    return this.#spending.cost;
  }

  /** Groups by template where there are several, else by length of game; none where there would be only one. */
  get groups(): readonly TallyGroup[] {
    const { plan } = this.#header ?? {};
    const isByTemplate = (plan?.templates.length ?? 1) > 1;
    return [...(isByTemplate ? this.#templates : this.#lengths)].flatMap(([name, counts]) =>
      counts.answered + counts.failed === 0 ? [] : [{ name, ...(isByTemplate && { template: name }), ...counts }],
    );
  }

  #begin(header: RunHeader): void {
    // Every segment of a run has the same header.
    if (this.#header !== undefined) return;
    this.#header = header;
    this.#spending = new Spending({}, header.models[0]?.prices);
    for (const { id } of header.plan?.templates ?? []) this.#templates.set(id, { answered: 0, failed: 0 });
    for (const group of LENGTHS) this.#lengths.set(nameOf(group), { answered: 0, failed: 0 });
  }

  #count(sample: RunSample): void {
    this.#spending.addEarlier(sample);
    const earlier = this.#failed.get(sample.id);
    if (sample.error !== undefined) {
      this.#faults.add(sample.id, sample.error);
      if (earlier !== undefined) return;
      const groups = this.#groupsOf(sample);
      this.#failed.set(sample.id, groups);
      for (const group of groups) group.failed++;
      return;
    }
    this.#failed.delete(sample.id);
    this.#faults.delete(sample.id);
    for (const group of earlier ?? []) group.failed--;
    this.#answered++;
    for (const group of earlier ?? this.#groupsOf(sample)) group.answered++;
  }

  #groupsOf({ template, ply }: RunSample): Counted[] {
    const length = LENGTHS.find(([from, to]) => ply >= from && ply <= to);
    const found = [
      template === undefined ? undefined : this.#templates.get(template),
      length && this.#lengths.get(nameOf(length)),
    ];
    return found.filter((one) => one !== undefined);
  }
}

/** Lengths of games as in reports, with those below and above. */
const LENGTHS: readonly (readonly [number, number])[] = [[0, 0], ...LENGTH_GROUPS, [101, Number.POSITIVE_INFINITY]];

const nameOf = ([from, to]: readonly [number, number]): string => {
  if (to === 0) return 'start positions';
  return Number.isFinite(to) ? `${from} to ${to} half-moves` : `${from} half-moves and more`;
};

/** Reason for failed requests. */
export interface CommonFault {
  readonly message: string;
  /** Number of samples that failed for it. */
  readonly count: number;
}

/** Samples of a run with failed requests, with the reason of each. */
export class FaultTally {
  readonly #messages = new Map<string, string>();

  get size(): number {
    return this.#messages.size;
  }

  get ids(): readonly string[] {
    return [...this.#messages.keys()];
  }

  has(id: string): boolean {
    return this.#messages.has(id);
  }

  add(id: string, { message }: NonNullable<RunSample['error']>): void {
    this.#messages.set(id, message);
  }

  delete(id: string): void {
    this.#messages.delete(id);
  }

  /** Most frequent reason; of several the first. Undefined where no request failed. */
  get commonest(): CommonFault | undefined {
    const counts = new Map<string, number>();
    for (const message of this.#messages.values()) counts.set(message, (counts.get(message) ?? 0) + 1);
    let found: CommonFault | undefined;
    for (const [message, count] of counts) if (count > (found?.count ?? 0)) found = { message, count };
    return found;
  }
}
