import { err, ok, type Result } from '../../base/result.ts';
import type { Range } from '../../base/text/range.ts';
import type { TraceDialect } from '../dialect.ts';
import { type EventFields, eventFromFields, eventToFields, isSilent } from '../dialects/event-fields.ts';
import { type EventField, type EventName, vocabularyWith } from '../dialects/event-names.ts';
import { readJsonLines, recognizeJson, startsJsonTrace, writeJsonLines } from '../dialects/json-lines.ts';
import { readTagEvents, recognizeTags, startsTaggedTrace, writeTags } from '../dialects/tags.ts';
import {
  listSpans,
  rangeHull,
  TraceBuilder,
  textSpan,
  traceLines,
  trimmedSpan,
  trimRange,
} from '../dialects/text-lines.ts';
import type { ReadTrace, Span, TaskEvent, TraceEvent } from '../events.ts';
import { type DialectFault, type DialectFile, type LocatedFile, readDialectJson } from './dialect-file.ts';
import { compileRules, LIST_NAMES, type LineRule, namesIn, type Template } from './line-rules.ts';

interface MatchedLine {
  readonly rule: LineRule;
  readonly range: Range;
  readonly groups: ReadonlyMap<string, Range>;
  /** Lines below that continue a field. */
  readonly more: Range[];
}

/** Returns the first rule that a line matches, without white space at its ends. */
function matchLine(rules: readonly LineRule[], text: string, range: Range): MatchedLine | undefined {
  for (const rule of rules) {
    const groups = rule.pattern.match(text, range);
    if (groups !== undefined) return { rule, range, groups, more: [] };
  }
  return undefined;
}

/** Reads a text by the lines of a dialect. @param none words for no parent and no node */
function readByRules(dialect: string, rules: readonly LineRule[], none: readonly string[], text: string): ReadTrace {
  const found = new TraceBuilder();
  let open: MatchedLine | undefined;
  const flush = (): void => {
    if (open !== undefined) addEvents(found, text, open, none);
    open = undefined;
  };
  for (const line of traceLines(text)) {
    const range = trimRange(text, line);
    const matched = range && matchLine(rules, text, range);
    if (range !== undefined && matched === undefined && open?.rule.continues !== undefined) {
      open.more.push({ start: line.start, end: range.end });
      continue;
    }
    flush();
    open = matched;
    if (range === undefined || matched !== undefined) continue;
    found.skip(text, range);
    const words = text.slice(range.start, range.end);
    const isTorn = rules.some(
      ({ pattern: { prefix } }) => prefix !== '' && (prefix.startsWith(words) || words.startsWith(prefix)),
    );
    found.isCut = isTorn && text.slice(line.end).trim() === '';
  }
  flush();
  return found.finish(dialect);
}

function addEvents(found: TraceBuilder, text: string, line: MatchedLine, none: readonly string[]): void {
  const { rule, more } = line;
  const fields = fieldsOfLine(text, line, none);
  const range = rangeHull([line.range, ...more]);
  const id = fields.get('id');
  for (const [i, name] of rule.events.entries()) {
    // The other events of a line with a new node are about this node.
    const isAbout = i > 0 && id !== undefined && !fields.has('node');
    const { event, unread } = eventFromFields(name, range, isAbout ? new Map([...fields, ['node', id]]) : fields);
    found.add(event);
    if (i === 0) for (const place of unread) found.skip(text, place);
  }
}

function fieldsOfLine(text: string, { rule, groups, more }: MatchedLine, none: readonly string[]): EventFields {
  const fields = new Map<EventField, readonly Span[]>();
  for (const [field, template] of rule.fields) {
    const span = fillTemplate(text, template, groups);
    if (span === undefined) continue;
    const isNone = (field === 'parent' || field === 'node') && none.includes(span.text);
    if (!isNone) fields.set(field, LIST_NAMES.has(field) ? wordsOfList(text, span, rule.separator) : [span]);
  }
  if (rule.continues !== undefined && more.length > 0) {
    const first = fields.get(rule.continues)?.[0];
    const parts = [
      ...(first === undefined || first.text === '' ? [] : [first]),
      ...more.map((range) => textSpan(text, range)),
    ];
    fields.set(rule.continues, [
      { text: parts.map((part) => part.text).join('\n'), range: rangeHull(parts.map(({ range }) => range)) },
    ]);
  }
  return fields;
}

