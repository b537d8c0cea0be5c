import { collapseSpaces, csvRow, escapeLatex, escapeMarkdown, markdownTable } from '../../base/text/escape.ts';
import { boardDrawing, escapeXml, type Orientation } from '../../board/board-svg.ts';
import { outlineMarks, predictionMarks } from '../../board/marks.ts';
import type { ListComparison } from '../../mav/features/list-comparison.ts';
import type { Comparison, TextComparison } from '../../metrics/comparison.ts';
import { type ComparisonRules, commonPart } from '../../metrics/comparison-rules.ts';
import { formatScore, scoreFormat } from '../../metrics/score-format.ts';
import { verdictLine, verdictPhrase } from '../../metrics/wording.ts';
import { type ColumnsIn, columnsIn } from '../sample/columns.ts';
import { compareCommand, methodLine } from './command-line.ts';

/** Comparison to copy: one position, with one prediction or several. */
interface ComparisonExport {
  readonly title: string;
  readonly trueFen: string;
  readonly variant: ComparisonRules;
  readonly predictions: readonly ExportedPrediction[];
}

export interface ExportedPrediction {
  readonly label: string;
  readonly fen: string | null;
  readonly comparison: Comparison | null;
  readonly text: TextComparison;
}

const depthOf = ({ predictions }: ComparisonExport): number =>
  Math.max(1, ...predictions.map(({ comparison }) => comparison?.m ?? 1));

/** Returns the command of each prediction. */
const exportCommands = ({ trueFen, variant, predictions }: ComparisonExport): string[] =>
  predictions.map(({ fen, comparison }) => compareCommand({ trueFen, predictedFen: fen, variant, comparison }));

/** Returns each method of the numbers once. */
const exportMethods = ({ predictions }: ComparisonExport): string[] => [
  ...new Set(predictions.flatMap(({ comparison }) => (comparison === null ? [] : [methodLine(comparison)]))),
];

/** Formats p or r at a depth for display; empty when it is not known. */
function score(comparison: Comparison | null, which: 'p' | 'r', depth: number): string {
  const value = comparison?.[which][depth - 1];
  if (comparison === null || value === undefined) return '';
  return formatScore(value, scoreFormat(comparison, which, depth - 1));
}

/** Returns the word for the compared parts of the states: `squares`, `cells`. */
const partsOf = ({ predictions }: ComparisonExport): string =>
  `${commonPart(predictions.map(({ text }) => text.part))}s`;

