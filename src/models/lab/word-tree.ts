import { err, ok, type Result } from '../../core/base/result.ts';
import { distributionOf, type NextDistribution } from '../../core/lab/next-actions.ts';
import type { ModelFault, TokenLogprob } from '../model.ts';

/** The likeliest tokens behind a text; none where the model ends there. */
export type NextTokens = (text: string) => Promise<Result<TokenLogprob['top'], ModelFault>>;

/** Names of actions, and their beginnings. */
export class ActionNames {
  readonly #names = new Set<string>();
  readonly #beginnings = new Set<string>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    for (let end = 1; end < name.length; end++) this.#beginnings.add(name.slice(0, end));
  }

  has(text: string): boolean {
    return this.#names.has(text);
  }

  /** True if a longer name begins so. */
  isBeginning(text: string): boolean {
    return this.#beginnings.has(text);
  }
}

/** A text that is the beginning of a name, and its probability. */
interface Branch {
  readonly text: string;
  readonly word: string;
  readonly p: number;
}

/** Requests for one history: names of several tokens take one for each beginning. */
const MAX_REQUESTS = 24;
/** Beginnings with less probability are not followed. */
const LEAST = 1e-4;

/**
 * The probability of each action as the next word behind a text: over the tokens that it may begin with, and from each beginning that is
 * likely enough those that may follow, likeliest first. Space before the word is skipped. A word ends at a space, at the end of the text,
 * or where no longer name begins so; what is not followed, or is no name, lies elsewhere.
 */
export async function nextWords(
  text: string,
  names: ActionNames,
  tokens: NextTokens,
): Promise<Result<NextDistribution, ModelFault>> {
  const probs: Record<string, number> = {};
  const count = (word: string, p: number): void => {
    if (names.has(word)) probs[word] = (probs[word] ?? 0) + p;
  };
  const open: Branch[] = [{ text, word: '', p: 1 }];
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    open.sort((a, b) => b.p - a.p);
    const branch = open.shift();
    if (branch === undefined) break;
    const top = await tokens(branch.text);
    if (!top.ok) return top;
    for (const { token, logprob } of top.value) {
      const p = branch.p * Math.exp(logprob);
      const written = branch.word === '' ? token.trimStart() : token;
      const [, more = '', isClosed = ''] = /^(\S*)(\s|$)?/u.exec(written) ?? [];
      const word = branch.word + more;
      const goesOn = { text: branch.text + token, word, p };
      if (word === '') {
        // one space at most: a model that writes nothing else would be asked forever
        if (token !== '' && branch.text === text && p >= LEAST) open.push(goesOn);
      } else if (/\s/.test(isClosed) || token === '' || !names.isBeginning(word)) count(word, p);
      else if (p >= LEAST) open.push(goesOn);
    }
  }
  const found = distributionOf(probs);
  if (found.ok) return ok(found.value);
  return err({
    code: 'bad-response',
    message: `Its log probabilities make no distribution: ${found.error}.`,
    retryable: false,
  });
}
