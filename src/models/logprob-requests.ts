import type { Result } from '../core/base/result.ts';
import { SCORING_REMEDY } from '../core/search/mav-prompt.ts';
import { type Completion, type CompletionRequest, fault, type Model, type ModelFault } from './model.ts';

/** What chats and what raw completions of many servers give at most: asked for where a server refuses more. */
const FEWER = [20, 5] as const;

/**
 * Requests that ask for log probabilities. Where a server refuses the number of alternatives, fewer are asked for, once
 * and for all; where it refuses them altogether, or the model is known to give none, that is a fault, or the requests go
 * without.
 */
export class LogprobRequests {
  readonly #model: Model;
  readonly #mayGoWithout: boolean;
  #topLogprobs: number | undefined;
  #isKnown = false;

  /**
   * @param topLogprobs alternatives a token to ask for
   * @param mayGoWithout goes on without log probabilities where none are given
   */
  constructor(model: Model, topLogprobs: number, mayGoWithout: boolean) {
    this.#model = model;
    this.#topLogprobs = topLogprobs;
    this.#mayGoWithout = mayGoWithout;
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Result<Completion, ModelFault>> {
    if (!(await this.#givesAny(request, signal)) && !this.#goWithout())
      return fault('refused-request', `${this.#model.label} gives no log probabilities. ${SCORING_REMEDY}`);
    for (;;) {
      const topLogprobs = this.#topLogprobs;
      const settings = topLogprobs === undefined ? request.settings : { ...request.settings, topLogprobs };
      const answer = await this.#model.complete({ ...request, settings }, signal);
      if (topLogprobs === undefined || answer.ok || !isAboutLogprobs(answer.error)) return answer;
      const fewer = FEWER.find((count) => count < topLogprobs);
      // requests at the same time are refused together: only the first of them changes the number
      if (this.#topLogprobs !== topLogprobs) continue;
      if (fewer !== undefined) this.#topLogprobs = fewer;
      else if (!this.#goWithout())
        return { ok: false, error: { ...answer.error, message: `${answer.error.message} ${SCORING_REMEDY}` } };
    }
  }

  /** False if the model is known to give none. Servers are probed by chats, which say nothing of raw completions. */
  async #givesAny({ isRaw }: CompletionRequest, signal: AbortSignal): Promise<boolean> {
    if (this.#isKnown || isRaw === true) return true;
    const found = await this.#model.capabilities(signal);
    if (found.ok && found.value.topLogprobs === 0) return false;
    this.#isKnown = true;
    return true;
  }

  #goWithout(): boolean {
    if (!this.#mayGoWithout) return false;
    this.#topLogprobs = undefined;
    this.#isKnown = true;
    return true;
  }
}

const isAboutLogprobs = ({ code, message }: ModelFault): boolean =>
  code === 'refused-request' && /log[\s_-]*prob/i.test(message);
