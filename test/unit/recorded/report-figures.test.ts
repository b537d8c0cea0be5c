import { describe, it } from 'node:test';
import {
  changesText,
  findChanges,
  type GameTrace,
  maxPlies,
  nextPlies,
} from '../../../src/core/evaluation/game-trace/game-traces.ts';
import { timelineChart } from '../../../src/core/evaluation/game-trace/timeline-text.ts';
import { chartFigure } from '../../../src/core/evaluation/report/figures/chart-figure.ts';
import {
  drawingSvg,
  type FigureDrawing,
  fittedText,
  legendShapes,
  plainText,
  type Shape,
  textRuns,
  textWidth,
} from '../../../src/core/evaluation/report/figures/drawing.ts';
import { drawingPdf } from '../../../src/core/evaluation/report/figures/drawing-pdf.ts';
import {
  chartAxis,
  chartLegend,
  figure,
  type LineChart,
  lineChart,
  lineShift,
  lineStyle,
  type ScaledValues,
  sample,
} from '../../../src/core/evaluation/report/html/line-chart.ts';
import {
  lineColor,
  lineColors,
  MARKS,
  PARTS_STYLE,
  STYLE,
  verdictClass,
  verdictColors,
} from '../../../src/core/evaluation/report/html/style.ts';
import { breakable, latexCell, latexCode, latexLines, latexText } from '../../../src/core/evaluation/report/latex.ts';
import { VERDICTS } from '../../../src/core/metrics/verdict.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

/** Characters of Windows 1252, of the symbol font, subscripts, and others. */
const TEXTS = [
  '',
  'plain (text) with \\ marks',
  '– — … ‘ ’ “ ” • € −',
  '„ ‚ ™ ♞ 中文 😀 \u0000\u001F\u007F\u0080\u009F',
  '\u00A0\u00C0\u00FFé~ {}%$#&_^',
  'τ_b of p₄ with λ ≤ 0.1 ≥ −2, p₁₂ and τ',
  '₀₁₂₃₄₅₆₇₈₉',
  'a_b τb -- --- `code` ``',
  '[option] * star',
  '*star',
  '0123456789abcdef0123456789abcdef0123456789',
  'src/core/evaluation/report/figures:12,3=4',
  '0123456789abcdefghi',
  'A–Z × ± ≈ ≠ → ← √ ∞ μ π σ ° © § Ă ž Ÿ ĳ ſ\u200B',
  '  two\n    four\r\n\r<end>',
];

function* texts(): Iterable<RecordedValue> {
  for (const [i, text] of TEXTS.entries()) {
    const runs = [plainText(text), textRuns(text), textWidth(text, 8), textWidth(text, 12)];
    const fitted = [0, 1, 8, 20, 40, 60, 80, 100, 200].map((width) => fittedText(text, width));
    yield value(`runs of ${i}`, [runs, fitted]);
    yield value(`latex of ${i}`, [
      latexText(text),
      breakable(text),
      latexCode(text),
      latexCell(text),
      latexLines(text),
    ]);
    const shapes = (['start', 'middle', 'end'] as const).map(
      (anchor): Shape => ({ type: 'text', at: [10.126, 20.5], text, size: 8, anchor, fill: '#1b2127' }),
    );
    const drawing: FigureDrawing = { width: 100.005, height: 50, title: text, shapes };
    yield value(`drawing of ${i}`, [drawingPdf(drawing), drawingSvg(drawing)]);
  }
  // Each of these characters by itself, so that a difference names it.
  for (const letter of '–—…‘’“”•€−„×±≤≥≈≠→←√∞τλμπσ°©§·\u00A0\u200B')
    yield value(`letter ${letter.codePointAt(0)}`, [
      latexText(`a${letter}b`),
      drawingPdf({ width: 1, height: 1, title: `a${letter}b`, shapes: [] })
        .split('/Title')[1]
        ?.slice(0, 20),
    ]);
  const fills = [undefined, '#ff8000'] as const;
  for (const fill of fills)
    for (const stroke of fills)
      for (const isClosed of [undefined, true])
        for (const dashes of [undefined, [], [3.5, 2]]) {
          const shape: Shape = {
            type: 'path',
            lines: [
              [
                [0, 0.123],
                [10, 10],
                [5, 20],
              ],
              [
                [1, 1],
                [2, 2],
              ],
            ],
            ...(fill !== undefined && { fill }),
            ...(stroke !== undefined && { stroke, width: dashes === undefined ? 1 : 0.7 }),
            ...(isClosed !== undefined && { isClosed }),
            ...(dashes !== undefined && { dashes }),
          };
          const drawing = { width: 30, height: 40, title: 'a', shapes: [shape] };
          yield value(`path ${fill} ${stroke} ${isClosed} ${dashes?.join(' ')}`, [
            drawingPdf(drawing),
            drawingSvg(drawing),
          ]);
        }
  const disc: Shape = { type: 'disc', center: [3, 4], radius: 2.53, fill: '#0a58b8', stroke: '#ffffff', width: 0.4 };
  const discs = { width: 30, height: 40, title: 'a', shapes: [disc] };
  yield value('disc', [drawingPdf(discs), drawingSvg(discs)]);
  for (const width of [20, 60, 100, 300])
    for (const names of [[], ['a'], ['a', 'bb', 'a long name of a model', 'c'], ['x'.repeat(60), 'y']])
      yield value(
        `legend ${width} ${names.length} ${names[0]?.length}`,
        legendShapes(
          names.map((text) => ({
            text,
            width: 16,
            sample: (left, middle) => [{ ...disc, center: [left, middle] as const }],
          })),
          7,
          width,
        ),
      );
}

