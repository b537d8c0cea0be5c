import { err, ok, type Result } from '../base/result.ts';
import { plural } from '../base/text/counts.ts';
import { atLeast, type Diagnostic } from '../notation/diagnostic.ts';
import type { World } from '../worlds/world.ts';
import { buildTraceTree, openTraceWorld, startedAt } from './build-tree.ts';
import { nodeWords } from './check/node-words.ts';
import { checkTrace } from './check-trace.ts';
import type { TraceDialect } from './dialect.ts';
import { DIALECT_HEAD, detectDialect } from './dialects.ts';
import type { ActionPlacing, Algorithm, ReadTrace } from './events.ts';
import { findSolution, type TraceFigures, traceFigures } from './figures.ts';
import type { TraceNode, TraceTree } from './tree.ts';

/**
 * Returns the verdict on a trace in a sentence without a period: `Solves 59 from 23 46 10 with a valid plan; 1 of 14
 * states wrong (39/3=12), 31 % of the search below it`.
 */
export function traceHeadline(tree: TraceTree, figures: TraceFigures, findings: readonly Diagnostic[]): string {
  const { placing } = tree.read;
  if (placing !== undefined) return placingText(placing, figures);
  const parts = [resultText(tree, figures), stateText(tree, figures)];
  const serious = findings.filter(({ severity }) => atLeast(severity, 'warning'));
  const others = serious.filter(({ code }) => !STATES.has(code) && code !== 'TRACE_CUT_OFF').length;
  if (others > 0)
    parts.push(`${others} ${parts[1] === undefined ? '' : 'other '}${others === 1 ? 'finding' : 'findings'}`);
  if (tree.read.isCut) parts.push('cut off');
  return parts.filter((part) => part !== undefined).join('; ');
}

/** Maximum number of hallucinated moves that a verdict names. */
const MAX_NAMED = 3;

/** Returns the verdict on a search in prose: `Plays Rd8#; 3 moves placed, 2 levels deep; 1 hallucinated move (Qd8)`. */
function placingText(
  { placed, unplaced, hallucinated, choice, hasRoot }: ActionPlacing,
  { depth }: TraceFigures,
): string {
  if (!hasRoot && unplaced === 0) return 'Names no moves';
  if (!hasRoot) return `The position is unknown, so ${plural(unplaced, 'move has', 'moves have')} no place`;
  const others = unplaced - hallucinated.length;
  const names = [...hallucinated.slice(0, MAX_NAMED), ...(hallucinated.length > MAX_NAMED ? ['…'] : [])].join(', ');
  return [
    choice === undefined ? 'Decides for no move' : `Plays ${choice}`,
    `${plural(placed, 'move')} placed, ${plural(depth, 'level')} deep`,
    ...(others > 0 ? [`${others} unplaced`] : []),
    ...(hallucinated.length > 0 ? [`${plural(hallucinated.length, 'hallucinated move')} (${names})`] : []),
  ].join('; ');
}

/** Codes that the part about states counts. */
const STATES: ReadonlySet<string> = new Set([
  'TRACE_STATE',
  'TRACE_ARITHMETIC',
  'TRACE_IMPOSSIBLE_STATE',
  'TRACE_ILLEGAL_ACTION',
]);

/** Returns the part about the task and its solution. */
function resultText(tree: TraceTree, { nodes, depth, cost, shortest }: TraceFigures): string {
  const solution = findSolution(tree);
  const { world } = tree;
  if (solution === undefined || world?.goal === undefined)
    return `A search of ${plural(nodes, 'node', 'nodes')}, ${plural(depth, 'level', 'levels')} deep`;
  const goal = world.goal.title;
  const printed = world.automaton.print(world.start);
  // The target is a part of the states of Countdown.
  const start = printed.startsWith(`${goal}: `) ? printed.slice(goal.length + 2) : printed;
  const task = `${goal} from ${start}`;
  if (solution.isSolved) {
    const isLonger = cost !== null && shortest !== null && cost > shortest;
    const length = isLonger ? `, which costs ${cost} instead of ${shortest}` : '';
    return `${/^\d/.test(goal) ? 'Solves' : 'Reaches'} ${task} with a valid plan${length}`;
  }
  return solution.isClaimed ? `Claims ${task}, without a valid plan` : `Does not reach ${task}`;
}

/** Returns the part about states and actions; undefined if no state was compared. */
function stateText({ nodes, world }: TraceTree, { belowWrong }: TraceFigures): string | undefined {
  const judged = nodes.filter(
    ({ parent, stated, illegal }) => parent !== undefined && (stated ?? illegal) !== undefined,
  );
  if (world === undefined || judged.length === 0) return undefined;
  const wrong = judged.filter(({ isWrong, illegal }) => isWrong || illegal !== undefined);
  const [first] = wrong;
  const count = judged.length;
  if (first === undefined) return count === 1 ? 'its state is right' : `all ${count} states right`;
  const share = Math.round(100 * (belowWrong ?? 0));
  const below = `${share} % of the search below ${wrong.length === 1 ? 'it' : 'them'}`;
  return `${wrong.length} of ${plural(count, 'state', 'states')} wrong (${wrongWords(first)}), ${below}`;
}

/** Returns the words of a wrong node: its action as it is written, or its state. */
function wrongWords(node: TraceNode): string {
  const { action, stated } = node;
  return action === undefined || action.range.start === stated?.range.start
    ? (stated?.text ?? nodeWords(node))
    : action.text;
}

/** A trace with all that is known of it. */
export interface TraceView {
  readonly dialect: TraceDialect;
  readonly read: ReadTrace;
  readonly tree: TraceTree;
  /** The world of its task, or the reason why there is none, as a clause. */
  readonly world: Result<World<unknown>, string>;
  /** In the order of the text. */
  readonly findings: readonly Diagnostic[];
  readonly figures: TraceFigures;
  /** The verdict in a sentence without a period. */
  readonly headline: string;
}

/** How a trace is read. */
interface ReadTraceOptions {
  /** By default the one that the text begins in. */
  readonly dialect?: TraceDialect;
  /** World of the task; by default the one that the text names. */
  readonly world?: Result<World<unknown>, string>;
  /** World of a trace that names none; it begins at the start that the trace states. */
  readonly given?: World<unknown>;
  /** Algorithm of the search, if the text does not declare it: checks of the order need it. */
  readonly algorithm?: Algorithm;
}

/** Reads one trace, checks it, and computes its figures; undefined if its dialect is not known. */
export function readTraceText(text: string, reading: ReadTraceOptions = {}): TraceView | undefined {
  const dialect = reading.dialect ?? detectDialect(text.slice(0, DIALECT_HEAD)).dialect;
  if (dialect === undefined) return undefined;
  const read = withAlgorithm(dialect.read(text), reading.algorithm);
  const task = read.events.find((event) => event.kind === 'task');
  const { given } = reading;
  const own = task === undefined ? err('the trace has no task') : openTraceWorld(task);
  const world = reading.world ?? (own.ok || given === undefined ? own : ok(startedAt(given, task)));
  const tree = buildTraceTree(read, world.ok ? { world: world.value } : {});
  const findings = checkTrace(tree, text);
  const figures = traceFigures(tree, text, findings);
  return { dialect, read, tree, world, findings, figures, headline: traceHeadline(tree, figures, findings) };
}

/** Returns a trace whose task declares an algorithm. */
function withAlgorithm(read: ReadTrace, algorithm: Algorithm | undefined): ReadTrace {
  if (algorithm === undefined) return read;
  return { ...read, events: read.events.map((event) => (event.kind === 'task' ? { ...event, algorithm } : event)) };
}
