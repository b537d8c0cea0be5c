/** Sets of whole numbers from 0 on that are joined bit by bit; a set is named by its least number. */
export class UnionFind {
  #parents = new Int32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** A set of one more number, which is returned. */
  add(): number {
    if (this.#count === this.#parents.length) {
      const more = new Int32Array(2 * this.#count);
      more.set(this.#parents);
      this.#parents = more;
    }
    this.#parents[this.#count] = this.#count;
    return this.#count++;
  }

  /** The least number of a set. */
  find(number: number): number {
    const parents = this.#parents;
    let at = number;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** Joins the sets of two numbers; what it is called afterwards is returned. */
  join(a: number, b: number): number {
    const [one, other] = [this.find(a), this.find(b)];
    const least = Math.min(one, other);
    this.#parents[Math.max(one, other)] = least;
    return least;
  }
}
