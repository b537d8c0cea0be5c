import * as v from 'valibot';
import { ANSWER_PLACES } from '../../answers/answer-reading.ts';
import { describeIssue } from '../../base/text/schema-issues.ts';
import { comparedWorld } from '../../metrics/comparison-rules.ts';
import { originalSpec, type WorldSpec } from '../../worlds/world-spec.ts';
import { worldSpecSchema } from '../../worlds/world-spec-schema.ts';
import { count, milliseconds, text, UNNAMED_WORLD } from '../sample/column.ts';
import { lineFields, sampleLineSchema } from '../sample/run-line.ts';
import { importPlanSchema } from './import-plan.ts';
import { metricsSchema } from './run-metrics.ts';

/**
 * Schema of the run file, `*.run.jsonl`: a header line, then a line per sample, two per attempt and some per batch,
 * each a JSON object with a checksum. The number is raised only when a reader of the old schema would misread the new
 * one; a new optional field is no reason, since readers ignore unknown fields. Schema 1 calls the model of a sample
 * `label`; its samples are read in either schema, since new lines may follow those of an older version.
 */
export const RUN_SCHEMA_VERSION = 2 as const;
const OLD_SCHEMA_VERSION = 1;

const optional = <T extends v.GenericSchema>(schema: T): v.ExactOptionalSchema<T, undefined> => v.exactOptional(schema);

/** Base URL without the parts that may hold a secret: user and password, query, fragment. */
const endpoint = v.pipe(
  text,
  v.transform((url) => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '')),
);

/**
 * Prices of a model, as its user entered them: money for a million tokens, valid on a date. Never taken from any other
 * source.
 */
export const pricesSchema = v.object({
  input: v.pipe(v.number(), v.finite(), v.minValue(0)),
  output: v.pipe(v.number(), v.finite(), v.minValue(0)),
  currency: optional(v.pipe(text, v.regex(/^[A-Z]{3}$/, 'must be three capital letters, such as USD'))),
  date: v.pipe(text, v.isoDate('must be a date such as 2026-01-31')),
  /** Price of batch requests; by default half of the regular price. */
  batch: optional(
    v.object({
      input: v.pipe(v.number(), v.finite(), v.minValue(0)),
      output: v.pipe(v.number(), v.finite(), v.minValue(0)),
    }),
  ),
});

/** Interfaces of OpenAI-compatible servers. */
const SERVER_APIS = ['chat', 'responses'] as const;
/** Interfaces in experiments and settings, with `auto`: Responses at OpenAI itself, Chat Completions elsewhere. */
export const WANTED_APIS = ['auto', ...SERVER_APIS] as const;

/** Model of the answers in the run. `label` names it in samples, annotations and reports. */
const modelSchema = v.object({
  label: text,
  /** Server or maker of the model (`openai`, `google`, `baseline`), for display alone. */
  provider: optional(text),
  model: optional(text),
  endpoint: optional(endpoint),
  /** Interface of the server; runs of older versions do not state it. */
  api: optional(v.picklist(SERVER_APIS)),
  prices: optional(pricesSchema),
});

/** Settings sent with each request. A closed list: only named fields can reach the file, and never keys. */
const settingsSchema = v.object({
  temperature: optional(v.number()),
  topP: optional(v.number()),
  maxTokens: optional(count),
  topLogprobs: optional(count),
  seed: optional(v.pipe(v.number(), v.integer())),
  samplesPerPosition: optional(count),
});

/** Part `index` (from 1) of `of` parts of a run that is divided over several machines. */
export const shardSchema = v.pipe(
  v.object({ index: v.pipe(count, v.minValue(1)), of: v.pipe(count, v.minValue(1)) }),
  v.check(({ index, of }) => index <= of, 'the index exceeds the number of shards'),
);

/** Limits of a run. */
const limitsSchema = v.object({
  maxRequests: optional(v.pipe(count, v.minValue(1))),
  /** In the currency of the prices. */
  maxCost: optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  /** Sum of input and output. */
  maxTokensTotal: optional(v.pipe(count, v.minValue(1))),
});

const templateSchema = v.object({
  id: text,
  title: optional(text),
  isRaw: optional(v.boolean()),
  answer: optional(v.picklist(ANSWER_PLACES)),
  messages: v.array(v.object({ role: v.picklist(['system', 'user', 'assistant']), content: text })),
});

/** Random walks of a world; the run's seed draws them. */
const walksSchema = v.object({
  world: worldSpecSchema,
  count: v.pipe(count, v.minValue(1)),
  /** Maximum number of actions of a walk. */
  length: count,
});

/** Everything that is needed to request the rest of a run: with the games it determines the tasks and their order. */
const planSchema = v.object({
  /** Plan of plies in the syntax of the command line: `ends`, `every:10`, `ply:4,8`, `random:20,40x50`. */
  plies: text,
  /** Expression of `statelens games`: only games for which it is true are used. */
  where: optional(text),
  /** Number for each position and template. */
  samples: v.pipe(count, v.minValue(1)),
  templates: v.pipe(v.array(templateSchema), v.minLength(1)),
  /** Number in all shards together. */
  tasks: count,
  /** SHA-256 of the PGN's text, in hexadecimal digits; for walks that of their world and actions. */
  gamesHash: text,
  shard: optional(shardSchema),
  /** Walks of a run over random walks: they are generated from this, so that no file of games is needed. */
  walks: optional(walksSchema),
  /** World of a run over a file of walks. */
  world: optional(worldSpecSchema),
});

