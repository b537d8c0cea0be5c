import type { CellType, CellValue } from '../../core/datasets/game-output.ts';
import type { SampleScores } from '../../core/evaluation/report/sample-scores.ts';
import type { RunAttempt, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { ColumnType, SampleColumn, SampleColumns, SampleStage } from '../../core/evaluation/sample/column.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../../core/evaluation/sample/columns.ts';
import { valueInLine } from '../../core/evaluation/sample/run-line.ts';
import { scoreColumns } from '../../core/evaluation/sample/score-values.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { sampleMessages } from '../answers/kept-answer.ts';
import { OWN_KEY } from '../import/logs/foreign-fields.ts';
import { templateNamed } from '../prompts/templates.ts';

/** A sample of a run with its scores and attempts. */
export interface ExportedSample {
  readonly sample: RunSample;
  /** Null for a failed request, or if it is not scored. */
  readonly scores: SampleScores | null;
  readonly attempts: readonly RunAttempt[];
}

/**
 * Returns the parts of a sample that the exported format has no field for, as `import` reads them.
 *
 * @param header header of the run, stored with one of its samples if the format has no other field for it
 */
export function ownFields({ sample, attempts }: Omit<ExportedSample, 'scores'>, header?: RunHeader): object {
  const { raw, prompt, ...rest } = sample;
  return {
    sample: rest,
    hasAnswer: raw !== null,
    hasPrompt: prompt !== undefined,
    ...(attempts.length > 0 && { attempts }),
    ...(header !== undefined && { header }),
  };
}

/** A message of a conversation. */
interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Returns the messages of a sample: its own prompt, else the template of the run. */
export function promptMessages(sample: RunSample, header: RunHeader): readonly Message[] {
  if (sample.prompt !== undefined) return [{ role: 'user', content: sample.prompt }];
  const id = sample.template ?? header.plan?.templates[0]?.id ?? header.prompt?.template;
  const template =
    header.plan?.templates.find((item) => item.id === id) ?? (id === undefined ? undefined : templateNamed(id));
  return (template && sampleMessages(template, sample, header.plan)) ?? [];
}

/** Names of the samples of a run in a log: those of one model, template and position share one. */
export class ExportedNames {
  readonly #labels: string[];

  constructor(header: RunHeader) {
    this.#labels = header.models.map(({ label }) => label);
  }

  /** Returns `GAME.PLY`, after the number of its model if there are several, before `@` and its template. */
  of({ model: label, game, ply, template }: RunSample): string {
    if (!this.#labels.includes(label)) this.#labels.push(label);
    const model = this.#labels.length > 1 ? `${this.#labels.indexOf(label) + 1}:` : '';
    return `${model}${game}.${ply}${template === undefined ? '' : `@${template.replace(/[^\w.-]/g, '~')}`}`;
  }
}

/** Columns that logs of other programs store as scores. */
export const FIGURES = columnsIn('figures');

/** Returns the figures of a sample as numbers: p and r at the last depth, flags as 0 or 1. */
export const sampleFigures = (scores: SampleScores): Readonly<Record<(typeof FIGURES)[number], number>> => {
  const values = scoreColumns(scores, false);
  return Object.fromEntries(FIGURES.map((name) => [name, Number(values[name])])) as Record<
    (typeof FIGURES)[number],
    number
  >;
};

/**
 * Returns the values of the columns of a log's metadata; unknown ones are left out.
 *
 * @param stages stages of the columns
 */
export function sampleMetadata(
  { sample, scores }: Pick<ExportedSample, 'sample' | 'scores'>,
  output: 'inspect' | 'eee',
  stages: readonly SampleStage[],
): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = scores === null ? {} : { ...scoreColumns(scores, false) };
  const entries = columnsIn(output).flatMap((name) => {
    const column: SampleColumn = SAMPLE_COLUMNS[name];
    const value = stages.includes(column.from) ? (values[name] ?? valueInLine(sample, column) ?? null) : null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Parquet types by column types: texts are joined, objects are JSON. */
const CELL_TYPES: Readonly<Record<ColumnType, CellType>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  flag: 'flag',
  texts: 'text',
  object: 'text',
};

/** Returns the columns of a table of samples with their scores, in order. */
export const tableColumns = (columns: SampleColumns = SAMPLE_COLUMNS): Readonly<Record<string, CellType>> =>
  Object.fromEntries(
    columnsIn('parquet', columns).map((name) => [name, CELL_TYPES[(columns[name] as SampleColumn).type]]),
  );

/**
 * Returns a sample as a row; unknown values are null.
 *
 * @param header header of the run, in its first row
 */
export function sampleRow(
  exported: ExportedSample,
  header?: RunHeader,
  columns: SampleColumns = SAMPLE_COLUMNS,
): Record<string, CellValue> {
  const { sample, scores } = exported;
  const { extraction, error } = sample;
  const isWithoutState = extraction === null && error === undefined;
  const values: Readonly<Record<string, unknown>> = {
    ...scoreColumns(scores, extraction?.outcome === 'unread'),
    startFen: sample.startFen ?? INITIAL_FEN,
    ...(isWithoutState && { outcome: 'none' }),
    [OWN_KEY]: JSON.stringify(ownFields(exported, header)),
  };
  return Object.fromEntries(
    columnsIn('parquet', columns).map((name) => {
      const value = values[name] ?? valueInLine(sample, columns[name] as SampleColumn) ?? null;
      return [name, Array.isArray(value) ? value.join(' ') : (value as CellValue)];
    }),
  );
}
