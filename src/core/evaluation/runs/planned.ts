import * as v from 'valibot';
import { fingerprint } from '../../base/text/fingerprint.ts';
import { type RunHeader, shardSchema } from './run-schema.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a run was to ask; `key` is equal for the same plan, whichever model and shard. */
export const plannedSchema = v.object({
  key: v.string(),
  /** In all shards, and for each position. */
  tasks: count,
  each: v.pipe(count, v.minValue(1)),
  shard: v.exactOptional(shardSchema),
});
export type Planned = v.InferOutput<typeof plannedSchema>;

/** What the run of a header was to ask; undefined where it does not say. */
export function plannedOf(header: RunHeader | undefined): Planned | undefined {
  if (header?.plan === undefined) return undefined;
  const { shard, tasks, samples, templates, ...rest } = header.plan;
  const key = fingerprint(JSON.stringify([header.seed, tasks, samples, templates, rest]));
  return { key, tasks, each: samples * templates.length, ...(shard !== undefined && { shard }) };
}
