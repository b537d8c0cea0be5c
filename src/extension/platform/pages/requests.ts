import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** Number of attempts with a server that has just started, and the time between them. */
export interface Attempts {
  readonly attempts: number;
  readonly pauseMs: number;
}

/**
 * Sends the request of a page to the language server. A server that has just started may not know the document yet, and
 * then returns nothing: the request is repeated a few times, as after a reload of the window.
 *
 * @param mayCome returns false if no other answer can follow
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

/** A request for the current content: a later one makes an earlier one void. */
export class LatestRequest {
  readonly #quietMs: number;
  readonly #ask: (token: vscode.CancellationToken, isLatest: () => boolean) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #request: vscode.CancellationTokenSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param quietMs quiet time before a request by `soon`
   * @param ask sends the request and uses the answer, unless it is no longer the latest
   * @param failed called with an error of the latest request
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

  /** Sends the request after a quiet time. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), this.#quietMs);
  }

  /** Sends the request; resolves when the answer was used, or is no longer needed. Never rejects. */
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

  /** Cancels the pending request. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#request?.cancel();
    this.#request = undefined;
  }
}
