import type { Shard } from './run-schema.ts';

/** More parts than any cluster's array has are a typing mistake. */
export const MAX_SHARDS = 100_000;

/** Reads `i/n`, part i (from 1) of n; undefined for anything else. */
export function readShard(text: string): Shard | undefined {
  const parts = /^(\d{1,6})\/(\d{1,6})$/.exec(text);
  const [index, of] = [Number(parts?.[1] ?? 0), Number(parts?.[2] ?? 0)];
  return index >= 1 && index <= of && of <= MAX_SHARDS ? { index, of } : undefined;
}

/** True if a task belongs to a shard. Neighbours go to different ones, so that all get games of all lengths. */
export const inShard = (task: number, shard: Shard | undefined): boolean =>
  shard === undefined || task % shard.of === shard.index - 1;

/** Number of of so many tasks a shard has. */
export const shardSize = (tasks: number, shard: Shard | undefined): number =>
  shard === undefined ? tasks : Math.max(0, Math.ceil((tasks - (shard.index - 1)) / shard.of));

export const shardName = ({ index, of }: Shard): string => `${index}/${of}`;
