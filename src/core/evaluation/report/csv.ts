import type { Interval } from '../../base/stats/confidence-interval.ts';
import { csvRow } from '../../base/text/escape.ts';
import { CAUSE_IDS } from '../../metrics/sentence/causes.ts';
import { VERDICTS } from '../../metrics/verdict.ts';
import type { SampleColumns } from '../sample/column.ts';
import { columnsIn, SAMPLE_COLUMNS } from '../sample/columns.ts';
import type { SampleRecord } from './list/listed-sample.ts';
import { FAULTS } from './reading-tally.ts';
import type { CellFigures, Report } from './report.ts';
import type { GroupingRow, PositionFigures } from './report-lists.ts';
import { ERROR_KINDS } from './sample-scores.ts';
import type { TrajectoryFigures } from './trajectories.ts';

const COLUMNS = ['model', 'floor', 'from', 'to', 'metric', 'depth', 'value', 'low', 'high', 'n', 'method'] as const;

type Fact = readonly [
  metric: string,
  depth: number | '',
  value: number,
  low: number | '',
  high: number | '',
  n: number,
  method: string,
];

/**
 * Returns the report as tidy CSV (RFC 4180): a line per model, length of game and figure; `from` and `to` are empty
 * over all lengths. Groupings add the columns `by` and `group`. A report with samples or positions returns that table
 * instead.
 */
export function reportCsv(report: Report): string {
  if (report.samples !== undefined) return samplesCsv(report.samples);
  if (report.positions !== undefined) return positionsCsv(report.positions);
  return figuresCsv(report);
}

function figuresCsv({ series, groupings }: Report): string {
  const grouped = groupings.flatMap(({ by, rows }) => rows.map((row) => ({ by, row })));
  const [none, names] =
    grouped.length === 0
      ? [[], []]
      : [
          ['', ''],
          ['by', 'group'],
        ];
  const lines = [csvRow([...COLUMNS, ...names])];
  for (const { name, floor, all, groups, trajectories } of series) {
    for (const group of [{ ...all, from: '', to: '' }, ...groups]) {
      const { from, to } = group;
      for (const fact of factsOf(group)) lines.push(csvRow([name, floor, from, to ?? '', ...fact, ...none]));
    }
    for (const [from, to, ...fact] of trajectories === undefined ? [] : walkFacts(trajectories))
      lines.push(csvRow([name, floor, from, to, ...fact, ...none]));
  }
  for (const { by, row } of grouped) {
    for (const fact of groupFacts(row)) lines.push(csvRow([row.series, false, '', '', ...fact, by, row.group]));
  }
  return lines.join('');
}

type WalkFact = readonly [from: number | '', to: number | '', ...Fact];

/** Returns the figures of whole walks; those up to a ply have it as the end of their length. */
function walkFacts({ walks, incomplete, allRight, firstWrong, lengths }: TrajectoryFigures): WalkFact[] {
  const estimate = (
    metric: string,
    interval: Interval | null,
    n: number,
    from: number | '' = '',
    to: number | '' = '',
  ): WalkFact[] =>
    interval === null
      ? []
      : [[from, to, metric, '', interval.value, interval.low ?? '', interval.high ?? '', n, interval.method]];
  const count = (metric: string, value: number, n: number): WalkFact => ['', '', metric, '', value, '', '', n, 'count'];
  return [
    count('walks', walks, walks + incomplete),
    ...estimate('walks all right', allRight, walks),
    ...(firstWrong === null ? [] : [count('median first wrong half-move', firstWrong.median, walks)]),
    ...lengths.flatMap(({ ply, walks: n, allRight: upTo, right }) => [
      ...estimate('walks right so far', upTo, n, 0, ply),
      ...estimate('walks right here', right, n, ply, ply),
    ]),
  ];
}

function groupFacts({ answers, share, clusters, exact, position, p, r }: GroupingRow): Fact[] {
  const rate = (metric: string, { value, low, high, method }: Interval): Fact => [
    metric,
    '',
    value,
    low ?? '',
    high ?? '',
    answers,
    method,
  ];
  return [
    ['answers', '', answers, '', '', answers, 'count'],
    ['share of answers', '', share, '', '', answers, 'share'],
    ['independent games', '', clusters, '', '', answers, 'count'],
    rate('exact', exact),
    rate('position', position),
    rate('p', p),
    rate('r', r),
  ];
}

