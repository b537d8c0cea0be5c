/** Time, passed in: nothing below the entry files asks the system for it. */
export interface Clock {
  /** Milliseconds since some fixed time; never goes backwards. */
  now(): number;
  /** Calls back once after `ms` milliseconds. The returned function calls it off. */
  after(ms: number, callback: () => void): () => void;
}
