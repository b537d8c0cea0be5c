import { describe } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { runFigures } from '../../../src/core/evaluation/report/cell.ts';
import { samplesCsv } from '../../../src/core/evaluation/report/csv.ts';
import { reportFigures } from '../../../src/core/evaluation/report/figures/report-figures.ts';
import { groupingTables, positionTables } from '../../../src/core/evaluation/report/group-tables.ts';
import { reportHtml } from '../../../src/core/evaluation/report/html/page.ts';
import type { BoardLink } from '../../../src/core/evaluation/report/html/worst-boards.ts';
import { GROUPINGS } from '../../../src/core/evaluation/report/list/groupings.ts';
import { listSamples } from '../../../src/core/evaluation/report/list/list-samples.ts';
import { ALL_SAMPLES, FAILURES } from '../../../src/core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../../src/core/evaluation/report/list/sample-table.ts';
import { lossClauses } from '../../../src/core/evaluation/report/loss-words.ts';
import { methodsLines } from '../../../src/core/evaluation/report/methods-words.ts';
import { GROUP_BY } from '../../../src/core/evaluation/report/report-lists.ts';
import { withGamesHashes } from '../../../src/core/evaluation/report/report-methods.ts';
import { reportJunit, reportText } from '../../../src/core/evaluation/report/report-text.ts';
import { runMethods } from '../../../src/core/evaluation/report/run-methods.ts';
import { namedRuns } from '../../../src/core/evaluation/report/series.ts';
import { judgeThresholds, readThresholds, THRESHOLD_METRICS } from '../../../src/core/evaluation/report/thresholds.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { REPORT_VARIANTS, reportVariant, withPlaces } from '../../support/report-variants.ts';
import { RUN_HEADER } from '../../support/run-lines.ts';
import { itLong } from '../../support/thorough.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const OPTIONS = { tool: { name: 'statelens', version: '0' }, m: 2, groupBy: GROUP_BY } as const;

const withoutStyle = (page: string): string => page.replaceAll(/<style>[^]*?<\/style>/g, '');

/** A link for the places of some answers. */
const linkOf: BoardLink = ({ games, place }) => (games === null ? undefined : `link:${games}&"${place?.line ?? ''}`);

function* texts(): Iterable<RecordedValue> {
  for (const [name, variant] of Object.entries(REPORT_VARIANTS)) {
    const { runs, ...options } = variant();
    const report = buildReport(runs, { ...OPTIONS, ...options });
    yield value(`${name}: figures`, report, `${report.series.length} series, ${report.asked.samples} samples`);
    yield value(`${name}: csv`, reportText(report, 'csv'));
    yield value(`${name}: md`, reportText(report, 'md'));
    yield value(`${name}: latex`, reportText(report, 'latex'));
    yield value(`${name}: html`, withoutStyle(reportHtml(report)));
    yield value(`${name}: words`, [
      lossClauses(report),
      methodsLines(report),
      reportJunit(report, []),
      namedRuns(runs),
      runs.map((run) => runFigures(run, 2) ?? null),
    ]);
  }
}

function* lists(): Iterable<RecordedValue> {
  for (const name of [
    'whole',
    'shards',
    'nine plies',
    'a world and chess',
    'the same samples twice',
    'many games',
    'nothing scored',
    'ties',
    'templates',
    'baselines alone',
  ]) {
    const { runs, ...options } = reportVariant(name);
    const all = { ...OPTIONS, ...options, digits: 3, clusters: { openingPlies: 3 } };
    const report = buildReport(runs, { ...all, positions: true });
    yield value(`${name}: positions`, [reportText(report, 'csv'), positionTables(report), groupingTables(report)]);
    yield value(`${name}: samples`, samplesCsv(buildReport(runs, { ...all, samples: true }).samples ?? []));
    const links = withPlaces(report);
    for (const format of ['md', 'latex', 'json'] as const)
      yield value(`${name}: ${format} with places`, reportText(links, format));
    yield value(`${name}: links`, withoutStyle(reportText(links, 'html', { linkOf })));
    const figures = reportFigures(report).map(({ text, name: file, encoding }) => [file, encoding, text]);
    yield value(`${name}: drawings`, figures);
    const table = new SampleTable(listSamples(runs), report.groups);
    const queries = [ALL_SAMPLES, FAILURES, ...GROUPINGS.map((by) => ({ ...FAILURES, by }))];
    const facts = queries.map((query) => [0, 1, 5, -1, 10_000].map((sample) => table.facts(query, sample)));
    yield value(`${name}: facts`, [table.changes(), GROUPINGS.map((by) => table.groups(by)), facts]);
    const only = GROUPINGS.flatMap((by) =>
      table
        .groups(by)
        .map(({ key }) => [
          by,
          key,
          table.page({ ...FAILURES, only: { [by]: key } }, 0, 8),
          table.facts({ ...FAILURES, by, only: { [by]: key } }, 3),
        ]),
    );
    yield value(`${name}: groups`, only);
    const judged = [0, 1e-9, 0.5, 1].map((at) => {
      const read = readThresholds(THRESHOLD_METRICS.map((metric) => `${metric}=${at}`).join(','));
      const results = judgeThresholds(report, read.ok ? read.value : []);
      return [results, reportJunit(report, results)];
    });
    yield value(`${name}: thresholds`, judged);
  }
  const answers = {
    script: 'x < 1',
    style: 'a{b:c}',
    hash: 'h',
    data: { a: '</script>\u2028\u2029' },
    note: 'A <note>',
  };
  const { runs } = reportVariant('ties');
  const report = buildReport(runs, OPTIONS);
  yield value('page with answers', withoutStyle(reportHtml(report, { answers })));
  for (const text of [
    'exact=0',
    'exact=1',
    ' p = 0.5 , r=1',
    'p=1.0001',
    'p=-0.1',
    'p=',
    'p',
    '',
    'q=1',
    'p=x',
    'p=0=1',
    'p=1e-3',
    'f=0.2,',
    'kernel=Infinity',
  ])
    yield value(`thresholds ${text}`, readThresholds(text));
  const hashes = new Map([['games.pgn', 'abcd']]);
  const { runs: made } = reportVariant('methods');
  yield value('hashes', withGamesHashes(buildReport(made, OPTIONS).methods, hashes));
  const noHash = { ...RUN_HEADER, plan: undefined } as never;
  const methods = { ...buildReport([], OPTIONS).methods, runs: [runMethods('a', noHash, undefined, null)] };
  yield value('found hashes', [withGamesHashes(methods, hashes), withGamesHashes(methods, new Map())]);
  yield value('words of found hashes', methodsLines({ ...report, methods: withGamesHashes(methods, hashes) }));
}

describe('reports of runs of every kind, as recorded', () => {
  itLong('have figures and texts', () => {
    assertRecorded('report-variants', texts());
  });

  itLong('have lists, places, links, drawings, groups and thresholds', () => {
    assertRecorded('report-variant-lists', lists());
  });
});
