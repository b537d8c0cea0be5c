import * as v from 'valibot';
import { describeIssue } from '../../core/base/text/schema-issues.ts';
import { type Prices, pricesSchema, WANTED_APIS } from '../../core/evaluation/runs/run-schema.ts';
import { isSameServer, readEndpoint } from '../endpoint.ts';

/** A model at a server under a name chosen by the user, which labels and pickers show. Keys are stored separately. */
export interface NamedModel {
  readonly name: string;
  readonly baseUrl: string;
  /** Name at the server. */
  readonly model: string;
  readonly api?: (typeof WANTED_APIS)[number];
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Time limit in seconds. */
  readonly timeout?: number;
  /** For estimates of cost, and for runs whose experiment has none. */
  readonly prices?: Prices;
}

const word = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

const namedModel = v.object({
  name: word,
  baseUrl: v.pipe(
    word,
    v.check((text) => readEndpoint(text).ok, 'it is not a base URL'),
  ),
  model: word,
  api: v.exactOptional(v.picklist(WANTED_APIS)),
  temperature: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  maxTokens: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  timeout: v.exactOptional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600))),
  prices: v.exactOptional(pricesSchema),
});

/** Usable entries of a setting, which may hold any value, and the mistakes in the rest, as sentences. */
export interface NamedModels {
  readonly models: readonly NamedModel[];
  readonly problems: readonly string[];
}

const MAX = 200;

/** Returns the prices of a model at a server: those of its first named model that has some; undefined without one. */
export const namedPrices = (models: readonly NamedModel[], model: string, baseUrl: string): Prices | undefined =>
  models.find((item) => item.prices !== undefined && item.model === model && isSameServer(item.baseUrl, baseUrl))
    ?.prices;

/** Reads a list of named models. Of two with one name the first counts. */
export function readNamedModels(value: unknown): NamedModels {
  if (value === undefined || value === null) return { models: [], problems: [] };
  if (!Array.isArray(value)) return { models: [], problems: ['the setting must be a list'] };
  const models = new Map<string, NamedModel>();
  const problems: string[] = [];
  for (const [i, item] of value.slice(0, MAX).entries()) {
    const read = v.safeParse(namedModel, item);
    if (!read.success) {
      const path = v.getDotPath(read.issues[0]);
      problems.push(`entry ${i + 1}${path === null ? '' : `, ${path}`}: ${describeIssue(read.issues[0])}`);
    } else if (models.has(read.output.name))
      problems.push(`entry ${i + 1}: the name "${read.output.name}" is already used`);
    else models.set(read.output.name, read.output);
  }
  return { models: [...models.values()], problems };
}
