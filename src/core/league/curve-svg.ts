import { type LineChart, lineChart } from '../evaluation/report/html/line-chart.ts';
import { sample } from '../evaluation/report/html/line-marks.ts';
import { escape, type Markup } from '../evaluation/report/html/markup.ts';
import { STYLE } from '../evaluation/report/html/style.ts';
import { type Curve, curvesOf } from './curves.ts';
import type { League } from './standings.ts';
import { leagueTitle } from './words.ts';

const WIDTH = 760;
const EDGE = 14;
/** Heights of a title, of a chart, and of a line of text. */
const TITLE = 30;
const CHART = 384;
const LINE = 19;
/** Left edge of the names in a legend, in px. */
const NAME = 58;
/** Characters that fit into a line of text. */
const MAX_CHARACTERS = 105;

/**
 * The curves of a league as a standalone SVG file, for light and dark pages: charts, and below each its lines by mark, name and all
 * numbers. Undefined where no line has two points.
 */
export function leagueSvg(league: League): string | undefined {
  const curves = curvesOf(league);
  if (curves.length === 0) return undefined;
  const title = 'Elo against budget';
  const head = lines(leagueTitle(league), TITLE + LINE);
  const parts: Markup[] = [head.markup];
  let y = head.bottom + EDGE;
  for (const curve of curves) {
    const part = curvePart(curve, y);
    parts.push(part.markup);
    y = part.bottom;
  }
  const height = y + EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
<title>${escape(`${title}: ${leagueTitle(league)}`)}</title>
<style>${STYLE.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</style>
<rect width="${WIDTH}" height="${height}" fill="var(--bg)"/>
${text(EDGE, 28, title, 'font-size="16" font-weight="600"')}
${parts.join('\n')}
</svg>
`;
}

const text = (x: number, y: number, content: string, more: string): Markup =>
  `<text x="${x}" y="${y}" ${more}>${escape(content)}</text>`;

/** A caption, its chart and its legend from a height on. */
function curvePart({ title, text: caption, chart }: Curve, top: number): Part {
  const words = lines(caption, top + TITLE + 4);
  const drawn = lineChart(chart).replace('<svg ', '<svg width="720" height="380" ');
  const parts = [
    text(EDGE, top + 16, title, 'font-size="14" font-weight="600"'),
    words.markup,
    `<g transform="translate(${EDGE} ${words.bottom})">${drawn}</g>`,
  ];
  let y = words.bottom + CHART;
  for (const one of chart.lines) {
    const numbers = lines(numbersOf(one), y + LINE + 13, NAME);
    const name = text(NAME, y + 13, one.name, 'font-size="14"');
    parts.push(`<g transform="translate(${EDGE} ${y})">${sample(one.style)}</g>`, name, numbers.markup);
    y = numbers.bottom - 6;
  }
  return { markup: parts.join('\n'), bottom: y + EDGE };
}

/** A piece of the drawing, and where the next may begin. */
interface Part {
  readonly markup: Markup;
  readonly bottom: number;
}

/** A text in lines that fit, the first of them at a height. */
function lines(content: string, top: number, x = EDGE): Part {
  const all = wrapped(content);
  const markup = all.map((line, i) => text(x, top + LINE * i, line, 'font-size="13" class="tick"')).join('\n');
  return { markup, bottom: top + LINE * (all.length - 1) + 6 };
}

/** The points of a line in words. */
export const numbersOf = ({ points }: LineChart['lines'][number]): string =>
  points.flatMap((point) => (point === undefined ? [] : [point.text])).join(' · ');

/** A text in pieces that fit into a line, broken at blanks. */
function wrapped(content: string): string[] {
  const pieces: string[] = [];
  for (const word of content.split(' ')) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= MAX_CHARACTERS)
      pieces[pieces.length - 1] = `${last} ${word}`;
    else pieces.push(word);
  }
  return pieces;
}
