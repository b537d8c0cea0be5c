/** A source of time, passed in: only the entry files ask the system for it. */
export interface Clock {
  /** Returns milliseconds since a fixed time; never decreases. */
  now(): number;
  /** Calls back once, after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, callback: () => void): () => void;
}
