/** A result under the text that it was computed from. Neither has line ends. */
export type StoredResult = readonly [key: string, value: string];

/**
 * Keeps results longer than the process lives. It is a cache: what cannot be read or written is lost in silence, and the
 * store may drop old ones.
 */
export interface ResultStore {
  /** Everything that is kept, the oldest first. */
  load(): Promise<readonly StoredResult[]>;
  append(results: readonly StoredResult[]): Promise<void>;
}
