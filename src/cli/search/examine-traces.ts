import { plural } from '../../core/base/text/counts.ts';
import { firstLine } from '../../core/languages/languages.ts';
import { looksLikeMav } from '../../core/mav/lexer.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { MAV_TRACES } from '../../core/traces/dialects/mav.ts';
import { traceFigures } from '../../core/traces/figures.ts';
import { readTraceText } from '../../core/traces/trace-view.ts';
import { traceTreeLines } from '../../core/traces/tree-lines.ts';
import { EXIT, usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { type TextFile, writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { openWorld } from '../open-world.ts';
import { openDialect } from './open-dialect.ts';
import { type FileTrace, readTraces } from './trace-comparison.ts';
import { type LocatedTrace, locatedTraces, type TraceFileOptions } from './trace-files.ts';
import { checkRowFile, writeRows } from './trace-rows.ts';
import { statisticsJson, statisticsTable, type TraceRow, traceRow } from './trace-statistics.ts';
import {
  mavVerdict,
  type TraceVerdict,
  traceVerdict,
  verdictErrors,
  verdictLine,
  verdictsJson,
} from './trace-verdicts.ts';

/** Options of the examination of traces. */
export interface ExamineFlags {
  readonly number?: number;
  readonly tree?: string;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly field?: readonly string[];
  readonly dialect?: string;
  readonly world?: string;
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
  const verdicts: TraceVerdict[] = [];
  const rows: TraceRow[] = [];
  const isWanted = (number: number): boolean => flags.number === undefined || number === flags.number;
  for (const file of files)
    for await (const trace of tracesOf(terminal, file, reading, { ...flags, stats: isCounted })) {
      if (!isWanted(trace.verdict.number)) continue;
      verdicts.push(trace.verdict);
      if (isCounted && trace.located !== undefined) rows.push(traceRow(trace.located));
    }
  if (verdicts.length === 0) throw usageError(`there is no trace ${flags.number}`);
  if (isCounted) return printStatistics(terminal, rows, flags);
  await terminal.print(
    flags.json === true
      ? `${JSON.stringify(verdictsJson(verdicts), undefined, 2)}\n`
      : `${verdicts.map((verdict) => verdictLine(verdict)).join('\n')}\n`,
  );
  const wrong = verdicts.filter((verdict) => verdictErrors(verdict).length > 0).length;
  if (verdicts.length > 1) terminal.note(`${plural(verdicts.length, 'trace')}, ${wrong} with findings`);
  return wrong > 0 ? EXIT.findings : EXIT.ok;
}

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
    json === true ? `${JSON.stringify(statisticsJson(rows), undefined, 2)}\n` : statisticsTable(rows, terminal.style),
  );
  return EXIT.ok;
}

/** Returns how traces are read by the flags of a call. */
export async function traceFileOptions(
  terminal: Terminal,
  { field, dialect, world }: Pick<ExamineFlags, 'field' | 'dialect' | 'world'>,
): Promise<TraceFileOptions> {
  return {
    fields: field === undefined || field.length === 0 ? undefined : field,
    dialect: dialect === undefined ? undefined : await openDialect(terminal, dialect),
    world: world === undefined ? undefined : (await openWorld(terminal, world)).world,
  };
}

async function* tracesOf(
  terminal: Terminal,
  file: string,
  reading: TraceFileOptions,
  { mavDialect = PUBLISHED_DIALECT, stats }: ExamineFlags,
): AsyncGenerator<ExaminedTrace, void, undefined> {
  const source = await readText(terminal, file);
  if (reading.dialect === undefined && isMavText(source)) {
    for (const trace of readTraces(source, mavDialect)) {
      const verdict = mavVerdict(trace, mavDialect);
      yield { verdict, located: stats === true ? mavLocated(trace, verdict) : undefined };
    }
    return;
  }
  for (const located of locatedTraces(terminal, source, reading)) yield { verdict: traceVerdict(located), located };
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
  for (const located of locatedTraces(terminal, source, await traceFileOptions(terminal, flags))) {
    if (++count < number) continue;
    const { tree: read, findings, headline } = located.view;
    writeText(tree, traceTreeLines(read, { findings, verdict: headline }).lines);
    terminal.note(`trace ${number}: ${traceVerdict(located).words}`);
    return EXIT.ok;
  }
  throw usageError(`${source.name} has ${plural(count, 'trace')}; there is no trace ${number}`);
}
