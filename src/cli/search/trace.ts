import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { AbortSignalLike } from '../../core/base/cancellation.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import { untrainedSizeText } from '../../core/mav/check/trace-model.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource, ValueSourceFault } from '../../core/mav/values.ts';
import { mavView } from '../../core/mav/view.ts';
import { printTrace } from '../../core/mav/write/example-draft.ts';
import { referenceTrace } from '../../core/search/reference-trace.ts';
import { type Act, CliError, EXIT, missingArgument, usageError } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { bareName } from '../io/archives/archives.ts';
import { writeText } from '../io/files.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { addReferenceOptions, type ReferenceFlags, withValues } from '../mav/values.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import {
  compareFileTraces,
  comparisonJson,
  comparisonLines,
  fileReferences,
  fileTraceTree,
  type MakeReference,
  makeReferences,
  type Pairings,
  readTraces,
  type TraceShape,
} from './trace-comparison.ts';
import { addWriteOptions, WRITE_HELP, type WriteFlags, writeTraces } from './trace-write.ts';

const AFTER_HELP = `
Each node lists all legal actions with the values of an engine, a solver or playouts; the best are expanded, and their values are
backed up by minimax. The paper uses breadths from 2 to 5 and depths from 1 to 3, and leaves out breadth 5 with depth 3.
If the argument is a file, its traces are read: --tree converts one to a tree, --compare compares all with references.

Example:
  $ statelens trace "2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b - - 0 1" --breadth 3 --tree-depth 1
  $ statelens trace model.mav --number 2 --tree model.mcts.jsonl
  $ statelens trace model.mav --compare reference.mav`;

interface TraceFlags extends ReferenceFlags, WriteFlags {
  readonly game: MavGameName;
  readonly breadth: number;
  readonly treeDepth: number;
  readonly form: 'state' | 'FEN';
  readonly tree?: string;
  readonly number: number;
  readonly compare?: string | true;
  readonly exactValues?: boolean;
  readonly json?: boolean;
  readonly mavDialect?: MavDialect;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Write the reference trace of an internal search (Schultz et al., section 4), or examine traces.')
    .usage('[options] <state or file>')
    .argument(
      '[state or file]',
      'a FEN; for Connect Four, Hex and Othello: side || cells ||; or a file with traces, - for standard input',
    )
    .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('chess'))
    .addOption(new Option('--breadth <n>', 'number of expanded actions').argParser(wholeNumber(1, 100)).default(3))
    .addOption(new Option('--tree-depth <n>', 'depth of the tree').argParser(wholeNumber(1, 20)).default(1))
    .addOption(new Option('--form <form>', 'form of states in prompts').choices(['state', 'FEN']).default('FEN'))
    .option('--tree <file>', 'write the tree of the trace to a .mcts.jsonl file')
    .addOption(
      new Option('--number <n>', 'number of the trace in the file').argParser(wholeNumber(1, 1_000_000)).default(1),
    )
    .option('--compare [file]', 'compare the traces with those of another file, or with reference traces')
    .option('--exact-values', 'also compare values')
    .addOption(jsonOption())
    .addOption(overwriteOption());
  addReferenceOptions(command).addOption(mavDialectOption());
  addWriteOptions(command);
  command.addHelpText('after', AFTER_HELP + WRITE_HELP).action(
    act((terminal, argument: string | undefined, { compare, ...options }: TraceFlags) => {
      if (options.write !== undefined) {
        if (argument !== undefined) throw usageError(`--write draws its own tasks; ${argument} is one word too many`);
        return writeTraces(terminal, options, (name) => command.getOptionValueSource(name) === 'cli');
      }
      // The file of --compare may be omitted, and the next word is then the file with the traces.
      const isSwallowed = argument === undefined && typeof compare === 'string';
      const given = isSwallowed ? compare : argument;
      if (given === undefined) throw missingArgument('state or file', 'trace');
      const flags = {
        ...options,
        ...(compare !== undefined && { compare: isSwallowed ? (true as const) : compare }),
      };
      return isFile(given) ? examine(terminal, given, flags) : trace(terminal, given, flags);
    }),
  );
}

/** Returns true for an argument that is no state. */
const isFile = (given: string): boolean => given === '-' || /\.mav$/i.test(bareName(given)) || existsSync(given);