/** Returns a Markdown section: title, a table with a row for each prediction, method, commands. */
export function comparisonMarkdown(data: ComparisonExport): string {
  const m = depthOf(data);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const commands = exportCommands(data).join('\n');
  const fence = '`'.repeat(Math.max(3, ...[...commands.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return [
    `**${escapeMarkdown(data.title)}**`,
    '',
    row(['model', 'verdict', `p_${m}`, `r_${m}`, 'edit', `correct ${partsOf(data)}`]),
    row(['---', '---', '---:', '---:', '---:', '---:']),
    ...data.predictions.map(({ label, comparison, text }) =>
      row([
        escapeMarkdown(label),
        escapeMarkdown(verdictPhrase(text)),
        score(comparison, 'p', m),
        score(comparison, 'r', m).replaceAll('<', '\\<'),
        String(text.editDistance),
        `${text.squaresRight}/${text.squares}`,
      ]),
    ),
    '',
    ...exportMethods(data).map((line) => `Method: ${line}.`),
    '',
    fence,
    commands,
    fence,
    '',
  ].join('\n');
}

/** Values of the columns of a comparison; `p` and `r` have a column per depth. */
const VALUES: Readonly<
  Record<
    Exclude<ColumnsIn<'comparison'>, 'p' | 'r' | 'trueFen' | 'command'>,
    (prediction: ExportedPrediction) => unknown
  >
> = {
  predicted: ({ fen }) => fen ?? '?',
  verdict: ({ text }) => text.verdict,
  editDistance: ({ text }) => text.editDistance,
  rawEditDistance: ({ text }) => text.rawEditDistance,
  placementDistance: ({ text }) => text.placementDistance,
  kernel: ({ text }) => text.kernel,
  squaresRight: ({ text }) => text.squaresRight,
  method: ({ comparison }) => comparison?.method,
  samples: ({ comparison }) => comparison?.samples,
  seed: ({ comparison }) => comparison?.seed,
  label: ({ label }) => label,
};

/** Returns CSV (RFC 4180) with a header: a row for each prediction, unrounded scores of every depth, and its command. */
export function comparisonCsv(data: ComparisonExport): string {
  const depths = Array.from({ length: depthOf(data) }, (_, i) => i + 1);
  const hasRaw = data.predictions.some(({ text }) => text.rawEditDistance !== undefined);
  const names = columnsIn('comparison').filter((name) => hasRaw || name !== 'rawEditDistance');
  const head = names.flatMap((name) => (name === 'p' || name === 'r' ? depths.map((d) => `${name}_${d}`) : [name]));
  const commands = exportCommands(data);
  const rows = data.predictions.map((prediction, i) =>
    names.flatMap((name) => {
      if (name === 'p' || name === 'r') return depths.map((d) => prediction.comparison?.[name][d - 1] ?? '');
      if (name === 'trueFen') return [data.trueFen];
      return [name === 'command' ? (commands[i] ?? '') : ((VALUES[name](prediction) ?? '') as string | number)];
    }),
  );
  return [head, ...rows].map(csvRow).join('');
}

/** Returns a LaTeX `tabular` that needs no package; method and commands stand in comments. */
export function comparisonLatex(data: ComparisonExport): string {
  const m = depthOf(data);
  const row = (cells: readonly string[]): string => `  ${cells.join(' & ')} \\\\`;
  const number = (text: string): string => (text === '' ? '--' : `$${text.replace('±', '\\pm ')}$`);
  return [
    `% ${collapseSpaces(data.title)}`,
    ...exportMethods(data).map((line) => `% method: ${line.replaceAll('·', ',')}`),
    ...exportCommands(data).map((line) => `% ${collapseSpaces(line)}`),
    '\\begin{tabular}{llrrrr}',
    '  \\hline',
    row(['model', 'verdict', `$p_{${m}}$`, `$r_{${m}}$`, 'edit', partsOf(data)]),
    '  \\hline',
    ...data.predictions.map(({ label, comparison, text }) =>
      row([
        escapeLatex(label),
        escapeLatex(verdictPhrase(text)),
        number(score(comparison, 'p', m)),
        number(score(comparison, 'r', m)),
        String(text.editDistance),
        `${text.squaresRight}/${text.squares}`,
      ]),
    ),
    '  \\hline',
    '\\end{tabular}',
    '',
  ].join('\n');
}

const BOARD = 360;
const GAP = 24;
const LINE = 20;

/**
 * Returns a standalone SVG figure: the true board, then each prediction with its marks, names above and verdicts below.
 * The last line states the method, and the description holds the commands.
 */
export function comparisonFigure(data: ComparisonExport, orientation: Orientation): string {
  const { title, trueFen, predictions } = data;
  const marks = predictions.map(({ fen, text }) => (fen === null ? [] : predictionMarks(trueFen, fen, text.blame)));
  const truth = { fen: trueFen, orientation, marks: marks.length === 1 ? outlineMarks(marks[0] ?? []) : [] };
  const boards = [
    board(0, 'True', boardDrawing(truth, 't-')),
    ...predictions.map(({ label, fen }, i) =>
      board(
        i + 1,
        `Believed by ${label}`,
        boardDrawing({ fen: fen ?? '', orientation, marks: marks[i] ?? [] }, `b${i}-`),
      ),
    ),
  ];
  const lines = [
    ...predictions.map(({ label, comparison, text }) => `${label}: ${verdictLine(text, comparison ?? undefined)}`),
    ...exportMethods(data).map((line) => `method: ${line}`),
  ];
  const width = boards.length * BOARD + (boards.length + 1) * GAP;
  const height = 3 * LINE + BOARD + (lines.length + 2) * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title><desc>${escapeXml(exportCommands(data).join('\n'))}</desc>`,
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

/** List of actions beside the legal ones, to copy. */
export interface ListExport {
  /** Subject: `Example 1, the current position`. */
  readonly title: string;
  readonly list: Omit<ListComparison, 'range'>;
}

const joined = (actions: readonly string[]): string => (actions.length === 0 ? 'none' : actions.join(' '));

/** Returns notes on the numbers and on the legality of the best action, as whole sentences. */
const sentences = ({ best, notes }: ListExport['list']): string[] => [
  ...(best === null ? [] : [`${best.charAt(0).toUpperCase()}${best.slice(1)}.`]),
  ...notes,
];

const HEAD = ['judged on', 'scores', 'illegal', 'missing', 'state'] as const;

const rowsOf = ({ judged }: ListExport['list']): string[][] =>
  judged.map(({ on, scores, illegal, missing, state }) => [on, scores, joined(illegal), joined(missing), state]);

/** Returns a Markdown section: title, a table with a row for each board that the list is judged on, sentences. */
export function listMarkdown({ title, list }: ListExport): string {
  return [
    `**${escapeMarkdown(`${title}: ${list.label}`)}**`,
    '',
    markdownTable(
      HEAD,
      rowsOf(list).map((cells) => cells.map(escapeMarkdown)),
      HEAD.length,
    ),
    '',
    ...sentences(list).map(escapeMarkdown),
    '',
  ].join('\n');
}

/** Returns CSV (RFC 4180) with a header: a row for each board that the list is judged on. */
export const listCsv = ({ title, list }: ListExport): string =>
  [['title', 'list', ...HEAD], ...rowsOf(list).map((cells) => [title, list.label, ...cells])].map(csvRow).join('');

/** Returns a LaTeX table that needs no package, with a row for each board that the list is judged on. */
export function listLatex({ title, list }: ListExport): string {
  const row = (cells: readonly string[]): string => `  ${cells.map(escapeLatex).join(' & ')} \\\\`;
  const cells = rowsOf(list).map((all) => all.slice(0, -1));
  return [
    `% ${[`${title}: ${list.label}`, ...sentences(list)].join(' ').replace(/\s+/g, ' ')}`,
    '\\begin{tabular}{llll}',
    '  \\hline',
    row(HEAD.slice(0, -1)),
    '  \\hline',
    ...cells.map(row),
    '  \\hline',
    '\\end{tabular}',
    '',
  ].join('\n');
}
