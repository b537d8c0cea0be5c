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

/** Tasks that are named one by one; of more only their number is. */
const MAX_NAMED = 8;

/**
 * Finds out of the files of one run which line counts for each sample, and what is missing. An answer that came first stays; an
 * error gives way to whatever comes later. Files are added one after the other, in the order they were named.
 */
export class RunMerge {
  readonly #headers: RunHeader[] = [];
  readonly #names: string[] = [];
  readonly #winners = new Map<string, Winner>();
  readonly #attempts = new Map<string, Pick<Winner, 'part' | 'line'>>();
  #doubles = 0;

  /** Adds a file; gives why it does not belong to those before it, as the end of a sentence. */
  addPart(name: string, header: RunHeader): string | undefined {
    const [first] = this.#headers;
    if (header.plan === undefined) return 'was not written by statelens run: its header has no plan';
    const differ = first === undefined ? [] : runDifferences(first, header);
    if (differ.length > 0) return `belongs to a different run than ${this.#names[0]}: ${differ.join(', ')} differ`;
    this.#headers.push(header);
    this.#names.push(name);
    return undefined;
  }

  /** Adds a line of the last file; gives why it cannot be counted. */
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

  /** Adds a line of the last file about an attempt: what it used up counts in the whole, too. */
  addAttempt({ id, number, started, result }: RunAttempt, line: number): void {
    const key = JSON.stringify([id, number, started, result === undefined]);
    if (this.#attempts.has(key)) return;
    this.#attempts.set(key, { part: this.#headers.length - 1, line });
  }

  get #tasks(): number {
    return this.#headers[0]?.plan?.tasks ?? 0;
  }

  /** The header of the whole: the first one's, without its shard. */
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

  /** Duplicate answers; the first of them counts. */
  get doubles(): number {
    return this.#doubles;
  }

  /** The lines of a file that count. */
  linesOf(part: number): ReadonlySet<number> {
    const kept = [...this.#winners.values(), ...this.#attempts.values()];
    return new Set(kept.flatMap((one) => (one.part === part ? [one.line] : [])));
  }

  /** Lists what all files together lack, one phrase each: whole shards first, then tasks by shard. */
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

  /** The present and absent shards of the division that most files belong to. */
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