async function trace(terminal: Terminal, state: string, flags: TraceFlags): Promise<number> {
  const { game, breadth, treeDepth: depth, mavDialect: dialect = PUBLISHED_DIALECT } = flags;
  if (flags.compare !== undefined) throw usageError('--compare requires a file with traces');
  checkOutput(flags.tree, { kind: 'tree', inputs: [], overwrite: flags.overwrite });
  const left = untrainedSizeText(breadth, depth);
  if (left !== undefined) terminal.note(`${left} in the paper (section 4): its models have seen no such trace`);
  return withReferences(terminal, flags, async (make) => {
    const made = await make({ game, state, breadth, depth });
    if (!made.ok) {
      const isUsage = made.error.code === 'bad-position';
      throw isUsage
        ? usageError(`the state cannot be read: ${made.error.message}`)
        : new CliError(made.error.message, EXIT.incomplete);
    }
    const text = made.value;
    if (flags.tree !== undefined) {
      const view = mavView(text, undefined, dialect);
      if (view.trace === undefined) throw new Error('a reference trace cannot be read');
      writeText(flags.tree, fileTraceTree({ view, model: view.trace }, dialect).lines);
    }
    await terminal.print(text);
    return EXIT.ok;
  });
}

/** Converts or compares the traces of a file. */
async function examine(terminal: Terminal, file: string, flags: TraceFlags): Promise<number> {
  const { compare, tree, number, mavDialect: dialect = PUBLISHED_DIALECT } = flags;
  if (compare === undefined && tree === undefined) throw usageError('missing --tree FILE or --compare [FILE]');
  const inputs = [file, ...(typeof compare === 'string' ? [compare] : [])];
  checkOutput(tree, { kind: 'tree', inputs, overwrite: flags.overwrite });
  const traces = await readTraces(terminal, file, dialect);
  if (tree !== undefined) {
    const chosen = traces[number - 1];
    if (chosen === undefined)
      throw usageError(`${file} has ${plural(traces.length, 'trace')}; there is no trace ${number}`);
    const { lines, states } = fileTraceTree(chosen, dialect);
    writeText(tree, lines);
    if (states !== undefined) terminal.note(`trace ${number}: ${states.sentence}`);
  }
  if (compare === undefined) return EXIT.ok;
  if (compare !== true)
    return report(terminal, fileReferences(traces, await readTraces(terminal, compare, dialect)), flags);
  return withReferences(terminal, flags, async (make) => {
    const reference: MakeReference = async (shape) => {
      const made = await make(shape);
      if (!made.ok) return made.error.message;
      const view = mavView(made.value, undefined, dialect);
      return view.trace === undefined ? 'the reference cannot be read' : { view, model: view.trace };
    };
    return report(terminal, await makeReferences(traces, reference), flags);
  });
}

async function report(
  terminal: Terminal,
  pairings: Pairings,
  { exactValues, json, mavDialect: dialect = PUBLISHED_DIALECT }: TraceFlags,
): Promise<number> {
  const comparisons = compareFileTraces(pairings, { values: exactValues === true, dialect });
  const { unused } = pairings;
  const text =
    json === true
      ? `${JSON.stringify(comparisonJson(comparisons, unused))}\n`
      : comparisonLines(comparisons, unused, exactValues === true);
  await terminal.print(text);
  if (comparisons.some(({ missing }) => missing !== undefined)) return EXIT.incomplete;
  return comparisons.some(({ differences = [] }) => differences.length > 0) ? EXIT.findings : EXIT.ok;
}

type Made = Result<string, ValueSourceFault>;

/** Opens the source of values for reference traces, and closes it afterwards. */
const withReferences = (
  terminal: Terminal,
  flags: TraceFlags,
  use: (make: (shape: TraceShape) => Promise<Made>) => Promise<number>,
): Promise<number> =>
  terminal.interruptible((signal) =>
    withValues(terminal, { ...flags, values: 'engine' }, (source) => {
      if (source === undefined) throw usageError('a trace requires values');
      return use((shape) => referenceText(terminal, shape, source, flags, signal));
    }),
  );

/** Returns the text of a reference trace, or the reason for its absence. */
async function referenceText(
  terminal: Terminal,
  shape: TraceShape,
  source: ValueSource,
  { form: written, mavDialect: dialect = PUBLISHED_DIALECT }: TraceFlags,
  signal: AbortSignalLike,
): Promise<Made> {
  const progress = terminal.progress('searching', undefined, ' nodes');
  const onNode = (): void => progress.step();
  const { form = written } = shape;
  const made = await referenceTrace({ ...shape, source, form, dialect, onNode }, signal);
  progress.end();
  return made.ok ? ok(printTrace(made.value, dialect)) : made;
}
