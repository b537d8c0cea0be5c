import { escapeXml } from '../../../board/board-svg.ts';
import { type FigureDrawing, type PathShape, type Shape, SUBSCRIPT, type TextShape, textRuns } from './drawing.ts';

const FONTS = 'Helvetica, Arial, &quot;Liberation Sans&quot;, sans-serif';
const POINTS_PER_INCH = 72;

/** Returns a drawing as an SVG file of its size in inches. */
export function drawingSvg({ width, height, title, shapes }: FigureDrawing): string {
  const inches = (points: number): string => `${number(points / POINTS_PER_INCH)}in`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${inches(width)}" height="${inches(height)}" viewBox="0 0 ${number(width)} ${number(height)}" font-family="${FONTS}">`,
    `<title>${escapeXml(title)}</title>`,
    ...shapes.map(shapeSvg),
    '</svg>',
    '',
  ].join('\n');
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

function shapeSvg(shape: Shape): string {
  if (shape.type === 'text') return textSvg(shape);
  if (shape.type === 'path') return pathSvg(shape);
  const { center, radius, fill, stroke, width } = shape;
  return `<circle cx="${number(center[0])}" cy="${number(center[1])}" r="${number(radius)}" fill="${fill}" stroke="${stroke}" stroke-width="${number(width)}"/>`;
}

function pathSvg({ lines, isClosed = false, fill, stroke, width = 1, dashes = [] }: PathShape): string {
  const d = lines
    .map((points) => `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}${isClosed ? 'z' : ''}`)
    .join('');
  const line =
    stroke === undefined
      ? ''
      : ` stroke="${stroke}" stroke-width="${number(width)}" stroke-linejoin="round"${dashes.length === 0 ? '' : ` stroke-dasharray="${dashes.map(number).join(' ')}"`}`;
  return `<path d="${d}" fill="${fill ?? 'none'}"${line}/>`;
}

function textSvg({ at, text, size, anchor, fill }: TextShape): string {
  let isLow = false;
  const spans = textRuns(text).map((run) => {
    const dy = run.isSub === isLow ? '' : ` dy="${number((run.isSub ? 1 : -1) * SUBSCRIPT.drop * size)}"`;
    isLow = run.isSub;
    const small = run.isSub ? ` dx="${number(SUBSCRIPT.gap * size)}" font-size="${number(SUBSCRIPT.size * size)}"` : '';
    return dy === '' && small === '' ? escapeXml(run.text) : `<tspan${dy}${small}>${escapeXml(run.text)}</tspan>`;
  });
  return `<text x="${number(at[0])}" y="${number(at[1])}" font-size="${number(size)}" text-anchor="${anchor}" fill="${fill}" xml:space="preserve">${spans.join('')}</text>`;
}
