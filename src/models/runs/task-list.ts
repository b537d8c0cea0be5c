import { ok, type Result } from '../../core/base/result.ts';
import { GameFacts } from '../../core/datasets/game-facts.ts';
import { compileQuery } from '../../core/datasets/query/compile.ts';
import { parseQuery } from '../../core/datasets/query/parse.ts';
import { PositionClusters } from '../../core/evaluation/report/positions.ts';
import type { GameMoves } from '../../core/evaluation/report/report-sample.ts';
import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import { inShard, type RunPlies, readRunPlies } from '../../core/evaluation/runs/run-plan.ts';
import type { RunPlan, Shard } from '../../core/evaluation/runs/run-schema.ts';
import { comparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { GameFilter } from '../../core/notation/pgn/document.ts';
import type { World } from '../../core/worlds/world.ts';
import { type GameTarget, gameTask, type WalkState, worldTask } from '../predict/game-targets.ts';
import { plannedTargets } from '../predict/pgn-targets.ts';
import { type PredictionQuestion, sampleIdParts } from '../predict/predict-state.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';
import { type RunFault, runFault } from './run-fault.ts';

/** One sample that a run asks for. */
export interface RunTask {
  /** 0-based number, in the order of the plan. */
  readonly number: number;
  readonly position: PredictionQuestion;
  readonly template: PromptTemplate;
}

/** Settings that determine a run's tasks, besides the games. */
export type TaskPlan = Pick<RunPlan, 'plies' | 'samples' | 'where'> & {
  readonly templates: readonly PromptTemplate[];
  readonly seed: number;
};

/** Positions of a run: those of games, or of walks of a world. */
export type PlannedPositions =
  | { readonly world?: undefined; readonly places: readonly GameTarget[] }
  | { readonly world: World<unknown>; readonly places: readonly WalkState[] };

/**
 * All tasks of a run, created on demand: positions in the order of the games, for each its templates, for each of those its samples. The
 * same games and plan give the same tasks with the same numbers on every machine.
 */
export class TaskList {
  readonly #asked: PlannedPositions;
  readonly #plan: TaskPlan;
  /** Number of games in the plan. */
  readonly games: number;
  /** Number of games in the file. */
  readonly gamesInFile: number;
  /** Number of games included only up to a move that cannot be sent to a model. */
  readonly cut: number;

  constructor(
    asked: PlannedPositions,
    plan: TaskPlan,
    { games, gamesInFile, cut }: Pick<TaskList, 'games' | 'gamesInFile' | 'cut'>,
  ) {
    this.#asked = asked;
    this.#plan = plan;
    this.games = games;
    this.gamesInFile = gamesInFile;
    this.cut = cut;
  }

  get count(): number {
    return this.positions * this.#plan.templates.length * this.#plan.samples;
  }

  get positions(): number {
    return this.#asked.places.length;
  }

  /**
   * Returns the numbers of different prompts by independent games, as a report counts them. It replays the games: some seconds for 100,000.
   */
  clusterSizes(): Float64Array {
    return promptClusters(this.#asked);
  }

  /** True if samples name their template. */
  get nameTemplate(): boolean {
    return this.#plan.templates.length > 1;
  }

  /** Returns the task of a number from 0 to `count - 1`. */
  at(number: number): RunTask {
    const { samples, templates } = this.#plan;
    const position = this.#positionAt(Math.floor(number / samples / templates.length), number % samples);
    const template = templates[Math.floor(number / samples) % templates.length];
    if (position === undefined || template === undefined) throw new RangeError(`there is no task ${number}`);
    return { number, position, template };
  }

  #positionAt(at: number, sample: number): PredictionQuestion | undefined {
    const asked = this.#asked;
    if (asked.world !== undefined) {
      const place = asked.places[at];
      return place && { task: worldTask(asked.world, place, sample), game: place.game, trueFen: place.trueFen };
    }
    const place = asked.places[at];
    return place && { task: gameTask(place, sample), game: place.game, trueFen: place.trueFen };
  }

  /** Returns the numbers of a shard's tasks, ascending. */
  numbersOf(shard: Shard | undefined): number[] {
    const numbers: number[] = [];
    for (let number = 0; number < this.count; number++) if (inShard(number, shard)) numbers.push(number);
    return numbers;
  }

  /**
   * Returns the numbers of a shard's tasks with different requests, ascending: among tasks with the same line of moves, template and sample
   * number the first, whose answer the others share.
   */
  distinctNumbersOf(shard: Shard | undefined): number[] {
    const { samples, templates } = this.#plan;
    const prompts = samples * templates.length;
    const lines = this.#lineNumbers();
    const seen = new Set<number>();
    return this.numbersOf(shard).filter((number) => {
      const request = (lines[Math.floor(number / prompts)] ?? 0) * prompts + (number % prompts);
      if (seen.has(request)) return false;
      seen.add(request);
      return true;
    });
  }

  /** Returns a number of the line of moves for each position: equal lines have equal prompts. */
  #lineNumbers(): Int32Array {
    const known = new Map<string, number>();
    const places: readonly (WalkState & Partial<Pick<GameTarget, 'variant'>>)[] = this.#asked.places;
    return Int32Array.from(places, ({ variant = '', startFen, moves }) => {
      const line = `${variant} ${startFen} ${moves.join(' ')}`;
      const number = known.get(line) ?? known.size;
      known.set(line, number);
      return number;
    });
  }

  /** Yields tasks, each created when it is taken: all moves of all tasks together would fill the memory. */
  *ofNumbers(numbers: Iterable<number>): Generator<RunTask> {
    for (const number of numbers) yield this.at(number);
  }

  /** Returns the id of a task's sample in the run of a model. */
  idOf({ position, template }: RunTask, label: string): string {
    return sampleId(sampleIdParts(position, { label, template, nameTemplate: this.nameTemplate }));
  }
}

