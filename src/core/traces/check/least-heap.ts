/** A heap of items with a number each, the least first. */
export class LeastHeap<Item extends { readonly f: number }> {
  readonly #heap: Item[] = [];

  push(item: Item): void {
    const heap = this.#heap;
    heap.push(item);
    let at = heap.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above]?.f ?? 0) <= item.f) break;
      this.#swap(at, above);
      at = above;
    }
  }

  peek(): Item | undefined {
    return this.#heap[0];
  }

  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0, below = 1; below < heap.length; at = below, below = 2 * at + 1) {
      if (below + 1 < heap.length && (heap[below + 1]?.f ?? 0) < (heap[below]?.f ?? 0)) below++;
      if ((heap[at]?.f ?? 0) <= (heap[below]?.f ?? 0)) break;
      this.#swap(at, below);
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  }
}
