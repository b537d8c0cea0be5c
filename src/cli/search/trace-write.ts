import { type Command, InvalidArgumentError, Option } from 'commander';
import { err, ok, type Result } from '../../core/base/result.ts';
import { plural } from '../../core/base/text/counts.ts';
import { readParts } from '../../core/datasets/game-split.ts';
import { type ConversionLoss, convertTrace, lossSummary } from '../../core/traces/convert.ts';
import { MAV_TRACES } from '../../core/traces/dialects/mav.ts';
import { findDialect } from '../../core/traces/dialects.ts';
import { ALGORITHMS } from '../../core/traces/events.ts';
import { TRACE_FAULT_KINDS, type TraceFaultKind } from '../../core/traces/generate/faults/fault-place.ts';
import {
  type TraceSearchSettings,
  WRITTEN_DIALECTS,
  type WrittenDialect,
} from '../../core/traces/generate/search-trace.ts';
import type { TaskSettings } from '../../core/traces/generate/task-source.ts';
import { openGenerator, type TraceRecipe } from '../../core/traces/generate/trace-rows.ts';
import type { TraceView } from '../../core/traces/trace-view.ts';
import { EXIT, usageError } from '../command.ts';
import { expandPaths, writeText } from '../io/files.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { openWorld, worldFlag } from '../open-world.ts';
import { jobsOption, wholeNumber } from '../options.ts';
import { traceFileOptions } from './examine-traces.ts';
import { writeMavTraces } from './mav-write.ts';
import { locatedTraces } from './trace-files.ts';
import { writeTraceRows } from './trace-rows-run.ts';
import type { WriteFlags } from './trace-write-flags.ts';

/** Number of kinds of losses that are listed. */
const MAX_LISTED = 10;

/**
 * Writes the traces of files in another dialect, parted by blank lines. What the other dialect does not say is listed on
 * standard error.
 */
