import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import { partSeed } from '../base/text/hash.ts';
import type { World } from '../worlds/world.ts';
import { runAttack } from './attack.ts';
import { type LabBaseline, labBaseline } from './baselines.ts';
import { measureCompression, measureDistinction } from './boundary-measures.ts';
import {
  drawRenaming,
  makeRenamingKey,
  measureNamesPair,
  measureOrderPair,
  measureStartPair,
  type Renaming,
} from './brittleness.ts';
import { type LabHeader, STRATEGIES, type UnitRecord, unitKey, type WantedUnit } from './lab-file.ts';
import { measureLegality, measurePrinted, type PrintedSample } from './legality.ts';
import { Asker, AskFault, type NextActions, printedPair } from './next-actions.ts';
import { drawDifferent, drawSame } from './pairs.ts';
import { type LabMeasure, type LabSettings, unitCount, type WorldSurvey } from './settings.ts';

/** Lists all units of some measures, in the order of the file. */
export const listUnits = (measures: readonly LabMeasure[], header: Parameters<typeof unitCount>[1]): WantedUnit[] =>
  measures.flatMap((measure) => Array.from({ length: unitCount(measure, header) }, (_, unit) => ({ measure, unit })));

export interface LabWork<State> {
  readonly world: World<State>;
  readonly model: NextActions;
  readonly settings: LabSettings;
  readonly survey: WorldSurvey;
  readonly wanted: readonly WantedUnit[];
  /** Places of the measure `printed`, one a unit. */
  readonly printed?: readonly PrintedSample[];
  /** Number of units at a time. */
  readonly concurrency: number;
  readonly signal: AbortSignalLike;
  readonly onUnit: (record: UnitRecord) => void;
}

/**
 * Measures units. It stops at the first fault of the model, and returns it; undefined where all units were measured, or
 * the signal aborted. The result of a unit depends on the seed and the unit alone.
 */
