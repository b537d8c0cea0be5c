import { plural } from '../base/text/counts.ts';
import type { GameFacts } from './game-facts.ts';

/** Version of the JSON object. New fields do not change it. */
const SCHEMA = 1;
const ELO_STEP = 200;
const PLIES_STEP = 20;
const BAR = 30;

/** Group of games; `name` is absent where the value is unknown. */
export interface StatGroup {
  readonly name: string;
  readonly games: number;
}

/** Statistics of games, as `games --stats --json` prints them. */
export interface GameStatistics {
  readonly schema: number;
  readonly games: number;
  /** Total plies of all main lines. */
  readonly plies: number;
  readonly elo: readonly StatGroup[];
  readonly length: readonly StatGroup[];
  readonly eco: readonly StatGroup[];
  readonly result: readonly StatGroup[];
}

const UNKNOWN = 'unknown';

/** Counts games by Elo (the mean of both players), length, opening and result. */
export class GameStats {
  #games = 0;
  #plies = 0;
  readonly #elo = new Map<number, number>();
  readonly #length = new Map<number, number>();
  readonly #eco = new Map<string, number>();
  readonly #result = new Map<string, number>();
  #withoutElo = 0;

  add(facts: GameFacts): void {
    this.#games++;
    this.#plies += facts.line.length;
    const [white, black] = [facts.elo('White'), facts.elo('Black')];
    if (white === undefined || black === undefined) this.#withoutElo++;
    else count(this.#elo, stepOf((white + black) / 2, ELO_STEP));
    count(this.#length, stepOf(facts.line.length, PLIES_STEP));
    const eco = /^[A-E]\d/.exec(facts.tag('ECO') ?? facts.opening?.eco ?? '')?.[0];
    count(this.#eco, eco === undefined ? UNKNOWN : `${eco}0–${eco}9`);
    count(this.#result, facts.result ?? UNKNOWN);
  }

  statistics(): GameStatistics {
    const without = this.#withoutElo === 0 ? [] : [{ name: UNKNOWN, games: this.#withoutElo }];
    return {
      schema: SCHEMA,
      games: this.#games,
      plies: this.#plies,
      elo: [...stepsOf(this.#elo, ELO_STEP), ...without],
      length: stepsOf(this.#length, PLIES_STEP),
      eco: groupsOf(this.#eco),
      result: groupsOf(this.#result),
    };
  }
}

const stepOf = (value: number, step: number): number => Math.floor(value / step) * step;

const count = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Returns groups of numbers, from the lowest to the highest, empty ones included. */
function stepsOf(counts: ReadonlyMap<number, number>, step: number): StatGroup[] {
  const groups: StatGroup[] = [];
  const keys = [...counts.keys()];
  const last = keys.reduce((a, b) => Math.max(a, b), 0);
  const first = keys.reduce((a, b) => Math.min(a, b), last);
  if (keys.length === 0) return groups;
  for (let from = first; from <= last; from += step)
    groups.push({ name: `${from}–${from + step - 1}`, games: counts.get(from) ?? 0 });
  return groups;
}

const groupsOf = (counts: ReadonlyMap<string, number>): StatGroup[] =>
  [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, games]) => ({ name, games }));

/** Formats the number of games and their mean length. */
export const statisticsSummary = ({ games, plies }: GameStatistics): string =>
  `${plural(games, 'game')}, ${(plies / Math.max(1, games)).toFixed(1)} half-moves on average`;

/** Returns the groups of each kind with a title; kinds without games are left out. */
export const statisticsGroups = ({
  elo,
  length,
  eco,
  result,
}: GameStatistics): { readonly id: string; readonly title: string; readonly groups: readonly StatGroup[] }[] =>
  [
    { id: 'elo', title: 'Elo, mean of both', groups: elo },
    { id: 'length', title: 'half-moves', groups: length },
    { id: 'eco', title: 'ECO', groups: eco },
    { id: 'result', title: 'result', groups: result },
  ].filter(({ groups }) => groups.length > 0);

/** Returns the rows of a table of statistics: group, number of games, share, bar. */
export function statisticsRows(statistics: GameStatistics): string[][] {
  const { games } = statistics;
  const rows: string[][] = [];
  for (const { title, groups } of statisticsGroups(statistics)) {
    rows.push(['', '', '', ''], [title, 'games', 'share', '']);
    const most = Math.max(1, ...groups.map((group) => group.games));
    for (const group of groups)
      rows.push([
        group.name,
        group.games.toLocaleString('en-US'),
        `${((100 * group.games) / Math.max(1, games)).toFixed(1)} %`,
        '█'.repeat(Math.round((BAR * group.games) / most)),
      ]);
  }
  return rows;
}
