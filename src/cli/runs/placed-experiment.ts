import type { Experiment } from '../../core/evaluation/runs/experiment.ts';
import type { taskKindOf } from '../../models/asking/walk-places.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import type { RunGames } from '../../models/runs/run-job.ts';
import type { TaskPlan } from '../../models/runs/task-list.ts';

/** Source of the positions of a run. */
export interface PositionSource {
  /** Kind of task: it decides the templates. */
  readonly task: ReturnType<typeof taskKindOf>;
  games(plan: TaskPlan): Promise<RunGames>;
}

/** An experiment and the base folder of its paths. */
export interface PlacedExperiment {
  readonly experiment: Experiment;
  readonly folder: string;
  /** The base name of its run files. */
  readonly name: string;
  /** Servers are named by a file, not by the user. */
  readonly isFromFile: boolean;
  /** In place of those that the experiment names. */
  readonly source?: PositionSource;
  readonly templates?: readonly PromptTemplate[];
}
