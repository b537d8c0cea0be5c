import { err, ok, type Result } from '../../base/result.ts';
import type { TraceDialect } from '../dialect.ts';
import type { EventField, EventName } from '../dialects/event-names.ts';
import { vocabularyWith } from '../dialects/event-names.ts';
import { readJsonLines, recognizeJson, startsJsonTrace, writeJsonLines } from '../dialects/json-lines.ts';
import { readTagEvents, recognizeTags, startsTaggedTrace, writeTags } from '../dialects/tags.ts';
import type { ReadTrace, TaskEvent } from '../events.ts';
import { type DialectFault, type DialectFile, type LocatedFile, readDialectJson } from './dialect-file.ts';
import { compileRules } from './line-rules.ts';
import { readByRules, recognizeByRules, startsByRules, writeByRules } from './rule-reader.ts';

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
