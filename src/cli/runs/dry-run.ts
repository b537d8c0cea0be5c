import { PILOT, type Projected, type Projection } from '../../core/evaluation/runs/projection.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { shardName } from '../../core/evaluation/runs/shards.ts';
import { moneyText } from '../../core/evaluation/runs/spending.ts';
import { CHARACTERS_A_TOKEN } from '../../models/prompts/prompt.ts';
import { estimateOf, type RunEstimate } from '../../models/runs/estimate.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { plural } from '../check/findings.ts';

const number = (n: number): string => Math.round(n).toLocaleString('en-US');

/** What a run would do, in lines; nothing is asked and nothing written. */
export function dryRunText(job: RunJob, maxCost: number | undefined): string {
  const { label, tasks, shard, prices, file, model } = job;
  const { requests, input, mostOutput, cost, worthPilot } = estimateOf(job);
  const where = model.endpoint === undefined ? 'in this process' : `at ${model.endpoint.host}`;
  const lines = [
    `${label} ${where}: ${plural(requests, 'request')}${shard === undefined ? '' : ` (shard ${shardName(shard)} of ${number(tasks.count)})`}`,
    `  ${plural(tasks.positions, 'position')} of ${plural(tasks.games, 'game')}, into ${file}`,
  ];
  if (tasks.cut > 0) lines.push(`  ${plural(tasks.cut, 'game')} only up to a move that cannot be played`);
  if (input !== undefined) {
    const output = mostOutput === undefined ? 'output not known' : `at most ${number(mostOutput)} out`;
    lines.push(`  about ${number(input)} tokens in (a token each ${CHARACTERS_A_TOKEN} characters), ${output}`);
    lines.push(`  ${costLine(cost, prices)}`);
    if (maxCost !== undefined && prices !== undefined) lines.push(`  stops at ${moneyText(maxCost, prices)}`);
    if (worthPilot) lines.push(`  --pilot asks ${PILOT} of them first and projects tokens and cost`);
  }
  return `${lines.join('\n')}\n`;
}

function costLine(cost: RunEstimate['cost'], prices: Prices | undefined): string {
  if (cost === undefined || prices === undefined) return 'cost not known: no prices were entered';
  const least = moneyText(cost.least, prices);
  const by = `by prices of ${prices.date}`;
  if (cost.most === undefined) return `cost from ${least} for the input on, ${by}`;
  return `cost ${least} to ${moneyText(cost.most, prices)} ${by}`;
}

/** What a pilot tells of the whole run. */
export function projectionText(label: string, projection: Projection | undefined, prices: Prices | undefined): string {
  if (projection === undefined) return `${label}: no projection, for the answers came without numbers of tokens\n`;
  const { samples, input, output, cost } = projection;
  const tokens = (one: Projected): string => `${number(one.expected)} (${number(one.low)} to ${number(one.high)})`;
  const lines = [
    `${label}: projected from ${plural(samples, 'answer')}, with intervals of 95 %`,
    `  tokens in ${tokens(input)}, out ${tokens(output)}`,
  ];
  if (cost !== undefined && prices !== undefined) {
    const [expected, low, high] = [cost.expected, cost.low, cost.high].map((amount) => moneyText(amount, prices));
    lines.push(`  cost ${expected} (${low} to ${high}) by prices of ${prices.date}`);
  }
  return `${lines.join('\n')}\n`;
}
