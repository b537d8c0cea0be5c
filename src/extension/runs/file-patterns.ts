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

/** Maximum length of a file that is examined for an experiment, in UTF-16 units. */
const MAX_EXAMINED = 100_000;

/** Returns true for JSON that may be an experiment by its content, without reading it. */
export function maybeExperiment(document: vscode.TextDocument): boolean {
  const { languageId } = document;
  if (languageId !== 'json' && languageId !== 'jsonc') return false;
  const text = document.getText();
  return text.length <= MAX_EXAMINED && /"models"\s*:\s*\[/.test(text) && /"(?:games|random)"\s*:/.test(text);
}
