import { ClusterSums } from '../../base/stats/clusters.ts';
import { type Interval, MIN_CLUSTERS, meanInterval, wilson } from '../../base/stats/confidence-interval.ts';
import { roundShareSum } from '../../base/text/counts.ts';
import { byCount, CAUSES, type CauseId } from '../../metrics/sentence/causes.ts';
import { openingFromMoves } from '../../notation/openings/openings.ts';
import type { LengthGroup } from './report.ts';
import type { GroupBy, GroupingFigures, GroupingRow } from './report-lists.ts';
import type { ReportRun, ReportSample, WeightedSample } from './report-sample.ts';
import type { SampleScores } from './sample-scores.ts';
import type { Series } from './series.ts';
import { groupName } from './words.ts';

/** Group, and the series or label whose answers it counts. */
interface Place {
  readonly group: string;
  readonly words: string;
  readonly series: string;
}

/** Names of the groups of samples without a value. */
const WITHOUT: Readonly<Record<'opening' | 'template', string>> = {
  opening: 'no named opening',
  template: 'no template named',
};

/**
 * Groups the answers of models.
 *
 * @param series the best first
 */
export function buildGrouping(
  by: GroupBy,
  series: readonly Series[],
  lengths: readonly LengthGroup[],
): GroupingFigures {
  const openings = new GameOpenings();
  const tallies = new Map<string, { readonly place: Place; readonly tally: GroupTally }>();
  const answers = new Map<string, number>();
  for (const one of series) {
    for (const placed of one.placed) {
      const { scores } = placed.sample;
      if (scores === null) continue;
      const place = placeOf(by, one.name, placed, scores, { openings, lengths });
      const key = `${place.group}\n${place.series}`;
      let known = tallies.get(key);
      if (known === undefined) tallies.set(key, (known = { place, tally: new GroupTally() }));
      known.tally.add(placed, scores);
      answers.set(place.series, (answers.get(place.series) ?? 0) + placed.weight);
    }
  }
  const rows = Array.from(tallies.values(), ({ place, tally }): GroupingRow => {
    return {
      ...place,
      answers: tally.answers,
      share: tally.answers / (answers.get(place.series) ?? 1),
      ...tally.figures(),
    };
  });
  return { by, rows: inOrder(by, rows, lengths) };
}

function placeOf(
  by: GroupBy,
  series: string,
  { sample, run }: WeightedSample,
  { cause }: SampleScores,
  { openings, lengths }: { readonly openings: GameOpenings; readonly lengths: readonly LengthGroup[] },
): Place {
  const named = (group: string, words = group): Place => ({ group, words, series });
  const { model, template, game, gameName, ply } = sample;
  switch (by) {
    case 'cause':
      return named(cause.id, CAUSES[cause.id]);
    case 'opening':
      return named(openings.familyOf(run, sample) ?? WITHOUT.opening);
    case 'length': {
      const group = lengths.find(({ from, to }) => ply >= from && (to === null || ply <= to));
      const length = group ?? { from: ply, to: ply };
      return named(lengthKey(length), `${groupName(length)} half-moves`);
    }
    case 'template':
      return { ...named(template ?? WITHOUT.template), series: model };
    case 'model':
      return { ...named(model), series: model };
    case 'game': {
      const name = gameName === undefined ? '' : ` (${gameName})`;
      const file = run.games ?? run.file;
      return named(`${file}#${game + 1}`, `${file}, game ${game + 1}${name}`);
    }
  }
}

/** Formats a length of game: `21-40`, `101-` for an open end, the one ply of a group. */
const lengthKey = ({ from, to }: LengthGroup): string =>
  to === null ? `${from}-` : from === to ? String(from) : `${from}-${to}`;

/**
 * Sorts groups: lengths ascending; games with the lowest mean p_m first; causes in order of frequency; others by number
 * of answers, descending.
 */
function inOrder(by: GroupBy, rows: readonly GroupingRow[], lengths: readonly LengthGroup[]): GroupingRow[] {
  const groups = new Map<string, { answers: number; p: number; first: number }>();
  for (const [first, { group, answers, p }] of rows.entries()) {
    const sum = groups.get(group) ?? { answers: 0, p: 0, first };
    groups.set(group, sum);
    sum.answers += answers;
    sum.p += p.value * answers;
  }
  const starts = new Map(lengths.map((group, i) => [lengthKey(group), i]));
  const ranked = [...groups].sort(([a, x], [b, y]) => {
    if (by === 'cause') return byCount([a as CauseId, x.answers], [b as CauseId, y.answers]);
    if (by === 'length') return (starts.get(a) ?? 0) - (starts.get(b) ?? 0);
    if (by === 'game') return x.p / x.answers - y.p / y.answers || x.first - y.first;
    return by === 'model' ? x.first - y.first : y.answers - x.answers || x.first - y.first;
  });
  const ranks = new Map(ranked.map(([group], rank) => [group, rank]));
  return [...rows].sort((a, b) => (ranks.get(a.group) ?? 0) - (ranks.get(b.group) ?? 0));
}

/** Sums over the answers of one group: exact, same position, p_m and r_m by cluster of games. */
class GroupTally {
  readonly #sums = new ClusterSums(4);
  #weight = 0;

  get answers(): number {
    return roundShareSum(this.#weight);
  }

  add({ weight, cluster }: WeightedSample, { exact, position, p, r }: SampleScores): void {
    const row = this.#sums.row(cluster, weight);
    this.#weight += weight;
    if (exact) this.#sums.add(row, 0, weight);
    if (position) this.#sums.add(row, 1, weight);
    this.#sums.add(row, 2, weight * (p.at(-1) ?? 0));
    this.#sums.add(row, 3, weight * (r.at(-1) ?? 0));
  }

  figures(): Pick<GroupingRow, 'clusters' | 'exact' | 'position' | 'p' | 'r'> {
    const columns = this.#sums.columns();
    const { count } = this.#sums;
    const isIndependent = count >= MIN_CLUSTERS && Math.abs(count - this.#weight) < 1e-6;
    const [exact = NONE, position = NONE, p = NONE, r = NONE] = columns.map(
      (column, i) => (i < 2 && isIndependent ? wilson(column, this.#weight) : meanInterval(column)) ?? NONE,
    );
    return { clusters: count, exact, position, p, r };
  }
}

const NONE: Interval = { value: 0, low: null, high: null, method: 'none' };

/** Openings of the games of runs, each looked up once. */
export class GameOpenings {
  readonly #ofRuns = new Map<ReportRun['lines'], Map<number, string | undefined>>();

  /**
   * Returns the name of the opening of a sample's game, as far as the run holds its moves. Undefined where no position
   * of it has a name, or its moves are not known.
   */
  nameOf(
    { lines }: Pick<ReportRun, 'lines'>,
    { game, variant }: Pick<ReportSample, 'game' | 'variant'>,
  ): string | undefined {
    if (lines === undefined || variant !== 'chess') return undefined;
    let games = this.#ofRuns.get(lines);
    if (games === undefined) this.#ofRuns.set(lines, (games = new Map<number, string | undefined>()));
    if (!games.has(game)) {
      const line = lines.get(game);
      games.set(game, line && openingFromMoves(line.startFen, line.moves)?.name);
    }
    return games.get(game);
  }

  /** Returns the family of the opening, `Sicilian Defense` for all its variations; otherwise as `nameOf`. */
  familyOf(run: Pick<ReportRun, 'lines'>, sample: Pick<ReportSample, 'game' | 'variant'>): string | undefined {
    return this.nameOf(run, sample)?.split(':')[0];
  }
}
