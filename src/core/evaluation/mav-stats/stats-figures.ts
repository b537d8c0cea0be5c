import { MIN_CLUSTERS } from '../../base/stats/confidence-interval.ts';
import { plural } from '../../base/text/counts.ts';
import type { StatsGroup } from '../../mav/stats/collected-stats.ts';
import type { MeanSummary, RateSummary, SideSummary, ValueSummary } from '../../mav/stats/summary.ts';

const NONE = '-';
/** Default decimals of shares. */
export const STATS_DIGITS = 3;

/** Texts of figures with some decimals. */
interface FigureTexts {
  readonly share: (value: number | null) => string;
  readonly rate: (rate: RateSummary) => string;
  readonly mean: (mean: MeanSummary) => string;
}

function figureTexts(digits: number): FigureTexts {
  /** Rounds down near 1: 1.000 means all. */
  const share = (value: number | null): string => {
    if (value === null) return NONE;
    const text = value.toFixed(digits);
    return value < 1 && Number(text) === 1 ? (1 - 10 ** -digits).toFixed(digits) : text;
  };
  const interval = (value: number | null, low: number | null, high: number | null): string => {
    if (value === null) return NONE;
    return low === null ? share(value) : `${share(value)} [${share(low)}, ${share(high)}]`;
  };
  return {
    share,
    rate: ({ rate: value, low, high, n }) =>
      value === null ? NONE : `${interval(value, low, high)} of ${n.toLocaleString('en-US')}`,
    mean: ({ mean: value, low, high }) => interval(value, low, high),
  };
}

const TITLES = { all: '', in: ', in distribution', out: ', out of distribution' } as const;

/** Returns `hex, in distribution`. */
export const statsGroupName = ({ game, split }: StatsGroup): string => `${game}${TITLES[split]}`;

/** Returns a group's figures without its calibration: a head, and rows of a name and its cells. */
export function figureRows(group: StatsGroup, digits: number): { head: string[]; rows: string[][] } {
  const { truth, printed, traces, updated, rights } = group;
  const { share, rate, mean } = figureTexts(digits);
  const both = (name: string, cell: (side: SideSummary) => string): string[] => [name, cell(truth), cell(printed)];
  const rows = [
    both('%best_action legal', ({ best }) => rate(best)),
    both('%top_all precision', ({ all }) => mean(all.precision)),
    both('%top_all recall', ({ all }) => mean(all.recall)),
    both('%top_all F1 score', ({ all }) => mean(all.f1)),
    both('  over all actions: precision', ({ all }) => share(all.micro.precision)),
    both('  recall', ({ all }) => share(all.micro.recall)),
    both('  F1 score', ({ all }) => share(all.micro.f1)),
    both('%top_all exact', ({ all }) => rate(all.exact)),
    both('%top_k correct', ({ top }) => rate(top)),
    both('  actions legal', ({ topActions }) => share(topActions.rate)),
    ['updated state correct', rate(updated), NONE],
    ['castling rights, en passant correct', rate(rights), NONE],
    both('final state correct', ({ final }) => rate(final)),
    both('end of game correct', ({ terminal }) => rate(terminal)),
    ['shape of traces correct', rate(traces.shape), NONE],
    ['traces without an error', rate(traces.clean), NONE],
    ...valueRows(group.values, digits),
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NONE));
  return { head: [statsGroupName(group), 'on the true state', 'on the printed state'], rows };
}

/** Returns the rows of values, which are scored on the state that the model printed. */
function valueRows(values: ValueSummary | null, digits: number): string[][] {
  if (values === null) return [];
  const { n, signed, absolute, tau, best, regret, recall, proved, habit } = values;
  const { rate, mean } = figureTexts(digits);
  const inBuckets = (summary: MeanSummary, isSigned: boolean): string => buckets(summary, isSigned, digits - 1);
  return [
    ['value error in buckets, signed', NONE, `${inBuckets(signed, true)} of ${n.toLocaleString('en-US')}`],
    ['  absolute', NONE, inBuckets(absolute, false)],
    ["  order: Kendall's tau", NONE, mean(tau)],
    ['best action has the highest value', NONE, rate(best)],
    ['  win probability lost by it', NONE, mean(regret)],
    ['best k actions listed', NONE, mean(recall)],
    ...(proved.n === 0 ? [] : [['proved results contradicted', NONE, `${proved.contradicted} of ${proved.n}`]]),
    ...(habit === null ? [] : [['all values wrong in one way', NONE, habit]]),
  ];
}

/** Returns the calibration table: stated values and those of the source, by buckets. */
export function calibrationRows(values: ValueSummary | null, digits: number): string[][] {
  if (values === null) return [];
  const { share } = figureTexts(digits);
  const bins = values.calibration.map(({ from, to, n: count, said, source }) => [
    `  buckets ${from} to ${to}: ${count.toLocaleString('en-US')}`,
    `say ${share(said)}`,
    `are ${share(source)}`,
  ]);
  return [['calibration by bucket', 'win probability', 'by the source'], ...bins];
}

/** Formats a mean in buckets with its interval. */
function buckets({ mean: value, low, high }: MeanSummary, isSigned: boolean, digits: number): string {
  const shown = (figure: number): string => (isSigned && figure > 0 ? '+' : '') + figure.toFixed(digits);
  if (value === null) return NONE;
  return low === null || high === null ? shown(value) : `${shown(value)} [${shown(low)}, ${shown(high)}]`;
}

/** Returns the number of examples and independent games, and the parts without scores. */
export function exampleCountsText({ examples, clusters, unknownGames, notJudged }: StatsGroup): string {
  const { prompts, unknown, missing, elided } = notJudged;
  const counts = [
    [prompts, 'without an answer'],
    [unknown, 'with an unknown position'],
    [missing, 'missing outputs'],
    [elided, 'lists with an ellipsis'],
  ] as const;
  const left = counts.flatMap(([n, what]) => (n === 0 ? [] : `${n.toLocaleString('en-US')} ${what}`));
  const few = (clusters ?? 0) < MIN_CLUSTERS ? ' (fewer than ten: no intervals)' : '';
  const some = unknownGames === examples ? '' : ` of ${unknownGames.toLocaleString('en-US')}`;
  const games =
    clusters === null ? `, games${some} unknown: no intervals` : ` of ${plural(clusters, 'independent game')}${few}`;
  const all = `${plural(examples, 'example')}${games}`;
  return left.length === 0 ? all : `${all}; not evaluated: ${left.join(', ')}`;
}
