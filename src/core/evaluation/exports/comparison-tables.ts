import { csvRow, escapeLatex, escapeMarkdown, oneLine } from '../../base/text/escape.ts';
import type { Compared } from '../../metrics/compared.ts';
import type { Comparison, TextComparison } from '../../metrics/comparison.ts';
import { commonPart } from '../../metrics/part-word.ts';
import { formatScore, scoreFormat } from '../../metrics/score-format.ts';
import { verdictPhrase } from '../../metrics/wording.ts';
import { type ColumnsIn, columnsIn } from '../sample/columns.ts';
import { compareCommand, methodLine } from './command-line.ts';

/** A comparison as it is copied out: one position, one prediction or several. */
export interface ComparisonExport {
  readonly title: string;
  readonly trueFen: string;
  readonly variant: Compared;
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

/** The command of each prediction. */
export const commandsOf = ({ trueFen, variant, predictions }: ComparisonExport): string[] =>
  predictions.map(({ fen, comparison }) => compareCommand({ trueFen, predictedFen: fen, variant, comparison }));

/** Each way in which numbers were come by, once. */
export const methodsOf = ({ predictions }: ComparisonExport): string[] => [
  ...new Set(predictions.flatMap(({ comparison }) => (comparison === null ? [] : [methodLine(comparison)]))),
];

/** p or r at a depth as people read it; empty when it is not known. */
function score(comparison: Comparison | null, which: 'p' | 'r', depth: number): string {
  const value = comparison?.[which][depth - 1];
  if (comparison === null || value === undefined) return '';
  return formatScore(value, scoreFormat(comparison, which, depth - 1));
}

/** What is counted of the states: `squares`, `cells`. */
const partsOf = ({ predictions }: ComparisonExport): string =>
  `${commonPart(predictions.map(({ text }) => text.part))}s`;

/** A Markdown section: title, a table with a row for each prediction, method, commands. */
export function comparisonMarkdown(data: ComparisonExport): string {
  const m = depthOf(data);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const commands = commandsOf(data).join('\n');
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
    ...methodsOf(data).map((line) => `Method: ${line}.`),
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

/** CSV (RFC 4180) with a header: a row for each prediction, scores of every depth in full, and its command. */
export function comparisonCsv(data: ComparisonExport): string {
  const depths = Array.from({ length: depthOf(data) }, (_, i) => i + 1);
  const hasRaw = data.predictions.some(({ text }) => text.rawEditDistance !== undefined);
  const names = columnsIn('comparison').filter((name) => hasRaw || name !== 'rawEditDistance');
  const head = names.flatMap((name) => (name === 'p' || name === 'r' ? depths.map((d) => `${name}_${d}`) : [name]));
  const commands = commandsOf(data);
  const rows = data.predictions.map((prediction, i) =>
    names.flatMap((name) => {
      if (name === 'p' || name === 'r') return depths.map((d) => prediction.comparison?.[name][d - 1] ?? '');
      if (name === 'trueFen') return [data.trueFen];
      return [name === 'command' ? (commands[i] ?? '') : ((VALUES[name](prediction) ?? '') as string | number)];
    }),
  );
  return [head, ...rows].map(csvRow).join('');
}

/** A LaTeX `tabular` that needs no package; method and commands stand in comments. */
export function comparisonLatex(data: ComparisonExport): string {
  const m = depthOf(data);
  const row = (cells: readonly string[]): string => `  ${cells.join(' & ')} \\\\`;
  const number = (text: string): string => (text === '' ? '--' : `$${text.replace('±', '\\pm ')}$`);
  return [
    `% ${oneLine(data.title)}`,
    ...methodsOf(data).map((line) => `% method: ${line.replaceAll('·', ',')}`),
    ...commandsOf(data).map((line) => `% ${oneLine(line)}`),
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