export async function runUnits<State>(work: LabWork<State>): Promise<string | undefined> {
  const { wanted, concurrency, signal, settings, survey } = work;
  const renaming = drawRenaming(survey.actions, settings.seed);
  let at = 0;
  let fault: string | undefined;
  const worker = async (): Promise<void> => {
    while (fault === undefined && !signal.aborted) {
      const unit = wanted[at++];
      if (unit === undefined) return;
      try {
        work.onUnit(await measured(work, unit, renaming));
      } catch (error) {
        if (!(error instanceof AskFault)) throw error;
        if (!signal.aborted) fault ??= error.message;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  return fault;
}

async function measured<State>(
  work: LabWork<State>,
  { measure, unit }: WantedUnit,
  renaming: Renaming,
): Promise<UnitRecord> {
  const { world, model, settings, survey, signal } = work;
  const asker = new Asker(model, signal);
  const random = seeded(partSeed(settings.seed, unitKey({ measure, unit })));
  const head = (): { unit: number; asked: number } => ({ unit, asked: asker.asked });
  switch (measure) {
    case 'legality': {
      const found = await measureLegality(world, asker, settings.length, survey, random);
      return { measure, ...head(), ...found };
    }
    case 'compression':
      return compressionUnit(world, asker, settings, random, unit);
    case 'distinction':
      return distinctionUnit(world, asker, settings, random, unit);
    case 'attack': {
      const strategy = STRATEGIES[unit % STRATEGIES.length] ?? 'random';
      const found = await runAttack(world, asker, strategy, settings, random);
      return { measure, ...head(), ...found };
    }
    case 'brittleness': {
      const keyed = unit % 2 === 0 ? undefined : model.told?.(makeRenamingKey(renaming));
      if (keyed === undefined) {
        const found = await measureOrderPair(world, asker, settings.length, random);
        return { measure, ...head(), ...found };
      }
      const told = new Asker(keyed, signal);
      const found = await measureNamesPair(world, [asker, told], settings.length, renaming, random);
      return { measure, unit, asked: asker.asked + told.asked, ...found };
    }
    case 'chess960': {
      const from = (start: string): Asker => new Asker(model.from?.(start) ?? model, signal);
      const { others, ...found } = await measureStartPair(world, asker, from, settings.length, random);
      return { measure, unit, asked: asker.asked + others, ...found };
    }
    case 'printed': {
      const place = work.printed?.[unit];
      if (place === undefined) throw new RangeError(`there is no printed state ${unit}`);
      const found = await measurePrinted(world, asker, place);
      return { measure, ...head(), ...found };
    }
  }
}

const NO_PAIR = { kind: 'none', first: [], second: [], sampled: false } as const;

async function compressionUnit<State>(
  world: World<State>,
  asker: Asker,
  settings: LabSettings,
  random: RandomGenerator,
  unit: number,
): Promise<UnitRecord> {
  const pair = drawSame(world, settings.length, random);
  if (pair === undefined)
    return { measure: 'compression', unit, asked: 0, ...NO_PAIR, first: [], second: [], same: null, overlap: null };
  const [first, second] = [pair.first.history, pair.second.history];
  const found = await measureCompression(asker, [first, second], settings, random);
  const [a, b] = await asker.next([first, second]);
  return {
    measure: 'compression',
    unit,
    asked: asker.asked,
    kind: pair.kind,
    first: [...first],
    second: [...second],
    ...found,
    ...printedPair(a, b),
  };
}

async function distinctionUnit<State>(
  world: World<State>,
  asker: Asker,
  settings: LabSettings,
  random: RandomGenerator,
  unit: number,
): Promise<UnitRecord> {
  const pair = drawDifferent(world, settings.length, unit % 2 === 0 ? 'any' : 'near', random);
  if (pair === undefined)
    return { measure: 'distinction', unit, asked: 0, ...NO_PAIR, first: [], second: [], precision: null, recall: null };
  const found = await measureDistinction(world.automaton, asker, [pair.first, pair.second], settings, random);
  const [a, b] = await asker.next([pair.first.history, pair.second.history]);
  return {
    measure: 'distinction',
    unit,
    asked: asker.asked,
    kind: pair.kind,
    first: [...pair.first.history],
    second: [...pair.second.history],
    ...found,
    ...printedPair(a, b),
  };
}

/** References beside each measure: an oracle, and a uniform model. */
const REFERENCES = ['oracle', 'uniform'] as const satisfies readonly LabBaseline[];

/** Units of a baseline, measured as those of the model were. */
export interface ReferenceUnits {
  readonly model: string;
  readonly units: readonly UnitRecord[];
}

/** Approximate number of histories for a baseline and a measure, and the bounds of its units. */
const HISTORIES = 10_000;
const UNITS = { least: STRATEGIES.length, most: 50 };
/** Maximum number of histories of an attack on a baseline. */
const BUDGET = 1000;

/**
 * Measures the oracle and the uniform model on the first units of the measures of a lab: the same walks and pairs,
 * since those are drawn by the seed and the number of the unit. Fewer units than of the model where they would take
 * long.
 */
export async function referenceUnits(
  world: World<unknown>,
  header: LabHeader,
  survey: WorldSurvey,
  { printed, signal }: { readonly printed?: readonly PrintedSample[] | undefined; readonly signal: AbortSignalLike },
): Promise<ReferenceUnits[]> {
  const settings = { ...header, budget: Math.min(BUDGET, header.budget) };
  const wanted = header.measures.flatMap((measure) => firstUnits(measure, settings));
  const found: ReferenceUnits[] = [];
  for (const name of REFERENCES) {
    const model = labBaseline(name, world, survey);
    if (!model.ok) continue;
    const units: UnitRecord[] = [];
    await runUnits({
      world,
      model: model.value,
      settings,
      survey,
      wanted: printed === undefined ? wanted.filter(({ measure }) => measure !== 'printed') : wanted,
      ...(printed !== undefined && { printed }),
      concurrency: 1,
      signal,
      onUnit: (record) => units.push(record),
    });
    if (signal.aborted) return [];
    found.push({ model: model.value.label, units });
  }
  return found;
}

function firstUnits(measure: LabMeasure, header: LabHeader): WantedUnit[] {
  const { length, limit, samples, suffix, budget } = header;
  const pair = limit + (samples * suffix) / 2;
  const histories: Readonly<Record<LabMeasure, number>> = {
    legality: length,
    compression: pair,
    distinction: pair,
    attack: budget,
    brittleness: 2,
    chess960: 2,
    printed: 1,
  };
  const affordable = Math.floor(HISTORIES / Math.max(1, histories[measure]));
  const units = Math.min(unitCount(measure, header), Math.max(UNITS.least, Math.min(UNITS.most, affordable)));
  return Array.from({ length: units }, (_, unit) => ({ measure, unit }));
}