const point = (at: number | undefined, low: number | null = null, high: number | null = null) =>
  at === undefined ? undefined : { value: at, low, high, text: `${at}`, ...(at > 0.3 && { brush: { length: '1-2' } }) };

const SETS: Readonly<Record<string, readonly (number | undefined)[]>> = {
  none: [],
  zero: [0],
  one: [1],
  tenth: [0.1, 0.1],
  hundredth: [0.01, 1],
  'below it': [0.0099, undefined, 0.5],
  small: [1e-4, 0.3],
  'too small': [1e-7, 0.2],
  negative: [-0.15, 0.4],
  least: [-1, 1],
  'beyond it': [-1.7, 1.2],
  fifths: [-0.2, -0.4],
  gaps: [undefined, 0.2, undefined, undefined, 0.4, 0.6],
  large: [12, 57, 93],
  'large and small': [-3000, 70_000],
  six: [6, 5.9],
  half: [0.25, 3],
};

function chartOf(
  values: readonly (number | undefined)[],
  scale: ScaledValues['scale'],
  over: Partial<LineChart> = {},
): LineChart {
  const lines = [0, 1, 6, 9].map((number, i) => ({
    name: `line <${i}>`,
    style: lineStyle(number, i === 3),
    points: values.map((at) =>
      at === undefined ? undefined : point(at / (i + 1), i % 2 === 0 ? at - 0.1 : null, i === 2 ? at - 0.1 : at + 0.2),
    ),
  }));
  const categories = values.map((_, i) => `category ${i}`);
  return { label: 'A "chart"', categories, xTitle: 'x & y', yTitle: 'p₄', scale, lines, ...over };
}

function* charts(): Iterable<RecordedValue> {
  for (const [name, values] of Object.entries(SETS))
    for (const scale of ['log', 'unit', 'signed', 'range'] as const) {
      const chart = chartOf(values, scale);
      const { share, ticks, least } = chartAxis(chart);
      yield value(`axis ${name} ${scale}`, [
        ticks,
        Number.isFinite(least) ? least : String(least),
        [-2, -1, -0.5, -1e-9, 0, 1e-9, 1e-6, 1e-5, 0.001, 0.1, 0.5, 0.99, 1, 1.1, 60, 1e5].map(share),
      ]);
      if (values.length === 0) continue;
      yield value(`chart ${name} ${scale}`, [lineChart(chart), chartLegend(chart.lines)]);
      yield value(`figure ${name} ${scale}`, [
        chartFigure(chart, 237.6),
        chartFigure(chart, 300),
        chartFigure(chart, 496.8),
      ]);
    }
  const bounded = chartOf([1, 2], 'range', {
    lines: [
      {
        name: 'a',
        style: lineStyle(0, false),
        points: [point(1, Number.NEGATIVE_INFINITY, 4), point(2, -3, Number.POSITIVE_INFINITY)],
      },
    ],
  });
  yield value('bounded', [chartAxis(bounded).ticks]);
  const gaps = SETS['gaps'] ?? [];
  const brushes = gaps.map((_, i) => ({ length: `${i}` }));
  const placed = [0, 0.05, 0.1, 0.5, 0.52, 1];
  for (const isBridged of [false, true])
    for (const places of [undefined, placed]) {
      const chart = chartOf(gaps, 'unit', { isBridged, brushes, ...(places !== undefined && { places }) });
      yield value(`gaps ${isBridged} ${places?.length}`, [
        lineChart(chart),
        chartFigure(chart, 237.6),
        figure('t<', 'x&', chart, '<p>'),
      ]);
    }
  yield value(
    'shifts',
    [1, 2, 7, 8, 20].map((count) => [0, 1, count - 1].map((i) => [lineShift(i, count), lineShift(i, count, 10)])),
  );
  yield value(
    'styles',
    Array.from({ length: 20 }, (_, i) => [lineStyle(i, false), lineStyle(i, true), sample(lineStyle(i, i % 2 === 0))]),
  );
  yield value('marks', MARKS);
  yield value('mark of none', sample({ className: 'c0', dashes: '', mark: 99 }));
  yield value('colors', [
    VERDICTS.map((verdict) => [verdictClass(verdict), verdictColors(verdict)]),
    lineColors(0),
    lineColors(1),
  ]);
  yield value(
    'line colors',
    ['c0', 'c7', 'c8', 'c', 'xc0', 'c1x', 'baseline-line'].map((name) => lineColor(name) ?? null),
  );
  yield value('style', [STYLE, PARTS_STYLE]);
}

