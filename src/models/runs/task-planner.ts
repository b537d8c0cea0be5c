import { ok, type Result } from '../../core/base/result.ts';
import { GameFacts } from '../../core/datasets/game-facts.ts';
import { compileQuery } from '../../core/datasets/query/compile.ts';
import { parseQuery } from '../../core/datasets/query/parse.ts';
import { type RunPlies, readRunPlies } from '../../core/evaluation/runs/run-plan.ts';
import type { GameFilter } from '../../core/notation/pgn/document.ts';
import type { GameTarget } from '../predict/game-targets.ts';
import { plannedTargets } from '../predict/pgn-targets.ts';
import { type RunFault, runFault } from './run-fault.ts';
import { TaskList, type TaskPlan } from './task-list.ts';

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
