import { err, ok, type Result } from '../../core/base/result.ts';
import type { ToolFault } from '../../core/tools/tool.ts';
import type { AskedModel, PredictGate } from '../../models/asking/predict-tool.ts';
import type { Model } from '../../models/model.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import type { Terminal } from '../io/terminal.ts';
import type { AskUser } from './server.ts';

/**
 * Lets an agent ask a model: one of this process as it likes, one behind a host once the user said yes to this very
 * number of requests, or within the number that the command line allows.
 *
 * @param allowed requests that need no question, over the life of the server
 */
export function userGate(terminal: Terminal, model: Model, allowed: number, ask: AskUser): PredictGate {
  const opened: Result<AskedModel, ToolFault> = ok({ model, template: DEFAULT_TEMPLATE, settings: {} });
  const declined = (message: string): Result<never, ToolFault> => err({ code: 'declined', message });
  let left = allowed;
  return {
    concurrency: 4,
    clock: terminal.clock,
    async open(count, prompt, signal) {
      const { endpoint, label } = model;
      if (endpoint === undefined) return opened;
      if (count <= left) {
        left -= count;
        return opened;
      }
      const requests = count === 1 ? '1 request' : `${count} requests`;
      const question = `Send ${requests} to ${label} at ${endpoint.host}? Moves only are sent. The first prompt:\n\n${prompt(DEFAULT_TEMPLATE)}`;
      const answer = await ask(question, signal).catch(() => 'no' as const);
      if (answer === 'yes') return opened;
      return declined(
        answer === 'unable'
          ? `this client cannot ask its user whether ${requests} may go to ${endpoint.host}; --allow-requests N lets N go unasked`
          : `the user did not agree to ${requests} to ${endpoint.host}`,
      );
    },
  };
}
