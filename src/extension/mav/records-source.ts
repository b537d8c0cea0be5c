import type { RecordFieldChoice } from '../../core/mav/records-text.ts';

/** A log, and which of its fields are shown: all that such a document is made of. */
export interface RecordsSource extends RecordFieldChoice {
  /** URI of the log. */
  readonly log: string;
}

/** The query of a document's URI: by it the document can be made again at any time. */
export const writeSource = ({ log, prompt, output }: RecordsSource): string => JSON.stringify({ log, prompt, output });

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
  const { log, prompt, output } = value as Readonly<Record<string, unknown>>;
  return typeof log === 'string' ? { log, prompt: field(prompt), output: field(output) } : undefined;
}

/** The last fields that were chosen for each log, as they are remembered; the newest last. */
export type ChosenFields = readonly (readonly [log: string, fields: RecordFieldChoice])[];

const MAX_REMEMBERED = 100;

/** Reads what was remembered; anything else is nothing. */
export function readChosen(value: unknown): ChosenFields {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const [log, fields] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof log !== 'string' || typeof fields !== 'object' || fields === null) return [];
    const { prompt, output } = fields as Readonly<Record<string, unknown>>;
    return [[log, { prompt: field(prompt), output: field(output) }] as const];
  });
}

/** What is remembered once the fields of a log are chosen. */
export const addChoice = (chosen: ChosenFields, log: string, fields: RecordFieldChoice): ChosenFields =>
  [...chosen.filter(([other]) => other !== log), [log, fields] as const].slice(-MAX_REMEMBERED);

/** A text on one line, for a list: its beginning, with marks for line ends. */
export function preview(text: string): string {
  const line = text
    .slice(0, 400)
    .replace(/\s*[\r\n]+\s*/g, ' ⏎ ')
    .trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
