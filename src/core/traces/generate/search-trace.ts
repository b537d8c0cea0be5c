import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { shuffled } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Diagnostic } from '../../notation/diagnostic.ts';
import { Countdown, type CountdownState } from '../../worlds/planning/countdown.ts';
import type { Heuristic, World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import { buildTraceTree, openTraceWorld, startedAt } from '../build-tree.ts';
import { checkTrace } from '../check-trace.ts';
import type { TraceDialect } from '../dialect.ts';
import { ASTAR_TOKENS } from '../dialects/astar-tokens.ts';
import { JSON_LINES } from '../dialects/json-lines.ts';
import { LINTREE } from '../dialects/lintree.ts';
import { STREAM_OF_SEARCH } from '../dialects/stream-of-search.ts';
import { TAGS } from '../dialects/tags.ts';
import type { Algorithm, TraceEvent } from '../events.ts';
import { aStar } from './a-star.ts';
import { breadthFirst, streamBreadthFirst } from './breadth-first.ts';
import { depthFirst, type TraceSearchEnd } from './depth-first.ts';
import { gameValues, minimax } from './minimax.ts';
import { NamedLog } from './named-log.ts';
import type { SearchLog, TaskWords } from './search-log.ts';
import { countdownSpace, pathTo, rootNode, type SearchSpace, worldSpace } from './search-space.ts';
import { StreamLog } from './stream-log.ts';
import type { TraceTask } from './task-source.ts';
import { TokenLog } from './token-log.ts';

const DIALECTS: Readonly<Record<WrittenDialect, TraceDialect>> = {
  sos: STREAM_OF_SEARCH,
  astar: ASTAR_TOKENS,
  lintree: LINTREE,
  tags: TAGS,
  jsonl: JSON_LINES,
};

/** Returns the text of events in a dialect that has a writer. */
export const writeTrace = (dialect: WrittenDialect, events: readonly TraceEvent[]): string =>
  DIALECTS[dialect].write?.(events) ?? '';

/**
 * Reads a trace back and returns the findings of its checks, in its own world.
 *
 * @param given the world of its task, for traces that cannot name it: those of programs
 */
export function checkWritten(dialect: WrittenDialect, text: string, given: World<unknown>): Diagnostic[] {
  const read = DIALECTS[dialect].read(text);
  const task = read.events.find((event) => event.kind === 'task');
  const named = openTraceWorld(task);
  return checkTrace(buildTraceTree(read, { world: named.ok ? named.value : startedAt(given, task) }), text);
}

/** Dialects in which searches are written. */
export const WRITTEN_DIALECTS = ['sos', 'astar', 'lintree', 'tags', 'jsonl'] as const;
export type WrittenDialect = (typeof WRITTEN_DIALECTS)[number];

/** How a task is searched and written. */
export interface TraceSearchSettings {
  readonly dialect: WrittenDialect;
  readonly algorithm: Algorithm;
  /** Name of a heuristic of the world; `none` for none. Default: the first of the world, except for `dfs` and `bfs` of other worlds than Countdown. */
  readonly heuristic?: string;
  /** Nodes that a beam keeps, or actions that minimax tries. Default: 5 for beams and for BFS of Stream of Search. */
  readonly breadth?: number;
  /** Maximum depth; default 2 for minimax, otherwise none. */
  readonly depth?: number;
  /** Maximum number of nodes of a trace. */
  readonly nodes: number;
  /** True to try children in a random order, and to break ties of A* at random. */
  readonly isShuffled: boolean;
  /** Number of playouts of an estimate of minimax. */
  readonly playouts: number;
}

/** Changes to a search, for traces with labeled faults. */
export interface SearchChanges {
  /** Changes what follows from states. */
  readonly wrap?: (space: SearchSpace<unknown>) => SearchSpace<unknown>;
  /** Number of the close at which A* does not take the best open node. */
  readonly misorderedAt?: number;
}

/** A search of a task as events, to be written in its dialect. */
export interface SearchedTrace {
  readonly events: readonly TraceEvent[];
  readonly end: 'goal' | 'none' | 'limit';
  readonly nodes: number;
  /** Actions to the goal that was found, and their cost. */
  readonly actions?: readonly string[];
  readonly cost?: number;
}

const BREADTH = 5;
const MINIMAX_DEPTH = 2;

/** Returns true for a task of Countdown. */
export const isCountdown = (world: World<unknown>): world is World<unknown> & World<CountdownState> =>
  world.automaton instanceof Countdown;

/** Returns the reason why a dialect has no words for a search of a world, as a clause; undefined if it has. */
export function dialectRefusal(
  world: World<unknown>,
  spec: WorldSpec,
  { dialect, algorithm }: Pick<TraceSearchSettings, 'dialect' | 'algorithm'>,
): string | undefined {
  if (dialect === 'sos') {
    if (!isCountdown(world)) return 'Stream of Search has words for Countdown alone: --world countdown';
    const known = algorithm === 'dfs' || algorithm === 'bfs' || algorithm === 'beam';
    return known ? undefined : `Stream of Search has no words for ${algorithm}; it has for dfs, bfs and beam`;
  }
  if (dialect !== 'astar') return undefined;
  if (algorithm !== 'astar') return `the A* tokens have no words for ${algorithm}: --search astar`;
  const kind = spec.kind === 'named' || spec.kind === 'level' ? spec.name.split(' ', 1)[0] : undefined;
  return kind === 'maze' || kind === 'sokoban' ? undefined : 'the A* tokens have words for maze and sokoban alone';
}

/** Returns the heuristic of a search; the error names those that the world has. */
export function searchHeuristic(
  world: World<unknown>,
  { algorithm, heuristic: name }: Pick<TraceSearchSettings, 'algorithm' | 'heuristic'>,
): Result<Heuristic<unknown> | undefined, string> {
  const all = world.heuristics ?? [];
  if (name === 'none' || algorithm === 'minimax') return ok(undefined);
  if (name === undefined) {
    const isPlain = (algorithm === 'dfs' || algorithm === 'bfs') && !isCountdown(world);
    return ok(isPlain ? undefined : all[0]);
  }
  const found = all.find((heuristic) => heuristic.name === name);
  if (found !== undefined) return ok(found);
  const known = [...all.map((heuristic) => heuristic.name), 'none'].join(', ');
  return err(`${world.name} has no heuristic ${name}; expected one of ${known}`);
}

/** Searches a task and returns its events. The same task, settings and random numbers give the same trace. */
export function searchTrace(
  { world, spec }: TraceTask,
  settings: TraceSearchSettings,
  random: RandomGenerator,
  { wrap = (space) => space, misorderedAt }: SearchChanges = {},
): SearchedTrace {
  const space = wrap(spaceOf(world, settings));
  const words = taskWords(spec, settings);
  const log = logOf(space, words, settings.dialect);
  const end = search(space, log, settings, random, misorderedAt);
  const actions = end.goal && pathTo(end.goal).flatMap(({ action }) => (action === undefined ? [] : [action]));
  return {
    events: log.events,
    end: end.kind,
    nodes: end.nodes,
    ...(actions && { actions }),
    ...(end.goal && { cost: end.goal.cost }),
  };
}

/** Returns the space of a world for a search; Countdown is searched as its generator does. */
function spaceOf(world: World<unknown>, settings: TraceSearchSettings): SearchSpace<unknown> {
  const found = searchHeuristic(world, settings);
  const heuristic = found.ok ? found.value : undefined;
  if (!isCountdown(world)) return worldSpace(world, heuristic);
  return countdownSpace(world, heuristic, settings.dialect === 'sos');
}

function logOf(space: SearchSpace<unknown>, words: TaskWords, dialect: WrittenDialect): SearchLog<unknown> {
  if (dialect === 'sos') return new StreamLog(words);
  return dialect === 'astar' ? new TokenLog(space, words) : new NamedLog(space, words);
}

function taskWords(spec: WorldSpec | undefined, { algorithm, breadth, depth }: TraceSearchSettings): TaskWords {
  return {
    spec,
    algorithm,
    breadth: algorithm === 'beam' ? (breadth ?? BREADTH) : algorithm === 'minimax' ? breadth : undefined,
    depth: algorithm === 'minimax' ? (depth ?? MINIMAX_DEPTH) : depth,
  };
}

function search<State>(
  space: SearchSpace<State>,
  log: SearchLog<State>,
  { dialect, algorithm, breadth, depth, nodes, isShuffled, playouts }: TraceSearchSettings,
  random: RandomGenerator,
  misorderedAt: number | undefined,
): TraceSearchEnd<State> {
  const root = rootNode(space, space.world.start);
  const limits = { nodes, depth };
  const order = isShuffled ? <T>(items: T[]): T[] => shuffled(items, random) : <T>(items: T[]): T[] => items;
  switch (algorithm) {
    case 'dfs': {
      // The generator of Stream of Search leaves out states whose estimate is above the target.
      const target = isCountdown(space.world) ? (space.world.start as CountdownState).target : undefined;
      const threshold = space.heuristic === undefined ? undefined : target;
      return depthFirst(space, root, log, { limits, threshold, repeats: dialect === 'sos', order });
    }
    case 'bfs':
      return dialect === 'sos'
        ? streamBreadthFirst(space, root, log, { limits, breadth, order: (items) => shuffled(items, random) })
        : breadthFirst(space, root, log, { limits, breadth: undefined, order });
    case 'beam':
      return breadthFirst(space, root, log, { limits, breadth: breadth ?? BREADTH, order });
    case 'astar': {
      const rank = (number: number): number => (isShuffled ? uniformInt(random, 0, 0x7fffffff) : number);
      return aStar(space, root, log, { limits, order, rank, misorderedAt });
    }
    default:
      return minimax(space, root, log, {
        limits,
        depth: depth ?? MINIMAX_DEPTH,
        breadth,
        values: gameValues(space.world, playouts, random),
      });
  }
}
