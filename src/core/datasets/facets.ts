import { type GameSummary, TextPool } from './game-list.ts';
import { dayNumber } from './query/fields.ts';
import type { Query } from './query/syntax.ts';

/** Facets: properties by which games are counted. */
export const FACETS = ['result', 'eco', 'elo', 'year', 'player'] as const;
export type Facet = (typeof FACETS)[number];

/**
 * Selected values of facets, of which a game must have one each; a facet without values selects all games. `''` is the
 * unknown value.
 */
export type FacetChoice = Readonly<Partial<Record<Facet, readonly string[]>>>;

const ELO_STEP = 200;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/** Returns the values of a game for a facet: one, for `player` up to two. Players are equal in any letter case. */
function facetValues(facet: Facet, summary: GameSummary): readonly string[] {
  switch (facet) {
    case 'result':
      return [summary.result ?? ''];
    case 'eco':
      return [letterOf(summary.eco)];
    case 'elo': {
      const { whiteElo, blackElo } = summary;
      if (whiteElo === undefined || blackElo === undefined) return [''];
      return [String(Math.floor((whiteElo + blackElo) / 2 / ELO_STEP) * ELO_STEP)];
    }
    case 'year':
      return [yearOf(summary.date)];
    case 'player':
      return [...new Set([summary.white, summary.black].map((name) => name?.toLowerCase() ?? ''))];
  }
}

/** Returns the letter of a code from `A00` to `E99`, compared as texts of expressions are. */
function letterOf(eco: string | undefined): string {
  const small = eco?.toLowerCase() ?? '';
  const found = LETTERS.find((letter) => {
    const own = letter.toLowerCase();
    return small >= `${own}00` && small <= `${own}99`;
  });
  return found ?? '';
}

/** Returns the year that contains every day a date with unknown parts can mean; '' without one. */
function yearOf(date: string | undefined): string {
  const days = date === undefined ? undefined : dayNumber(date);
  if (days === undefined) return '';
  const year = Math.floor((days.first - 101) / 10_000);
  return year >= 0 && days.last < (year + 1) * 10_000 + 101 ? String(year).padStart(4, '0') : '';
}

/** Returns the label of a value of a facet. */
function facetLabel(facet: Facet, value: string): string {
  if (value === '') return 'unknown';
  if (facet === 'result') return value === '1/2-1/2' ? '½-½' : value;
  if (facet === 'elo') return `${value}–${Number(value) + ELO_STEP - 1}`;
  return facet === 'eco' ? `${value}00–${value}99` : value;
}

/** Returns the expression that is true for the games with a value of a facet. */
function facetTest(facet: Facet, value: string): Query {
  const compare = (field: string, operator: '=' | '>=' | '<', given: string | number): Query => ({
    kind: 'compare',
    field,
    operator,
    value: String(given),
  });
  const not = (part: Query): Query => ({ kind: 'not', part });
  const codes = (letters: readonly string[]): Query => ({
    kind: 'in',
    field: 'eco',
    spans: letters.map((letter) => ({ from: `${letter}00`, to: `${letter}99` })),
  });
  switch (facet) {
    case 'result':
      return value === '' ? not({ kind: 'is', field: 'result' }) : compare('result', '=', value);
    case 'eco':
      return value === '' ? not(codes(LETTERS)) : codes([value]);
    case 'elo': {
      // Not `not elo.mean`: that is true for a mean of 0, too.
      if (value === '') return not(compare('elo.mean', '>=', 0));
      const parts = [compare('elo.mean', '>=', value), compare('elo.mean', '<', Number(value) + ELO_STEP)];
      return { kind: 'and', parts };
    }
    case 'year':
      if (value === '') return not({ kind: 'in', field: 'date', spans: [{ from: '0000', to: '9999' }] });
      if (value === '9999') return compare('date', '>=', value);
      return { kind: 'and', parts: [compare('date', '>=', value), compare('date', '<', nextYear(value))] };
    case 'player':
      if (value !== '') return compare('player', '=', value);
      return { kind: 'or', parts: [not({ kind: 'is', field: 'white' }), not({ kind: 'is', field: 'black' })] };
  }
}

const nextYear = (year: string): string => String(Number(year) + 1).padStart(4, '0');

/** Returns an expression narrowed to values of facets; undefined where neither restricts anything. */
export function narrowedQuery(query: Query | undefined, choice: FacetChoice): Query | undefined {
  const tests = FACETS.flatMap((facet): Query[] => {
    const parts = (choice[facet] ?? []).map((value) => facetTest(facet, value));
    const [only] = parts;
    return parts.length > 1 ? [{ kind: 'or', parts }] : only === undefined ? [] : [only];
  });
  const parts = [...(query === undefined ? [] : [query]), ...tests].flatMap((part) =>
    part.kind === 'and' ? part.parts : [part],
  );
  const [only] = parts;
  return parts.length > 1 ? { kind: 'and', parts } : only;
}

/** Value of a facet with the number of games that it would show. */
interface FacetCount {
  readonly value: string;
  readonly label: string;
  readonly games: number;
  readonly isChosen: boolean;
}

