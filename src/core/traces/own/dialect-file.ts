import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { LineIndex } from '../../base/text/lines.ts';
import type { Range } from '../../base/text/range.ts';
import { describeIssue } from '../../base/text/schema-issues.ts';
import { EVENT_FIELDS, EVENT_NAMES } from '../dialects/event-names.ts';
import { type LocatedValue, readLocatedJson } from '../dialects/located-json.ts';
import { TRACE_DIALECTS } from '../dialects.ts';
import { ALGORITHMS } from '../events.ts';
import { compilePattern } from './line-pattern.ts';

/** Codes of faults of a dialect file: no JSON, a wrong name or value, a wrong pattern, a group without a meaning. */
export type DialectCode = 'DIALECT_JSON' | 'DIALECT_FIELD' | 'DIALECT_PATTERN' | 'DIALECT_GROUP';

/** A fault of a dialect file and its place. */
export interface DialectFault {
  readonly code: DialectCode;
  readonly message: string;
  readonly range: Range;
  /** From 1, in lines and UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

const MAX_RULES = 64;
const MAX_LENGTH = 1000;
/** Names of the dialects that exist; an own one has another. */
const TAKEN = TRACE_DIALECTS.map(({ id }) => id);

const text = v.pipe(v.string(), v.maxLength(MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`));
const word = v.pipe(text, v.nonEmpty('must not be empty'));
const eventName = v.picklist(EVENT_NAMES, `must be one of ${EVENT_NAMES.join(', ')}`);
const fieldName = v.picklist(EVENT_FIELDS, `must be one of ${EVENT_FIELDS.join(', ')}`);
const templates = v.record(v.string(), word);

const ruleSchema = v.strictObject({
  event: v.union([eventName, v.pipe(v.array(eventName), v.minLength(1, 'must name at least one event'))]),
  pattern: word,
  fields: v.exactOptional(templates),
  continues: v.exactOptional(fieldName),
  separator: v.exactOptional(word),
  starts: v.exactOptional(v.boolean()),
  write: v.exactOptional(word),
});

/** Schema of a dialect file; `languages/dialect.schema.json` describes the same to editors. */
export const dialectFileSchema = v.strictObject({
  $schema: v.exactOptional(v.string()),
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z][\w-]{0,40}$/, 'must be lower-case letters, digits, - and _, a letter first'),
    v.check((id) => !TAKEN.includes(id), `must be another name than ${TAKEN.join(', ')}`),
  ),
  title: v.exactOptional(word),
  form: v.exactOptional(v.picklist(['lines', 'tags', 'jsonl'], 'must be lines, tags or jsonl'), 'lines'),
  world: v.exactOptional(word),
  algorithm: v.exactOptional(v.picklist(ALGORITHMS, `must be one of ${ALGORITHMS.join(', ')}`)),
  heuristic: v.exactOptional(word),
  blankLines: v.exactOptional(v.boolean(), true),
  none: v.exactOptional(v.array(text), []),
  lines: v.exactOptional(v.pipe(v.array(ruleSchema), v.maxLength(MAX_RULES, `must have at most ${MAX_RULES} lines`))),
  events: v.exactOptional(v.record(v.string(), eventName)),
  fields: v.exactOptional(v.record(v.string(), fieldName)),
});

/** The content of a dialect file. */
export type DialectFile = v.InferOutput<typeof dialectFileSchema>;
export type DialectRule = NonNullable<DialectFile['lines']>[number];

/** A dialect file with the places of its values, for the faults that are found later. */
export interface LocatedFile {
  readonly file: DialectFile;
  /**
   * Returns a fault at a value, which keys and indices name from the outermost in.
   *
   * @param offset in its text; `key` for its key
   */
  readonly faultAt: (
    path: readonly (string | number)[],
    code: DialectCode,
    message: string,
    offset?: number | 'key',
  ) => DialectFault;
}

/** Reads the JSON of a dialect file, with comments or without, or returns all of its faults. */
export function readDialectJson(source: string): Result<LocatedFile, readonly DialectFault[]> {
  const lines = new LineIndex(source);
  const fault = (code: DialectCode, message: string, range: Range): DialectFault => {
    const { line, character } = lines.positionAt(range.start);
    return { code, message, range, line: line + 1, column: character + 1 };
  };
  const read = readLocatedJson(source, { start: 0, end: source.length }, true);
  if ('fault' in read) {
    const { message, offset } = read.fault;
    return err([fault('DIALECT_JSON', message, { start: offset, end: Math.min(source.length, offset + 1) })]);
  }
  const faultAt: LocatedFile['faultAt'] = (path, code, message, offset) => {
    const range = rangeAt(read.value, path, offset === 'key');
    if (offset === undefined || offset === 'key') return fault(code, message, range);
    const start = rawOffset(source, range, offset);
    return fault(code, message, { start, end: Math.max(start, range.end) });
  };
  const value = plainValue(read.value);
  const parsed = v.safeParse(dialectFileSchema, value);
  if (!parsed.success) {
    const issues = parsed.issues.map((issue) => issueFault(issue, faultAt));
    return err([...issues, ...patternFaults(value, faultAt)].sort((a, b) => a.range.start - b.range.start));
  }
  return formFault(parsed.output, faultAt) ?? ok({ file: parsed.output, faultAt });
}

/** Returns the faults of a file whose names do not fit its form. */
function formFault(
  { form, lines, events, fields }: DialectFile,
  faultAt: LocatedFile['faultAt'],
): Result<never, readonly DialectFault[]> | undefined {
  if (form === 'lines') {
    if (lines === undefined || lines.length === 0)
      return err([faultAt([], 'DIALECT_FIELD', 'lines is missing: a list of events with their patterns')]);
    const name = events !== undefined ? 'events' : fields !== undefined ? 'fields' : undefined;
    return name && err([faultAt([name], 'DIALECT_FIELD', `${name} is for the forms tags and jsonl`)]);
  }
  return lines && err([faultAt(['lines'], 'DIALECT_FIELD', `lines is for the form lines, not for ${form}`)]);
}

function issueFault(issue: v.BaseIssue<unknown>, faultAt: LocatedFile['faultAt']): DialectFault {
  // In a union, the issue of the branch that matched furthest is more precise than that no branch fits.
  const deeper = issue.issues?.reduce((a, b) => ((b.path?.length ?? 0) > (a.path?.length ?? 0) ? b : a));
  const keys = [...(issue.path ?? []), ...(deeper?.path ?? [])].map(({ key }) => key as string | number);
  const name = keys.length === 0 ? 'the file' : keys.join('.');
  const isUnknown = (deeper ?? issue).type === 'strict_object' && (deeper ?? issue).expected === 'never';
  return faultAt(keys, 'DIALECT_FIELD', `${name}: ${describeIssue(deeper ?? issue)}`, isUnknown ? 'key' : undefined);
}

/** Schema of the part of a file with other faults whose patterns are read nonetheless. */
const patternsSchema = v.looseObject({ lines: v.array(v.unknown()) });
const patternSchema = v.looseObject({ pattern: word });

/** Returns the faults of the patterns of a file that has others. */
function patternFaults(value: unknown, faultAt: LocatedFile['faultAt']): DialectFault[] {
  const file = v.safeParse(patternsSchema, value);
  if (!file.success) return [];
  return file.output.lines.slice(0, MAX_RULES).flatMap((line, i) => {
    const rule = v.safeParse(patternSchema, line);
    const compiled = rule.success ? compilePattern(rule.output.pattern) : undefined;
    if (compiled === undefined || compiled.ok) return [];
    return [faultAt(['lines', i, 'pattern'], 'DIALECT_PATTERN', compiled.error.message, compiled.error.offset)];
  });
}

function plainValue(value: LocatedValue): unknown {
  if (value.kind === 'list') return value.items.map(plainValue);
  if (value.kind === 'object')
    return Object.fromEntries(value.members.map(({ key, value: own }) => [key, plainValue(own)]));
  return value.kind === 'text' ? value.value : (JSON.parse(value.value) as unknown);
}

/** Returns the range of a value; of an unknown key the key, of a missing one the start of what should have it. */
function rangeAt(root: LocatedValue, path: readonly (string | number)[], isKey: boolean): Range {
  let value = root;
  for (const [i, key] of path.entries()) {
    const member = value.kind === 'object' ? value.members.find((own) => own.key === key) : undefined;
    const next = value.kind === 'list' ? value.items[Number(key)] : member?.value;
    if (next === undefined) break;
    if (i === path.length - 1 && member !== undefined && (isKey || next.kind !== 'text')) return member.keyRange;
    value = next;
  }
  const { start, end } = value.range;
  return value.kind === 'text' ? { start, end } : { start, end: Math.min(end, start + 1) };
}

/** Returns the offset in the file of an offset in a string that it holds, which may be written with escapes. */
function rawOffset(source: string, { start, end }: Range, offset: number): number {
  let at = start;
  for (let done = 0; done < offset && at < end; done++)
    at += source[at] === '\\' ? (source[at + 1] === 'u' ? 6 : 2) : 1;
  return Math.min(at, end);
}
