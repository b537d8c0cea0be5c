/** Fields that must agree before one that does not is at fault. */
const FIRST = 2;
const MAX_FIELDS = 400;

/**
 * Learns what position the fields of a document speak of: some give that before a move, some that after it. A record is trusted once
 * fields of it that change with every move were right for the position that is followed; a field that was wrong before is left alone.
 */
export class FieldTrust {
  readonly #agreed = new Map<string, number>();

  /**
   * True if a field that is wrong is a finding.
   *
   * @param holder what holds the field
   * @param isTelling it changes with every move
   */
  judge(holder: string, key: string, isTelling: boolean, isWrong: boolean): boolean {
    const own = `${holder} ${key}`;
    const before = this.#agreed.get(own) ?? 0;
    if (before < 0) return false;
    const isTrusted = this.isTrusted(holder);
    if (isWrong) {
      if (!isTrusted) this.#set(own, Number.NEGATIVE_INFINITY);
      return isTrusted;
    }
    this.#set(own, before + 1);
    if (isTelling) this.#set(holder, (this.#agreed.get(holder) ?? 0) + 1);
    return false;
  }

  /** True if fields of a record were right that change with every move. */
  isTrusted(holder: string): boolean {
    return (this.#agreed.get(holder) ?? 0) >= FIRST;
  }

  #set(name: string, count: number): void {
    if (this.#agreed.size < MAX_FIELDS || this.#agreed.has(name)) this.#agreed.set(name, count);
  }
}
