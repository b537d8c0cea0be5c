import * as v from 'valibot';
import { ANSWER_PLACES } from '../../answers/answer-reading.ts';
import { describeIssue } from '../../base/text/schema-issues.ts';
import { comparedWorld } from '../../metrics/comparison-rules.ts';
import { originalSpec, type WorldSpec } from '../../worlds/world-spec.ts';
import { worldSpecSchema } from '../../worlds/world-spec-schema.ts';
import { count, milliseconds, text } from '../sample/column.ts';
import { lineFields, sampleLineSchema } from '../sample/run-line.ts';
import { UNNAMED_WORLD } from '../sample/variant.ts';
import { importPlanSchema } from './import-plan.ts';
import { metricsSchema } from './run-metrics.ts';

/**
 * The run file, `*.run.jsonl`: a header line, then a line per sample, two per attempt and some per batch, each a JSON object with a checksum. The schema's number goes up
 * only when a reader of the old one would misread the new one; a new optional field is no reason, since readers ignore
 * fields that they do not know. Schema 1 calls the model of a sample `label`; its samples are read in either schema, since
 * new lines may follow those of an older version.
 */
export const RUN_SCHEMA_VERSION = 2 as const;
const OLD_SCHEMA_VERSION = 1;

const optional = <T extends v.GenericSchema>(schema: T): v.ExactOptionalSchema<T, undefined> => v.exactOptional(schema);

/** A base URL without what may hold a secret: user and password, query, fragment. */
const endpoint = v.pipe(
  text,
  v.transform((url) => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '')),
);

/** Prices of a model, as its user entered them: money for a million tokens, true on a date. Never taken from anywhere else. */
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

/** Interfaces of OpenAI-compatible servers that a model can be asked by. */
export const SERVER_APIS = ['chat', 'responses'] as const;
/** In experiments and settings `auto`, too: Responses at OpenAI itself, Chat Completions elsewhere. */
export const WANTED_APIS = ['auto', ...SERVER_APIS] as const;

/** A model whose answers the run holds. `label` names it in samples, annotations and reports. */
const modelSchema = v.object({
  label: text,
  /** Who serves or made it (`openai`, `google`, `baseline`); for people, nothing depends on it. */
  provider: optional(text),
  model: optional(text),
  endpoint: optional(endpoint),
  /** By which of its interfaces a server is asked; runs of older versions do not say it. */
  api: optional(v.picklist(SERVER_APIS)),
  prices: optional(pricesSchema),
});

/** Settings sent with each request. A closed list: nothing that is not named here can reach the file, keys least of all. */
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
  /** Of input and output together. */
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
export const walksSchema = v.object({
  world: worldSpecSchema,
  count: v.pipe(count, v.minValue(1)),
  /** Actions of a walk, at most. */
  length: count,
});

/** All that is needed to ask the rest of a run again: with the games it says what the tasks are, and their order. */
export const planSchema = v.object({
  /** As the command line writes it: `ends`, `every:10`, `ply:4,8`, `random:20,40x50`. */
  plies: text,
  /** An expression of `statelens games`: only the games for which it is true are asked about. */
  where: optional(text),
  /** For each position and template. */
  samples: v.pipe(count, v.minValue(1)),
  templates: v.pipe(v.array(templateSchema), v.minLength(1)),
  /** In all shards together. */
  tasks: count,
  /** SHA-256 of the PGN's text, in hexadecimal digits; of walks that of their world and actions. */
  gamesHash: text,
  shard: optional(shardSchema),
  /** Of a run over walks: they are made again from this, so that no file of games is needed. */
  walks: optional(walksSchema),
  /** Of a run over a file of walks: the world that they are in. */
  world: optional(worldSpecSchema),
});

const originSchema = v.variant('type', [
  /** Models were asked. */
  v.object({ type: v.literal('predict') }),
  /** Another benchmark's logs were read; `extract` tells whether its own extraction was replaced. */
  v.object({
    type: v.literal('import'),
    format: text,
    files: v.array(text),
    extract: v.boolean(),
    /** Which fields of the log were taken for what. */
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
  /** Seed of everything that the run drew: ply plan, order, shards. */
  seed: optional(v.pipe(v.number(), v.integer())),
  /** The PGN that `game` counts in; its name only, never a folder of somebody's machine. */
  games: optional(v.object({ file: text, count })),
  /** Those that it was begun with: going on keeps them unless others are named. Runs of older versions do not say them. */
  limits: optional(limitsSchema),
  /** How reports score the answers by default. */
  metrics: optional(metricsSchema),
  /** Of a run that asks models; imported ones have none. */
  plan: optional(planSchema),
});

const usageSchema = v.object(lineFields('usage'));

export const runSampleSchema = sampleLineSchema();

/**
 * An attempt at an answer: one line when the request goes out, and one when it has ended. A line of the first kind alone is
 * an attempt whose end nobody recorded, because the process was killed: it counts as a request of unknown usage.
 */
export const runAttemptSchema = v.object({
  kind: v.literal('attempt'),
  /** The sample that is asked for. */
  id: text,
  /** Number among the attempts at this sample, from 1, over all sessions of the file. */
  number: v.pipe(count, v.minValue(1)),
  /** ISO 8601 instant; the same in both lines. */
  started: text,
  /** Of the first line: `first`, `again` in a later session, `batch`, or the fault of the attempt before. */
  reason: optional(text),
  /** The server's name of the batch that made the request; empty where it is not known. */
  batch: optional(text),
  /** Of the first line: tokens that it can use at most, where that is known. */
  most: optional(usageSchema),
  /** Of the second line: `answered`, or the code of the fault. */
  result: optional(text),
  message: optional(text),
  elapsed: optional(milliseconds),
  /** Of the second line: as the server counted, whether or not the answer was usable; zeros for a request that was refused. */
  usage: optional(usageSchema),
});

/** Requests of a batch by what became of them: the last four add up to what was sent. */
const ledgerSchema = v.object({ sent: count, answered: count, failed: count, neverRun: count, notReceived: count });

/**
 * A file of requests that was written for a batch, and what became of it. The last line about a file counts. `written`: not submitted,
 * as far as this file knows; `submitted`: something may still come; `fetched`: all is in this file; `forgotten`: nothing more is
 * waited for; `refused`: the server made no request of it.
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
  /** The server's names of the file and of the batch. */
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

/** The world of a run over walks, random or of a file. */
export const planWorld = (plan: RunPlan | undefined): WorldSpec | undefined => plan?.walks?.world ?? plan?.world;

/** A sample of a file whose header has this plan, with the name of its world where the file is of an older version. */
export function withWorldName(sample: RunSample, plan: RunPlan | undefined): RunSample {
  const world = sample.variant === UNNAMED_WORLD ? planWorld(plan) : undefined;
  return world === undefined ? sample : { ...sample, variant: comparedWorld(originalSpec(world).name) };
}

/** Describes an invalid value in one line: the path of the first field at fault and why. */
export const firstIssue = (issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const path = v.getDotPath(issues[0]);
  const words = describeIssue(issues[0]);
  return path === null ? words : `${path}: ${words}`;
};