function factsOf(cell: CellFigures): Fact[] {
  const { n, scored } = cell;
  const count = (metric: string, value: number, of = n): Fact => [metric, '', value, '', '', of, 'count'];
  const estimate = (metric: string, interval: Interval | null, depth: number | '' = ''): Fact[] =>
    interval === null
      ? []
      : [[metric, depth, interval.value, interval.low ?? '', interval.high ?? '', scored, interval.method]];
  const share = (metric: string, value: number | null, of: number): Fact[] =>
    value === null ? [] : [[metric, '', value, '', '', of, 'share']];
  const { blame, tau, tokens } = cell;
  return [
    count('samples', n),
    count('scored', scored),
    count('failed', cell.failed),
    count('unscored', cell.unscored),
    count('games', cell.games),
    count('distinct positions', cell.positions),
    count('independent games', cell.clusters),
    count('answers', cell.answers, scored),
    ...share('coverage', cell.coverage, n),
    ...estimate('exact', cell.exact),
    ...estimate('position', cell.position),
    ...estimate('valid', cell.valid),
    ...estimate('board accuracy', cell.accuracy),
    ...estimate('edit distance', cell.editDistance),
    ...estimate('kernel', cell.kernel),
    ...cell.p.flatMap((interval, i) => estimate('p', interval, i + 1)),
    ...cell.r.flatMap((interval, i) => estimate('r', interval, i + 1)),
    ...(cell.f === null ? [] : estimate('f', cell.f, cell.p.length)),
    count('p vacuous', cell.vacuous.p, cell.answers),
    count('r vacuous', cell.vacuous.r, cell.answers),
    ...share('p with true side', cell.trueSide?.p ?? null, scored),
    ...share('r with true side', cell.trueSide?.r ?? null, scored),
    ...share('p of board alone', cell.boardOnly?.p ?? null, scored),
    ...share('r of board alone', cell.boardOnly?.r ?? null, scored),
    ...(tau === null ? [] : ([['tau-b', '', tau.tauB, '', '', tau.n, 'kendall']] as const)),
    ...(tau === null || tau.p === null
      ? []
      : ([['p-value of tau-b', '', tau.p, '', '', tau.n, 'kendall over clusters']] as const)),
    ...VERDICTS.map((verdict) => count(`verdict ${verdict}`, cell.verdicts[verdict], cell.answers)),
    ...CAUSE_IDS.flatMap((id) =>
      cell.causes[id] === undefined ? [] : [count(`cause ${id}`, cell.causes[id], cell.answers)],
    ),
    ...ERROR_KINDS.map((kind) => count(`answers with ${kind}`, cell.errors[kind], cell.answers)),
    ...readingFacts(cell),
    ...share('stale squares', blame.stale, blame.wrong),
    ...share('stale squares by chance', blame.control, blame.wrong),
    ...blame.ages.bins.map((bin) => count(`missed moves ${binName(bin)} plies old`, bin.count, blame.wrong)),
    ...(tokens === null
      ? []
      : [
          count('input tokens', tokens.input),
          count('output tokens', tokens.output),
          count('reasoning tokens', tokens.reasoning),
        ]),
    ...(cell.cached === 0 ? [] : [count('cached answers', cell.cached)]),
    ...costFacts(cell),
  ];
}

function readingFacts({ reading, answers, n, p }: CellFigures): Fact[] {
  const { several, doubtful, inPart, byRule, elsewhere, inThoughts, faults } = reading;
  const count = (metric: string, value: number, of: number): Fact[] =>
    value === 0 ? [] : [[metric, '', value, '', '', of, 'count']];
  return [
    ...count('answers with several states', several, answers),
    ...count('doubtful answers', doubtful, answers),
    ...count('answers stated in part', inPart, answers),
    ...(several === 0 || byRule === null
      ? []
      : (['last', 'first', 'labelled'] as const).map(
          (rule): Fact => [
            `p by ${rule === 'labelled' ? 'labeled' : rule} state`,
            p.length,
            byRule[rule],
            '',
            '',
            answers,
            'mean',
          ],
        )),
    ...count('answers with the true state elsewhere', elsewhere, answers),
    ...count('answers with the true state in the reasoning alone', inThoughts, answers),
    ...FAULTS.flatMap((fault) => count(`p of 0 or none: ${fault}`, faults[fault], n)),
  ];
}

function costFacts({ cost, n }: CellFigures): Fact[] {
  if (cost === null) return [];
  const metric = cost.currency === null ? 'cost' : `cost in ${cost.currency}`;
  const method = `prices of ${cost.dates.join(' and ')}`;
  return [
    [metric, '', cost.amount, '', '', n, method],
    ['requests not in the cost', '', cost.uncounted, '', '', n, 'count'],
  ];
}

const binName = ({ from, to }: { from: number; to: number | null }): string =>
  to === null ? `${from} and more` : from === to ? String(from) : `${from} to ${to}`;

/** Returns a table with a line per sample; unknown values are empty. */
export function samplesCsv(samples: readonly SampleRecord[], columns: SampleColumns = SAMPLE_COLUMNS): string {
  const names = columnsIn('list', columns);
  const lines = samples.map((sample) => csvRow(names.map((name) => sample[name] ?? '')));
  return [csvRow(names), ...lines].join('');
}

const ANSWER_FIELDS = ['verdict', 'cause', 'p', 'r', 'samples', 'exact', 'position', 'sentence'] as const;

/** Returns a line per position; for each model the columns `MODEL verdict`, `MODEL p` and so on. */
function positionsCsv(positions: readonly PositionFigures[]): string {
  const names = Object.keys(positions[0]?.answers ?? {});
  const place = ['games', 'game', 'gameName', 'ply', 'san', 'variant', 'trueFen', 'disagreement'] as const;
  const head = [...place, ...names.flatMap((name) => ANSWER_FIELDS.map((field) => `${name} ${field}`))];
  const lines = positions.map((row) =>
    csvRow([
      ...place.map((field) => row[field] ?? ''),
      ...names.flatMap((name) => ANSWER_FIELDS.map((field) => row.answers[name]?.[field] ?? '')),
    ]),
  );
  return [csvRow(head), ...lines].join('');
}
