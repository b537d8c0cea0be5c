import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import type { RunPlan, Shard } from '../../core/evaluation/runs/run-schema.ts';
import { inShard } from '../../core/evaluation/runs/shards.ts';
import type { World } from '../../core/worlds/world.ts';
import { type AskedPlace, taskOf, type WalkPlace, worldTaskOf } from '../asking/asked-game.ts';
import { type AskedPosition, placeOfSample } from '../asking/predict-state.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';
import { askedClusters } from './asked-clusters.ts';

/** One sample that a run asks for. */
export interface RunTask {
  /** 0-based, in the order of the plan. */
  readonly number: number;
  readonly position: AskedPosition;
  readonly template: PromptTemplate;
}

/** The settings that determine a run's tasks, besides the games. */
export type TaskPlan = Pick<RunPlan, 'plies' | 'samples' | 'where'> & {
  readonly templates: readonly PromptTemplate[];
  readonly seed: number;
};

/** The positions that a run asks about: those of games, or of walks of a world. */
export type AskedPlaces =
  | { readonly world?: undefined; readonly places: readonly AskedPlace[] }
  | { readonly world: World<unknown>; readonly places: readonly WalkPlace[] };

/**
 * All tasks of a run, made when they are asked for: positions in the order of the games, for each its templates, for each
 * of those its samples. The same games and plan give the same tasks with the same numbers on every machine.
 */
export class TaskList {
  readonly #asked: AskedPlaces;
  readonly #plan: TaskPlan;
  /** Games that are asked about. */
  readonly games: number;
  /** Games in the file. */
  readonly gamesInFile: number;
  /** Games that are included only up to a move that cannot be sent to a model. */
  readonly cut: number;

  constructor(
    asked: AskedPlaces,
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

  /** Numbers of different prompts by independent games, as a report counts them. It replays the games: some seconds for 100,000. */
  clusterSizes(): Float64Array {
    return askedClusters(this.#asked);
  }

  /** True if samples name their template. */
  get nameTemplate(): boolean {
    return this.#plan.templates.length > 1;
  }

  /** The task of a number from 0 to `count - 1`. */
  at(number: number): RunTask {
    const { samples, templates } = this.#plan;
    const position = this.#positionAt(Math.floor(number / samples / templates.length), number % samples);
    const template = templates[Math.floor(number / samples) % templates.length];
    if (position === undefined || template === undefined) throw new RangeError(`there is no task ${number}`);
    return { number, position, template };
  }

  #positionAt(at: number, sample: number): AskedPosition | undefined {
    const asked = this.#asked;
    if (asked.world !== undefined) {
      const place = asked.places[at];
      return place && { task: worldTaskOf(asked.world, place, sample), game: place.game, trueFen: place.trueFen };
    }
    const place = asked.places[at];
    return place && { task: taskOf(place, sample), game: place.game, trueFen: place.trueFen };
  }

  /** The numbers of a shard's tasks, ascending. */
  numbersOf(shard: Shard | undefined): number[] {
    const numbers: number[] = [];
    for (let number = 0; number < this.count; number++) if (inShard(number, shard)) numbers.push(number);
    return numbers;
  }

  /**
   * The numbers of a shard's tasks whose requests differ, ascending: of tasks with the same line of moves, template and number of the
   * sample the first, whose answer the others share.
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

  /** By position, a number of its line of moves: equal lines have equal prompts. */
  #lineNumbers(): Int32Array {
    const known = new Map<string, number>();
    const places: readonly (WalkPlace & Partial<Pick<AskedPlace, 'variant'>>)[] = this.#asked.places;
    return Int32Array.from(places, ({ variant = '', startFen, moves }) => {
      const line = `${variant} ${startFen} ${moves.join(' ')}`;
      const number = known.get(line) ?? known.size;
      known.set(line, number);
      return number;
    });
  }

  /** Tasks one after the other, each made when it is taken: all moves of all tasks together would fill the memory. */
  *ofNumbers(numbers: Iterable<number>): Generator<RunTask> {
    for (const number of numbers) yield this.at(number);
  }

  /** The id of a task's sample in the run of a model. */
  idOf({ position, template }: RunTask, label: string): string {
    return sampleId(placeOfSample(position, { label, template, nameTemplate: this.nameTemplate }));
  }
}
