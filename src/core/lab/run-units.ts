import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import { partSeed } from '../base/text/fingerprint.ts';
import type { World } from '../worlds/world.ts';
import { Asker, AskFault } from './asker.ts';
import { attackOf } from './attack.ts';
import { keyOf, namesPair, orderPair, type Renaming, renamingOf, startPair } from './brittleness.ts';
import { compressionOf } from './compression.ts';
import { distinctionOf } from './distinction.ts';
import { legalityOf } from './legality.ts';
import { type NextActions, printedPair } from './next-actions.ts';
import { drawDifferent, drawSame } from './pairs.ts';
import { type PrintedPlace, printedOf } from './printed.ts';
import { type LabSettings, type Measure, unitCount } from './settings.ts';
import { STRATEGIES, type UnitRecord, unitKey, type WantedUnit } from './unit-records.ts';
import type { WorldSurvey } from './vocabulary.ts';

/** All units of some measures, in the order of the file. */
export const unitsOf = (measures: readonly Measure[], header: Parameters<typeof unitCount>[1]): WantedUnit[] =>
  measures.flatMap((measure) => Array.from({ length: unitCount(measure, header) }, (_, unit) => ({ measure, unit })));

export interface LabWork<State> {
  readonly world: World<State>;
  readonly model: NextActions;
  readonly settings: LabSettings;
  readonly survey: WorldSurvey;
  readonly wanted: readonly WantedUnit[];
  /** Of the measure `printed`: a place a unit. */
  readonly printed?: readonly PrintedPlace[];
  /** Units at a time. */
  readonly concurrency: number;
  readonly signal: AbortSignalLike;
  readonly onUnit: (record: UnitRecord) => void;
}

/**
 * Measures units. It stops at the first fault of the model, and returns it; undefined where all units were measured, or the signal
 * aborted. What a unit gives depends on the seed and the unit alone.
 */
export async function runUnits<State>(work: LabWork<State>): Promise<string | undefined> {
  const { wanted, concurrency, signal, settings, survey } = work;
  const renaming = renamingOf(survey.actions, settings.seed);
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
      const found = await legalityOf(world, asker, settings.length, survey, random);
      return { measure, ...head(), ...found };
    }
    case 'compression':
      return compressionUnit(world, asker, settings, random, unit);
    case 'distinction':
      return distinctionUnit(world, asker, settings, random, unit);
    case 'attack': {
      const strategy = STRATEGIES[unit % STRATEGIES.length] ?? 'random';
      const found = await attackOf(world, asker, strategy, settings, random);
      return { measure, ...head(), ...found };
    }
    case 'brittleness': {
      const keyed = unit % 2 === 0 ? undefined : model.told?.(keyOf(renaming));
      if (keyed === undefined) {
        const found = await orderPair(world, asker, settings.length, random);
        return { measure, ...head(), ...found };
      }
      const told = new Asker(keyed, signal);
      const found = await namesPair(world, [asker, told], settings.length, renaming, random);
      return { measure, unit, asked: asker.asked + told.asked, ...found };
    }
    case 'chess960': {
      const from = (start: string): Asker => new Asker(model.from?.(start) ?? model, signal);
      const { others, ...found } = await startPair(world, asker, from, settings.length, random);
      return { measure, unit, asked: asker.asked + others, ...found };
    }
    case 'printed': {
      const place = work.printed?.[unit];
      if (place === undefined) throw new RangeError(`there is no printed state ${unit}`);
      const found = await printedOf(world, asker, place);
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
  const found = await compressionOf(asker, [first, second], settings, random);
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
  const found = await distinctionOf(world.automaton, asker, [pair.first, pair.second], settings, random);
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
