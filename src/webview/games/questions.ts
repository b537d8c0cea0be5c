import type { FromGames, ToGames } from '../../protocol/games-messages.ts';
import type { Host } from '../common/host.ts';

type Answer = Extract<ToGames, { readonly question: number }>;
type Question = Parameters<Host<FromGames>['send']>[0];

/** Questions of the page, each a message with a number; the answer has the same number. */
export class Questions {
  readonly #host: Host<FromGames>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  constructor(host: Host<FromGames>) {
    this.#host = host;
  }

  /** Takes an answer. */
  receive(answer: Answer): void {
    const resolve = this.#waiting.get(answer.question);
    this.#waiting.delete(answer.question);
    resolve?.(answer);
  }

  /** Resolves with the answer, which may never come: questions about an earlier query are not answered. */
  ask<Type extends Answer['type']>(
    type: Type,
    message: (question: number) => Question,
  ): Promise<Extract<ToGames, { type: Type }>> {
    const question = ++this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(question, (answer) => {
        if (answer.type === type) resolve(answer as Extract<ToGames, { type: Type }>);
      });
      this.#host.send(message(question));
    });
  }
}
