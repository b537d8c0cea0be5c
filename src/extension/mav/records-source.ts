import type { RecordFieldChoice } from '../../core/mav/records-text.ts';

/** A log with its selected fields: all that such a document depends on. */
export interface RecordsSource extends RecordFieldChoice {
  /** URI of the log. */
  readonly log: string;
  /** Fields of a record that together are a trace; undefined for a document of MAV. */
  readonly traces?: readonly string[];
  /** True if the traces are searches in prose. */
  readonly isProse?: true;
}

/** Formats the query of a document's URI, from which the document can be made again at any time. */
export const writeSource = ({ log, prompt, output, traces, isProse }: RecordsSource): string =>
  JSON.stringify({ log, prompt, output, traces, isProse });

const field = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads such a query; undefined for any other. */
export function readSource(query: string): RecordsSource | undefined {
  let value: unknown;
  try {
    value = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { log, prompt, output, traces, isProse } = value as Readonly<Record<string, unknown>>;
  if (typeof log !== 'string') return undefined;
  const names = Array.isArray(traces) ? traces.filter((name) => field(name) !== undefined) : [];
  return {
    log,
    prompt: field(prompt),
    output: field(output),
    ...(names.length > 0 && { traces: names as readonly string[] }),
    ...(isProse === true && { isProse }),
  };
}

/** The fields that were last chosen for each log, as stored; the newest last. */
export type ChosenFields = readonly (readonly [log: string, fields: RecordFieldChoice])[];

const MAX_REMEMBERED = 100;

/** Reads the stored choices; anything else is empty. */
export function readChosen(value: unknown): ChosenFields {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const [log, fields] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof log !== 'string' || typeof fields !== 'object' || fields === null) return [];
    const { prompt, output } = fields as Readonly<Record<string, unknown>>;
    return [[log, { prompt: field(prompt), output: field(output) }] as const];
  });
}

/** Adds the fields chosen for a log. */
export const addChoice = (chosen: ChosenFields, log: string, fields: RecordFieldChoice): ChosenFields =>
  [...chosen.filter(([other]) => other !== log), [log, fields] as const].slice(-MAX_REMEMBERED);

/** Returns the beginning of a text on one line, for a list, with marks for line ends. */
export function preview(text: string): string {
  const line = text
    .slice(0, 400)
    .replace(/\s*[\r\n]+\s*/g, ' ⏎ ')
    .trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
