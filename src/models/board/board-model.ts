import { ok } from '../../core/base/result.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { type CompletionRequest, fault, type Model } from '../model.ts';
import { LOCAL_CAPABILITIES } from '../onnx/model-worker.ts';
import { Tracker } from './tracker.ts';

/** Returns the request whose text is a MAV prompt alone, whatever the template says: a board network knows no words. */
const rawRequest = (content: string): Pick<CompletionRequest, 'messages' | 'isRaw'> => ({
  messages: [{ role: 'user', content }],
  isRaw: true,
});

/**
 * Returns the model of a board network: it answers MAV prompts, and finds the state after a game one action at a time (`Tracker`).
 *
 * @param complete answers MAV prompts by the network
 */
export function boardModel(label: string, complete: Model['complete']): Model {
  const tracker = new Tracker((prompt, settings, signal) =>
    complete(
      { task: { kind: 'mav', prompt, dialect: PUBLISHED_DIALECT, sample: 0 }, ...rawRequest(prompt), settings },
      signal,
    ),
  );
  return {
    label,
    capabilities: () => Promise.resolve(ok({ ...LOCAL_CAPABILITIES, systemRole: false })),
    async complete(request, signal) {
      const { task } = request;
      if (signal.aborted) return fault('cancelled', 'cancelled');
      if (task.kind === 'state') return tracker.answer(task, request.settings, signal);
      if (task.kind === 'text') return fault('unsupported-task', `${label} reads MAV and no prose.`);
      if (task.kind === 'world')
        return fault('unsupported-task', `${label} follows games of chess and Chess960, no other world.`);
      return complete({ ...request, ...rawRequest(task.prompt) }, signal);
    },
  };
}
