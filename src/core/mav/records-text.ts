import { plural } from '../base/text/counts.ts';
import { type RecordEvent, readRecords, recordFormat } from './read-records.ts';
import { detectFields, fieldText } from './record-fields.ts';

/** Fields of a log that are shown. */
export interface RecordFieldChoice {
  readonly prompt: string | undefined;
  readonly output: string | undefined;
}

/** Limits of the text shown for a log. */
export interface RecordBounds {
  readonly maxRecords: number;
  /** UTF-16 code units of the text. */
  readonly maxLength: number;
}

/** Sizes that an editor handles well: VS Code gives texts over 50 MB to no extension. */
export const RECORD_BOUNDS: RecordBounds = { maxRecords: 100_000, maxLength: 40_000_000 };

/** A log as a MAV text: one example per record, below a comment with its number, file and line. */
export class RecordsText {
  readonly #fields: RecordFieldChoice;
  readonly #name: string;
  readonly #bounds: RecordBounds;
  readonly #parts: string[] = [];
  #length = 0;
  #shown = 0;
  #left = 0;
  #isCut = false;

  /** @param fileName of the log, for the comments */
  constructor(fileName: string, fields: RecordFieldChoice, bounds: RecordBounds = RECORD_BOUNDS) {
    this.#fields = fields;
    // A comment ends at a line break.
    this.#name = fileName.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
    this.#bounds = bounds;
  }

  /** Records that are shown. */
  get shown(): number {
    return this.#shown;
  }

  /** Records and damaged places that are left out. */
  get left(): number {
    return this.#left;
  }

  /** True if a limit is reached; further records are ignored. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Adds the next event of a reader. */
  add(event: RecordEvent): void {
    if (this.#isCut) return;
    const { line } = event;
    const examples = event.type === 'record' ? this.#example(event.value) : undefined;
    if (examples === undefined) {
      this.#left++;
      const reason = event.type === 'problem' ? event.message : 'no text in the chosen fields';
      this.#push(`# left out: ${this.#name}:${line}: ${reason}\n\n`);
      return;
    }
    this.#shown++;
    const game = event.type === 'record' ? recordGameComment(event.value) : '';
    this.#push(`# record ${this.#shown}: ${this.#name}:${line}\n${game}${examples}\n`);
  }

  /** Returns the text so far. `isWhole`: true if the log has nothing more. */
  text(isWhole: boolean): string {
    const left = this.#left === 0 ? '' : `, ${this.#left.toLocaleString('en-US')} left out`;
    const cut = isWhole ? '' : '; the rest of the file is too large to show';
    const records = plural(this.#shown, 'record');
    return `# ${records} of ${this.#name}${left}${cut}\n\n${this.#parts.join('')}`;
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    this.#isCut = this.#shown >= this.#bounds.maxRecords || this.#length >= this.#bounds.maxLength;
  }

  /** Returns prompt and output, each with a line end. */
  #example(record: unknown): string | undefined {
    const { prompt, output } = this.#fields;
    const texts = [
      prompt === undefined ? undefined : fieldText(record, prompt, 'prompt'),
      output === undefined ? undefined : fieldText(record, output, 'output'),
    ].filter((text) => text !== undefined);
    if (texts.length === 0) return undefined;
    return texts.map((text) => withLineEnd(text.replace(/\r\n?/g, '\n'))).join('');
  }
}

/**
 * Returns the comment with the source game of a record: from the `meta` of a dataset's line, else from a field such as
 * `game_id`.
 */
function recordGameComment(record: unknown): string {
  const fields = asObject(record);
  const { source, index } = asObject(fields['meta']);
  if (typeof source === 'string' && typeof index === 'number') return gameComment(`${source} game ${index + 1}`);
  const id = ['game_id', 'gameId', 'source_game'].map((name) => fields[name]).find(isId);
  return id === undefined ? '' : gameComment(String(id));
}

/**
 * Returns the examples of a dataset as MAV: the prompts with their targets, or with the likeliest outputs if no record
 * has both fields.
 */
export function datasetText(fileName: string, text: string): string {
  const records = [...readRecords(text, recordFormat(fileName, text))];
  const read = records.filter((event) => event.type === 'record');
  const has = (name: string): boolean => read.some(({ value }) => typeof asObject(value)[name] === 'string');
  const fields = has('prompt') && has('target') ? { prompt: 'prompt', output: 'target' } : detectFields(read);
  const all = new RecordsText(fileName, fields, { maxRecords: Infinity, maxLength: Infinity });
  for (const event of records) all.add(event);
  return all.text(true);
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const gameComment = (name: string): string => `# game: ${name.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}\n`;

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Location of a record in a log. */
export interface RecordLocation {
  /** 1-based number among the shown records. */
  readonly number: number;
  /** 1-based line in the log. */
  readonly line: number;
}

const HEAD = /^# (?:record (\d{1,9})|left out): .*?:(\d{1,9})(?:$|: )/;

/** Parses the comment above a record; undefined for any other line. */
export function parseRecordComment(line: string): RecordLocation | undefined {
  const found = HEAD.exec(line);
  return found === null ? undefined : { number: Number(found[1] ?? 0), line: Number(found[2]) };
}
