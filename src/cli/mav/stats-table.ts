import { MIN_CLUSTERS } from '../../core/base/stats/intervals.ts';
import type { MeanSummary, RateSummary } from '../../core/mav/stats/figures.ts';
import type { MavSummary, SideSummary } from '../../core/mav/stats/summary.ts';
import type { ValueSummary } from '../../core/mav/stats/value-summary.ts';
import { columns } from '../io/columns.ts';
import { plural, type Style } from '../io/terminal.ts';

/** A group of examples: those of one game, or of all. */
export interface StatsGroup extends MavSummary {
  /** `all` where no file is named out of distribution. */
  readonly split: 'all' | 'in' | 'out';
  readonly game: string;
}

const NONE = '-';
/** Decimals of shares where nobody asks for others. */
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

/** `hex, in distribution`. */
export const groupName = ({ game, split }: StatsGroup): string => `${game}${TITLES[split]}`;

/**
 * Formats the groups as tables.
 *
 * @param digits decimals of shares
 */
export function mavStatsTable(groups: readonly StatsGroup[], style: Style, digits = STATS_DIGITS): string {
  return `${groups.map((group) => groupTable(group, style, digits).join('\n')).join('\n\n')}\n`;
}

/** A group's figures without its calibration: a head, and rows of a name and its cells. */
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
  return { head: [groupName(group), 'on the true state', 'on the printed state'], rows };
}

function groupTable(group: StatsGroup, style: Style, digits: number): string[] {
  const { head, rows } = figureRows(group, digits);
  const all = [head, ...rows, ...calibrationRows(group.values, digits)];
  const [first = '', ...lines] = columns(all, ['left', 'left', 'left']);
  return [style.bold(first), ...lines, style.dim(countsOf(group))];
}

/** Values are judged on the state that the model printed. */
function valueRows(values: ValueSummary | null, digits: number): string[][] {
  if (values === null) return [];
  const { n, signed, absolute, tau, best, regret, recall, proved } = values;
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
  ];
}

/** Calibration table: stated values and those of the source, by buckets. */
function calibrationRows(values: ValueSummary | null, digits: number): string[][] {
  if (values === null) return [];
  const { share } = figureTexts(digits);
  const bins = values.calibration.map(({ from, to, n: count, said, source }) => [
    `  buckets ${from} to ${to}: ${count.toLocaleString('en-US')}`,
    `say ${share(said)}`,
    `are ${share(source)}`,
  ]);
  return [['calibration by bucket', 'win probability', 'by the source'], ...bins];
}

/** A mean in buckets with its interval. */
function buckets({ mean: value, low, high }: MeanSummary, isSigned: boolean, digits: number): string {
  const shown = (one: number): string => (isSigned && one > 0 ? '+' : '') + one.toFixed(digits);
  if (value === null) return NONE;
  return low === null || high === null ? shown(value) : `${shown(value)} [${shown(low)}, ${shown(high)}]`;
}

/** How many examples and independent games there are, and what is not judged. */
export function countsOf({ examples, clusters, unknownGames, notJudged }: StatsGroup): string {
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
