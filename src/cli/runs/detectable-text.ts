import { detectableDifference, PLANNED } from '../../core/base/stats/detectable.ts';
import { MIN_CLUSTERS } from '../../core/base/stats/intervals.ts';
import type { TaskList } from '../../models/runs/task-list.ts';
import { plural } from '../io/terminal.ts';

/**
 * What a report of the planned games can show about two models. The assumptions are part of it: nothing is known about models that were
 * not asked.
 */
export function detectableText(tasks: TaskList): string {
  const { differing, correlation, power } = PLANNED;
  const found = detectableDifference(tasks.clusterSizes());
  const games = plural(found.clusters, 'independent game');
  if (!found.isTested) return `${games}: with fewer than ${MIN_CLUSTERS} a report has no intervals and no tests\n`;
  const assumed = `two models differ on ${100 * differing} % of the positions, with a correlation of ${correlation} within a game`;
  const power80 = `power ${100 * power} %, paired test at 5 %`;
  return found.least === null
    ? `${games}: too few, or too unequal, to show which of two models is better (${power80}, if ${assumed})\n`
    : `${games}: can show a difference of ${found.least.toFixed(2)} in exact answers between two models (${power80}, if ${assumed})\n`;
}
