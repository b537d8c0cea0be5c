import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** How often, and how far apart, a server that has just started is asked. */
export interface Attempts {
  readonly attempts: number;
  readonly pauseMs: number;
}

/**
 * Asks the language server what a page shows. A server that has just started may not have been told of the document yet, and knows
 * nothing of what is in it then: it is asked again a few times, as after a reload of the window.
 *
 * @param mayCome returns false where there can be no other answer than none
 */
export async function askServer<Answer>(
  client: BaseLanguageClient,
  request: string,
  params: object,
  token: vscode.CancellationToken,
  { attempts, pauseMs }: Attempts,
  mayCome: () => boolean = () => true,
): Promise<Answer | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.sendRequest<Answer | null>(request, params, token);
    if (answer !== null || attempt >= attempts || token.isCancellationRequested || !mayCome()) return answer;
    await new Promise<void>((resolve) => void setTimeout(resolve, pauseMs));
  }
}

/** A question whose answer is wanted for what is there now: a later one makes an earlier one void. */
export class LatestRequest {
  readonly #quietMs: number;
  readonly #ask: (token: vscode.CancellationToken, isLatest: () => boolean) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #request: vscode.CancellationTokenSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param quietMs quiet time before a question that `soon` asks
   * @param ask asks and takes the answer, unless it is not the latest any more
   * @param failed is told of a fault of the latest question
   */
  constructor(
    quietMs: number,
    ask: (token: vscode.CancellationToken, isLatest: () => boolean) => Promise<void>,
    failed: (error: unknown) => void,
  ) {
    this.#quietMs = quietMs;
    this.#ask = ask;
    this.#failed = failed;
  }

  /** Asks once nothing has called this for a while. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), this.#quietMs);
  }

  /** Asks; resolves when the answer was taken, or is not wanted any more. Never rejects. */
  async now(): Promise<void> {
    this.cancel();
    const request = new vscode.CancellationTokenSource();
    this.#request = request;
    const isLatest = (): boolean => this.#request === request;
    try {
      await this.#ask(request.token, isLatest);
    } catch (error) {
      if (isLatest()) this.#failed(error);
    } finally {
      request.dispose();
    }
  }

  /** No answer is wanted any more. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#request?.cancel();
    this.#request = undefined;
  }
}
