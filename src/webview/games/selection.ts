import { MAX_SPANS, type RowSpan } from '../../protocol/games-messages.ts';

/** Rows that are selected, by number. */
export class Selection {
  readonly #rows = new Set<number>();
  /** The row where a range begins. */
  #anchor = 0;

  get size(): number {
    return this.#rows.size;
  }

  has(row: number): boolean {
    return this.#rows.has(row);
  }

  clear(): void {
    this.#rows.clear();
    this.#anchor = 0;
  }

  toggle(row: number): void {
    this.#anchor = row;
    if (!this.#rows.delete(row)) this.#rows.add(row);
  }

  /** Begins ranges at a row. */
  from(row: number): void {
    this.#anchor = row;
  }

  /** Selects the rows from the last one that began a range to another, and no others. */
  to(row: number): void {
    this.#rows.clear();
    for (let i = Math.min(this.#anchor, row); i <= Math.max(this.#anchor, row); i++) this.#rows.add(i);
  }

  all(count: number): void {
    for (let row = 0; row < count; row++) this.#rows.add(row);
  }

  /** The rows as spans in order, at most as many as a message has; null where nothing is selected. */
  spans(): readonly RowSpan[] | null {
    if (this.#rows.size === 0) return null;
    const spans: [from: number, to: number][] = [];
    for (const row of [...this.#rows].sort((a, b) => a - b)) {
      const last = spans.at(-1);
      if (last?.[1] === row) last[1]++;
      else if (spans.length < MAX_SPANS) spans.push([row, row + 1]);
    }
    return spans;
  }
}
