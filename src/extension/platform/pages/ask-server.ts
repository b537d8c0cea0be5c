import type * as vscode from 'vscode';
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
