import {
  type DiscShape,
  type FigureDrawing,
  type InkColor,
  type PathShape,
  type Point,
  plainText,
  runWidth,
  type Shape,
  SUBSCRIPT,
  SYMBOLS,
  type TextShape,
  textRuns,
  textWidth,
} from './drawing.ts';

/**
 * Returns a drawing as a PDF file (version 1.4) of one page: vectors, and text in Helvetica and Symbol, which every
 * reader has. Each character of the text is a byte of the file.
 */
export function drawingPdf(drawing: FigureDrawing): string {
  const { width, height, title, shapes } = drawing;
  const content = [
    // The origin of PDF is the lower left corner.
    `1 0 0 -1 0 ${number(height)} cm`,
    '1 j',
    ...shapes.map(shapePdf),
  ].join('\n');
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(width)} ${number(height)}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    `<< /Title (${escapeText(winAnsi(plainText(title)))}) /Producer (StateLens) >>`,
  ]);
}

/** Joins objects, numbered from 1, into a file with their offsets; the last one is the information about the document. */
function pdfFile(objects: readonly string[]): string {
  let text = '%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

const colorPdf = (color: InkColor): string =>
  [1, 3, 5].map((at) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

function shapePdf(shape: Shape): string {
  switch (shape.type) {
    case 'path':
      return pathPdf(shape);
    case 'disc':
      return discPdf(shape);
    case 'text':
      return textPdf(shape);
  }
}

const pointPdf = ([x, y]: Point): string => `${number(x)} ${number(y)}`;

function pathPdf({ lines, isClosed = false, fill, stroke, width = 1, dashes = [] }: PathShape): string {
  const path = lines
    .map(
      (points) =>
        `${points.map((point, i) => `${pointPdf(point)} ${i === 0 ? 'm' : 'l'}`).join(' ')}${isClosed ? ' h' : ''}`,
    )
    .join(' ');
  return painted(path, { fill, stroke, width, dashes });
}

/** Distance of the control points of a quarter of a circle, as a share of its radius. */
const QUARTER = 0.5523;

function discPdf({ center: [x, y], radius: r, fill, stroke, width }: DiscShape): string {
  const k = QUARTER * r;
  const curve = (...points: readonly Point[]): string => `${points.map(pointPdf).join(' ')} c`;
  const path = [
    `${pointPdf([x + r, y])} m`,
    curve([x + r, y + k], [x + k, y + r], [x, y + r]),
    curve([x - k, y + r], [x - r, y + k], [x - r, y]),
    curve([x - r, y - k], [x - k, y - r], [x, y - r]),
    curve([x + k, y - r], [x + r, y - k], [x + r, y]),
    'h',
  ].join(' ');
  return painted(path, { fill, stroke, width, dashes: [] });
}

interface Paint {
  readonly fill: InkColor | undefined;
  readonly stroke: InkColor | undefined;
  readonly width: number;
  readonly dashes: readonly number[];
}

function painted(path: string, { fill, stroke, width, dashes }: Paint): string {
  const operator = fill === undefined ? 'S' : stroke === undefined ? 'f' : 'B';
  const parts = [
    ...(fill === undefined ? [] : [`${colorPdf(fill)} rg`]),
    ...(stroke === undefined
      ? []
      : [`${colorPdf(stroke)} RG ${number(width)} w [${dashes.map(number).join(' ')}] 0 d`]),
  ];
  return `q ${parts.join(' ')} ${path} ${operator} Q`;
}

function textPdf({ at: [x, y], text, size, anchor, fill }: TextShape): string {
  const width = textWidth(text, size);
  let left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  const parts = textRuns(text).map((run) => {
    const bytes = run.isSymbol
      ? Array.from(run.text, (letter) => SYMBOLS[letter]?.code ?? '').join('')
      : winAnsi(run.text);
    const [drop, gap] = run.isSub ? [SUBSCRIPT.drop * size, SUBSCRIPT.gap * size] : [0, 0];
    const font = `/${run.isSymbol ? 'F2' : 'F1'} ${number(size * (run.isSub ? SUBSCRIPT.size : 1))} Tf`;
    const shown = `${font} 1 0 0 -1 ${number(left + gap)} ${number(y + drop)} Tm (${escapeText(bytes)}) Tj`;
    left += runWidth(run, size);
    return shown;
  });
  return `BT ${colorPdf(fill)} rg ${parts.join(' ')} ET`;
}

/** Characters of Windows 1252 that are not those of Latin-1. */
const WINDOWS: Readonly<Record<string, string>> = {
  '–': '\u0096',
  '—': '\u0097',
  '…': '\u0085',
  '‘': '\u0091',
  '’': '\u0092',
  '“': '\u0093',
  '”': '\u0094',
  '•': '\u0095',
  '€': '\u0080',
  '−': '-',
};

/** Returns a text in Windows 1252, a byte a character; others become `?`. */
const winAnsi = (text: string): string =>
  Array.from(text, (letter) => WINDOWS[letter] ?? (/^[\u0020-\u007E\u00A0-\u00FF]$/.test(letter) ? letter : '?')).join(
    '',
  );

const escapeText = (text: string): string => text.replace(/[\\()]/g, '\\$&');
