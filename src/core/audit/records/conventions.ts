/** How the moves of a field fitted the positions of their records so far. */
interface Counts {
  legal: number;
  made: number;
  none: number;
}

const MAX_KEYS = 400;
/** One move in so many may have been made in the position before that of its record. */
const SHARE = 4;

/** Learns of which moment the moves of a field are: in some logs the position of a record is that after its move. */
export class Conventions {
  readonly #counts = new Map<string, Counts>();

  /** Notes how a move fitted the position of its record. */
  note(key: string, fit: keyof Counts): void {
    let counts = this.#counts.get(key);
    if (counts === undefined) {
      if (this.#counts.size >= MAX_KEYS) return;
      counts = { legal: 0, made: 0, none: 0 };
      this.#counts.set(key, counts);
    }
    counts[fit]++;
  }

  /** True if the moves of a field are to be made in the positions of their records. */
  isBefore(key: string): boolean {
    const { legal = 0, made = 0, none = 0 } = this.#counts.get(key) ?? {};
    return SHARE * made <= legal + none;
  }
}
