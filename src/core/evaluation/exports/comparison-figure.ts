import { outlines, predictionMarks } from '../../board/marks.ts';
import { boardDrawing, escapeXml, type Orientation } from '../../board/svg.ts';
import { verdictLine } from '../../metrics/wording.ts';
import { type ComparisonExport, commandsOf, methodsOf } from './comparison-tables.ts';

const BOARD = 360;
const GAP = 24;
const LINE = 20;

/**
 * A figure as an SVG of its own: the true board, then each prediction with its marks, names above and verdicts below;
 * the last line says the method, and the description holds the commands.
 */
export function comparisonFigure(data: ComparisonExport, orientation: Orientation): string {
  const { title, trueFen, predictions } = data;
  const marks = predictions.map(({ fen, text }) => (fen === null ? [] : predictionMarks(trueFen, fen, text.blame)));
  const truth = { fen: trueFen, orientation, marks: marks.length === 1 ? outlines(marks[0] ?? []) : [] };
  const boards = [
    board(0, 'True position', boardDrawing(truth, 't-')),
    ...predictions.map(({ label, fen }, i) =>
      board(i + 1, label, boardDrawing({ fen: fen ?? '', orientation, marks: marks[i] ?? [] }, `b${i}-`)),
    ),
  ];
  const lines = [
    ...predictions.map(({ label, comparison, text }) => `${label}: ${verdictLine(text, comparison ?? undefined)}`),
    ...methodsOf(data).map((line) => `method: ${line}`),
  ];
  const width = boards.length * BOARD + (boards.length + 1) * GAP;
  const height = 3 * LINE + BOARD + (lines.length + 2) * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title><desc>${escapeXml(commandsOf(data).join('\n'))}</desc>`,
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`,
    `<g font-family="sans-serif" font-size="15" fill="#222">`,
    `<text x="${GAP}" y="${LINE + 4}" font-weight="bold">${escapeXml(title)}</text>`,
    ...boards,
    ...lines.map((line, i) => `<text x="${GAP}" y="${3 * LINE + BOARD + (i + 1.5) * LINE}">${escapeXml(line)}</text>`),
    '</g></svg>',
  ].join('');
}

function board(column: number, name: string, drawing: string): string {
  const x = GAP + column * (BOARD + GAP);
  return (
    `<text x="${x}" y="${2 * LINE + 8}">${escapeXml(name)}</text>` +
    `<g transform="translate(${x} ${3 * LINE})">${drawing}</g>`
  );
}
