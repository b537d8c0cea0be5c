import type { AbortSignalLike, Cancellation } from '../base/cancellation.ts';
import { err, ok, type Result } from '../base/result.ts';

/** A tool's failure, as data, so that an agent can read it and correct the call. */
export interface ToolFault {
  readonly code: 'bad-input' | 'no-file' | 'failed' | 'declined' | 'cancelled';
  /** One sentence without a final period. */
  readonly message: string;
}

export interface ToolFile {
  /** Name as given by the agent, for positions in the answer. */
  readonly name: string;
  readonly text: string;
}

/** Services that a tool requires of its host program. */
export interface ToolHost {
  /** Reads a file as the agent names it; the host decides which files may be read at all. */
  readFile(name: string): Promise<Result<ToolFile, ToolFault>>;
  /** Gives the rest of the program a turn: called repeatedly in long work. */
  turn(): Promise<void>;
}

/** The result of a tool: a plain JSON object of bounded size. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** A tool for agents. It reads, and changes nothing. */
export interface Tool {
  /** Lower-case letters and `_`. */
  readonly name: string;
  readonly title: string;
  /** Its purpose and when to use it, for a language model. */
  readonly description: string;
  readonly input: InputSchema;
  /** Runs the tool. Never rejects. */
  run(input: unknown, host: ToolHost, signal: AbortSignalLike): Promise<Result<ToolAnswer, ToolFault>>;
}

interface ToolDefinition<F extends Fields> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly fields: F;
  readonly run: (
    input: ToolInput<F>,
    host: ToolHost,
    signal: AbortSignalLike,
  ) => Result<ToolAnswer, ToolFault> | Promise<Result<ToolAnswer, ToolFault>>;
}

/** Makes a tool from its fields and its function. */
export function defineTool<const F extends Fields>({ name, title, description, fields, run }: ToolDefinition<F>): Tool {
  return {
    name,
    title,
    description,
    input: inputSchema(fields),
    async run(input, host, signal) {
      if (signal.aborted) return CANCELLED;
      const read = readInput(fields, input);
      return read.ok ? run(read.value, host, signal) : badInput(read.error);
    },
  };
}

export const badInput = (message: string): Result<never, ToolFault> => err({ code: 'bad-input', message });

export const CANCELLED: Result<never, ToolFault> = err({ code: 'cancelled', message: 'cancelled' });

/** Adapts a signal for core's own work. */
export const toolCancellation = (signal: AbortSignalLike): Cancellation => ({
  get cancelled(): boolean {
    return signal.aborted;
  },
});

interface Described {
  /** One sentence, for the caller of the tool. */
  readonly description: string;
}

interface TextField extends Described {
  readonly kind: 'text';
  /** Maximum number of UTF-16 code units. */
  readonly most: number;
  readonly oneOf?: readonly string[];
  readonly required?: true;
}

interface NumberField extends Described {
  readonly kind: 'whole';
  readonly least: number;
  readonly most: number;
  readonly default: number;
}

/** An optional number. */
interface ShareField extends Described {
  readonly kind: 'share';
  readonly least: number;
  readonly most: number;
}

interface FlagField extends Described {
  readonly kind: 'flag';
}

type Field = TextField | NumberField | ShareField | FlagField;
type Fields = Readonly<Record<string, Field>>;

type FieldValue<F extends Field> = F extends NumberField
  ? number
  : F extends FlagField
    ? boolean
    : F extends ShareField
      ? number | undefined
      : F extends { readonly oneOf: readonly (infer Word)[] }
        ? Word | undefined
        : F extends { readonly required: true }
          ? string
          : string | undefined;

/** Input of a tool: a number or flag that was left out has its default. */
type ToolInput<F extends Fields> = { readonly [Name in keyof F]: FieldValue<F[Name]> };

/** The part of JSON Schema that describes fields. */
interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** Returns the fields as a JSON Schema. */
export function inputSchema(fields: Fields): InputSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, propertySchema(field)])),
    required: entries.filter(([, field]) => field.kind === 'text' && field.required === true).map(([name]) => name),
    additionalProperties: false,
  };
}

function propertySchema(field: Field): Record<string, unknown> {
  const { description } = field;
  if (field.kind === 'flag') return { type: 'boolean', description, default: false };
  if (field.kind === 'share') return { type: 'number', description, minimum: field.least, maximum: field.most };
  if (field.kind === 'whole') {
    return { type: 'integer', description, minimum: field.least, maximum: field.most, default: field.default };
  }
  const { oneOf, most } = field;
  return { type: 'string', description, ...(oneOf === undefined ? { maxLength: most } : { enum: [...oneOf] }) };
}

/** Reads the input of a caller. The error names the wrong field and the expected value. */
export function readInput<F extends Fields>(fields: F, given: unknown): Result<ToolInput<F>, string> {
  const values = given ?? {};
  if (typeof values !== 'object' || Array.isArray(values)) return err('the input must be an object');
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    return err(`unknown field "${unknown.slice(0, 40)}"; expected one of ${Object.keys(fields).join(', ')}`);
  }
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = (values as Record<string, unknown>)[name];
    const found = readField(name, field, value ?? undefined);
    if (!found.ok) return found;
    read[name] = found.value;
  }
  return ok(read as ToolInput<F>);
}

function readField(name: string, field: Field, value: unknown): Result<unknown, string> {
  switch (field.kind) {
    case 'flag':
      return value === undefined || typeof value === 'boolean'
        ? ok(value === true)
        : err(`"${name}" must be true or false`);
    case 'share': {
      const { least, most } = field;
      const fits = value === undefined || (typeof value === 'number' && value >= least && value <= most);
      return fits ? ok(value) : err(`"${name}" must be a number from ${least} to ${most}`);
    }
    case 'whole': {
      const { least, most } = field;
      if (value === undefined) return ok(field.default);
      const fits = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
      return fits ? ok(value) : err(`"${name}" must be a whole number from ${least} to ${most}`);
    }
    default:
      return readText(name, field, value);
  }
}

function readText(name: string, { most, oneOf, required }: TextField, value: unknown): Result<unknown, string> {
  if (value === undefined) return required === true ? err(`"${name}" is missing`) : ok(undefined);
  if (typeof value !== 'string') return err(`"${name}" must be a string`);
  if (oneOf !== undefined && !oneOf.includes(value)) return err(`"${name}" must be one of ${oneOf.join(', ')}`);
  return value.length > most ? err(`"${name}" must have at most ${most} characters`) : ok(value);
}

/** The first items of a list, and the number of the others. */
interface BoundedList<T> {
  readonly items: readonly T[];
  /** Number of omitted items; absent if there are none. */
  readonly more?: number;
}

export const bounded = <T>(all: readonly T[], most: number): BoundedList<T> => ({
  items: all.slice(0, most),
  ...(all.length > most ? { more: all.length - most } : {}),
});

/** Shortens a text to one line of at most this many characters; omitted text shows as `…`. */
export function excerpt(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Rounds a score or share to four decimal places. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export const roundedAll = (values: readonly number[]): number[] => values.map(rounded);

export const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));
