import { PILOT_WORTH } from '../../core/evaluation/runs/projection.ts';
import { shardSize } from '../../core/evaluation/runs/shards.ts';
import { costOf } from '../../core/evaluation/runs/spending.ts';
import { CHARACTERS_A_TOKEN, renderPrompt } from '../prompts/prompt.ts';
import type { RunJob } from './run-job.ts';

/** Prompts that are looked at for an estimate of all. */
const LOOKED_AT = 1000;

/** The estimated cost of a run, computed without requests. */
export interface RunEstimate {
  /** Answers that the run will hold. */
  readonly samples: number;
  /** Requests that differ: samples with the same prompt and number share an answer. All samples where answers are not cached. */
  readonly requests: number;
  /** Tokens of all prompts, roughly; undefined for a model of this process. */
  readonly input: number | undefined;
  /** Tokens of all answers at most; undefined where no limit is set. */
  readonly maxOutput: number | undefined;
  /** By the user's own prices; undefined without them. `most` is undefined with `maxOutput`. */
  readonly cost: { readonly least: number; readonly most: number | undefined } | undefined;
  /** True if a few of them should be asked first. */
  readonly worthPilot: boolean;
}

/**
 * Estimates a run from a sample of its prompts.
 *
 * @param isCached whether an answer serves all samples with its prompt and number
 */
export function estimateOf(job: RunJob, isCached = true): RunEstimate {
  const { tasks, shard, settings, prices, model } = job;
  const samples = shardSize(tasks.count, shard);
  const numbers = isCached ? tasks.distinctNumbersOf(shard) : tasks.numbersOf(shard);
  const requests = numbers.length;
  if (model.endpoint === undefined || requests === 0)
    return { samples, requests, input: undefined, maxOutput: undefined, cost: undefined, worthPilot: false };
  const input = promptTokens(job, numbers);
  const output = settings.maxTokens === undefined ? undefined : settings.maxTokens * requests;
  return {
    samples,
    requests,
    input,
    maxOutput: output,
    cost: prices && {
      least: costOf({ input, output: 0 }, prices),
      most: output === undefined ? undefined : costOf({ input, output }, prices),
    },
    worthPilot: requests > PILOT_WORTH,
  };
}

function promptTokens({ tasks }: RunJob, numbers: readonly number[]): number {
  const step = Math.max(1, Math.floor(numbers.length / LOOKED_AT));
  let characters = 0;
  let looked = 0;
  for (let i = 0; i < numbers.length; i += step) {
    const { position, template } = tasks.at(numbers[i] ?? 0);
    for (const { content } of renderPrompt(template, position.task)) characters += content.length;
    looked++;
  }
  return ((characters / looked) * numbers.length) / CHARACTERS_A_TOKEN;
}