/** Values of a facet. */
interface FacetCounts {
  readonly facet: Facet;
  readonly values: readonly FacetCount[];
  /** Number of unlisted values. */
  readonly more: number;
}

const FIRST_GAMES = 1024;
/** Number of values for each game: players have two. */
const SLOTS = FACETS.length + 1;
const RESULTS = ['1-0', '1/2-1/2', '0-1', '*', ''];

/** Values of the facets of games, by number, in the order in which the games were added: 24 bytes a game. */
export class FacetIndex {
  readonly #pools = FACETS.map(() => new TextPool());
  /** Spelling of players, by the number of their value. */
  readonly #names = new Map<number, string>();
  #codes = new Uint32Array(FIRST_GAMES * SLOTS);
  #size = 0;

  add(summary: GameSummary): void {
    if ((this.#size + 1) * SLOTS > this.#codes.length) {
      const codes = new Uint32Array(this.#codes.length * 2);
      codes.set(this.#codes);
      this.#codes = codes;
    }
    const at = this.#size++ * SLOTS;
    for (const [slot, facet] of FACETS.entries()) {
      const pool = this.#pools[slot];
      const values = facetValues(facet, summary);
      for (const [i, value] of values.entries()) this.#codes[at + slot + i] = pool?.numberOf(value) ?? 0;
    }
    for (const name of [summary.white, summary.black]) {
      const number = this.#pools.at(-1)?.numberOf(name?.toLowerCase() ?? '') ?? 0;
      if (name !== undefined && !this.#names.has(number)) this.#names.set(number, ` ${name}`.slice(1));
    }
  }

  /** Returns a test of games by number: true for a game with a selected value of each facet in the choice. */
  matcher(choice: FacetChoice): (game: number) => boolean {
    const missed = this.#missed(choice);
    return (game) => missed(game) === 0;
  }

  /**
   * Counts games by every facet; each value counts the games that would be shown with it, by the choices of the other
   * facets.
   *
   * @param most maximum number of listed values of a facet, besides the selected ones
   */
  counts(choice: FacetChoice, most: number): readonly FacetCounts[] {
    const missed = this.#missed(choice);
    const counts = this.#pools.map((pool) => new Uint32Array(pool.size));
    for (let game = 0; game < this.#size; game++) {
      const misses = missed(game);
      // A game that misses two facets is not shown by a choice in one.
      if ((misses & (misses - 1)) !== 0) continue;
      for (let slot = 0; slot < SLOTS; slot++) {
        const facet = Math.min(slot, FACETS.length - 1);
        const code = this.#codes[game * SLOTS + slot] ?? 0;
        const own = counts[facet];
        if (code !== 0 && own !== undefined && (misses === 0 || misses === 1 << facet))
          own[code] = (own[code] ?? 0) + 1;
      }
    }
    return FACETS.map((facet, i) => this.#listed(facet, i, counts[i] ?? new Uint32Array(), choice[facet] ?? [], most));
  }

  /** Returns a bit for each facet of which a game has none of the selected values. */
  #missed(choice: FacetChoice): (game: number) => number {
    const wanted = FACETS.map((facet, i) => {
      const values = choice[facet] ?? [];
      if (values.length === 0) return undefined;
      return new Set(values.map((value) => this.#pools[i]?.numberOf(value)));
    });
    return (game) => {
      const at = game * SLOTS;
      let misses = 0;
      for (let i = 0; i < FACETS.length; i++) {
        const set = wanted[i];
        if (set === undefined || set.has(this.#codes[at + i])) continue;
        if (i === FACETS.length - 1 && set.has(this.#codes[at + i + 1])) continue;
        misses |= 1 << i;
      }
      return misses;
    };
  }

  #listed(facet: Facet, index: number, counts: Uint32Array, chosen: readonly string[], most: number): FacetCounts {
    const pool = this.#pools[index];
    const all: FacetCount[] = [];
    for (let number = 1; number < counts.length; number++) {
      const value = pool?.text(number) ?? '';
      const games = counts[number] ?? 0;
      const isChosen = chosen.includes(value);
      if (games === 0 && !isChosen) continue;
      const name = facet === 'player' ? this.#names.get(number) : undefined;
      all.push({ value, label: name ?? facetLabel(facet, value), games, isChosen });
    }
    all.sort(ORDERS[facet]);
    const values = all.filter(({ isChosen }, i) => i < most || isChosen);
    return { facet, values, more: all.length - values.length };
  }
}

type Order = (a: FacetCount, b: FacetCount) => number;

/** The unknown value comes last. */
const unknownLast =
  (order: Order): Order =>
  (a, b) =>
    Number(a.value === '') - Number(b.value === '') || order(a, b);

const ORDERS: Readonly<Record<Facet, Order>> = {
  result: (a, b) => RESULTS.indexOf(a.value) - RESULTS.indexOf(b.value),
  eco: unknownLast((a, b) => (a.value < b.value ? -1 : 1)),
  elo: unknownLast((a, b) => Number(a.value) - Number(b.value)),
  year: unknownLast((a, b) => Number(b.value) - Number(a.value)),
  player: unknownLast((a, b) => b.games - a.games || (a.label < b.label ? -1 : 1)),
};
