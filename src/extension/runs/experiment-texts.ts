import { MIN_CLUSTERS } from '../../core/base/stats/confidence-interval.ts';
import { detectableDifference, PLANNED } from '../../core/base/stats/paired-test.ts';
import { PILOT, type Projected, type Projection } from '../../core/evaluation/runs/projection.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText } from '../../core/evaluation/runs/spending.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { estimateRun } from '../../models/runs/run-meter.ts';
import type { TaskList } from '../../models/runs/task-list.ts';
import { t } from '../platform/l10n.ts';
import { costRange } from '../platform/models/request-amount.ts';
import { formatInteger } from './texts.ts';

const requestsText = (n: number): string =>
  Math.round(n) === 1 ? t('1 request') : t('{0} requests', formatInteger(n));
const samplesText = (n: number): string => (Math.round(n) === 1 ? t('1 sample') : t('{0} samples', formatInteger(n)));
const gamesText = (n: number): string => (n === 1 ? t('1 game') : t('{0} games', formatInteger(n)));
const positionsText = (n: number): string => (n === 1 ? t('1 position') : t('{0} positions', formatInteger(n)));

/** Formats `300 requests for 100 samples, about 118,000 tokens in`; without the samples if each takes one request. */
function requestsFor(requests: number, samples: number, isRepeated: boolean, tokens: number, hosts = ''): string {
  const about = roughly(tokens);
  const sent = hosts === '' ? requestsText(requests) : t('{0} to {1}', requestsText(requests), hosts);
  return isRepeated
    ? t('{0} for {1}, about {2} tokens in', sent, samplesText(samples), about)
    : t('{0}, about {1} tokens in', sent, about);
}

/** Formats a rounded estimate: three digits exceed its precision. */
const roughly = (n: number): string => formatInteger(Number(n.toPrecision(3)));

/**
 * Formats the requirements of a run: `600 requests, about 118,000 tokens in · cost not known`. `left`: the number of
 * requests still to send.
 */
export function estimateText(job: RunJob, left?: number): string {
  const estimate = estimateRun(job);
  const share = estimate.samples === 0 ? 0 : (left ?? estimate.samples) / estimate.samples;
  const requests = Math.round(share * estimate.requests);
  if (estimate.input === undefined) return t('{0}, nothing is sent', samplesText(left ?? estimate.samples));
  const isRepeated = estimate.samples !== estimate.requests;
  const sent = requestsFor(requests, left ?? estimate.samples, isRepeated, estimate.input * share);
  const all =
    estimate.maxOutput === undefined ? sent : t('{0}, at most {1} out', sent, roughly(estimate.maxOutput * share));
  return [all, ...costText([{ job, share }])].join(' · ');
}

/** Formats the requirements of all runs of an experiment together. */
export function dryRunTitle(jobs: readonly RunJob[]): string {
  const estimates = jobs.map((job) => ({ job, ...estimateRun(job) }));
  const remote = estimates.filter(({ input }) => input !== undefined);
  const offline = estimates.filter(({ input }) => input === undefined);
  const parts: string[] = [];
  if (remote.length > 0) {
    const requests = remote.reduce((sum, item) => sum + item.requests, 0);
    const asked = remote.reduce((sum, item) => sum + item.samples, 0);
    const input = remote.reduce((sum, item) => sum + (item.input ?? 0), 0);
    const hosts = [...new Set(remote.flatMap(({ job }) => job.model.endpoint?.host ?? []))].join(', ');
    parts.push(requestsFor(requests, asked, asked !== requests, input, hosts));
    parts.push(...costText(remote.map(({ job }) => ({ job, share: 1 }))));
  }
  if (offline.length > 0) {
    const samples = offline.reduce((sum, item) => sum + item.samples, 0);
    parts.push(t('{0} offline', samplesText(samples)));
  }
  return t('Dry run: {0}', parts.join(' · '));
}

/** Formats the total cost of runs; empty for servers of this machine without prices. */
function costText(jobs: readonly { readonly job: RunJob; readonly share: number }[]): string[] {
  const costs = new Map<string, { least: number; most: number | undefined; readonly prices: Prices }>();
  for (const { job, share } of jobs) {
    const { cost } = estimateRun(job);
    if (cost === undefined || job.prices === undefined) {
      if (job.model.endpoint?.local === true) continue;
      return [t('cost not known')];
    }
    const currency = job.prices.currency ?? '';
    const sum = costs.get(currency) ?? { least: 0, most: 0, prices: job.prices };
    sum.least += cost.least * share;
    sum.most = sum.most === undefined || cost.most === undefined ? undefined : sum.most + cost.most * share;
    costs.set(currency, sum);
  }
  const texts = [...costs.values()].map(({ least, most, prices }) => costRange(least, most, prices));
  return texts.length === 0 ? [] : [texts.join(' + ')];
}

/** Formats the requirements of each run of an experiment in a line, and the possible results of a report. */
export function dryRunDetail(jobs: readonly RunJob[]): string {
  const lines = jobs.map((job) => {
    const { tasks, model, label } = job;
    const { endpoint } = model;
    const where = endpoint === undefined ? t('{0} in this process', label) : t('{0} at {1}', label, endpoint.host);
    const places = t('{positions} of {games}', {
      positions: positionsText(tasks.positions),
      games: gamesText(tasks.games),
    });
    const all =
      tasks.cut === 0 ? places : t('{0}; {1} only up to a move that cannot be played', places, gamesText(tasks.cut));
    return `${where}: ${estimateText(job)}\n    ${all}`;
  });
  return [...lines, ...jobs.slice(0, 1).map(({ tasks }) => detectableSentence(tasks))].join('\n');
}

/** Describes the smallest difference of two models that the planned games can show, from stated assumptions. */
function detectableSentence(tasks: TaskList): string {
  const { differing, correlation, power } = PLANNED;
  const found = detectableDifference(tasks.clusterSizes());
  if (!found.isTested)
    return t(
      'Independent games: {0}. With fewer than {1}, a report has no intervals and no tests.',
      found.clusters,
      MIN_CLUSTERS,
    );
  const assumed = t(
    'power {0} %, paired test at 5 %, if two models differ on {1} % of the positions, with a correlation of {2} within a game',
    100 * power,
    100 * differing,
    correlation,
  );
  return found.least === null
    ? t(
        'Independent games: {0}, too few or too unequal to show which of two models is better ({1}).',
        found.clusters,
        assumed,
      )
    : t(
        'Independent games: {0}, which can show a difference of {1} in exact answers between two models ({2}).',
        found.clusters,
        found.least.toFixed(2),
        assumed,
      );
}

/** Formats the prediction of a pilot for the whole run, as a sentence. */
export function projectionSentence(
  label: string,
  projection: Projection | undefined,
  prices: Prices | undefined,
): string {
  if (projection === undefined) return t('{0}: the answers of the pilot came without numbers of tokens.', label);
  const { input, output, cost } = projection;
  const tokens = (item: Projected): string =>
    t('{0} ({1} to {2})', roughly(item.expected), roughly(item.low), roughly(item.high));
  const parts = [t('tokens in {0}, out {1}', tokens(input), tokens(output))];
  if (cost !== undefined && prices !== undefined)
    parts.push(
      t(
        'cost {0} ({1} to {2})',
        moneyText(cost.expected, prices),
        moneyText(cost.low, prices),
        moneyText(cost.high, prices),
      ),
    );
  return t(
    '{0}: a pilot of {1} projects for the whole, with intervals of 95 %, {2}.',
    label,
    Math.min(PILOT, projection.samples),
    parts.join('; '),
  );
}
