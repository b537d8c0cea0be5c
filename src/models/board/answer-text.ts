import type { TokenLogprob } from '../model.ts';

/** An alternative of a piece of text, with the natural logarithm of its probability. */
export interface TextChance {
  readonly token: string;
  readonly logprob: number;
}

/** The text of an answer, in pieces with the probabilities that the network gives them. */
export class AnswerText {
  readonly #pieces: TokenLogprob[] = [];

  /** Adds text that nothing decides: it is certain. */
  add(text: string): void {
    if (text !== '') this.#pieces.push({ token: text, logprob: 0, top: [{ token: text, logprob: 0 }] });
  }

  /** Adds text that the network decided, with its alternatives, the likeliest first. */
  decide(token: string, logprob: number, top: readonly TextChance[] = [{ token, logprob }]): void {
    this.#pieces.push({ token, logprob, top });
  }

  get text(): string {
    return this.#pieces.map(({ token }) => token).join('');
  }

  /** The pieces, which together are the text. */
  get pieces(): readonly TokenLogprob[] {
    return this.#pieces;
  }
}
