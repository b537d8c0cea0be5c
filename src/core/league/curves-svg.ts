import { wrapWords } from '../base/text/lines.ts';
import { lineChart, sample } from '../evaluation/report/html/line-chart.ts';
import { escape, type Markup } from '../evaluation/report/html/markup.ts';
import { STYLE } from '../evaluation/report/html/style.ts';
import { type Curve, formatPoints, leagueCurves } from './curves.ts';
import { leagueTitle } from './league-tables.ts';
import type { League } from './standings.ts';

const WIDTH = 760;
const EDGE = 14;
/** Heights of a title, of a chart, and of a line of text. */
const TITLE = 30;
const CHART = 384;
const LINE = 19;
/** Left edge of the names in a legend, in px. */
const NAME = 58;
/** Maximum number of characters in a line of text. */
const MAX_CHARACTERS = 105;

/**
 * Returns the curves of a league as a standalone SVG file, for light and dark pages: charts, and below each its lines
 * by mark, name and all numbers. Undefined where no line has two points.
 */
export function leagueSvg(league: League): string | undefined {
  const curves = leagueCurves(league);
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

/** Draws a caption, its chart and its legend from a height on. */
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
    const numbers = lines(formatPoints(one), y + LINE + 13, NAME);
    const name = text(NAME, y + 13, one.name, 'font-size="14"');
    parts.push(`<g transform="translate(${EDGE} ${y})">${sample(one.style)}</g>`, name, numbers.markup);
    y = numbers.bottom - 6;
  }
  return { markup: parts.join('\n'), bottom: y + EDGE };
}

/** Piece of the drawing, and the top of the next one. */
interface Part {
  readonly markup: Markup;
  readonly bottom: number;
}

/** Draws a text in lines that fit, the first of them at a height. */
function lines(content: string, top: number, x = EDGE): Part {
  const all = wrapWords(content, (line) => line.length <= MAX_CHARACTERS);
  const markup = all.map((line, i) => text(x, top + LINE * i, line, 'font-size="13" class="tick"')).join('\n');
  return { markup, bottom: top + LINE * (all.length - 1) + 6 };
}
