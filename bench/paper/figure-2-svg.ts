import type { Row } from './csv.ts';
import { FIGURE_2_DEPTH, FIGURE_2_SAMPLES, RUNS } from './estimates.ts';
import { points, type RunGroup, runGroups } from './series.ts';
import { axes, COLORS, legend, page, runMarks, type Style } from './svg/chart.ts';
import { element, line, type Markup, text } from './svg/markup.ts';
import { linear, logarithmic, type Scale } from './svg/scale.ts';

const VALUES = { left: 96, right: 796, top: 116, bottom: 390 };
const SPREADS = { left: 96, right: 796, top: 440, bottom: 640 };
const M = FIGURE_2_DEPTH;
/** Upper end of the linear scale; runs above it are cut off and counted. */
const MAX = 0.2;
/** Lower end of the logarithmic scale. A smaller deviation is rounding: nothing was left out in any run. */
const MIN_DEVIATION = 2e-6;

/** Figure 2: the estimates of p_4 against N, and their standard deviation; from figure-2.csv and figure-1.csv. */
export function figure2Svg(rows: readonly Row[], references: readonly Row[]): Markup {
  const domain = [FIGURE_2_SAMPLES[0] / 1.5, (FIGURE_2_SAMPLES.at(-1) ?? 0) * 1.5] as const;
  const x = logarithmic(domain, [VALUES.left, VALUES.right], true);
  const y = linear([0, MAX], [VALUES.bottom, VALUES.top], [0, 0.05, 0.1, 0.15, 0.2]);
  const spread = logarithmic([MIN_DEVIATION, 0.2], [SPREADS.bottom, SPREADS.top]);
  const naive = runGroups(rows, 'naive', 'n');
  const intermediate = runGroups(rows, 'intermediate', 'n');
  const stratified = runGroups(rows, 'stratified', 'n');
  const across = (name: string, style: Readonly<Record<string, string>>): Markup => {
    const value = points(references, name, 'm').find((p) => p.x === M)?.y ?? Number.NaN;
    return line(
      [
        [VALUES.left, y.at(value)],
        [VALUES.right, y.at(value)],
      ],
      { 'stroke-width': 1.8, ...style },
    );
  };
  return page(
    { width: 820, height: 780 },
    `p_${M} against N for the same two states`,
    [
      `Each estimator runs ${RUNS} times at every N: a dot is a run, the bar the range of 10 to 90 % of the runs, the wide mark`,
      'their mean, +1 a run above the scale. Below: the standard deviation of the same runs.',
    ],
    axes(VALUES, x, y, { x: '', y: `estimate of p_${M}` }),
    across('set-based', { stroke: COLORS.orange, 'stroke-dasharray': '6 4' }),
    across('exact', { stroke: COLORS.ink }),
    ...naive.map((g) => runMarks(within(g), x.at(g.x) - 9, y, 0, COLORS.orange)),
    ...intermediate.map((g) => runMarks(within(g), x.at(g.x) + 9, y, 0, COLORS.blue)),
    ...naive.map((g) => above(g, x.at(g.x) - 9)),
    axes(SPREADS, x, spread, { x: 'N (logarithmic)', y: 'standard deviation' }),
    curve(naive, x, spread, COLORS.orange),
    curve(intermediate, x, spread, COLORS.blue),
    curve(stratified, x, spread, COLORS.green),
    exactFrom(intermediate),
    legend(VALUES.left, SPREADS.bottom + 74, LEGEND.slice(0, 3)),
    legend(VALUES.left + 310, SPREADS.bottom + 74, LEGEND.slice(3)),
  );
}

const LEGEND: readonly Style[] = [
  { label: `p_${M}, exact`, color: COLORS.ink, mark: 'line' },
  { label: 'set-based quantity, exact', color: COLORS.orange, mark: 'dashes' },
  { label: 'stratified: estimates p_4 (below only)', color: COLORS.green, mark: 'points' },
  { label: 'Algorithm 1, intermediate: estimates p_4', color: COLORS.blue, mark: 'dots' },
  { label: 'Algorithm 2, naive: estimates the set-based quantity', color: COLORS.orange, mark: 'dots' },
];

const within = (g: RunGroup): RunGroup => ({
  ...g,
  values: g.values.filter((v) => v <= MAX),
  high: Math.min(g.high, MAX),
});

/** Says how many runs lie above the scale. */
function above(g: RunGroup, x: number): Markup {
  const count = g.values.filter((v) => v > MAX).length;
  if (count === 0) return '';
  return text(x, VALUES.top - 6, `+${count}`, { 'text-anchor': 'middle', fill: COLORS.orange, 'font-size': 12 });
}

function curve(groups: readonly RunGroup[], x: Scale, y: Scale, color: string): Markup {
  const places = groups.filter((g) => g.deviation > MIN_DEVIATION).map((g) => [x.at(g.x), y.at(g.deviation)] as const);
  return (
    line(places, { stroke: color, 'stroke-width': 1.8 }) +
    places.map(([cx, cy]) => element('circle', { cx, cy, r: 3, fill: color })).join('')
  );
}

/** From some N on Algorithm 1 keeps every trajectory and does not vary. */
function exactFrom(groups: readonly RunGroup[]): Markup {
  const first = groups.find((g) => g.deviation <= MIN_DEVIATION);
  if (first === undefined) return '';
  const label = `Algorithm 1: 0 from N = ${first.x.toLocaleString('en')} on: nothing is left out`;
  return text(VALUES.right, SPREADS.bottom - 10, label, { 'text-anchor': 'end', fill: COLORS.blue, 'font-size': 12 });
}
