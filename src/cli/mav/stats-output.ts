import {
  calibrationRows,
  exampleCountsText,
  figureRows,
  STATS_DIGITS,
} from '../../core/evaluation/mav-stats/stats-figures.ts';
import type { StatsGroup } from '../../core/mav/stats/collected-stats.ts';
import { columns, type Style } from '../io/terminal.ts';

/**
 * Formats the groups as tables.
 *
 * @param digits decimals of shares
 */
export function mavStatsTable(groups: readonly StatsGroup[], style: Style, digits = STATS_DIGITS): string {
  return `${groups.map((group) => groupTable(group, style, digits).join('\n')).join('\n\n')}\n`;
}

function groupTable(group: StatsGroup, style: Style, digits: number): string[] {
  const { head, rows } = figureRows(group, digits);
  const all = [head, ...rows, ...calibrationRows(group.values, digits)];
  const [first = '', ...lines] = columns(all, ['left', 'left', 'left']);
  return [style.bold(first), ...lines, style.dim(exampleCountsText(group))];
}
