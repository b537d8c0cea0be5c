import { formatScore } from '../../metrics/score-format.ts';
import { VERDICT_NAMES } from '../../metrics/wording-aggregate.ts';
import { costText } from './cost.ts';
import {
  type CellFigures,
  modelsOf,
  type Rank,
  type Report,
  type SeriesFigures,
  seriesWithRequests,
} from './report.ts';
import { ERROR_KINDS } from './sample-scores.ts';
import {
  BEST_FIRST,
  costCells,
  costNote,
  counted,
  countInterval,
  depthName,
  differenceText,
  finding,
  groupName,
  methodNotes,
  NOTHING,
  percent,
  percentInterval,
  placeText,
  pValue,
  scoreInterval,
} from './words.ts';

/** The report as Markdown, for a paper, a README or a terminal. */
export function reportMarkdown(report: Report): string {
  const { series, m } = report;
  const parts = [
    '# State tracking report',
    report.runs.map(({ file, samples }) => `${code(file)}, ${counted(samples, 'sample')}`).join('; '),
    modelsOf(report)
      .map(({ name, all }) => `- **${escape(name)}**: ${finding(all)}`)
      .join('\n'),
    '## Models',
    modelTable(series, m),
    '## Verdicts',
    verdictTable(series),
    ...lengthSections(report),
    ...rankingSection(report),
    ...pairSection(report),
    '## What went wrong',
    errorTable(series),
    blameTable(series),
    ...effortSection(report),
    ...worstSection(report),
    '## Method',
    methodNotes(report)
      .map((sentence) => `- ${escape(sentence)}`)
      .join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A table; the first column is text, the others are numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

const escape = (text: string): string => text.replace(/[\\`*_|<>[\]]/g, '\\$&').replace(/[\r\n]+/g, ' ');
const code = (text: string): string => `\`${text.replace(/[`\r\n|]/g, "'")}\``;

const named = ({ name, floor }: { name: string; floor: boolean }): string =>
  floor ? `_${escape(name)}_` : escape(name);

function modelTable(series: readonly SeriesFigures[], m: number): string {
  const head = [
    'model',
    'n',
    'failed',
    'coverage',
    'exact',
    'same position',
    'squares right',
    'edit distance',
    'kernel',
  ];
  return markdownTable(
    [...head, depthName('p', m), depthName('r', m)],
    series.map((one) => [
      named(one),
      String(one.all.n),
      String(one.all.failed),
      percent(one.all.coverage),
      percentInterval(one.all.exact),
      percentInterval(one.all.position),
      percentInterval(one.all.accuracy),
      countInterval(one.all.edit),
      scoreInterval(one.all.kernel),
      scoreInterval(one.all.p.at(-1)),
      scoreInterval(one.all.r.at(-1)),
    ]),
  );
}

function verdictTable(series: readonly SeriesFigures[]): string {
  return markdownTable(
    ['model', ...BEST_FIRST.map((v) => VERDICT_NAMES[v])],
    series.map((one) => [named(one), ...BEST_FIRST.map((v) => String(one.all.verdicts[v]))]),
  );
}

function lengthSections({ series, groups, m }: Report): string[] {
  if (groups.length < 2) return [];
  const table = (title: string, cell: (figures: CellFigures) => string): string[] => [
    `### ${title}`,
    markdownTable(
      ['model', ...groups.map(groupName), 'all'],
      series.map((one) => [
        named(one),
        ...groups.map((group) => {
          const figures = one.groups.find(({ from }) => from === group.from);
          return figures === undefined ? NOTHING : cell(figures);
        }),
        cell(one.all),
      ]),
    ),
  ];
  const p = depthName('p', m);
  return [
    '## By length of game, in half-moves',
    ...table('Answers scored', ({ scored }) => String(scored)),
    ...table(`Mean ${p}`, (figures) => scoreInterval(figures.p.at(-1))),
    ...table('Exact', ({ exact }) => percentInterval(exact)),
    ...table('Squares right', ({ accuracy }) => percentInterval(accuracy)),
    ...table('Edit distance', ({ edit }) => countInterval(edit)),
    ...table(`τ_b of ${p} with −edit distance`, ({ tau }) =>
      tau === null ? NOTHING : `${tau.tauB.toFixed(2)} (p ${pValue(tau.p)})`,
    ),
  ];
}

function rankingSection({ ranking, m }: Report): string[] {
  if (ranking.missingAsZero.length < 2) return [];
  const table = (ranks: readonly Rank[]): string =>
    markdownTable(
      ['model', 'rank', `mean ${depthName('p', m)}`, 'exact'],
      ranks.map((one) => [named(one), String(one.rank), formatScore(one.p), percent(one.exact)]),
    );
  const { common, positions } = ranking;
  return [
    '## Ranking',
    common === 0
      ? 'No position was answered by all models.'
      : `On the ${counted(common, 'position')} that all models answered:`,
    common === 0 ? '' : table(ranking.onCommon),
    `On all ${counted(positions, 'position')}, what is missing counted as 0:`,
    table(ranking.missingAsZero),
  ];
}

function pairSection({ pairs, m }: Report): string[] {
  if (pairs.length === 0) return [];
  return [
    '## Paired differences',
    markdownTable(
      ['A − B', 'metric', 'positions', 'difference', 'p', 'p, Holm'],
      pairs.map((pair) => [
        `${escape(pair.a)} − ${escape(pair.b)}`,
        pair.metric === 'p' ? depthName('p', m) : 'exact',
        String(pair.positions),
        differenceText(pair),
        pValue(pair.difference.p),
        pValue(pair.holm),
      ]),
    ),
  ];
}

const errorTable = (series: readonly SeriesFigures[]): string =>
  markdownTable(
    ['answers with', ...ERROR_KINDS],
    series.map((one) => [named(one), ...ERROR_KINDS.map((kind) => String(one.all.errors[kind]))]),
  );

const blameTable = (series: readonly SeriesFigures[]): string =>
  markdownTable(
    ['model', 'wrong squares', 'stale', 'by chance', 'median age of missed moves', 'opening fallbacks'],
    series.map((one) => {
      const { wrong, stale, control, ages, fallbacks } = one.all.blame;
      const share = (value: number | null): string => (value === null ? NOTHING : percent(value));
      const age = ages.median === null ? NOTHING : String(ages.median);
      return [named(one), String(wrong), share(stale), share(control), age, String(fallbacks)];
    }),
  );

function effortSection(report: Report): string[] {
  const { series, groups } = report;
  const priced = series.filter(({ all, groups: own }) => [all, ...own].some(({ cost }) => cost !== null));
  const known = seriesWithRequests(report);
  if (known.length === 0) return [];
  return [
    '## Requests',
    markdownTable(
      [
        'model',
        'failed',
        'faults',
        'not scored',
        'input tokens',
        'output tokens',
        'of them thought',
        'from a cache',
        'cost',
      ],
      known.map((one) => {
        const { failed, faults, unscored, tokens } = one.all;
        const names = Object.entries(faults).map(([name, n]) => `${escape(name)} ${n}`);
        const count = (n: number | undefined): string => (n === undefined ? NOTHING : n.toLocaleString('en'));
        return [
          named(one),
          String(failed),
          names.join(', ') || NOTHING,
          String(unscored),
          count(tokens?.input),
          count(tokens?.output),
          count(tokens?.reasoning),
          count(one.all.cached),
          one.all.cost === null ? NOTHING : costText(one.all.cost),
        ];
      }),
    ),
    ...(priced.length === 0 || groups.length < 2
      ? []
      : [
          'Cost, by half-moves played:',
          markdownTable(
            ['model', ...groups.map(groupName), 'all'],
            priced.map((one) => [named(one), ...costCells(one, groups)]),
          ),
        ]),
    costNote(report),
  ];
}

function worstSection({ worst, m }: Report): string[] {
  if (worst.length === 0) return [];
  const hasPlaces = worst.some(({ place }) => place !== undefined);
  const head = ['model', 'game', 'ply', 'verdict', depthName('p', m), 'edit', 'predicted', 'true'];
  return [
    '## Worst answers',
    markdownTable(
      [...head, ...(hasPlaces ? ['place'] : [])],
      worst.map((one) => [
        escape(one.series),
        one.gameName === null ? String(one.game + 1) : `${one.game + 1} (${escape(one.gameName)})`,
        one.san === null ? String(one.ply) : `${one.ply} (${escape(one.san)})`,
        VERDICT_NAMES[one.verdict],
        formatScore(one.p),
        String(one.edit),
        code(one.predicted),
        code(one.trueFen),
        ...(hasPlaces ? [one.place === undefined ? '' : code(placeText(one.place))] : []),
      ]),
    ),
  ];
}
