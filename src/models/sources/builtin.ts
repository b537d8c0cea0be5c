import { ok } from '../../core/base/result.ts';
import { boardModel } from '../board/board-model.ts';
import { fault, type Model } from '../model.ts';
import { bundledWeights, MAV_SMALL, MAV_SMALL_LABEL } from './mav-small.ts';
import type { ModelSource } from './source.ts';

/**
 * Returns the bundled learned model: `builtin:mav-small`. It reads and writes MAV, and finds states after moves of chess one move at a time.
 * It has no language, so prompt templates make no difference to it.
 *
 * @param run answers requests by the model of a folder, relative to the root of the package; undefined if no model can run
 */
export function builtinSource(run: ((folder: string) => Model['complete']) | undefined): ModelSource {
  let model: Model | undefined;
  return {
    id: 'builtin',
    title: 'Built-in: learned, offline, no key',
    names: [MAV_SMALL.name],
    open(name) {
      const label = `builtin:${name}`;
      if (name !== MAV_SMALL.name)
        return fault('unknown-model', `unknown built-in model "${name}"; expected ${MAV_SMALL.name}`);
      if (run === undefined)
        return fault('unavailable', `${label} needs WebAssembly in a worker, which is not to be had here.`);
      model ??= boardModel(label, byGame(run));
      return ok(model);
    },
  };
}

const GAME = /<(?:mav game=|\|)(\w+)/;

/** Passes each MAV prompt to the weights of its game; unused weights are never loaded. */
function byGame(run: (folder: string) => Model['complete']): Model['complete'] {
  const opened = new Map<string, Model['complete']>();
  return (request, signal) => {
    const { task } = request;
    const folder = bundledWeights(task.kind === 'mav' ? (GAME.exec(task.prompt)?.[1] ?? '') : '');
    if (folder === undefined)
      return Promise.resolve(
        fault('unsupported-task', `${MAV_SMALL_LABEL} knows chess, Chess960, Connect Four, Hex and Othello.`),
      );
    const complete = opened.get(folder) ?? run(folder);
    opened.set(folder, complete);
    return complete(request, signal);
  };
}