/** Traces of some models along games, drawn to a ply. */
const tracesOf = (count: number, plies: readonly number[], games: number): GameTrace[] =>
  Array.from({ length: count }, (_, i) => {
    const points = plies.map((ply, k) => ({
      ply,
      move: ply === 0 ? 'start' : `${ply}.x`,
      knows: (k + i) % 3 === 0,
      accuracy: 1 - ((k * 7 + i) % 20) / 64,
      stale: (k + i) % 4,
      neverTrue: (k * i) % 3,
      ...(i % 2 === 0 && { p: ((k + 1) % 5) / 4 }),
    }));
    const known = new Map(points.map(({ ply, knows }) => [ply, knows]));
    const changes = findChanges(known, plies.at(-1) ?? 0);
    const says = changesText(changes, points.length, (ply) => `move ${ply}`);
    return { game: i % games, offset: i, label: `model <${i}>`, points, changes, says };
  });

function* timelines(): Iterable<RecordedValue> {
  const lines = {
    few: [1, 2, 3],
    start: [0, 1],
    every: Array.from({ length: 60 }, (_, i) => i),
    sparse: [4, 20, 21, 133],
    long: [10, 400],
  };
  for (const [name, plies] of Object.entries(lines))
    for (const [count, games] of [
      [0, 1],
      [1, 1],
      [3, 1],
      [4, 2],
      [12, 1],
      [13, 3],
    ] as const)
      yield value(`${name} of ${count}`, timelineChart(tracesOf(count, plies, games), 3, 'A "game" & more'));
  for (const length of [0, 1, 2, 3, 7, 8, 9, 40])
    for (const every of [1, 2, 3, 4, 5, 8, 10]) {
      const known = new Map<number, boolean>();
      const asked: number[][] = [];
      for (let step = 0; step < 12; step++) {
        const next = nextPlies(known, length, every);
        if (next.length === 0) break;
        asked.push(next);
        for (const ply of next) known.set(ply, ply < 5 || (ply > 17 && ply < 30));
      }
      const changes = findChanges(known, length);
      yield value(`asked of ${length} by ${every}`, [asked, maxPlies(length, every), changes]);
    }
  for (let count = 0; count < 7; count++) {
    const known = new Map(Array.from({ length: count + 1 }, (_, i) => [2 * i + 1 - (i % 2), i % 2 === 0]));
    const changes = findChanges(known, 40);
    const at = (ply: number): string => `${ply}.e4`;
    yield value(`changes ${count}`, [
      changes,
      changesText(changes, count + 1, at),
      changesText(changes, 1200, at, 'action'),
    ]);
  }
  yield value(
    'outside',
    findChanges(
      new Map([
        [0, false],
        [3, false],
        [-1, false],
        [4, true],
        [5, false],
      ]),
      4,
    ),
  );
}

describe('figures of reports, as recorded', () => {
  it('have texts in PDF, SVG and LaTeX', () => {
    assertRecorded('figure-texts', texts());
  });

  it('have charts on every scale', () => {
    assertRecorded('figure-charts', charts());
  });

  it('have timelines', () => {
    assertRecorded('figure-timelines', timelines());
  });
});
