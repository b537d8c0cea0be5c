import { daysOf } from '../query/comparison.ts';
import type { Query } from '../query/syntax.ts';
import type { GameSummary } from './game-summary.ts';

/** What games are counted by. */
export const FACETS = ['result', 'eco', 'elo', 'year', 'player'] as const;
export type Facet = (typeof FACETS)[number];

/** Values of facets, of which a game must have one each; a facet without values is not asked. `''` is what is unknown. */
export type FacetChoice = Readonly<Partial<Record<Facet, readonly string[]>>>;

const ELO_STEP = 200;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/** The values of a game for a facet: one, of `player` up to two. Players are equal in any letter case. */
export function facetValues(facet: Facet, summary: GameSummary): readonly string[] {
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

/** The letter of a code from `A00` to `E99`, compared as texts of expressions are. */
function letterOf(eco: string | undefined): string {
  const small = eco?.toLowerCase() ?? '';
  const found = LETTERS.find((letter) => {
    const own = letter.toLowerCase();
    return small >= `${own}00` && small <= `${own}99`;
  });
  return found ?? '';
}

/** The year in which a date, with its unknown parts, is in any case. */
function yearOf(date: string | undefined): string {
  const days = date === undefined ? undefined : daysOf(date);
  if (days === undefined) return '';
  const year = Math.floor((days.first - 101) / 10_000);
  return year >= 0 && days.last < (year + 1) * 10_000 + 101 ? String(year).padStart(4, '0') : '';
}

/** What a value of a facet is called. */
export function facetLabel(facet: Facet, value: string): string {
  if (value === '') return 'unknown';
  if (facet === 'result') return value === '1/2-1/2' ? '½-½' : value;
  if (facet === 'elo') return `${value}–${Number(value) + ELO_STEP - 1}`;
  return facet === 'eco' ? `${value}00–${value}99` : value;
}

/** The expression that is true for the games with a value of a facet. */
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
      // Not `not elo.mean`: that is true of a mean of 0, too.
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

/** An expression narrowed to values of facets; undefined where neither asks for anything. */
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
