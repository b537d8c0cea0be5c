/** What the platform gives the server: it runs in Node and in a web worker, and neither is known to it. */
export interface ServerHost {
  /** Calls `callback` once after `milliseconds`; the returned function takes it back. */
  setTimer(callback: () => void, milliseconds: number): () => void;
}
