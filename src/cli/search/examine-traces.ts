import { Option } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { firstLine } from '../../core/languages/languages.ts';
import { looksLikeMav } from '../../core/mav/lexer.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { TraceDialect } from '../../core/traces/dialect.ts';
import { MAV_TRACES } from '../../core/traces/dialects/mav.ts';
import { TRACE_DIALECTS } from '../../core/traces/dialects.ts';
import { traceFigures } from '../../core/traces/figures.ts';
import { readDialectFile } from '../../core/traces/own/own-dialect.ts';
import { PROSE_DIALECT } from '../../core/traces/prose/prose-dialect.ts';
import { PROSE } from '../../core/traces/prose/prose-trace.ts';
import { readTraceText } from '../../core/traces/trace-view.ts';
import { traceTreeLines } from '../../core/traces/tree-lines.ts';
import { EXIT, usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { type TextFile, writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { openWorld } from '../open-world.ts';
import { type Extraction, openExtraction, refusedLines } from './extract-nodes.ts';
import { type ProseFlags, proseFacts } from './prose-options.ts';
import { type FileTrace, readTraces } from './trace-comparison.ts';
import { type LocatedTrace, locatedTraces, type TraceFileOptions } from './trace-files.ts';
import {
  checkRowFile,
  statisticsJson,
  statisticsTable,
  type TraceRow,
  traceRow,
  writeRows,
} from './trace-statistics.ts';
import {
  mavVerdict,
  proseLines,
  type TraceVerdict,
  traceVerdict,
  verdictErrors,
  verdictLine,
  verdictsJson,
} from './trace-verdicts.ts';

const NAMES = TRACE_DIALECTS.map(({ id }) => id).join(', ');
/** Maximum number of faults of a file that the message names. */
const MAX_SHOWN = 5;

/** Returns the option `--dialect`. */
export const dialectOption = (): Option =>
  new Option('--dialect <dialect>', `${NAMES}, or a file NAME.dialect.json (default: detected)`);

/**
 * Opens the dialect of `--dialect`: one by its name, or that of a file.
 *
 * @throws a usage error with the places of faults in the file
 */
async function openDialect(terminal: Terminal, given: string): Promise<TraceDialect> {
  const named = TRACE_DIALECTS.find(({ id }) => id === given);
  if (named !== undefined) return named;
  if (!/\.json$/i.test(given))
    throw usageError(`--dialect ${given} is none of ${NAMES}, and no file NAME.dialect.json`);
  const { name, text } = await readText(terminal, given);
  const read = readDialectFile(text);
  if (read.ok) return read.value;
  const faults = read.error.map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`);
  const left = faults.length - MAX_SHOWN;
  throw usageError([...faults.slice(0, MAX_SHOWN), ...(left > 0 ? [`${left} more`] : [])].join('; '));
}

/** Options of the examination of traces. */
export interface ExamineFlags extends ProseFlags {
  readonly number?: number;
  readonly tree?: string;
  readonly stats?: boolean;
  readonly field?: readonly string[];
  readonly dialect?: string;
  readonly out?: string;
  readonly mavDialect?: MavDialect;
  readonly overwrite?: boolean;
}

/** Returns true for a text with traces of MAV, which have their own checks. */
export const isMavText = ({ name, text }: Pick<TextFile, 'name' | 'text'>): boolean =>
  /\.mav$/i.test(bareName(name)) || looksLikeMav(firstLine(text));

/** A trace of a file: one of MAV has only its verdict here. */
interface ExaminedTrace {
  readonly verdict: TraceVerdict;
  readonly located: LocatedTrace | undefined;
  /** Answer of a model, if one was asked. */
  readonly extraction?: Extraction;
}

/** Prints verdicts on the traces of files, or their figures. */
export async function examineTraces(
  terminal: Terminal,
  files: readonly string[],
  flags: ExamineFlags,
): Promise<number> {
  const isCounted = flags.stats === true || flags.out !== undefined;
  if (flags.out !== undefined) checkRowFile(flags.out, files, flags.overwrite);
  const reading = await traceFileOptions(terminal, flags);
  const ask = flags.extractWith === undefined ? undefined : openExtraction(terminal, flags.extractWith, flags);
  const examined: ExaminedTrace[] = [];
  const rows: TraceRow[] = [];
  const isWanted = (number: number): boolean => flags.number === undefined || number === flags.number;
  for (const file of files)
    for await (const trace of tracesOf(terminal, file, reading, { ...flags, stats: isCounted, ask })) {
      if (!isWanted(trace.verdict.number)) continue;
      examined.push(trace);
      if (isCounted && trace.located !== undefined) rows.push(traceRow(trace.located));
    }
  const verdicts = examined.map(({ verdict }) => verdict);
  if (examined.length === 0) throw usageError(`there is no trace ${flags.number}`);
  if (isCounted) return printStatistics(terminal, rows, flags);
  await terminal.print(
    flags.json === true
      ? `${JSON.stringify(verdictsJson(verdicts), undefined, 2)}\n`
      : `${examined.flatMap(verdictLines).join('\n')}\n`,
  );
  const wrong = verdicts.filter((verdict) => verdictErrors(verdict).length > 0).length;
  if (verdicts.length > 1) terminal.note(`${plural(verdicts.length, 'trace')}, ${wrong} with findings`);
  return wrong > 0 ? EXIT.findings : EXIT.ok;
}

/** Returns the verdict on a trace, of one in prose with its tree and all that has no place. */
const verdictLines = ({ verdict, located, extraction }: ExaminedTrace): readonly string[] => [
  verdictLine(verdict),
  ...(located?.view.read.placing === undefined ? [] : proseLines(located)),
  ...(extraction === undefined ? [] : refusedLines(extraction)),
];

async function printStatistics(
  terminal: Terminal,
  rows: readonly TraceRow[],
  { out, json, stats }: ExamineFlags,
): Promise<number> {
  if (out !== undefined) {
    writeRows(out, rows);
    terminal.note(`${out}: ${plural(rows.length, 'row')}`);
    if (stats !== true && json !== true) return EXIT.ok;
  }
  await terminal.print(
    json === true
      ? `${JSON.stringify(statisticsJson(rows), undefined, 2)}\n`
      : statisticsTable(rows, terminal.style, out !== undefined),
  );
  return EXIT.ok;
}

/** Returns how traces are read by the flags of a call. */
export async function traceFileOptions(
  terminal: Terminal,
  { field, dialect, world, ...flags }: Omit<ExamineFlags, 'json' | 'stats' | 'out' | 'tree'>,
): Promise<TraceFileOptions> {
  const opened = world === undefined ? undefined : await openWorld(terminal, world);
  const isProse = flags.prose === true || flags.extractWith !== undefined;
  if (isProse && dialect !== undefined && dialect !== PROSE) throw usageError(`--dialect ${dialect} is no prose`);
  return {
    fields: field === undefined || field.length === 0 ? undefined : field,
    dialect: isProse ? PROSE_DIALECT : dialect === undefined ? undefined : await openDialect(terminal, dialect),
    world: opened?.world,
    prose: { ...(opened !== undefined && { world: opened.world, spec: opened.spec }), ...proseFacts(flags) },
  };
}

/** The function that asks the model of `--extract-with`; undefined without one. */
interface Extracting {
  readonly ask: ReturnType<typeof openExtraction> | undefined;
}

async function* tracesOf(
  terminal: Terminal,
  file: string,
  reading: TraceFileOptions,
  { mavDialect = PUBLISHED_DIALECT, stats, ask }: Pick<ExamineFlags, 'mavDialect' | 'stats'> & Extracting,
): AsyncGenerator<ExaminedTrace, void, undefined> {
  const source = await readText(terminal, file);
  if (reading.dialect === undefined && isMavText(source)) {
    for (const trace of readTraces(source, mavDialect)) {
      const verdict = mavVerdict(trace, mavDialect);
      yield { verdict, located: stats === true ? mavLocated(trace, verdict) : undefined };
    }
    return;
  }
  for (const found of locatedTraces(terminal, source, reading)) {
    const extraction = ask && (await ask(found, reading));
    const located = extraction?.located ?? found;
    yield { verdict: traceVerdict(located, extraction), located, ...(extraction !== undefined && { extraction }) };
  }
}

/** Returns a trace of MAV with the figures of its search, by the findings of MAV's own checks. */
function mavLocated({ view: { text } }: FileTrace, verdict: TraceVerdict): LocatedTrace | undefined {
  const { file, number, line, findings, placeOf } = verdict;
  const view = readTraceText(text, { dialect: MAV_TRACES });
  if (view === undefined) return undefined;
  const figures = traceFigures(view.tree, text, findings);
  return { file, number, line, record: undefined, text, view: { ...view, findings, figures }, placeOf };
}

/** Writes the tree of a trace to a file. */
export async function writeTree(
  terminal: Terminal,
  source: Pick<TextFile, 'name' | 'text'>,
  tree: string,
  { number = 1, ...flags }: ExamineFlags,
): Promise<number> {
  let count = 0;
  const reading = await traceFileOptions(terminal, flags);
  for (const found of locatedTraces(terminal, source, reading)) {
    if (++count < number) continue;
    const ask = flags.extractWith === undefined ? undefined : openExtraction(terminal, flags.extractWith, flags);
    const located = ask === undefined ? found : (await ask(found, reading)).located;
    const { tree: read, findings, headline } = located.view;
    writeText(tree, traceTreeLines(read, { findings, verdict: headline }).lines);
    terminal.note(`trace ${number}: ${traceVerdict(located).words}`);
    return EXIT.ok;
  }
  throw usageError(`${source.name} has ${plural(count, 'trace')}; there is no trace ${number}`);
}
