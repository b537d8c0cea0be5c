import { type FromPage, readToPage, type ToPage, WEBVIEW_VERSION } from '../../protocol/webview.ts';

/** What VS Code gives a page. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** A message without its version. */
type Unversioned<T> = T extends unknown ? Omit<T, 'version'> : never;

/** The extension, as the page sees it. */
export interface Host {
  send(message: Unversioned<FromPage>): void;
  /** What the page kept before it was hidden or reloaded. */
  kept(): unknown;
  keep(state: unknown): void;
}

/** Connects the page; may be called once. */
export function connect(onMessage: (message: ToPage) => void): Host {
  const api = acquireVsCodeApi();
  window.addEventListener('message', (event) => {
    const message = readToPage(event.data);
    if (message !== undefined) onMessage(message);
  });
  return {
    send: (message) => api.postMessage({ version: WEBVIEW_VERSION, ...message }),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
