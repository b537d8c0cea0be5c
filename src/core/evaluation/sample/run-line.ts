import * as v from 'valibot';
import type { SampleColumn, SampleColumns } from './column.ts';
import { SAMPLE_COLUMNS } from './columns.ts';

/** Objects in the line of a sample: columns are at their paths, those with a dot in the object before it. */
type Group = 'extraction' | 'usage' | 'served' | 'timing' | 'error';

type Columns = typeof SAMPLE_COLUMNS;

/** Schema of a field: optional unless the column always has a value. */
type Field<Column extends SampleColumn> = Column extends { isAlways: true }
  ? Column['value']
  : v.ExactOptionalSchema<Column['value'], undefined>;

/** Name of the field of a path within a group, at the top level of the line for `''`. */
type FieldIn<Path extends string, In extends string> = In extends ''
  ? Path extends `${string}.${string}`
    ? never
    : Path
  : Path extends `${In}.${infer Name}`
    ? Name
    : never;

type FieldsIn<In extends Group | ''> = {
  readonly [Name in keyof Columns as Columns[Name] extends { run: infer Path extends string }
    ? FieldIn<Path, In>
    : never]: Field<Columns[Name]>;
};

/** Schemas of the fields by group, of the top level by `''`. */
interface LineFields {
  readonly '': FieldsIn<''>;
  readonly extraction: FieldsIn<'extraction'>;
  readonly usage: FieldsIn<'usage'>;
  readonly served: FieldsIn<'served'>;
  readonly timing: FieldsIn<'timing'>;
  readonly error: FieldsIn<'error'>;
}

/** Returns the schemas of the fields of a group, or of the top level for `''`. */
export function lineFields<In extends keyof LineFields>(
  within: In,
  columns: SampleColumns = SAMPLE_COLUMNS,
): LineFields[In] {
  const fields = Object.values(columns).flatMap((column) => {
    const name = fieldIn(column, within);
    return name === undefined ? [] : [[name, column.isAlways ? column.value : v.exactOptional(column.value)] as const];
  });
  return Object.fromEntries(fields) as LineFields[In];
}

function fieldIn({ run }: SampleColumn, within: string): string | undefined {
  const [first = '', second] = run?.split('.') ?? [];
  if (run === undefined || (second === undefined ? '' : first) !== within) return undefined;
  return second ?? first;
}

/** Returns the schema of the state taken from an answer. Runs of older versions have neither outcome, rule nor role. */
export const extractionSchema = (columns?: SampleColumns) =>
  v.pipe(
    v.object(lineFields('extraction', columns)),
    v.check(
      ({ fen, outcome }) => (fen === undefined) === (outcome === 'unread'),
      'must have a state unless it is unread',
    ),
  );

/** Returns the schema of the line of a sample. Names of older versions are read as the present ones. */
export const sampleLineSchema = (columns: SampleColumns = SAMPLE_COLUMNS) => {
  const formers = Object.values(columns).flatMap(({ former, run }) =>
    former === undefined || run === undefined ? [] : [[former, run] as const],
  );
  return v.pipe(
    v.unknown(),
    v.transform((line) => formers.reduce(withPresentName, line)),
    v.object({
      kind: v.literal('sample'),
      ...lineFields('', columns),
      /** Null: the answer holds no state, or none came (see `error`). */
      extraction: v.nullable(extractionSchema(columns)),
      usage: v.exactOptional(v.object(lineFields('usage', columns))),
      served: v.exactOptional(v.object(lineFields('served', columns))),
      timing: v.exactOptional(v.object(lineFields('timing', columns))),
      /** A sample with an error is no wrong answer: reports count it separately. */
      error: v.exactOptional(v.object(lineFields('error', columns))),
    }),
  );
};

/** Returns a line with the present name of a field, where it has the one of schema 1. */
function withPresentName(line: unknown, [former, name]: readonly [former: string, name: string]): unknown {
  if (typeof line !== 'object' || line === null || name in line || !(former in line)) return line;
  const { [former]: value, ...rest } = line as Readonly<Record<string, unknown>>;
  return { ...rest, [name]: value };
}

/** Returns the value of a column in a sample of a run file; undefined where the sample has none. */
export function valueInLine(sample: object, { run }: SampleColumn): unknown {
  let value: unknown = sample;
  for (const name of run?.split('.') ?? [])
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return run === undefined ? undefined : value;
}
