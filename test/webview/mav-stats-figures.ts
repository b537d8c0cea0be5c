import fs from 'node:fs';
import { mavStatsParts, statsLead } from '../../src/core/evaluation/mav-stats-page.ts';
import { CollectedStats } from '../../src/core/mav/stats/collected-stats.ts';
import { ReferenceValues, ValueComparison } from '../../src/core/mav/stats/compare-values.ts';
import { tallyAnswers } from '../../src/core/mav/stats/judge-answers.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { MAV_STATS_VERSION } from '../../src/protocol/mav-stats-messages.ts';
import type { OpenPage } from './page-host.ts';

const TRACES = fs.readFileSync('samples/traces.mav', 'utf8');

/** Sends the page what the extension would of the traces of the samples, with their values or without. */
export async function showMavStats(open: OpenPage, isCompared = true): Promise<void> {
  const collected = new CollectedStats(PUBLISHED_DIALECT);
  collected.add(tallyAnswers(TRACES, PUBLISHED_DIALECT));
  const source = new ReferenceValues('right.mav');
  source.add(TRACES, PUBLISHED_DIALECT);
  const comparison = new ValueComparison(source, PUBLISHED_DIALECT, new AbortController().signal, () => undefined);
  if (isCompared) collected.addValues(await comparison.judge(TRACES));
  const groups = collected.groups();
  await open.send({
    version: MAV_STATS_VERSION,
    type: 'show',
    title: 'traces.mav',
    uri: 'file:///folder/traces.mav',
    text: statsLead(groups),
    notes: [],
    parts: mavStatsParts(groups).map(({ id, title, body }) => ({ id, title, body: [...body] })),
    canCompare: !isCompared,
  });
}
