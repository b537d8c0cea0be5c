import type { CompareJob } from '../../compute/jobs/jobs.ts';
import { textBoards } from '../../core/board/text-board.ts';
import type { Comparison, DepthPair, NamedMove } from '../../core/metrics/comparison.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { columns } from '../io/columns.ts';
import type { Style } from '../io/terminal.ts';
import { stoneBoards } from './stone-boards.ts';

const MAX_MOVES = 12;

/** A comparison for people: verdict, boards, moves, scores by depth, string metrics, method; in the order of the hover. */
export function comparisonText(
  c: Comparison,
  { variant, trueFen, predictedFen }: Pick<CompareJob, 'variant' | 'trueFen' | 'predictedFen'>,
  style: Style,
): string {
  const parts: string[][] = [[style.bold(c.verdictText)]];
  if (c.truthReason !== null) parts.push([`The true state is no valid state either: ${c.truthReason}`]);
  if (predictedFen !== null)
    parts.push(
      variant === 'connect_four' || variant === 'hex'
        ? stoneBoards(variant, trueFen, predictedFen, style)
        : textBoards(trueFen, predictedFen, style),
    );
  const moves = [
    ...movesLine('moves lost', c.movesLost, c.movesInvented),
    ...movesLine('moves invented', c.movesInvented, c.movesLost),
  ];
  if (moves.length > 0) parts.push(columns(moves, ['left', 'left']));
  parts.push(depthTable(c, style));
  parts.push(columns(facts(c), ['left', 'left']));
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** SAN leaves out where a move comes from: one that stands in both lists is named by both its squares. */
function movesLine(title: string, moves: readonly NamedMove[] | null, others: readonly NamedMove[] | null): string[][] {
  if (moves === null || moves.length === 0) return [];
  const shown = moves
    .slice(0, MAX_MOVES)
    .map(({ san, uci }) => (others?.some((other) => other.san === san) === true ? uci : san));
  const more = moves.length > MAX_MOVES ? ` and ${moves.length - MAX_MOVES} more` : '';
  return [[`${title} (${moves.length})`, `${shown.join(' ')}${more}`]];
}

function depthTable(c: Comparison, style: Style): string[] {
  const estimate = c.samples !== null;
  const cell = (which: 'p' | 'r', i: number): string => {
    const standardError = c.standardError?.[which][i];
    return formatScore(c[which][i] ?? 0, { estimate, ...(standardError !== undefined && { standardError }) });
  };
  const rows = c.p.map((_, i) => [String(i + 1), cell('p', i), cell('r', i)]);
  const [head = '', ...body] = columns([['depth', 'p', 'r'], ...rows], ['right', 'left', 'left']);
  return [style.dim(head), ...body];
}

function facts(c: Comparison): string[][] {
  const m = subscript(c.m);
  const rows: string[][] = [];
  if (c.conditional !== null) {
    let before: DepthPair = c;
    for (const [name, scores] of [
      ['with the true side to move', c.conditional.trueSide],
      ['board only', c.conditional.boardOnly],
    ] as const) {
      const { p, r, exact } = scores;
      if (p.at(-1) === before.p.at(-1) && r.at(-1) === before.r.at(-1)) continue;
      before = scores;
      const options = { estimate: !exact };
      rows.push([name, `p${m} ${formatScore(p.at(-1) ?? 0, options)} · r${m} ${formatScore(r.at(-1) ?? 0, options)}`]);
    }
  }
  if (c.setBased !== null)
    rows.push(['set-based', `p${m} ${formatScore(c.setBased.p)} · r${m} ${formatScore(c.setBased.r)}`]);
  rows.push([
    'edit distance',
    `${c.editDistance} (board alone ${c.placementDistance}) · kernel ${formatScore(c.kernel)}`,
  ]);
  rows.push(['squares right', `${c.squaresRight} of ${c.squares}`]);
  const estimate = c.samples === null ? '' : ` · N ${c.samples}${c.seed === null ? '' : ` · seed ${c.seed}`}`;
  rows.push(['method', `${c.method} · m ${c.m}${estimate}`]);
  return rows;
}