/** Returns the text of a template; undefined if a group of it has no place in the match. */
function fillTemplate(text: string, template: Template, groups: ReadonlyMap<string, Range>): Span | undefined {
  const ranges: Range[] = [];
  for (const name of namesIn(template)) {
    const range = groups.get(name);
    if (range === undefined) return undefined;
    ranges.push(range);
  }
  const [only] = ranges;
  if (only === undefined) return undefined;
  if (template.length === 3 && template[0] === '' && template[2] === '') return textSpan(text, only);
  const filled = template.map((part, i) => {
    const range = i % 2 === 1 ? groups.get(part) : undefined;
    return range === undefined ? part : text.slice(range.start, range.end);
  });
  return { text: filled.join(''), range: rangeHull(ranges) };
}

function wordsOfList(text: string, { range }: Span, separator: string | undefined): readonly Span[] {
  if (separator === undefined) return listSpans(text, range);
  const words: Span[] = [];
  for (let start = range.start; start <= range.end; ) {
    const next = text.indexOf(separator, start);
    const end = next < 0 || next + separator.length > range.end ? range.end : next;
    const word = trimmedSpan(text, { start, end });
    if (word.text !== '') words.push(word);
    start = end === range.end ? range.end + 1 : end + separator.length;
  }
  return words;
}

/** Returns how sure it is that a text begins in the dialect: the share of its lines that match, if one is a node. */
function recognizeByRules(rules: readonly LineRule[], head: string): number {
  let [lines, matched, nodes] = [0, 0, 0];
  let isContinued = false;
  // The last line of a head is cut off.
  for (const line of traceLines(head.slice(0, head.lastIndexOf('\n') + 1) || head)) {
    const range = trimRange(head, line);
    const rule = range && matchLine(rules, head, range)?.rule;
    if (rule !== undefined || range === undefined) isContinued = rule?.continues !== undefined;
    if (range === undefined) continue;
    lines++;
    if (rule !== undefined || isContinued) matched++;
    if (rule === undefined) continue;
    if (!rule.events.every((event) => event === 'note')) nodes++;
  }
  return nodes === 0 ? 0 : 0.5 + 0.45 * (matched / lines);
}

/** Returns true if a trace starts with a line. */
function startsByRules(rules: readonly LineRule[], line: string): boolean {
  const range = trimRange(line, { start: 0, end: line.length });
  return range !== undefined && matchLine(rules, line, range)?.rule.starts === true;
}

/** Writes events by the templates of a dialect; those that no template can write are left out. */
function writeByRules(rules: readonly LineRule[], events: readonly TraceEvent[]): string {
  return events.map((event) => (isSilent(event) ? '' : writeByTemplate(rules, event))).join('');
}

function writeByTemplate(rules: readonly LineRule[], event: TraceEvent): string {
  const { name, fields } = eventToFields(event);
  let best: { readonly count: number; readonly text: string } | undefined;
  for (const { events, write, separator, continues } of rules) {
    if (write === undefined || events[0] !== name) continue;
    const names = namesIn(write) as EventField[];
    // Only the field that a line continues may have several lines.
    const fits = (words: readonly string[] | undefined, field: EventField): boolean =>
      words !== undefined && (field === continues || !words.some((word) => /[\r\n]/.test(word)));
    if (!names.every((field) => fits(fields.get(field), field))) continue;
    if (best !== undefined && best.count >= names.length) continue;
    const text = write
      .map((part, i) => (i % 2 === 1 ? (fields.get(part as EventField)?.join(separator ?? ' ') ?? '') : part))
      .join('');
    best = { count: names.length, text };
  }
  return best === undefined ? '' : `${best.text}\n`;
}

