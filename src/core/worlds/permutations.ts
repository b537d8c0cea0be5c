import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import { err, ok, type Result } from '../base/result.ts';
import { labelCell, type Scene, type World } from './world.ts';

/** A permutation: the item at each position, items being 1 to n. */
export type Permutation = readonly number[];

/** A generator with its name. */
interface Generator {
  readonly name: string;
  /** For each position, the position that its new item comes from. */
  readonly from: readonly number[];
}

/** Maximum number of items: digits name positions. */
const MOST = 9;

/**
 * Permutations of n items under generators. Every action is legal in every state, so legal actions distinguish no
 * states: the observation is the item at position 1, and two states have the same future if they agree in all positions
 * whose items some sequence brings there.
 */
class Permutations implements Automaton<Permutation> {
  readonly id: string;
  readonly #n: number;
  readonly #names: readonly string[];
  readonly #generators: ReadonlyMap<string, Generator>;
  /** The positions, from 0, whose items can come to position 1. */
  readonly #seen: readonly number[];

  constructor(id: string, n: number, generators: readonly Generator[]) {
    this.id = id;
    this.#n = n;
    this.#generators = new Map(generators.map((one) => [one.name, one]));
    this.#names = [...this.#generators.keys()];
    const seen = new Set([0]);
    for (const place of seen) for (const { from } of generators) seen.add(from[place]);
    this.#seen = [...seen].sort((a, b) => a - b);
  }

  parse(text: string): Result<Permutation, string> {
    const items = text.trim().split(/\s+/);
    if (items.length !== this.#n)
      return err(`${items.length === 1 && items[0] === '' ? 0 : items.length} items instead of ${this.#n}`);
    const seen = new Set<number>();
    for (const item of items) {
      const number = /^[1-9]$/.test(item) ? Number(item) : 0;
      if (number === 0 || number > this.#n) return err(`an item must be one of 1 to ${this.#n}, not ${item}`);
      if (seen.has(number)) return err(`item ${item} comes twice`);
      seen.add(number);
    }
    return ok([...seen]);
  }

  print(state: Permutation): string {
    return state.join(' ');
  }

  legal(state: Permutation | Sink): readonly string[] {
    return state === SINK ? [] : this.#names;
  }

  step(state: Permutation | Sink, action: string): Permutation | Sink {
    const generator = this.#generators.get(action);
    if (state === SINK || generator === undefined) return SINK;
    return generator.from.map((place) => state[place]);
  }

  outcome(): undefined {
    return undefined;
  }

  observe(state: Permutation): string {
    return String(state[0]);
  }

  key(state: Permutation): string {
    return this.#seen.map((place) => state[place]).join(' ');
  }
}

/** Draws the positions in a row, numbered above; the observed position is set off. */
const draw = (state: Permutation): Scene => ({
  columns: state.length,
  rows: 2,
  cells: state.flatMap((item, i) => [
    labelCell(i, 0, String(i + 1)),
    {
      column: i,
      row: 1,
      part: String(i + 1),
      glyph: String(item),
      tone: i === 0 ? ('accent' as const) : ('light' as const),
    },
  ]),
});

/** Returns the swaps of neighbors, which generate all permutations. */
const swaps = (n: number): string[] => Array.from({ length: n - 1 }, (_, i) => `(${i + 1}${i + 2})`);

/**
 * Reads a generator in cycle notation, such as (12) or (123)(45): the item at each position of a cycle moves to the
 * next one.
 */
function readGenerator(name: string, n: number): Result<Generator, string> {
  if (!/^(?:\([1-9]{2,9}\))+$/.test(name))
    return err(`a generator is written as cycles of places, such as (12) or (123)(45), not ${name}`);
  const from = Array.from({ length: n }, (_, place) => place);
  const seen = new Set<number>();
  for (const cycle of name.slice(1, -1).split(')(')) {
    const places = Array.from(cycle, Number);
    for (const place of places) {
      if (place > n) return err(`there is no place ${place} in ${name}: there are ${n}`);
      if (seen.has(place)) return err(`place ${place} comes twice in ${name}`);
      seen.add(place);
    }
    for (const [i, place] of places.entries()) from[places[(i + 1) % places.length] - 1] = place - 1;
  }
  return ok({ name, from });
}

/**
 * Returns the world of a name: `s5` with swaps of neighbors as generators, or those in brackets, as in
 * `s5[(12),(12345)]`. Undefined for other names, an error for a name with a fault in it.
 */
export function parsePermutationsName(name: string): Result<World<Permutation>, string> | undefined {
  const found = /^s(\d+)(?:\[(.*)\])?$/.exec(name);
  if (found === null) return undefined;
  const n = Number(found[1]);
  if (n < 2 || n > MOST) return err(`permutations have 2 to ${MOST} items, not ${found[1]}`);
  const generators: Generator[] = [];
  for (const written of found[2]?.split(',') ?? swaps(n)) {
    const generator = readGenerator(written, n);
    if (!generator.ok) return generator;
    generators.push(generator.value);
  }
  return ok({
    name,
    title: `Permutations of ${n} items`,
    automaton: new Permutations(name, n, generators),
    start: Array.from({ length: n }, (_, i) => i + 1),
    stateForm: `the items 1 to ${n} in the order of their places, such as ${Array.from({ length: n }, (_, i) => n - i).join(' ')}`,
    actionForm:
      'cycles of places: (12) exchanges the items at places 1 and 2, (123) brings that at place 1 to place 2, that at 2 to 3, and that at 3 to 1',
    part: 'place',
    parts: (state) => new Map(state.map((item, i) => [String(i + 1), String(item)])),
    whyNot: () => `it is none of the generators ${generators.map((one) => one.name).join(' ')}`,
    draw,
  });
}
