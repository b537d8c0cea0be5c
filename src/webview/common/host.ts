import type { Unversioned } from '../../protocol/messages.ts';

/** VS Code's interface of a page. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension, as the page sees it. */
export interface Host<From> {
  send(message: Unversioned<From>): void;
  /** The state saved before the page was hidden or reloaded. */
  kept(): unknown;
  keep(state: unknown): void;
}

/**
 * Connects the page; may be called once.
 *
 * @param version version of the messages, added to every message sent
 * @param read checks what arrives
 */
export function connect<To, From>(
  version: number,
  read: (value: unknown) => To | undefined,
  onMessage: (message: To) => void,
): Host<From> {
  const api = acquireVsCodeApi();
  window.addEventListener('message', (event) => {
    const message = read(event.data);
    if (message !== undefined) onMessage(message);
  });
  return {
    send: (message) => api.postMessage({ version, ...message }),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
