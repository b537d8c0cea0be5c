import type { Row } from './csv.ts';
import { DEPTHS, EXACT_DEPTH, FIGURE_1_SAMPLES, RUNS, SET_BASED_DEPTH, STRATIFIED_SAMPLES } from './estimates.ts';
import { points, type RunGroup, runGroups } from './series.ts';
import { EDIT_DISTANCE } from './states.ts';
import { axes, COLORS, diamond, legend, page, runMarks } from './svg/chart.ts';
import { element, group, line, type Markup, text } from './svg/markup.ts';
import { linear, logarithmic, type Scale } from './svg/scale.ts';

const PLOT = { left: 96, right: 796, top: 100, bottom: 450 };
/** Lower end of the logarithmic scale; the strip below it counts the runs that gave 0. */
const MIN = 3e-4;
const STRIP = 422;

/** Figure 1: p_m against m, from the rows of figure-1.csv. */
export function figure1Svg(rows: readonly Row[]): Markup {
  const x = linear(
    [0.4, DEPTHS + 0.6],
    [PLOT.left, PLOT.right],
    Array.from({ length: DEPTHS }, (_, i) => i + 1),
  );
  const y = logarithmic([MIN, 1], [STRIP, PLOT.top]);
  const place = (name: string): [number, number][] => points(rows, name, 'm').map((p) => [x.at(p.x), y.at(p.y)]);
  const stratified = place('stratified');
  const naive = runGroups(rows, 'naive', 'm');
  const shift = 12;
  return page(
    { width: 820, height: 580 },
    'p_m against m for two fixed states',
    [
      `Two positions from random games, ${EDIT_DISTANCE} edits apart. Each estimator runs ${RUNS} times at N = ${FIGURE_1_SAMPLES}:`,
      'a dot is a run, the bar the range of 10 to 90 % of the runs, the wide mark their mean.',
    ],
    zeroStrip(naive, x, -shift),
    axes(PLOT, x, y, { x: 'm (half-moves)', y: 'p_m (logarithmic)' }),
    ...naive.map((g) => runMarks(g, x.at(g.x) - shift, y, MIN, COLORS.orange)),
    ...runGroups(rows, 'intermediate', 'm').map((g) => runMarks(g, x.at(g.x) + shift, y, MIN, COLORS.blue)),
    line(place('set-based'), { stroke: COLORS.orange, 'stroke-width': 1.8, 'stroke-dasharray': '6 4' }),
    line([...place('exact'), ...stratified], { stroke: COLORS.ink, 'stroke-width': 1.8 }),
    ...stratified.map(([cx, cy]) => diamond(cx, cy, COLORS.ink)),
    legend(PLOT.left, PLOT.bottom + 78, [
      { label: `p_m, exact (m ≤ ${EXACT_DEPTH})`, color: COLORS.ink, mark: 'line' },
      {
        label: `p_m, stratified, N = ${STRATIFIED_SAMPLES.toLocaleString('en')}`,
        color: COLORS.ink,
        mark: 'diamonds',
      },
      {
        label: `set-based quantity, exact (m ≤ ${SET_BASED_DEPTH})`,
        color: COLORS.orange,
        mark: 'dashes',
      },
    ]),
    legend(PLOT.left + 310, PLOT.bottom + 78, [
      { label: 'Algorithm 1, intermediate: estimates p_m', color: COLORS.blue, mark: 'dots' },
      { label: 'Algorithm 2, naive: estimates the set-based quantity', color: COLORS.orange, mark: 'dots' },
    ]),
  );
}

/** How many runs gave 0, which a logarithmic scale cannot show. */
function zeroStrip(groups: readonly RunGroup[], x: Scale, shift: number): Markup {
  const { left, right, bottom } = PLOT;
  return group(
    {},
    element('rect', { x: left, y: STRIP, width: right - left, height: bottom - STRIP, fill: COLORS.strip }),
    text(left - 10, bottom - 9, 'runs at 0', { 'text-anchor': 'end', fill: COLORS.quiet, 'font-size': 12 }),
    ...groups
      .filter((g) => g.zeros > 0)
      .map((g) =>
        text(x.at(g.x) + shift, bottom - 9, String(g.zeros), { 'text-anchor': 'middle', fill: COLORS.orange }),
      ),
  );
}
