import type * as vscode from 'vscode';

/** Identifier of the view of runs. */
export const RUNS_VIEW = 'statelens.runs';

/** Glob pattern of experiments, as in the manifest's `jsonValidation`. */
export const EXPERIMENTS = '**/{experiment,*.experiment}.jsonc';
/** The same pattern for a path. */
export const EXPERIMENT_PATH = /(?:^|\/)(?:experiment|[^/]*\.experiment)\.jsonc$/;

/** Returns true for a run file, by its name. */
export const isRunPath = ({ path }: vscode.Uri): boolean => path.endsWith('.run.jsonl');

/** Returns true for an experiment, by its name. */
export const isExperiment = ({ path }: vscode.Uri): boolean => EXPERIMENT_PATH.test(path);
