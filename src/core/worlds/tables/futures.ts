/**
 * Which states of a table have the same future: equal numbers mean that the same sequences are legal, and that the same is
 * observed after each of their actions (Hopcroft's refinement, on a table with gaps: time n k log n).
 *
 * @param next for each state, for each of `actions` actions, the successor; -1 where the action is not legal
 * @param shown for each state, a number of what is observed in it
 */
export function futuresOf(next: Int32Array, actions: number, shown: ArrayLike<number>): Int32Array {
  const states = shown.length;
  const blocks = new Blocks(firstClasses(next, actions, shown));
  const { first, from } = predecessors(next, actions, states);
  const queue = Array.from({ length: blocks.count }, (_, block) => block);
  for (let block = queue.pop(); block !== undefined; block = queue.pop()) {
    const members = blocks.members(block);
    for (let action = 0; action < actions; action++) {
      for (const to of members) {
        const at = action * states + to;
        for (let i = first[at]; i < first[at + 1]; i++) blocks.mark(from[i]);
      }
      // what splits off is the smaller half, and alone has to be looked at again
      blocks.split((made) => queue.push(made));
    }
  }
  return blocks.of;
}

/** Classes by legal actions and by what is observed after each. */
function firstClasses(next: Int32Array, actions: number, shown: ArrayLike<number>): Int32Array {
  const known = new Map<string, number>();
  const classes = new Int32Array(shown.length);
  for (let state = 0; state < shown.length; state++) {
    let text = '';
    for (let action = 0; action < actions; action++) {
      const to = next[state * actions + action];
      if (to >= 0) text += `${action} ${shown[to]} `;
    }
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    classes[state] = number;
  }
  return classes;
}

/** The states that an action a leads from to a state s: `from[i]` for i from `first[a * states + s]` to before the next of `first`. */
function predecessors(next: Int32Array, actions: number, states: number): { first: Int32Array; from: Int32Array } {
  const first = new Int32Array(actions * states + 1);
  for (let i = 0; i < next.length; i++) if (next[i] >= 0) first[(i % actions) * states + next[i] + 1]++;
  for (let i = 0; i < actions * states; i++) first[i + 1] += first[i];
  const free = first.slice();
  const from = new Int32Array(first[actions * states]);
  for (let i = 0; i < next.length; i++)
    if (next[i] >= 0) from[free[(i % actions) * states + next[i]]++] = Math.floor(i / actions);
  return { first, from };
}

/** A division of states into blocks that splits where some members of a block are marked and others are not. */
class Blocks {
  /** The block of each state. */
  readonly of: Int32Array;
  count: number;
  /** States, those of a block side by side, the marked ones first; and where each state stands. */
  readonly #states: Int32Array;
  readonly #at: Int32Array;
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #marked: number[] = [];
  readonly #touched: number[] = [];

  constructor(classes: Int32Array) {
    this.of = classes;
    this.#states = Int32Array.from(classes.keys()).sort((a, b) => classes[a] - classes[b]);
    this.#at = new Int32Array(classes.length);
    for (const [at, state] of this.#states.entries()) {
      this.#at[state] = at;
      const block = classes[state];
      this.#start[block] ??= at;
      this.#end[block] = at + 1;
      this.#marked[block] = 0;
    }
    this.count = this.#start.length;
  }

  members(block: number): Int32Array {
    return this.#states.slice(this.#start[block], this.#end[block]);
  }

  /** Each state at most once between two splits: one action leads from it to one state. */
  mark(state: number): void {
    const block = this.of[state];
    const marked = this.#marked[block]++;
    if (marked === 0) this.#touched.push(block);
    const to = this.#start[block] + marked;
    const at = this.#at[state];
    const other = this.#states[to];
    this.#states[to] = state;
    this.#states[at] = other;
    this.#at[other] = at;
    this.#at[state] = to;
  }

  split(onMade: (block: number) => void): void {
    for (const block of this.#touched) {
      const [start, end, marked] = [this.#start[block], this.#end[block], this.#marked[block]];
      this.#marked[block] = 0;
      if (marked === end - start) continue;
      const middle = start + marked;
      const made = this.count++;
      const isFront = marked <= end - middle;
      this.#start[made] = isFront ? start : middle;
      this.#end[made] = isFront ? middle : end;
      this.#start[block] = isFront ? middle : start;
      this.#end[block] = isFront ? end : middle;
      this.#marked[made] = 0;
      for (let i = this.#start[made]; i < this.#end[made]; i++) this.of[this.#states[i]] = made;
      onMade(made);
    }
    this.#touched.length = 0;
  }
}
