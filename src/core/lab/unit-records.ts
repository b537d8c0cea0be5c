import * as v from 'valibot';
import type { Measure } from './settings.ts';

const share = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const actions = v.array(v.string());
const common = { unit: count, asked: count };
/** The states that the model prints behind the two histories of a pair; left out where it prints none. */
const printedPair = v.exactOptional(v.tuple([v.nullable(v.string()), v.nullable(v.string())]));

/** A ply of a walk: ply, mass on legal actions, share of the likeliest actions that are legal, walks of the survey that have the position, and the printed state. */
const plySchema = v.object({
  ply: count,
  mass: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  top: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  visits: count,
  /** Whether the state that the model prints has the future of the true one; left out where it prints none. */
  printed: v.exactOptional(v.boolean()),
});

const legalitySchema = v.object({
  measure: v.literal('legality'),
  ...common,
  history: actions,
  plies: v.array(plySchema),
});

/** Where no pair was found, its values are null and its histories empty. */
const compressionSchema = v.object({
  measure: v.literal('compression'),
  ...common,
  kind: v.picklist(['order', 'other', 'none']),
  first: actions,
  second: actions,
  sampled: v.boolean(),
  /** 1: no suffix distinguishes the histories. */
  same: share,
  overlap: share,
  /** Sampled suffixes: the number drawn, and the number that distinguish the histories. */
  drawn: v.exactOptional(v.object({ suffixes: count, different: count })),
  printed: printedPair,
});

const distinctionSchema = v.object({
  measure: v.literal('distinction'),
  ...common,
  kind: v.picklist(['any', 'near', 'none']),
  first: actions,
  second: actions,
  sampled: v.boolean(),
  precision: share,
  recall: share,
  printed: printedPair,
});

const attackSchema = v.object({
  measure: v.literal('attack'),
  ...common,
  strategy: v.picklist(['random', 'transpositions', 'greedy', 'beam']),
  found: v.boolean(),
  /** Histories asked about up to the first failure, or all of them. */
  first: count,
  /** The shortest failing history, with the illegal action; empty where none was found. */
  history: actions,
  action: v.string(),
  /** The state that the model prints behind it; left out where it prints none. */
  printed: v.exactOptional(v.string()),
});

const brittlenessSchema = v.object({
  measure: v.literal('brittleness'),
  ...common,
  /** `told`: renamed actions with their key; older labs have `names`, without one. */
  kind: v.picklist(['order', 'told', 'names', 'none']),
  first: actions,
  second: actions,
  mass: v.nullable(v.tuple([v.number(), v.number()])),
  top: v.nullable(v.tuple([v.number(), v.number()])),
  distance: share,
  printed: printedPair,
});

/** A walk of chess, and one of the same length from one of the starts of Chess960. */
const chess960Schema = v.object({
  measure: v.literal('chess960'),
  ...common,
  kind: v.picklist(['start', 'none']),
  /** Of the second walk, as a FEN; empty where there is none. */
  start: v.string(),
  first: actions,
  second: actions,
  mass: v.nullable(v.tuple([v.number(), v.number()])),
  top: v.nullable(v.tuple([v.number(), v.number()])),
});

/** A sample of a run: the ply that was asked about, with what the run prints there. */
const printedSchema = v.object({
  measure: v.literal('printed'),
  ...common,
  history: actions,
  plies: v.array(plySchema),
  /** Whose answer it is, and the state in it, as text; left out where there is none. */
  label: v.exactOptional(v.string()),
  state: v.exactOptional(v.string()),
});

export const unitSchema = v.variant('measure', [
  legalitySchema,
  compressionSchema,
  distinctionSchema,
  attackSchema,
  brittlenessSchema,
  chess960Schema,
  printedSchema,
]);

export type LegalityUnit = v.InferOutput<typeof legalitySchema>;
export type CompressionUnit = v.InferOutput<typeof compressionSchema>;
export type DistinctionUnit = v.InferOutput<typeof distinctionSchema>;
export type AttackUnit = v.InferOutput<typeof attackSchema>;
export type Chess960Unit = v.InferOutput<typeof chess960Schema>;
export type PrintedUnit = v.InferOutput<typeof printedSchema>;
export type BrittlenessUnit = v.InferOutput<typeof brittlenessSchema>;

/** What was measured on a history, a pair or by an attack: a line of the file. Units are independent of each other. */
export type UnitRecord = v.InferOutput<typeof unitSchema>;

/** A unit of work: independent of all others, so that they may be done in any order and at any time. */
export interface WantedUnit {
  readonly measure: Measure;
  readonly unit: number;
}

export const unitKey = ({ measure, unit }: WantedUnit): string => `${measure} ${unit}`;

/** Attacks, in the order of reports. */
export const STRATEGIES = ['random', 'transpositions', 'greedy', 'beam'] as const;
export type Strategy = AttackUnit['strategy'];