const originSchema = v.variant('type', [
  /** Answers of models. */
  v.object({ type: v.literal('predict') }),
  /** Logs of another benchmark; `extract` is true if its own extraction was replaced. */
  v.object({
    type: v.literal('import'),
    format: text,
    files: v.array(text),
    extract: v.boolean(),
    /** Mapping from the fields of the log to samples. */
    plan: optional(importPlanSchema),
  }),
]);

export const runHeaderSchema = v.object({
  kind: v.literal('run'),
  schema: v.pipe(
    v.picklist([OLD_SCHEMA_VERSION, RUN_SCHEMA_VERSION]),
    v.transform(() => RUN_SCHEMA_VERSION),
  ),
  tool: v.object({ name: text, version: text }),
  /** ISO 8601 instant. */
  created: optional(text),
  origin: originSchema,
  models: v.array(modelSchema),
  prompt: optional(v.object({ template: text, system: optional(text), user: optional(text) })),
  settings: settingsSchema,
  /** Seed of all random draws of the run: ply plan, order, shards. */
  seed: optional(v.pipe(v.number(), v.integer())),
  /** PGN that `game` counts in; its name only, never a folder of anybody's machine. */
  games: optional(v.object({ file: text, count })),
  /** Initial limits: a resumed run keeps them unless others are named. Runs of older versions do not state them. */
  limits: optional(limitsSchema),
  /** Default scoring of the answers in reports. */
  metrics: optional(metricsSchema),
  /** Plan of a run that queries models; imported runs have none. */
  plan: optional(planSchema),
});

const usageSchema = v.object(lineFields('usage'));

export const runSampleSchema = sampleLineSchema();

/**
 * Attempt at an answer: one line when the request goes out, and one when it has ended. A line of the first kind alone
 * is an attempt whose end was not recorded, because the process was killed: it counts as a request of unknown usage.
 */
export const runAttemptSchema = v.object({
  kind: v.literal('attempt'),
  /** Id of the sample. */
  id: text,
  /** Number among the attempts at this sample, from 1, over all sessions of the file. */
  number: v.pipe(count, v.minValue(1)),
  /** ISO 8601 instant; the same in both lines. */
  started: text,
  /** In the first line: `first`, `again` in a later session, `batch`, or the fault of the attempt before. */
  reason: optional(text),
  /** Server's name of the batch that made the request; empty where it is not known. */
  batch: optional(text),
  /** In the first line: maximum number of tokens, where that is known. */
  most: optional(usageSchema),
  /** In the second line: `answered`, or the code of the fault. */
  result: optional(text),
  message: optional(text),
  elapsed: optional(milliseconds),
  /** In the second line: usage as the server counted it, even of an unusable answer; zeros for a refused request. */
  usage: optional(usageSchema),
});

/** Requests of a batch by outcome: the last four add up to `sent`. */
const ledgerSchema = v.object({ sent: count, answered: count, failed: count, neverRun: count, notReceived: count });

/**
 * File of requests for a batch, and its state. The last line about a file counts. `written`: not submitted, as far as
 * this file knows; `submitted`: results may still come; `fetched`: all results are in this file; `forgotten`: no
 * results are expected; `refused`: the server made no request of it.
 */
export const runBatchSchema = v.object({
  kind: v.literal('batch'),
  /** Name of the file of requests, without folders. */
  file: text,
  requests: count,
  /** SHA-256 of the file, in hexadecimal digits. */
  sha256: text,
  status: v.picklist(['written', 'submitted', 'fetched', 'forgotten', 'refused']),
  endpoint: optional(endpoint),
  /** Server's names of the file and of the batch. */
  inputFile: optional(text),
  batch: optional(text),
  ledger: optional(ledgerSchema),
});

export type Prices = v.InferOutput<typeof pricesSchema>;
export type Shard = v.InferOutput<typeof shardSchema>;
export type RunWalks = v.InferOutput<typeof walksSchema>;
export type RunPlan = v.InferOutput<typeof planSchema>;
export type RunModel = v.InferOutput<typeof modelSchema>;
export type RunSettings = v.InferOutput<typeof settingsSchema>;
export type RunHeader = v.InferOutput<typeof runHeaderSchema>;
export type RunSample = v.InferOutput<typeof runSampleSchema>;
export type RunAttempt = v.InferOutput<typeof runAttemptSchema>;
export type RunBatch = v.InferOutput<typeof runBatchSchema>;
export type LedgerCounts = v.InferOutput<typeof ledgerSchema>;

/** Returns the world of a run over walks, random or from a file. */
export const planWorld = (plan: RunPlan | undefined): WorldSpec | undefined => plan?.walks?.world ?? plan?.world;

/** Returns a sample of a file whose header has this plan, with the name of its world where the file is of an older version. */
export function withWorldName(sample: RunSample, plan: RunPlan | undefined): RunSample {
  const world = sample.variant === UNNAMED_WORLD ? planWorld(plan) : undefined;
  return world === undefined ? sample : { ...sample, variant: comparedWorld(originalSpec(world).name) };
}

/** Describes an invalid value in one line: the path of the first wrong field and the reason. */
export const firstIssue = (issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const path = v.getDotPath(issues[0]);
  const words = describeIssue(issues[0]);
  return path === null ? words : `${path}: ${words}`;
};