async function convertFiles(
  terminal: Terminal,
  files: readonly string[],
  dialect: WrittenDialect | 'mav',
  flags: Pick<WriteFlags, 'number' | 'field' | 'dialect' | 'world' | 'out' | 'overwrite'>,
): Promise<number> {
  const to = findDialect(dialect);
  if (!to.ok) throw usageError(to.error);
  checkOutput(flags.out, { kind: to.value.language ?? 'trace', inputs: files, overwrite: flags.overwrite });
  const reading = await traceFileOptions(terminal, flags);
  const texts: string[] = [];
  const losses: ConversionLoss[] = [];
  let [unread, refused] = [0, 0];
  for (const file of expandPaths(files, ['.trace', '.mav']))
    for (const { number, text, view, line } of locatedTraces(terminal, await readText(terminal, file), reading)) {
      if (flags.number !== undefined && number !== flags.number) continue;
      const converted = convertTrace(text, view.dialect, to.value);
      if (converted.text === '') {
        terminal.note(`${file}:${line}: trace ${number} has no words in ${dialect}: ${refusal(view)}`);
        refused++;
        continue;
      }
      texts.push(converted.text.endsWith('\n') ? converted.text : `${converted.text}\n`);
      losses.push(...converted.losses);
      unread += converted.unread.length;
    }
  if (texts.length === 0) {
    if (refused > 0) throw usageError(`no trace can be written in ${dialect}`);
    throw usageError(`there is no trace ${flags.number}`);
  }
  const written = texts.join('\n');
  if (flags.out === undefined) await terminal.print(written);
  else writeText(flags.out, written);
  const listed = lossSummary(losses);
  for (const line of listed.slice(0, MAX_LISTED)) terminal.note(`${dialect}: ${line}`);
  if (listed.length > MAX_LISTED) terminal.note(`${dialect}: ${listed.length - MAX_LISTED} more kinds of losses`);
  if (unread > 0) terminal.note(`${plural(unread, 'piece')} of text that no dialect reads, left out`);
  return refused > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Returns the reason why a dialect writes nothing of a trace, as a clause. */
function refusal({ world, tree }: TraceView): string {
  if (tree.nodes.length === 0) return 'it has no nodes';
  return world.ok ? `${world.value.name} is none of its worlds` : world.error;
}

/** Title of the options of `--write` in the help. */
export const WRITE_HEADING = 'Options of --write:';

/** Example of `--write` for the help. */
export const WRITE_HELP = `
With --write, random tasks of a world are searched, and the searches written in a dialect: sos (Stream of Search), astar (the tokens of
Searchformer), lintree, tags, jsonl; mav has the reference searches of its games, by the values of an engine, a solver or playouts. --out FILE.jsonl or FILE.parquet writes a row for each trace, with a manifest beside it; another
file or standard output gets the traces alone. No task occurs twice. docs/traces.md describes tasks, fields and faults.
The traces of files are written in the dialect, and notes say what it has no words for.

Example:
  $ statelens trace --write sos --world countdown --search dfs
  $ statelens trace maze.trace --write tags
  $ statelens trace --write lintree --world blocks --search astar --count 1000 --split train=0.9,test=0.1 --out blocks.jsonl`;

/** Flags that are for random tasks alone. */
const DRAWN = ['search', 'heuristic', 'count', 'seed', 'tasks', 'shuffle', 'faults', 'faultKinds', 'split'] as const;

const MAX_COUNT = 100_000_000;
const MAX_NODES = 2000;

/** Adds the options of `--write` to a command; those that it has already are shared. */
export function addWriteOptions(command: Command): Command {
  const parsed =
    <T>(read: (text: string) => Result<T, string>) =>
    (text: string): T => {
      const value = read(text);
      if (!value.ok) throw new InvalidArgumentError(`${value.error}.`);
      return value.value;
    };
  const options = [
    new Option('--write <dialect>', 'write searches of random tasks or of files in a dialect').choices([
      ...WRITTEN_DIALECTS,
      'mav',
    ]),
    new Option('--search <algorithm>', 'algorithm of the search (default: astar for astar, else dfs)').choices(
      ALGORITHMS,
    ),
    new Option('--heuristic <name>', 'heuristic of the world, or none (default: by the algorithm)'),
    new Option('--count <n>', 'number of traces').default(1).argParser(wholeNumber(1, MAX_COUNT)),
    new Option('--seed <n>', 'seed of all random draws').default(0).argParser(wholeNumber(0, 0xffffffff)),
    new Option('--tasks <settings>', 'settings of random tasks, such as size=3-4,target=100').argParser(
      parsed(readTasks),
    ),
    new Option('--max-nodes <n>', 'maximum number of nodes of a search')
      .default(MAX_NODES)
      .argParser(wholeNumber(2, 1e6)),
    new Option('--shuffle', 'try children in a random order, and break ties of A* at random'),
    new Option('--faults <share>', 'share of traces with one labeled fault').default(0).argParser(parsed(readShare)),
    new Option('--fault-kinds <list>', `kinds of faults: ${TRACE_FAULT_KINDS.join(', ')}`).argParser(parsed(readKinds)),
    new Option('--split <parts>', 'divide the tasks into files, such as train=0.9,test=0.1').argParser(
      parsed(readParts),
    ),
    new Option('--continue', 'continue an interrupted run'),
    jobsOption(),
  ];
  for (const option of options) option.helpGroupHeading = WRITE_HEADING;
  for (const option of [
    ...options,
    worldFlag(),
    new Option('--out <file>', 'write the result to this file'),
    overwriteOption(),
  ])
    if (!command.options.some(({ long }) => long === option.long)) command.addOption(option);
  return command;
}

/** Writes the traces of a call with `--write`; returns the exit status. @param isGiven returns true for a flag that was given */
export async function writeTraces(
  terminal: Terminal,
  given: readonly string[],
  flags: WriteFlags,
  isGiven: (name: keyof WriteFlags) => boolean,
): Promise<number> {
  const { write: dialect, world: name, count, seed, faults, faultKinds, split, out } = flags;
  if (dialect === undefined) throw usageError('missing --write DIALECT');
  if (given.length > 0) {
    const drawn = DRAWN.find((flag) => isGiven(flag));
    if (drawn !== undefined)
      throw usageError(`--${drawn.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is for random tasks`);
    return convertFiles(terminal, given, dialect, flags);
  }
  if (isMav(dialect)) return writeMavTraces(terminal, flags, isGiven);
  if (name === undefined)
    throw usageError('--write requires --world: countdown, maze, sokoban, blocks, a game or a problem.pddl');
  if (split !== undefined && out === undefined) throw usageError('--split requires --out');
  const algorithm = flags.search ?? (dialect === 'astar' ? 'astar' : 'dfs');
  const search: TraceSearchSettings = {
    dialect,
    algorithm,
    ...(flags.heuristic !== undefined && { heuristic: flags.heuristic }),
    ...((isGiven('breadth') || algorithm === 'minimax') && { breadth: flags.breadth }),
    ...(isGiven('treeDepth') && { depth: flags.treeDepth }),
    nodes: flags.maxNodes,
    isShuffled: flags.shuffle === true,
    playouts: PLAYOUTS,
  };
  const { spec } = await openWorld(terminal, name);
  const recipe: TraceRecipe = {
    world: spec,
    search,
    tasks: flags.tasks ?? {},
    seed,
    faults,
    ...(faultKinds && { faultKinds }),
  };
  const opened = openGenerator(recipe);
  if (!opened.ok) throw usageError(opened.error);
  const { isSingle } = opened.value.source;
  if (isSingle && count > 1)
    throw usageError(
      `${name} is one task: --count 1, or a kind of tasks such as --world ${name.split(/\s/, 1)[0] ?? ''}`,
    );
  return writeTraceRows(terminal, { recipe, worldName: name, heuristic: opened.value.heuristic, flags });
}

/** Number of playouts of an estimate of minimax. */
const PLAYOUTS = 16;

function readShare(text: string): Result<number, string> {
  const share = text.trim() === '' ? Number.NaN : Number(text);
  return share >= 0 && share <= 1 ? ok(share) : err('It must be a number from 0 to 1');
}

function readKinds(text: string): Result<readonly TraceFaultKind[], string> {
  const kinds: TraceFaultKind[] = [];
  for (const word of text.split(',')) {
    const kind = TRACE_FAULT_KINDS.find((known) => known === word.trim());
    if (kind === undefined) return err(`Expected some of ${TRACE_FAULT_KINDS.join(', ')}`);
    if (!kinds.includes(kind)) kinds.push(kind);
  }
  return ok(kinds);
}

const RANGE = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/;

/** Settings of tasks with their bounds; those with two numbers are a range. */
const SETTINGS = {
  size: { least: 1, most: 40 },
  target: { least: 10, most: 1_000_000 },
  walls: { least: 0, most: 0.9 },
  boxes: { least: 1, most: 10 },
  moves: { least: 0, most: 10_000 },
} as const;

/** Reads settings such as `size=3-4,target=100,walls=0.3-0.5,boxes=2,moves=20`. */
function readTasks(text: string): Result<TaskSettings, string> {
  const ranges: Partial<Record<keyof typeof SETTINGS, readonly [number, number]>> = {};
  for (const word of text.split(',')) {
    const [name = '', value = ''] = word.split('=').map((part) => part.trim());
    const known = Object.keys(SETTINGS).find((key): key is keyof typeof SETTINGS => key === name);
    if (known === undefined) return err(`${name} is none of ${Object.keys(SETTINGS).join(', ')}`);
    const [, low = '', high = low] = RANGE.exec(value) ?? [];
    const [least, most] = [Number(low), Number(high)];
    const bounds = SETTINGS[known];
    const isWhole = known === 'walls' || (Number.isInteger(least) && Number.isInteger(most));
    if (low === '' || !isWhole || least > most || least < bounds.least || most > bounds.most)
      return err(
        `${known} must be from ${bounds.least} to ${bounds.most}, such as ${known}=${bounds.least}-${bounds.most}`,
      );
    ranges[known] = [least, most];
  }
  const { size, target, walls, boxes, moves } = ranges;
  return ok({
    ...(size && { size }),
    ...(target && { maxTarget: target[1] }),
    ...(walls && { walls }),
    ...(boxes && { boxes: boxes[1] }),
    ...(moves && { walk: moves[1] }),
  });
}

/** True for MAV, which has its own reference traces. */
const isMav = (dialect: string): dialect is 'mav' => dialect === MAV_TRACES.id;
