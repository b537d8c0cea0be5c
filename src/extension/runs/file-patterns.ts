import type * as vscode from 'vscode';

/** The view of runs. */
export const RUNS_VIEW = 'statelens.runs';

/** Names of experiments, as the manifest's `jsonValidation` has them. */
export const EXPERIMENTS = '**/{experiment,*.experiment}.jsonc';
/** The same, of a path. */
export const EXPERIMENT_PATH = /(?:^|\/)(?:experiment|[^/]*\.experiment)\.jsonc$/;

/** Returns true for a run file, by its name. */
export const isRunPath = ({ path }: vscode.Uri): boolean => path.endsWith('.run.jsonl');

/** Returns true for an experiment, by its name. */
export const isExperiment = ({ path }: vscode.Uri): boolean => EXPERIMENT_PATH.test(path);
