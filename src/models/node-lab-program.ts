import * as v from 'valibot';
import { type AbortSignalLike, onAbort } from '../core/base/cancellation.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import { parseJson } from '../core/base/text/json-items.ts';
import {
  type ActionHistory,
  type ActionKey,
  type NextActions,
  type NextDistribution,
  parseDistribution,
} from '../core/lab/next-actions.ts';
import type { EngineProcess } from '../engine/engine-program.ts';
import { commandProgram } from '../engine/node-program.ts';
import type { Clock } from '../protocol/clock.ts';

/** Limit of the pending requests: a pipe holds no larger number. */
const IN_FLIGHT = 64;

const answerSchema = v.object({
  id: v.number(),
  // The names of a list would be 0, 1 and so on.
  probs: v.optional(
    v.pipe(
      v.custom<unknown>((probs) => !Array.isArray(probs)),
      v.record(v.string(), v.number()),
    ),
  ),
  state: v.optional(v.string()),
  error: v.optional(v.string()),
});

type Answer = Result<NextDistribution, string>;

/** Fields of a request beside the history. */
interface RequestFields {
  readonly start?: string;
  readonly key?: Readonly<Record<string, string>>;
}

/**
 * Returns the words of a command line: separated by spaces, in quotation marks if they contain some. There is no shell.
 */
export const commandWords = (command: string): string[] =>
  Array.from(
    command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

/**
 * Any function from histories to distributions, as a separate program. It reads lines `{"id":1,"history":["d3","c5"]}` and writes lines
 * `{"id":1,"probs":{"f6":0.4}}`, in any order; with `"state"` it reports the state that it prints, and `{"id":1,"error":"…"}` is a fault.
 * It is started with the first question, and ended at its first fault: an answer that is late or malformed, or the end of the program.
 * Walks from another start than that of the world have it as `"start"`, those with renamed actions have the action that each name stands
 * for as `"key"`.
 */
export class JsonlActions implements NextActions {
  readonly label: string;
  readonly #command: readonly string[];
  readonly #timeout: number;
  readonly #clock: Clock;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #process: EngineProcess | undefined;
  #failure: string | undefined;
  #lastId = 0;

  /**
   * @param command the program with its arguments
   * @param timeout time limit of an answer, in milliseconds
   */
  constructor(command: string, timeout: number, clock: Clock) {
    this.label = `jsonl:${command}`;
    this.#command = commandWords(command);
    this.#timeout = timeout;
    this.#clock = clock;
  }

  next(
    histories: readonly ActionHistory[],
    signal: AbortSignalLike,
  ): Promise<Result<readonly NextDistribution[], string>> {
    return this.#all(histories, signal, {});
  }

  from(start: string): NextActions {
    return { label: this.label, next: (histories, signal) => this.#all(histories, signal, { start }) };
  }

  told(key: ActionKey): NextActions {
    const names = Object.fromEntries(key);
    return { label: this.label, next: (histories, signal) => this.#all(histories, signal, { key: names }) };
  }

  async #all(
    histories: readonly ActionHistory[],
    signal: AbortSignalLike,
    more: RequestFields,
  ): Promise<Result<readonly NextDistribution[], string>> {
    const found: NextDistribution[] = [];
    for (let at = 0; at < histories.length; at += IN_FLIGHT) {
      const answers = await Promise.all(
        histories.slice(at, at + IN_FLIGHT).map((history) => this.#ask({ history, ...more }, signal)),
      );
      for (const answer of answers) {
        if (!answer.ok) return answer;
        found.push(answer.value);
      }
    }
    return ok(found);
  }

  async end(): Promise<void> {
    await this.#process?.end();
  }

  #ask(asked: RequestFields & { readonly history: ActionHistory }, signal: AbortSignalLike): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.resolve(err(this.#failure));
    if (signal.aborted) return Promise.resolve(err('cancelled'));
    this.#process ??= this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const seconds = this.#timeout / 1000;
      const stopTimer = this.#clock.after(this.#timeout, () =>
        this.#fail(`did not answer request ${id} within ${seconds} s`),
      );
      const stopListening = onAbort(signal, () => this.#waiting.get(id)?.(err('cancelled')));
      this.#waiting.set(id, (answer) => {
        this.#waiting.delete(id);
        stopTimer();
        stopListening();
        resolve(answer);
      });
      this.#process?.send(JSON.stringify({ id, ...asked }));
    });
  }

  #start(): EngineProcess {
    const [program = '', ...args] = this.#command;
    return commandProgram(program, args).start({
      line: (line) => this.#take(line),
      ended: (reason) => this.#fail(reason),
    });
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    const read = v.safeParse(answerSchema, parseJson(line));
    if (!read.success) {
      this.#fail(`wrote a line that is no answer: ${line.slice(0, 80)}`);
      return;
    }
    const { id, probs, state, error } = read.output;
    const answer = this.#waiting.get(id);
    if (answer === undefined) {
      // A canceled request may still be answered.
      if (id > this.#lastId || id < 1) this.#fail(`answered request ${id}, which was never made`);
    } else if (error !== undefined) this.#fail(`says: ${error}`);
    else if (probs === undefined) this.#fail(`gave no probs for request ${id}`);
    else {
      const next = parseDistribution(probs, state);
      if (next.ok) answer(next);
      else this.#fail(`answered request ${id} with no distribution: ${next.error}`);
    }
  }

  /** Ends the program; all pending and later requests fail with the reason. */
  #fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = `${this.label} ${reason}`;
    for (const answer of this.#waiting.values()) answer(err(this.#failure));
    void this.#process?.end();
  }
}
