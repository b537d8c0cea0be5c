import type { MeanSummary, RateSummary, SideSummary } from '../../core/mav/stats/summary.ts';
import { columns } from '../io/columns.ts';
import type { Style } from '../io/terminal.ts';
import type { StatsGroup } from './stats.ts';

const NONE = '-';
const DIGITS = 3;
/** Rounded down where it is not exactly so: 1.000 means all of them. */
function share(value: number | null): string {
  if (value === null) return NONE;
  const text = value.toFixed(DIGITS);
  return value < 1 && Number(text) === 1 ? '0.999' : text;
}

const interval = (value: number | null, low: number | null, high: number | null): string =>
  value === null ? NONE : `${share(value)} [${share(low)}, ${share(high)}]`;
const rate = ({ rate: value, low, high, n }: RateSummary): string =>
  value === null ? NONE : `${interval(value, low, high)} of ${n.toLocaleString('en-US')}`;
const mean = ({ mean: value, low, high }: MeanSummary): string => interval(value, low, high);

const TITLES = { all: '', in: ', in distribution', out: ', out of distribution' } as const;

/** The groups as tables for people, one after the other. */
export function mavStatsTable(groups: readonly StatsGroup[], style: Style): string {
  return `${groups.map((group) => groupTable(group, style).join('\n')).join('\n\n')}\n`;
}

function groupTable(group: StatsGroup, style: Style): string[] {
  const { truth, printed, traces, updated } = group;
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
    both('%top_k right', ({ top }) => rate(top)),
    both('  actions legal', ({ topActions }) => share(topActions.rate)),
    ['updated state right', rate(updated), NONE],
    both('final state right', ({ final }) => rate(final)),
    both('end of the game right', ({ terminal }) => rate(terminal)),
    ['shape of traces right', rate(traces.shape), NONE],
    ['traces without an error', rate(traces.clean), NONE],
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NONE));
  const head = [`${group.game}${TITLES[group.split]}`, 'on the true state', 'on the printed state'];
  const [first = '', ...lines] = columns([head, ...rows], ['left', 'left', 'left']);
  return [style.bold(first), ...lines, style.dim(countsOf(group))];
}

function countsOf({ examples, notJudged: { prompts, unknown, missing, elided } }: StatsGroup): string {
  const counts = [
    [prompts, 'without an answer'],
    [unknown, 'with a position that is not known'],
    [missing, 'outputs missing'],
    [elided, 'lists with an ellipsis'],
  ] as const;
  const left = counts.flatMap(([n, what]) => (n === 0 ? [] : `${n.toLocaleString('en-US')} ${what}`));
  const all = `${examples.toLocaleString('en-US')} ${examples === 1 ? 'example' : 'examples'}`;
  return left.length === 0 ? all : `${all}; not judged: ${left.join(', ')}`;
}
