import type { AbortSignalLike } from '../base/cancellation.ts';
import type { World } from '../worlds/world.ts';
import { type LabBaseline, labBaseline } from './baselines.ts';
import type { LabHeader } from './lab-file.ts';
import type { PrintedPlace } from './printed.ts';
import { runUnits } from './run-units.ts';
import { type Measure, unitCount } from './settings.ts';
import { STRATEGIES, type UnitRecord, type WantedUnit } from './unit-records.ts';
import type { WorldSurvey } from './vocabulary.ts';

/** References beside each measure: an oracle, and a uniform model. */
const REFERENCES = ['oracle', 'uniform'] as const satisfies readonly LabBaseline[];

/** Units of a baseline, measured as those of the model were. */
export interface ReferenceUnits {
  readonly model: string;
  readonly units: readonly UnitRecord[];
}

/** Histories that a baseline is asked about for a measure, roughly, and the bounds of its units. */
const HISTORIES = 10_000;
const UNITS = { least: STRATEGIES.length, most: 50 };
/** Histories of an attack on a baseline, at most. */
const BUDGET = 1000;

/**
 * Measures the oracle and the uniform model on the first units of the measures of a lab: the same walks and pairs, since those are drawn
 * by the seed and the number of the unit. Fewer units than of the model where they would take long.
 */
export async function referenceUnits(
  world: World<unknown>,
  header: LabHeader,
  survey: WorldSurvey,
  { printed, signal }: { readonly printed?: readonly PrintedPlace[] | undefined; readonly signal: AbortSignalLike },
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

function firstUnits(measure: Measure, header: LabHeader): WantedUnit[] {
  const { length, limit, samples, suffix, budget } = header;
  const pair = limit + (samples * suffix) / 2;
  const histories: Readonly<Record<Measure, number>> = {
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
