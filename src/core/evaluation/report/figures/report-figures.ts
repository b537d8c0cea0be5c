import { formatShareSum } from '../../../base/text/counts.ts';
import { verdictName } from '../../../metrics/wording.ts';
import { verdictColors } from '../html/style.ts';
import type { Report, SeriesFigures } from '../report.ts';
import { reportCharts } from '../report-charts.ts';
import { BEST_FIRST } from '../words.ts';
import { chartFigure } from './chart-figure.ts';
import {
  drawingSvg,
  type FigureDrawing,
  FONT_SIZE,
  fittedText,
  INK,
  type LegendEntry,
  legendShapes,
  type Shape,
  textWidth,
} from './drawing.ts';
import { drawingPdf } from './drawing-pdf.ts';

const BAR = 13;
const GAP = 5;
/** Maximum share of the width for the names of the models. */
const NAMES = 0.34;
/** Maximum number of bars: others have no room on a page. */
const MAX_BARS = 24;

/** Draws the answers of each model by verdict, the best on the left, as bars of one length. */
function verdictFigure(report: Report, width: number): FigureDrawing {
  const series = report.series.filter(({ all }) => answersOf(all) > 0).slice(0, MAX_BARS);
  const names = series.map(({ name }) => fittedText(name, NAMES * width));
  const left = 6 + Math.max(0, ...names.map((name) => textWidth(name, FONT_SIZE)));
  const bars = series.flatMap((one, i) => barShapes(one, names[i] ?? '', i * (BAR + GAP), left, width));
  const occurring = BEST_FIRST.filter((verdict) => series.some(({ all }) => all.verdicts[verdict] > 0));
  const entries = occurring.map(
    (verdict): LegendEntry => ({
      text: verdictName(verdict, report.part),
      width: 8,
      sample: (x, middle) => [rectangle(x, middle - 4, 8, 8, verdictColors(verdict).fill)],
    }),
  );
  const legend = legendShapes(entries, series.length * (BAR + GAP) + 4, width);
  return {
    width,
    height: legend.bottom,
    title: 'Answers by verdict, one bar per model',
    shapes: [...bars, ...legend.shapes],
  };
}

const answersOf = ({ answers, verdicts }: SeriesFigures['all']): number => answers + verdicts.unread;

function barShapes({ all }: SeriesFigures, name: string, top: number, left: number, width: number): Shape[] {
  const baseline = top + BAR / 2 + 0.35 * FONT_SIZE;
  const shapes: Shape[] = [
    { type: 'text', at: [left - 5, baseline], text: name, size: FONT_SIZE, anchor: 'end', fill: INK },
  ];
  let x = left;
  for (const verdict of BEST_FIRST) {
    const count = all.verdicts[verdict];
    if (count === 0) continue;
    const wide = (count / answersOf(all)) * (width - left);
    const { fill, text: ink } = verdictColors(verdict);
    const label = formatShareSum(count);
    shapes.push(rectangle(x, top, Math.max(0.3, wide - 0.6), BAR, fill));
    if (textWidth(label, FONT_SIZE) + 3 < wide)
      shapes.push({
        type: 'text',
        at: [x + wide / 2, baseline],
        text: label,
        size: FONT_SIZE,
        anchor: 'middle',
        fill: ink,
      });
    x += wide;
  }
  return shapes;
}

const rectangle = (x: number, y: number, width: number, height: number, fill: `#${string}`): Shape => ({
  type: 'path',
  lines: [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  ],
  isClosed: true,
  fill,
});

/** Widths of figures in points, of one and of two columns of a paper: 3.3 and 6.9 inches. */
const WIDTHS = { '1col': 237.6, '2col': 496.8 } as const;

/** File of a figure. `latin1` texts have a character for each byte. */
interface FigureFile {
  readonly name: string;
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

/** Returns the figures of a report, each in two widths, as SVG and PDF: `p-by-length-1col.pdf`. */
export function reportFigures(report: Report): FigureFile[] {
  const drawers: (readonly [string, (width: number) => FigureDrawing])[] = [
    ['verdicts', (width) => verdictFigure(report, width)],
    ...reportCharts(report).map(({ id, chart }) => [id, (width: number) => chartFigure(chart, width)] as const),
  ];
  return drawers.flatMap(([id, draw]) =>
    Object.entries(WIDTHS).flatMap(([columns, width]): FigureFile[] => {
      const drawing = draw(width);
      const name = `${id}-${columns}`;
      return [
        { name: `${name}.svg`, text: drawingSvg(drawing), encoding: 'utf8' },
        { name: `${name}.pdf`, text: drawingPdf(drawing), encoding: 'latin1' },
      ];
    }),
  );
}
