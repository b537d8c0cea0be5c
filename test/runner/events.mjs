// The reporter of a test process: tells the process that started it what Node's runner says, in messages.
import { findSourceMap } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

const MAX_FRAMES = 8;
const OWN = `${process.cwd()}${path.sep}`;

const asPath = (source) => (source.startsWith('file:') ? fileURLToPath(source) : source);
const relative = (text) => text.replaceAll(`file://${OWN}`, '').replaceAll(OWN, '');

/** The place of a test in its source, `file:line:column`: Node 20 gives that in the bundle. */
function placeOf({ file, line, column }) {
  if (file === undefined) return undefined;
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined) return relative(`${asPath(file)}:${line}:${column}`);
  return relative(`${asPath(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
}

const isFrame = (line) => /^\s+at /.test(line);
const isForeign = (line) => /\bnode:|[/\\]node_modules[/\\]/.test(line);

/** An error as a person reads it: the message with its differences, and the frames of this project. */
function textOf(error) {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error);
  const lines = relative(error.stack ?? String(error)).split('\n');
  const message = lines.filter((line) => !isFrame(line));
  const frames = lines.filter((line) => isFrame(line) && !isForeign(line)).slice(0, MAX_FRAMES);
  const cause = error.cause === undefined ? [] : [`caused by ${textOf(error.cause)}`];
  return [...message, ...frames, ...cause].join('\n');
}

function stateOf(type, { skip, todo }) {
  if (skip !== undefined && skip !== false) return 'skip';
  if (todo !== undefined && todo !== false) return 'todo';
  return type === 'test:pass' ? 'pass' : 'fail';
}

function ended(type, data, names) {
  const { error } = data.details;
  // A suite fails with its tests, which say why.
  if (error?.failureType === 'subtestsFailed') return undefined;
  return {
    kind: 'end',
    state: stateOf(type, data),
    isSuite: data.details.type === 'suite',
    names,
    place: placeOf(data),
    ms: data.details.duration_ms,
    reason: typeof data.skip === 'string' ? data.skip : undefined,
    // Node's own error wraps what the test threw.
    error: error === undefined ? undefined : textOf(error.cause ?? error),
  };
}

export default async function* tellParent(source) {
  const names = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names.push(data.name);
      process.send?.({ kind: 'start', names: [...names] });
    } else if (type === 'test:pass' || type === 'test:fail') {
      names.length = data.nesting;
      names.push(data.name);
      if (data.nesting === 0 && data.details.type === 'suite')
        process.send?.({ kind: 'suite', name: data.name, failed: type === 'test:fail', ms: data.details.duration_ms });
      const message = ended(type, data, [...names]);
      if (message !== undefined) process.send?.(message);
    } else if (type === 'test:diagnostic') {
      const [, name, count] = /^([a-z_]+) ([\d.]+)$/.exec(data.message) ?? [];
      if (name !== undefined && data.nesting === 0) process.send?.({ kind: 'count', name, count: Number(count) });
      else process.send?.({ kind: 'note', names: names.slice(0, data.nesting + 1), text: data.message });
    }
  }
  yield '';
}