type Place = GameTarget | WalkState;

/** Returns the numbers of different prompts by independent games, as a report of the run will count them. */
function promptClusters({
  world,
  places,
}: {
  readonly world?: World<unknown> | undefined;
  readonly places: readonly Place[];
}): Float64Array {
  const positions = new PositionClusters();
  const longest = longestLines(places);
  const prompts = new Set<number>();
  for (const place of places) {
    const { game, moves, trueFen } = place;
    const variant = 'variant' in place ? place.variant : comparedWorld(world?.name ?? '');
    // A line through a variation does not belong to its game's longest one.
    const lines = isBeginning(moves, longest.get(game)?.moves) ? longest : new Map([[game, placeMoves(place)]]);
    prompts.add(positions.of({ lines }, { game, ply: moves.length, variant, trueFen }));
  }
  const clusters = positions.clusters();
  const sizes = new Map<number, number>();
  for (const prompt of prompts) {
    const cluster = clusters[prompt] ?? -1 - prompt;
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  }
  return Float64Array.from(sizes.values());
}

function longestLines(places: readonly Place[]): ReadonlyMap<number, GameMoves> {
  const longest = new Map<number, Place>();
  for (const place of places)
    if (place.moves.length >= (longest.get(place.game)?.moves.length ?? 0)) longest.set(place.game, place);
  return new Map(Array.from(longest, ([game, place]) => [game, placeMoves(place)]));
}

const placeMoves = ({ startFen, moves }: Place): GameMoves => ({ startFen, moves: moves.join(' ') });

const isBeginning = (moves: readonly string[], line = ''): boolean =>
  `${line} `.startsWith(moves.length === 0 ? '' : `${moves.join(' ')} `);

/** Plans tasks from the games of a PGN that arrives whole or in parts, each of which begins at the border of a game. */
export class TaskPlanner {
  readonly #plan: TaskPlan;
  readonly #plies: RunPlies;
  readonly #isChosen: GameFilter;
  /** For each game, true if it is in the plan. */
  readonly #chosen: boolean[] = [];
  /** Lengths of the games in the plan, in plies. */
  readonly #lengths: number[] = [];
  #cut = 0;
  #asked: readonly number[][] | undefined;
  readonly #positions: GameTarget[] = [];
  #placedInFile = 0;
  #placed = 0;

  private constructor(plan: TaskPlan, plies: RunPlies, isChosen: GameFilter) {
    this.#plan = plan;
    this.#plies = plies;
    this.#isChosen = isChosen;
  }

  static of(plan: TaskPlan): Result<TaskPlanner, RunFault> {
    const plies = readRunPlies(plan.plies);
    if (plies === undefined) return runFault('bad-plies', `"${plan.plies}" is not a valid plan of plies`);
    if (plan.where === undefined) return ok(new TaskPlanner(plan, plies, () => true));
    const query = parseQuery(plan.where);
    if (!query.ok) return runFault('bad-where', `where, column ${query.error.start + 1}: ${query.error.message}`);
    const { test } = compileQuery(query.value);
    return ok(new TaskPlanner(plan, plies, (text, chunk, offset) => test(new GameFacts(text, chunk, offset))));
  }

  /** Reads the next part for the first time; all parts are read before the first one is read again. */
  measure(text: string): void {
    const isWanted: GameFilter = (...game) => {
      const isChosen = this.#isChosen(...game);
      this.#chosen.push(isChosen);
      return isChosen;
    };
    const plan = (length: number): number[] => {
      this.#lengths.push(length);
      return [];
    };
    for (const { cut } of plannedTargets(text, plan, 0, isWanted)) if (cut) this.#cut++;
  }

  /** Reads the next part for the second time. */
  place(text: string): void {
    this.#asked ??= this.#plies(this.#lengths, this.#plan.seed);
    const asked = this.#asked;
    const plan = (): number[] => asked[this.#placed++] ?? [];
    const isWanted = (): boolean => this.#chosen[this.#placedInFile++] === true;
    for (const { places } of plannedTargets(text, plan, this.#placedInFile, isWanted))
      for (const place of places) this.#positions.push(place);
  }

  /** Returns the tasks, once all parts were read twice. */
  list(): TaskList {
    const counts = { games: this.#lengths.length, gamesInFile: this.#chosen.length, cut: this.#cut };
    return new TaskList({ places: this.#positions }, this.#plan, counts);
  }
}

/** Returns the tasks of a plan in a PGN. */
export function pgnTasks(pgn: string, plan: TaskPlan): Result<TaskList, RunFault> {
  const planner = TaskPlanner.of(plan);
  if (!planner.ok) return planner;
  planner.value.measure(pgn);
  planner.value.place(pgn);
  return ok(planner.value.list());
}
