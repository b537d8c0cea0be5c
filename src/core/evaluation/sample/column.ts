import * as v from 'valibot';
import { type ChessVariant, isChessVariant } from '../../games/chess/chess-variants.ts';
import { type ComparedWorld, comparedWorld, isComparedWorld } from '../../metrics/comparison-rules.ts';

/**
 * Stage that gives a column its value. `asked`: the question to the model. `answered`: its answer. `scored`: the comparison of the answer with
 * the true state. `listed`: the file or report that lists the sample.
 */
export const SAMPLE_STAGES = ['asked', 'answered', 'scored', 'listed'] as const;
export type SampleStage = (typeof SAMPLE_STAGES)[number];

/**
 * Outputs with columns of samples, besides the run file. `list`: CSV and JSON of `report --list samples`. `worst`: `worst[]` of the report's JSON.
 * `page`: the list of a report's page. `parquet`: `export --as parquet`. `inspect`, `eee`: metadata of those logs, and `figures` their scores.
 * `comparison`: CSV of a comparison in the editor.
 */
export const SAMPLE_OUTPUTS = ['list', 'worst', 'page', 'parquet', 'inspect', 'eee', 'figures', 'comparison'] as const;
export type SampleOutput = (typeof SAMPLE_OUTPUTS)[number];

/** Type of a value in tables. `texts` are joined by spaces where an output holds one text; an `object` is in JSON alone. */
export type ColumnType = 'text' | 'integer' | 'number' | 'flag' | 'texts' | 'object';

/** Column of samples. Its name is the same in each output. */
export interface SampleColumn {
  readonly type: ColumnType;
  /** Schema of a known value; unknown ones are null in tables and left out of the run file. */
  readonly value: v.GenericSchema;
  readonly from: SampleStage;
  /** True if the value is always known. */
  readonly isAlways?: true;
  readonly unit?: string;
  /** Path in a line of the run file: `usage.inputTokens`. Left out of columns that the file does not have. */
  readonly run?: string;
  /** Name in run files of schema 1, where it differs. */
  readonly former?: string;
  readonly in: readonly SampleOutput[];
  /** Line of the reference in `docs/runs.md`. */
  readonly doc: string;
}

export type SampleColumns = Readonly<Record<string, SampleColumn>>;

export const text = v.string();
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const number = v.number();
export const flag = v.boolean();
export const texts = v.array(text);
export const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Rules of the states of a sample: FENs of a game, or states of a world. */
export type SampleVariant = ChessVariant | ComparedWorld;

export const isSampleVariant = (value: unknown): value is SampleVariant =>
  typeof value === 'string' && (isComparedWorld(value) || isChessVariant(value));

/** Variant in files of older versions for any world. */
export const OLD_WORLD = 'world';
/** World name in files of older versions whose header does not name the world either. */
export const UNNAMED_WORLD = comparedWorld('');
