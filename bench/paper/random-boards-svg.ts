import { meanOf, standardError } from '../harness/spread.ts';
import type { Row } from './csv.ts';
import { PAIRS, PAPER, PLIES, PROTOTYPE } from './random-boards.ts';
import { axes, COLORS, diamond, legend, page } from './svg/chart.ts';
import { element, line, type Markup, text } from './svg/markup.ts';
import { linear, logarithmic } from './svg/scale.ts';

const PLOT = { left: 96, right: 796, top: 100, bottom: 420 };

/** Keeps text readable on lines. */
const HALO = { stroke: COLORS.paper, 'stroke-width': 4, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };

/** Mean exact p_m over the pairs of one length of game, with its standard error. */
export interface RandomBoards {
  readonly plies: number;
  readonly pairs: number;
  /** p_1 to p_4. */
  readonly p: readonly { readonly mean: number; readonly error: number }[];
}

/** What random-boards.csv says, by length. */
export const randomBoardsMeans = (rows: readonly Row[]): RandomBoards[] =>
  PLIES.map((plies) => {
    const own = rows.filter((row) => row.plies === plies);
    const p = ['p1', 'p2', 'p3', 'p4'].map((column) => own.map((row) => Number(row[column])));
    return { plies, pairs: own.length, p: p.map((v) => ({ mean: meanOf(v), error: standardError(v) })) };
  });

/** p_4 of random boards against the length of the games, from the rows of random-boards.csv. */
export function randomBoardsSvg(rows: readonly Row[]): Markup {
  const means = randomBoardsMeans(rows);
  const x = linear([2.5, 34], [PLOT.left, PLOT.right], PLIES);
  const y = logarithmic([2e-4, 0.2], [PLOT.bottom, PLOT.top]);
  const curve = means.map(({ plies, p }) => ({ x: x.at(plies), ...p[3] }));
  const band = [y.at(PAPER.value + PAPER.error), y.at(PAPER.value - PAPER.error)] as const;
  return page(
    { width: 820, height: 540 },
    'p_4 between two random boards',
    [
      `Mean exact p_4 over ${PAIRS} pairs of independent games of random legal half-moves at each length, with twice its`,
      'standard error. The paper has one figure, "after 5 moves", and no word on how its boards were drawn.',
    ],
    element('rect', {
      x: PLOT.left,
      y: band[0],
      width: PLOT.right - PLOT.left,
      height: band[1] - band[0],
      fill: COLORS.orange,
      'fill-opacity': 0.12,
    }),
    axes(PLOT, x, y, { x: 'half-moves played', y: 'mean p_4 (logarithmic)' }),
    line(
      [
        [PLOT.left, y.at(PAPER.value)],
        [PLOT.right, y.at(PAPER.value)],
      ],
      {
        stroke: COLORS.orange,
        'stroke-width': 1.8,
        'stroke-dasharray': '6 4',
      },
    ),
    line(
      curve.map((c) => [c.x, y.at(c.mean)]),
      { stroke: COLORS.blue, 'stroke-width': 1.8 },
    ),
    ...curve.map(
      (c) =>
        line(
          [
            [c.x, y.at(c.mean + 2 * c.error)],
            [c.x, y.at(c.mean - 2 * c.error)],
          ],
          {
            stroke: COLORS.blue,
            'stroke-width': 1.6,
          },
        ) +
        element('circle', { cx: c.x, cy: y.at(c.mean), r: 4, fill: COLORS.blue }) +
        text(c.x + 8, y.at(c.mean + 2 * c.error) - 6, scientific(c.mean), { fill: COLORS.blue, ...HALO }),
    ),
    ...PROTOTYPE.map(({ plies, p4 }) => diamond(x.at(plies), y.at(p4), COLORS.ink)),
    legend(PLOT.left, PLOT.bottom + 76, [
      { label: 'measured here, exact', color: COLORS.blue, mark: 'points' },
      { label: 'a prototype, 60 to 150 pairs', color: COLORS.ink, mark: 'diamonds' },
    ]),
    legend(PLOT.left + 310, PLOT.bottom + 76, [
      { label: 'the paper: (8 ± 2) · 10^-4', color: COLORS.orange, mark: 'dashes' },
    ]),
  );
}

function scientific(value: number): string {
  const power = Math.floor(Math.log10(value));
  return `${(value / 10 ** power).toFixed(1)} · 10^${power}`;
}
