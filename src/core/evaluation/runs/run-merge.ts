import { inShard, runDifferences, shardName } from './run-plan.ts';
import type { RunAttempt, RunHeader, RunSample, Shard } from './run-schema.ts';

/** Place of the line that counts for a sample. */
export interface Winner {
  /** Index of its file. */
  readonly part: number;
  readonly line: number;
  readonly failed: boolean;
  readonly task: number;
}

/** Maximum number of tasks in a list; beyond it only their number is given. */
const MAX_NAMED = 8;

/**
 * Merge of the files of one run: determines the line that counts for each sample, and the missing samples. The first
 * answer wins; an error gives way to any later line. Files are added in the order of the arguments.
 */
export class RunMerge {
  readonly #headers: RunHeader[] = [];
  readonly #names: string[] = [];
  readonly #winners = new Map<string, Winner>();
  readonly #attempts = new Map<string, Pick<Winner, 'part' | 'line'>>();
  #doubles = 0;

  /**
   * Adds a file. Returns the reason why it does not belong to those before it, as the end of a sentence; undefined if
   * it does.
   */
  addPart(name: string, header: RunHeader): string | undefined {
    const [first] = this.#headers;
    if (header.plan === undefined) return 'was not written by statelens run: its header has no plan';
    const differ = first === undefined ? [] : runDifferences(first, header);
    if (differ.length > 0) return `belongs to a different run than ${this.#names[0]}: ${differ.join(', ')} differ`;
    this.#headers.push(header);
    this.#names.push(name);
    return undefined;
  }

  /** Adds a line of the last file. Returns the reason why it cannot be counted; undefined if it can. */
  addSample({ id, task, error }: RunSample, line: number): string | undefined {
    if (task === undefined || task >= this.#tasks) return `sample ${id} is not in the run's plan`;
    const failed = error !== undefined;
    const before = this.#winners.get(id);
    if (before !== undefined && !before.failed) {
      if (!failed) this.#doubles++;
      return undefined;
    }
    this.#winners.set(id, { part: this.#headers.length - 1, line, failed, task });
    return undefined;
  }

  /** Adds a line of the last file about an attempt: its usage counts in the whole, too. */
  addAttempt({ id, number, started, result }: RunAttempt, line: number): void {
    const key = JSON.stringify([id, number, started, result === undefined]);
    if (this.#attempts.has(key)) return;
    this.#attempts.set(key, { part: this.#headers.length - 1, line });
  }

  get #tasks(): number {
    return this.#headers[0]?.plan?.tasks ?? 0;
  }

  /** Header of the whole: that of the first file, without its shard. */
  get header(): RunHeader | undefined {
    const [first] = this.#headers;
    if (first?.plan === undefined) return undefined;
    const { shard: _, ...plan } = first.plan;
    return { ...first, plan };
  }

  get samples(): number {
    return this.#winners.size;
  }

  get failed(): number {
    return [...this.#winners.values()].filter(({ failed }) => failed).length;
  }

  /** Number of duplicate answers; the first of them counts. */
  get doubles(): number {
    return this.#doubles;
  }

  /** Returns the lines of a file that count. */
  linesOf(part: number): ReadonlySet<number> {
    const kept = [...this.#winners.values(), ...this.#attempts.values()];
    return new Set(kept.flatMap((one) => (one.part === part ? [one.line] : [])));
  }

  /** Returns a phrase for everything that all files together lack: whole shards first, then tasks by shard. */
  missing(): string[] {
    const there = new Uint8Array(this.#tasks);
    for (const { task } of this.#winners.values()) there[task] = 1;
    const shards = this.#shards();
    const phrases: string[] = [];
    for (const shard of shards.absent) {
      const count = tasksMissing(there, shard).length;
      if (count > 0) phrases.push(`shard ${shardName(shard)} (${count} samples)`);
    }
    for (const { shard, name } of shards.present) {
      const tasks = tasksMissing(there, shard);
      if (tasks.length === 0) continue;
      const named = tasks.slice(0, MAX_NAMED).join(', ');
      phrases.push(`${tasks.length} of ${name}: task ${named}${tasks.length > MAX_NAMED ? ', …' : ''}`);
    }
    return phrases;
  }

  /** Returns the present and absent shards of the division that most files belong to. */
  #shards(): { present: { shard: Shard | undefined; name: string }[]; absent: Shard[] } {
    const present = this.#headers.map(({ plan }, i) => ({ shard: plan?.shard, name: this.#names[i] ?? '' }));
    const counts = new Map<number, number>();
    for (const { shard } of present) if (shard !== undefined) counts.set(shard.of, (counts.get(shard.of) ?? 0) + 1);
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    if (most === undefined || present.some(({ shard }) => shard === undefined)) return { present, absent: [] };
    const [of] = most;
    const there = new Set(present.flatMap(({ shard }) => (shard?.of === of ? [shard.index] : [])));
    const absent = Array.from({ length: of }, (_, i) => ({ index: i + 1, of })).filter(
      ({ index }) => !there.has(index),
    );
    return { present, absent };
  }
}

function tasksMissing(there: Uint8Array, shard: Shard | undefined): number[] {
  const tasks: number[] = [];
  for (let task = 0; task < there.length; task++) if (there[task] === 0 && inShard(task, shard)) tasks.push(task);
  return tasks;
}
