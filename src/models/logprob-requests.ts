import type { Result } from '../core/base/result.ts';
import { SCORING_REMEDY } from '../core/search/mav-prompt.ts';
import { type Completion, type CompletionRequest, fault, type Model, type ModelFault } from './model.ts';

/**
 * Requests for log probabilities. If a server refuses the number of alternatives, its model is asked for fewer. If it refuses them
 * altogether, or the model is known to give none, that is a fault, or the requests are sent without.
 */
export class LogprobRequests {
  readonly #model: Model;
  readonly #mayGoWithout: boolean;
  readonly #topLogprobs: number;
  /** True once the model is known to give some; false once it is known to give none. */
  #givesAny: boolean | undefined;

  /**
   * @param topLogprobs alternatives per token to ask for
   * @param mayGoWithout true to continue without log probabilities if none are given
   */
  constructor(model: Model, topLogprobs: number, mayGoWithout: boolean) {
    this.#model = model;
    this.#topLogprobs = topLogprobs;
    this.#mayGoWithout = mayGoWithout;
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Result<Completion, ModelFault>> {
    this.#givesAny ??= await this.#isAble(request, signal);
    if (!this.#givesAny) {
      if (this.#mayGoWithout) return this.#model.complete(request, signal);
      this.#givesAny = undefined;
      return fault('refused-request', `${this.#model.label} gives no log probabilities. ${SCORING_REMEDY}`);
    }
    const settings = { ...request.settings, topLogprobs: this.#topLogprobs };
    const needs = this.#mayGoWithout ? {} : { needsLogprobs: true };
    const answer = await this.#model.complete({ ...request, ...needs, settings }, signal);
    if (answer.ok || !isAboutLogprobs(answer.error)) return answer;
    return { ok: false, error: { ...answer.error, message: `${answer.error.message} ${SCORING_REMEDY}` } };
  }

  /**
   * Returns false if the model is known to give none. Servers are probed by chats, which say nothing about raw completions.
   */
  async #isAble({ isRaw }: CompletionRequest, signal: AbortSignal): Promise<boolean> {
    if (isRaw === true) return true;
    const found = await this.#model.capabilities(signal);
    return !found.ok || found.value.topLogprobs > 0;
  }
}

const isAboutLogprobs = ({ code, message }: ModelFault): boolean =>
  code === 'refused-request' && /log[\s_-]*prob/i.test(message);
