import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { describeIssue } from '../../base/text/schema-issues.ts';
import { TARGET_METHODS } from '../../metrics/affordance-options.ts';
import { fitsPolicy, fitsTarget, metricsEntries } from './run-metrics.ts';
import { RUN_PLIES, readRunPlies } from './run-plan.ts';
import { pricesSchema, WANTED_APIS } from './run-schema.ts';

const name = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const seed = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff));
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const plies = v.pipe(
  v.array(whole(0, 999_999)),
  v.minLength(1, 'must list at least one ply'),
  v.transform((list) => list.join(',')),
);

const settingsSchema = v.strictObject({
  temperature: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  topP: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  maxTokens: v.exactOptional(whole(1, 10_000_000)),
  seed: v.exactOptional(seed),
});

const modelSchema = v.pipe(
  v.union([
    name,
    v.strictObject({
      model: name,
      label: v.exactOptional(name),
      baseUrl: v.exactOptional(name),
      api: v.exactOptional(v.picklist(WANTED_APIS)),
      apiKeyVariable: v.exactOptional(
        v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable')),
      ),
      settings: v.exactOptional(settingsSchema),
      prices: v.exactOptional(v.strictObject(pricesSchema.entries)),
    }),
  ]),
  v.transform((given) => (typeof given === 'string' ? { model: given } : given)),
);

const experimentMetrics = v.pipe(
  v.strictObject(metricsEntries),
  v.check(fitsTarget, `targetError requires one of the methods ${TARGET_METHODS.join(', ')}`),
  v.check(fitsPolicy, 'policy and importance require the method guided'),
);

/** Plan of plies as text, in any of its forms in the file. */
const pliesSchema = v.pipe(
  v.union([
    v.string(),
    v.pipe(
      plies,
      v.transform((list) => `ply:${list}`),
    ),
    v.pipe(
      v.strictObject({ every: whole(1, 999_999) }),
      v.transform(({ every }) => `every:${every}`),
    ),
    v.pipe(
      v.strictObject({ lengths: plies, count: whole(1, 9_999_999) }),
      v.transform(({ lengths, count }) => `random:${lengths}x${count}`),
    ),
  ]),
  v.check((text) => readRunPlies(text) !== undefined, `must be ${RUN_PLIES}`),
);

/** Default maximum number of actions of a random walk. */
export const WALK_LENGTH = 40;
export const MAX_WALK_LENGTH = 10_000;
export const MAX_WALKS = 1_000_000;

/** Random walks in place of games. */
const randomSchema = v.strictObject({
  world: name,
  count: whole(1, MAX_WALKS),
  length: v.exactOptional(whole(0, MAX_WALK_LENGTH), WALK_LENGTH),
  obfuscate: v.exactOptional(v.union([v.boolean(), v.literal('states')])),
});

/** Schema of an experiment file; `languages/experiment.schema.json` describes the same to editors. */
export const experimentSchema = v.strictObject({
  $schema: v.exactOptional(v.string()),
  name: v.exactOptional(v.pipe(name, v.regex(/^[\w.-]+$/, 'may contain only letters, digits, -, _ and dots'))),
  games: v.exactOptional(name),
  random: v.exactOptional(randomSchema),
  world: v.exactOptional(name),
  where: v.exactOptional(name),
  plies: v.exactOptional(pliesSchema, 'ends'),
  models: v.pipe(v.array(modelSchema), v.minLength(1, 'must list at least one model')),
  templates: v.exactOptional(v.pipe(v.array(name), v.minLength(1, 'must list at least one template'))),
  samples: v.exactOptional(whole(1, 10_000), 1),
  settings: v.exactOptional(settingsSchema, {}),
  metrics: v.exactOptional(experimentMetrics),
  seed: v.exactOptional(seed, 0),
  api: v.exactOptional(v.picklist(WANTED_APIS)),
  output: v.exactOptional(name),
  concurrency: v.exactOptional(whole(1, 1024)),
  timeout: v.exactOptional(whole(1, 86_400)),
  maxRequests: v.exactOptional(whole(1, 1_000_000_000)),
  maxCost: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  maxTokensTotal: v.exactOptional(whole(1, 1_000_000_000_000)),
});

export type Experiment = v.InferOutput<typeof experimentSchema>;
export type ExperimentModel = Experiment['models'][number];
export type RandomWalks = NonNullable<Experiment['random']>;

/** Problem of an experiment and its place: keys and indices from the outermost in. */
export interface ExperimentProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Reads an experiment from the value of its file. Unknown names are problems too: they are typing mistakes. */
export function readExperiment(value: unknown): Result<Experiment, readonly ExperimentProblem[]> {
  const parsed = v.safeParse(experimentSchema, value);
  if (!parsed.success) return err(parsed.issues.map(problemOf));
  const source = sourceProblem(parsed.output);
  if (source !== undefined) return err([source]);
  const labels = parsed.output.models.map(({ model, label }) => label ?? model);
  const twice = labels.findIndex((label, i) => labels.indexOf(label) < i);
  if (twice >= 0)
    return err([
      { path: ['models', twice], message: `duplicate model "${labels[twice]}"; set a different label on one of them` },
    ]);
  const needsPrices = parsed.output.models.findIndex(({ prices }) => prices === undefined);
  if (parsed.output.maxCost !== undefined && needsPrices >= 0)
    return err([{ path: ['maxCost'], message: `a cost limit requires dated prices for every model` }]);
  return ok(parsed.output);
}

/** Returns the problem of the source of positions; undefined if there is none. */
function sourceProblem({ games, random, where, world }: Experiment): ExperimentProblem | undefined {
  if (games === undefined && random === undefined)
    return { path: ['games'], message: 'missing; name a PGN, or random walks of a world' };
  if (games !== undefined && random !== undefined)
    return { path: ['random'], message: 'cannot be combined with games' };
  if (world !== undefined && games === undefined)
    return { path: ['world'], message: 'chooses walks of a file, and there is none' };
  return where !== undefined && random !== undefined
    ? { path: ['where'], message: 'chooses games of a file, and there is none' }
    : undefined;
}

function problemOf(issue: v.BaseIssue<unknown>): ExperimentProblem {
  // In a union, the issue of the branch that matched furthest is more precise than that no branch fits.
  const deeper = issue.issues?.reduce((a, b) => ((b.path?.length ?? 0) > (a.path?.length ?? 0) ? b : a));
  const path = [...keysOf(issue), ...(deeper === undefined ? [] : keysOf(deeper))];
  return { path, message: describeIssue(deeper?.path === undefined ? issue : deeper) };
}

const keysOf = ({ path }: v.BaseIssue<unknown>): (string | number)[] =>
  (path ?? []).flatMap(({ key }) => (typeof key === 'string' || typeof key === 'number' ? [key] : []));
