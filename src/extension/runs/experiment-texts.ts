import { plural as pluralOf } from '../../core/base/text/plural.ts';
import { PILOT, type Projected, type Projection } from '../../core/evaluation/runs/projection.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { moneyText } from '../../core/evaluation/runs/spending.ts';
import { estimateOf } from '../../models/runs/estimate.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { whole } from './texts.ts';

const plural = (n: number, noun: string): string => pluralOf(Math.round(n), noun);

/** Three digits of an estimate are more than it knows. */
const roughly = (n: number): string => whole(Number(n.toPrecision(3)));

/** What a run would take: `600 requests, about 118,000 tokens in · cost not known`. `left`: only so many of its requests. */
export function estimateText(job: RunJob, left?: number): string {
  const estimate = estimateOf(job);
  const share = estimate.samples === 0 ? 0 : (left ?? estimate.samples) / estimate.samples;
  const requests = Math.round(share * estimate.requests);
  if (estimate.input === undefined) return `${plural(left ?? estimate.samples, 'sample')}, nothing is sent`;
  const repeated = estimate.samples === estimate.requests ? '' : ` for ${plural(left ?? estimate.samples, 'sample')}`;
  const parts = [`${plural(requests, 'request')}${repeated}, about ${roughly(estimate.input * share)} tokens in`];
  if (estimate.maxOutput !== undefined) parts[0] += `, at most ${roughly(estimate.maxOutput * share)} out`;
  return [parts.join(''), ...costText([{ job, share }])].join(' · ');
}

/** The same for all runs of an experiment together. */
export function dryRunTitle(jobs: readonly RunJob[]): string {
  const estimates = jobs.map((job) => ({ job, ...estimateOf(job) }));
  const remote = estimates.filter(({ input }) => input !== undefined);
  const offline = estimates.filter(({ input }) => input === undefined);
  const parts: string[] = [];
  if (remote.length > 0) {
    const requests = remote.reduce((sum, one) => sum + one.requests, 0);
    const asked = remote.reduce((sum, one) => sum + one.samples, 0);
    const repeated = asked === requests ? '' : ` for ${plural(asked, 'sample')}`;
    const input = remote.reduce((sum, one) => sum + (one.input ?? 0), 0);
    parts.push(`${plural(requests, 'request')}${repeated}, about ${roughly(input)} tokens in`);
    parts.push(...costText(remote.map(({ job }) => ({ job, share: 1 }))));
  }
  if (offline.length > 0) {
    const samples = offline.reduce((sum, one) => sum + one.samples, 0);
    parts.push(`${plural(samples, 'sample')} offline`);
  }
  return `Dry run: ${parts.join(' · ')}`;
}

/** What runs cost together; nothing for servers of this machine that nobody entered prices for. */
function costText(jobs: readonly { readonly job: RunJob; readonly share: number }[]): string[] {
  const costs = new Map<string, { least: number; most: number | undefined; readonly prices: Prices }>();
  for (const { job, share } of jobs) {
    const { cost } = estimateOf(job);
    if (cost === undefined || job.prices === undefined) {
      if (job.model.endpoint?.local === true) continue;
      return ['cost not known'];
    }
    const currency = job.prices.currency ?? '';
    const sum = costs.get(currency) ?? { least: 0, most: 0, prices: job.prices };
    sum.least += cost.least * share;
    sum.most = sum.most === undefined || cost.most === undefined ? undefined : sum.most + cost.most * share;
    costs.set(currency, sum);
  }
  const texts = [...costs.values()].map(({ least, most, prices }) =>
    most === undefined
      ? `cost from ${moneyText(least, prices)} on`
      : `cost ${moneyText(least, prices)} to ${moneyText(most, prices)}`,
  );
  return texts.length === 0 ? [] : [texts.join(' + ')];
}

/** Each run of an experiment in a line, and what it would take. */
export const dryRunDetail = (jobs: readonly RunJob[]): string =>
  jobs
    .map((job) => {
      const { tasks, model, label } = job;
      const where = model.endpoint === undefined ? 'in this process' : `at ${model.endpoint.host}`;
      const cut = tasks.cut === 0 ? '' : `; ${plural(tasks.cut, 'game')} only up to a move that cannot be played`;
      const places = `${plural(tasks.positions, 'position')} of ${plural(tasks.games, 'game')}${cut}`;
      return `${label} ${where}: ${estimateText(job)}\n    ${places}`;
    })
    .join('\n');

/** What a pilot tells of the whole run, in a sentence. */
export function projectionSentence(
  label: string,
  projection: Projection | undefined,
  prices: Prices | undefined,
): string {
  if (projection === undefined) return `${label}: the answers of the pilot came without numbers of tokens.`;
  const { input, output, cost } = projection;
  const tokens = (one: Projected): string => `${roughly(one.expected)} (${roughly(one.low)} to ${roughly(one.high)})`;
  const parts = [`tokens in ${tokens(input)}, out ${tokens(output)}`];
  if (cost !== undefined && prices !== undefined)
    parts.push(
      `cost ${moneyText(cost.expected, prices)} (${moneyText(cost.low, prices)} to ${moneyText(cost.high, prices)})`,
    );
  return `${label}: a pilot of ${Math.min(PILOT, projection.samples)} projects for the whole, with intervals of 95 %, ${parts.join('; ')}.`;
}
