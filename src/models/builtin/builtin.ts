import { ok } from '../../core/base/result.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { type CompletionRequest, fault, type Model } from '../model.ts';
import { LOCAL_CAPABILITIES } from '../onnx/model-worker.ts';
import type { ModelSource } from '../source.ts';
import { MAV_SMALL, MAV_SMALL_LABEL, mayListActions } from './names.ts';
import { nativePrompt } from './native-prompt.ts';
import { Tracker } from './tracker.ts';

/**
 * The learned model that is shipped: `builtin:mav-small`. It reads and writes MAV with native states; FENs of a prompt are translated
 * (`nativePrompt`). States after moves it finds move by move (`Tracker`). It knows no words, so that prompt templates make no
 * difference to it.
 *
 * @param run answers requests by the model of a folder, given from the root of the package; undefined where no model can run
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
      model ??= mavModel(label, byGame(run));
      return ok(model);
    },
  };
}

const GAME = /<mav game=(\w+)/;

/** Gives each request to the weights of its game; those that are never asked for are never loaded. */
function byGame(run: (folder: string) => Model['complete']): Model['complete'] {
  const opened = new Map<string, Model['complete']>();
  return (request, signal) => {
    const { task } = request;
    const game =
      task.kind === 'mav'
        ? GAME.exec(task.prompt)?.[1]
        : task.kind === 'world'
          ? task.world.automaton.id
          : task.variant;
    const folder = MAV_SMALL.folders[game ?? ''];
    if (folder === undefined)
      return Promise.resolve(
        fault('unsupported-task', `${MAV_SMALL_LABEL} knows chess, Chess960, Connect Four and Hex.`),
      );
    const complete = opened.get(folder) ?? run(folder);
    opened.set(folder, complete);
    return complete(request, signal);
  };
}

const LISTING = /<mav game=(\w+)[^\n]* %(?:top_|best_action)/;

/** Why a prompt cannot be answered: it asks for lists of a game of which none were learned. */
function unlearnedLists(prompt: string): string | undefined {
  const game = LISTING.exec(prompt)?.[1];
  // of a game without weights it is said that the game is unknown
  if (game === undefined || MAV_SMALL.folders[game] === undefined || mayListActions(MAV_SMALL_LABEL, game))
    return undefined;
  return `${MAV_SMALL_LABEL} has learned no lists or values of game=${game}. Ask it for %state alone; a search has the values of the reference with the world "states".`;
}

function mavModel(label: string, complete: Model['complete']): Model {
  const raw = (content: string): Pick<CompletionRequest, 'messages' | 'isRaw'> => ({
    messages: [{ role: 'user', content }],
    isRaw: true,
  });
  const tracker = new Tracker((prompt, settings, signal) =>
    complete(
      { task: { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 }, ...raw(prompt), settings },
      signal,
    ),
  );
  return {
    label,
    capabilities: () => Promise.resolve(ok({ ...LOCAL_CAPABILITIES, systemRole: false })),
    async complete(request, signal) {
      if (signal.aborted) return fault('cancelled', 'cancelled');
      if (request.task.kind === 'state') return tracker.answer(request.task, request.settings, signal);
      if (request.task.kind === 'world')
        return fault('unsupported-task', `${label} follows games of chess and Chess960, no other world.`);
      const unlearned = unlearnedLists(request.task.prompt);
      if (unlearned !== undefined) return fault('unsupported-task', unlearned);
      const native = nativePrompt(request.task.prompt);
      if (native === undefined) return complete({ ...request, ...raw(request.task.prompt) }, signal);
      // probabilities are those of the tokens that the model wrote: they would be of another text
      const { topLogprobs: _none, ...settings } = request.settings;
      const answer = await complete({ ...request, ...raw(native.prompt), settings }, signal);
      return answer.ok ? ok({ ...answer.value, text: native.restore(answer.value.text) }) : answer;
    },
  };
}
