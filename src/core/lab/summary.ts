import {
  type AttackUnit,
  type BrittlenessUnit,
  type Chess960Unit,
  type CompressionUnit,
  type DistinctionUnit,
  type LabHeader,
  type LegalityUnit,
  type PrintedUnit,
  STRATEGIES,
  type UnitRecord,
} from './lab-file.ts';
import type { ReferenceUnits } from './run-units.ts';
import { type LabMeasure, unitCount } from './settings.ts';
import {
  type AttackRow,
  attackRow,
  type BrittlenessRow,
  brittlenessRows,
  type CompressionRow,
  compressionRows,
  type LegalityRow,
  legalityRows,
  type PairKind,
  type PairRow,
  type PrintedRow,
  pairRows,
  printedRows,
} from './summary-rows.ts';

/** Measures of a model. A part is undefined where its measure was not requested. */
export interface LabFigures {
  readonly legality: readonly LegalityRow[] | undefined;
  readonly printed: readonly PrintedRow[] | undefined;
  readonly compression: readonly CompressionRow[] | undefined;
  readonly distinction: readonly PairRow[] | undefined;
  readonly attacks: readonly AttackRow[] | undefined;
  readonly brittleness: readonly BrittlenessRow[] | undefined;
}

/** Measures of a baseline: the row of all units of each, for brittleness and printed states the rows of the model. */
export interface ReferenceFigures extends LabFigures {
  readonly model: string;
}

/** All figures of a lab. */
export interface LabSummary extends LabFigures {
  readonly header: LabHeader;
  readonly units: number;
  readonly wanted: number;
  readonly asked: number;
  /** Baselines on the same units, or the first of them. */
  readonly references: readonly ReferenceFigures[];
  /** Number of units that found no pair. */
  readonly withoutPair: Readonly<Record<'compression' | 'distinction' | 'brittleness', number>>;
}

type Ply = LegalityUnit['plies'][number];

/**
 * Returns the figures of the units of a lab. The seed of the header draws the tests.
 *
 * @param references units of baselines, for comparison
 */
export function summarizeLab(
  header: LabHeader,
  units: readonly UnitRecord[],
  surveyWalks: number,
  references: readonly ReferenceUnits[] = [],
): LabSummary {
  const sorted = [...units].sort((a, b) => a.unit - b.unit);
  const figures = measuredOf(header, sorted, surveyWalks);
  const without = (measure: 'compression' | 'distinction' | 'brittleness' | 'chess960'): number =>
    sorted.filter((one) => one.measure === measure && one.kind === 'none').length;
  return {
    header,
    units: units.length,
    wanted: header.measures.reduce((sum, measure) => sum + unitCount(measure, header), 0),
    asked: units.reduce((sum, { asked }) => sum + asked, 0),
    ...figures,
    references: references.map(({ model, units: own }) => ({
      model,
      ...wholeOf(measuredOf(header, asPrintedBy(sorted, own), surveyWalks), figures, own),
    })),
    withoutPair: {
      compression: without('compression'),
      distinction: without('distinction'),
      brittleness: without('brittleness') + without('chess960'),
    },
  };
}

/** Returns the figures of a model. */
function measuredOf(header: LabHeader, sorted: readonly UnitRecord[], surveyWalks: number): LabFigures {
  const wants = (measure: LabMeasure): boolean => header.measures.includes(measure);
  const legality = sorted.filter((one): one is LegalityUnit => one.measure === 'legality');
  const compression = sorted.filter((one): one is CompressionUnit => one.measure === 'compression');
  const distinction = sorted.filter((one): one is DistinctionUnit => one.measure === 'distinction');
  const attacks = sorted.filter((one): one is AttackUnit => one.measure === 'attack');
  const brittleness = sorted.filter((one): one is BrittlenessUnit => one.measure === 'brittleness');
  const chess960 = sorted.filter((one): one is Chess960Unit => one.measure === 'chess960');
  // The states of a run, where there is one, else those that the model prints with its distributions.
  const printing = wants('printed') ? sorted.filter((one): one is PrintedUnit => one.measure === 'printed') : legality;
  const isPrinted = printing.some(({ plies }) => plies.some(({ printed }) => printed !== undefined));
  const kinds: PairKind[] = [
    ...(wants('brittleness') ? (['order'] as const) : []),
    ...(['told', 'names'] as const).filter((kind) => brittleness.some((one) => one.kind === kind)),
    ...(wants('chess960') ? (['start'] as const) : []),
  ];
  return {
    legality: wants('legality') ? legalityRows(legality, surveyWalks) : undefined,
    printed: isPrinted ? printedRows(printing) : undefined,
    compression: wants('compression') ? compressionRows(compression) : undefined,
    distinction: wants('distinction')
      ? pairRows(distinction, ['any', 'near'], (one) => ({ precision: one.precision, recall: one.recall }))
      : undefined,
    attacks: wants('attack') ? STRATEGIES.map((strategy) => attackRow(strategy, attacks)) : undefined,
    brittleness: kinds.length > 0 ? brittlenessRows(kinds, [...brittleness, ...chess960], header.seed) : undefined,
  };
}

/**
 * Returns the walks of a baseline with the states that the model printed on them, so that the baseline's actions are
 * compared where those are right, and where they are wrong.
 */
function asPrintedBy(model: readonly UnitRecord[], baseline: readonly UnitRecord[]): UnitRecord[] {
  const walks = new Map(
    model.flatMap((one): [number, LegalityUnit][] => (one.measure === 'legality' ? [[one.unit, one]] : [])),
  );
  return baseline.map((one) => {
    if (one.measure !== 'legality') return one;
    const said = new Map(walks.get(one.unit)?.plies.map(({ ply, printed }) => [ply, printed]));
    const plies = one.plies.map(({ ply, mass, top, visits }): Ply => {
      const printed = said.get(ply);
      return { ply, mass, top, visits, ...(printed !== undefined && { printed }) };
    });
    return { ...one, plies };
  });
}

/** Returns the rows of all units, and those that the model has. */
function wholeOf(measured: LabFigures, { brittleness }: LabFigures, units: readonly UnitRecord[]): LabFigures {
  const attacks = units.filter((one): one is AttackUnit => one.measure === 'attack');
  return {
    legality: measured.legality?.slice(0, 1),
    printed: measured.printed,
    compression: measured.compression?.slice(0, 1),
    distinction: measured.distinction?.slice(0, 1),
    attacks: measured.attacks && [attackRow('all', attacks)],
    brittleness: measured.brittleness?.filter(({ kind }) => brittleness?.some((row) => row.kind === kind)),
  };
}
