/** Texts by number, each kept once; 0 stands for none. */
export class TextPool {
  readonly #texts: (string | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  /** The number of a text, which is kept if it is new. */
  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    // a part of a text would keep the whole text in memory
    const own = ` ${text}`.slice(1);
    const number = this.#texts.length;
    this.#texts.push(own);
    this.#numbers.set(own, number);
    return number;
  }

  text(number: number): string | undefined {
    return this.#texts[number];
  }

  /** Numbers are below this. */
  get size(): number {
    return this.#texts.length;
  }
}
