import type { Report } from '../report.ts';
import { reportCharts } from '../report-charts.ts';
import { chartFigure } from './chart-figure.ts';
import { drawingSvg, type FigureDrawing } from './drawing.ts';
import { drawingPdf } from './drawing-pdf.ts';
import { verdictFigure } from './verdict-figure.ts';

/** Widths of figures in points, of one and of two columns of a paper: 3.3 and 6.9 inches. */
const WIDTHS = { '1col': 237.6, '2col': 496.8 } as const;

/** File of a figure. `latin1` texts have a character for each byte. */
export interface FigureFile {
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