/**
 * Returns the dialect that a file describes (`*.dialect.json`, docs/traces.md), or all faults of the file. The file is
 * data: nothing in it is run, and its patterns are matched in linear time.
 */
export function readDialectFile(source: string): Result<TraceDialect, readonly DialectFault[]> {
  const read = readDialectJson(source);
  if (!read.ok) return read;
  return read.value.file.form === 'lines' ? lineDialect(read.value) : ok(namedDialect(read.value.file));
}

function lineDialect(located: LocatedFile): Result<TraceDialect, readonly DialectFault[]> {
  const { file } = located;
  const compiled = compileRules(located);
  if (!compiled.ok) return err(compiled.error);
  const rules = compiled.value;
  const hasWriter = rules.some(({ write }) => write !== undefined);
  return ok({
    id: file.id,
    title: file.title ?? file.id,
    recognize: (head) => recognizeByRules(rules, head),
    starts: (line) => startsByRules(rules, line),
    partedByBlankLines: file.blankLines,
    read: (text) => withTask(file, readByRules(file.id, rules, file.none, text)),
    ...(hasWriter && { write: (events) => writeByRules(rules, events) }),
  });
}

/** Returns a dialect of tags or JSON Lines with further names. */
function namedDialect(file: DialectFile): TraceDialect {
  const events = new Map<string, EventName>(Object.entries(file.events ?? {}));
  const fields = new Map<string, EventField>(Object.entries(file.fields ?? {}));
  const isTags = file.form === 'tags';
  // Names of elements are compared in lower case.
  const names = vocabularyWith(isTags ? lowerKeys(events) : events, fields);
  const own = { event: firstKeys(events), field: firstKeys(fields) };
  const base = { id: file.id, title: file.title ?? file.id, partedByBlankLines: isTags ? false : file.blankLines };
  return isTags
    ? {
        ...base,
        recognize: (head) => recognizeTags(head, names),
        starts: (line, before) => startsTaggedTrace(line, before, names),
        read: (text) => withTask(file, readTagEvents(file.id, text, names)),
        write: (written) => writeTags(written, own),
      }
    : {
        ...base,
        recognize: (head) => recognizeJson(head, names),
        starts: (line, before) => startsJsonTrace(line, before, names),
        read: (text) => withTask(file, readJsonLines(file.id, text, names)),
        write: (written) => writeJsonLines(written, own),
      };
}

const lowerKeys = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
  new Map(Array.from(map, ([key, value]) => [key.toLowerCase(), value]));

/** Returns the first name of each meaning. */
function firstKeys<T>(map: ReadonlyMap<string, T>): ReadonlyMap<T, string> {
  const first = new Map<T, string>();
  for (const [key, value] of map) if (!first.has(value)) first.set(value, key);
  return first;
}

/** Adds what the file says of all tasks to those of a trace; a trace without one gets a task without text. */
function withTask({ world, algorithm, heuristic }: DialectFile, read: ReadTrace): ReadTrace {
  if (world === undefined && algorithm === undefined && heuristic === undefined) return read;
  const complete = (task: TaskEvent): TaskEvent => ({
    ...task,
    world: task.world ?? (world === undefined ? undefined : { kind: 'named', name: world }),
    ...(task.algorithm === undefined && algorithm !== undefined && { algorithm }),
    ...(task.heuristic === undefined && heuristic !== undefined && { heuristic }),
  });
  if (read.events.some(({ kind }) => kind === 'task'))
    return { ...read, events: read.events.map((event) => (event.kind === 'task' ? complete(event) : event)) };
  const task = complete({ kind: 'task', range: { start: 0, end: 0 }, world: undefined });
  return read.events.length === 0 ? read : { ...read, events: [task, ...read.events] };
}
