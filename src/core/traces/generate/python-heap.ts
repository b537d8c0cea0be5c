/**
 * A heap that orders equal items as Python's `heapq` does, on which the order of published traces depends: a removed
 * top is replaced by the last item, which sinks to a leaf along the lesser children, then rises.
 */
export class PythonHeap<T> {
  readonly #items: T[] = [];
  readonly #valueOf: (item: T) => number;

  /** @param valueOf value by which items are compared, the least first */
  constructor(valueOf: (item: T) => number) {
    this.#valueOf = valueOf;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(0, this.#items.length - 1, item);
  }

  pop(): T | undefined {
    const items = this.#items;
    const last = items.pop();
    const [first] = items;
    if (last === undefined || first === undefined) return last;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      const right = child + 1;
      if (right < items.length && !this.#isLess(items[child] ?? last, items[right] ?? last)) child = right;
      items[at] = items[child] ?? last;
      at = child;
    }
    this.#rise(0, at, last);
    return first;
  }

  #isLess(a: T, b: T): boolean {
    return this.#valueOf(a) < this.#valueOf(b);
  }

  #rise(top: number, from: number, item: T): void {
    const items = this.#items;
    let at = from;
    while (at > top) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !this.#isLess(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }
}
