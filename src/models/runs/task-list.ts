import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import type { RunPlan, Shard } from '../../core/evaluation/runs/run-schema.ts';
import { inShard } from '../../core/evaluation/runs/shards.ts';
import { type AskedPlace, taskOf } from '../asking/asked-game.ts';
import { type AskedPosition, placeOfSample } from '../asking/predict-state.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';

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

/**
 * All tasks of a run, made when they are asked for: positions in the order of the games, for each its templates, for each
 * of those its samples. The same games and plan give the same tasks with the same numbers on every machine.
 */
export class TaskList {
  readonly #positions: readonly AskedPlace[];
  readonly #plan: TaskPlan;
  /** Games that are asked about. */
  readonly games: number;
  /** Games in the file. */
  readonly gamesInFile: number;
  /** Games that are included only up to a move that cannot be sent to a model. */
  readonly cut: number;

  constructor(
    positions: readonly AskedPlace[],
    plan: TaskPlan,
    { games, gamesInFile, cut }: Pick<TaskList, 'games' | 'gamesInFile' | 'cut'>,
  ) {
    this.#positions = positions;
    this.#plan = plan;
    this.games = games;
    this.gamesInFile = gamesInFile;
    this.cut = cut;
  }

  get count(): number {
    return this.#positions.length * this.#plan.templates.length * this.#plan.samples;
  }

  get positions(): number {
    return this.#positions.length;
  }

  /** True if samples name their template. */
  get nameTemplate(): boolean {
    return this.#plan.templates.length > 1;
  }

  /** The task of a number from 0 to `count - 1`. */
  at(number: number): RunTask {
    const { samples, templates } = this.#plan;
    const place = this.#positions[Math.floor(number / samples / templates.length)];
    const template = templates[Math.floor(number / samples) % templates.length];
    if (place === undefined || template === undefined) throw new RangeError(`there is no task ${number}`);
    const task = taskOf(place, number % samples);
    return { number, position: { task, game: place.game, trueFen: place.trueFen }, template };
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
    return Int32Array.from(this.#positions, ({ variant, startFen, moves }) => {
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
