import { formatShareSum } from '../../../base/text/counts.ts';
import { SQUARE } from '../../../metrics/comparison-rules.ts';
import type { Verdict } from '../../../metrics/verdict.ts';
import { verdictName } from '../../../metrics/wording.ts';
import { causeTable, groupingTables, positionTables, trajectorySentences, trajectoryTables } from '../group-tables.ts';
import { lengthKey } from '../list/groupings.ts';
import { caseText, lossClauses, lossSentence } from '../loss-words.ts';
import { type MethodsLine, methodsLines, methodsPrompts, NO_PROMPTS, promptBody } from '../methods-words.ts';
import { faultTable, readingSentences, readingTable } from '../reading-tables.ts';
import { type LossCase, type Report, reportModels, type SeriesFigures } from '../report.ts';
import { reportCharts } from '../report-charts.ts';
import {
  costTable,
  effortTable,
  gameTables,
  isPriced,
  lengthTables,
  pairTables,
  rankingTables,
  verdictTable,
} from '../tables.ts';
import {
  BEST_FIRST,
  cautions,
  costNote,
  countInterval,
  depthName,
  finding,
  methodNotes,
  NO_FIGURE,
  percent,
  percentInterval,
  sampleCountsText,
  scoreInterval,
  unbeatenNote,
} from '../words.ts';
import { figure } from './line-chart.ts';
import { blocks, escape, type Markup, paragraph, svg, table } from './markup.ts';
import { verdictClass } from './style.ts';
import { type BoardLink, MAX_BOARDS, worstBoards } from './worst-boards.ts';

/** Returns the first sentence of a report, and below it links to the cases that show it. */
export function lossPart(report: Report, linkOf: BoardLink = () => undefined): Markup[] {
  const clauses = lossClauses(report);
  if (clauses.length === 0) return [];
  const items = clauses.flatMap(({ name, cases }) => {
    const links = cases.map((one) => caseMarkup(one, name, report, linkOf(one)));
    return links.length === 0 ? [] : [`<li>${escape(name)}: ${links.join(' · ')}</li>`];
  });
  const list = items.length === 0 ? [] : [`<ul class="cases" aria-label="Cases">${items.join('')}</ul>`];
  return [paragraph(lossSentence(clauses), 'lead'), ...list];
}

/** Returns a case as a link to its place, else as a part that narrows the list of answers to those like it. */
function caseMarkup(one: LossCase, series: string, { groups }: Report, link: string | undefined): Markup {
  const text = escape(caseText(one));
  const title = escape(one.sentence ?? '');
  if (link !== undefined) return `<a href="${escape(link)}" title="${title}">${text}</a>`;
  const group = groups.find(({ from, to }) => one.ply >= from && (to === null || one.ply <= to));
  const brush = {
    series,
    ...(one.cause !== null && { cause: one.cause }),
    ...(group !== undefined && { length: lengthKey(group) }),
  };
  return `<span class="case" data-brush="${escape(JSON.stringify(brush))}" title="${title}">${text}</span>`;
}

/** Returns the methods block: one line, and unfolded all of it with the prompts. */
function methodsPart(report: Report): Markup {
  const lines = methodsLines(report);
  const prompts = methodsPrompts(report);
  const rows = lines.map(({ name, text }) => entry(name, escape(text)));
  const bodies =
    prompts.length === 0
      ? [entry('Prompt', escape(NO_PROMPTS))]
      : prompts.map((prompt) => entry(`Prompt ${prompt.id}`, `<pre>${escape(promptBody(prompt))}</pre>`));
  return `<details class="methods"><summary>${escape(summary(lines))}</summary><dl>${[...rows, ...bodies].join('')}</dl></details>`;
}

const entry = (name: string, content: Markup): Markup => `<dt>${escape(name)}</dt><dd>${content}</dd>`;

/** Returns the facts that identify a report in one line. */
function summary(lines: readonly MethodsLine[]): string {
  const text = (name: string): string => lines.find((line) => line.name === name)?.text ?? '';
  return `How this was made: ${text('Tool')} · ${text('Games').split(', SHA-256')[0]} · ${text('Positions')} · ${text('Answers')}`;
}

/** Section of the report: the content under its heading. */
export interface ReportPart {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Markup[];
}

/** Returns the sections of a report, for the HTML file and the page in the editor; empty ones are left out. */
export function reportParts(report: Report, linkOf?: BoardLink): ReportPart[] {
  const { series } = report;
  const models = reportModels(report);
  const baselines = series.filter((one) => !models.includes(one));
  return [
    {
      id: 'models',
      title: 'What the models know',
      body: [
        ...lossPart(report, linkOf),
        askedPart(report),
        methodsPart(report),
        verdictLegend(report),
        ...models.map((one) => card(one, report)),
        ...baselineCards(baselines, report),
        table(verdictTable(report)),
      ],
    },
    {
      id: 'length',
      title: 'Longer games, deeper lines',
      body: [...charts(report), ...lengthDetails(report)],
    },
    {
      id: 'walks',
      title: 'Whole walks',
      body: blocks([...trajectorySentences(report), ...trajectoryTables(report)]),
    },
    {
      id: 'ranking',
      title: 'Ranking',
      body: series.length < 2 ? [] : blocks([...rankingTables(report), ...pairTables(report)]),
    },
    {
      id: 'mistakes',
      title: 'Mistakes',
      body: blocks([causeTable(report), ...gameTables(report)]),
    },
    { id: 'reading', title: 'Reading of the answers', body: readingBody(report) },
    { id: 'groups', title: 'Groups', body: blocks(groupingTables(report)) },
    { id: 'positions', title: 'Positions side by side', body: blocks(positionTables(report)) },
    {
      id: 'requests',
      title: 'Requests',
      body: requestsBody(report),
    },
    { id: 'worst', title: 'Worst answers', body: worstBody(report, linkOf) },
    { id: 'method', title: 'Method', body: methodNotes(report).map((text) => paragraph(text)) },
  ].filter(({ body }) => body.length > 0);
}

/** Returns the counts of questions, and cautions for the reader. */
const askedPart = (report: Report): Markup =>
  paragraph(
    [unbeatenNote(report), `${sampleCountsText(report)}.`, cautions(report)].filter((text) => text !== '').join(' '),
  );

/** Returns the card of a series, verdict before number: the sentence, the bar, then the figures. */
const card = (one: SeriesFigures, report: Report): Markup =>
  `<article class="model"><h3>${escape(one.name)}</h3><p class="finding">${escape(`${capital(finding(one.all, report))}.`)}</p>${one.all.scored > 0 ? verdictBar(one, report) : ''}${figures(one, report)}</article>`;

function figures({ all }: SeriesFigures, { m, part = SQUARE, digits }: Report): Markup {
  const entries: readonly (readonly [string, string])[] = [
    ['exact', percentInterval(all.exact, digits)],
    ['same position', percentInterval(all.position, digits)],
    [`correct ${part}s`, percentInterval(all.accuracy, digits)],
    [depthName('p', m), scoreInterval(all.p.at(-1), digits)],
    [depthName('r', m), scoreInterval(all.r.at(-1), digits)],
    [depthName('f', m), scoreInterval(all.f, digits)],
    ['edit distance', countInterval(all.editDistance, digits)],
  ];
  const items = entries.map(([name, text]) => {
    const [value = NO_FIGURE, ...interval] = text.split(' (');
    const rest = interval.length === 0 ? '' : ` <small>(${escape(interval.join(' ('))}</small>`;
    return `<div><dt>${escape(name)}</dt><dd>${escape(value)}${rest}</dd></div>`;
  });
  return `<dl class="figures">${items.join('')}</dl>`;
}

function lengthDetails(report: Report): Markup[] {
  if (report.groups.length < 2) return [];
  return [`<details><summary>All figures by game length</summary>${blocks(lengthTables(report)).join('\n')}</details>`];
}

function baselineCards(baselines: readonly SeriesFigures[], report: Report): Markup[] {
  if (baselines.length === 0) return [];
  return [
    `<details><summary>${escape(`Baselines (no model needed): ${baselines.map(({ name }) => name).join(', ')}`)}</summary>${baselines.map((one) => card(one, report)).join('\n')}</details>`,
  ];
}

function requestsBody(report: Report): Markup[] {
  const tables = [effortTable(report), costTable(report)].filter((one) => one !== undefined);
  return [...blocks(tables), ...(report.series.some(isPriced) ? [paragraph(costNote(report), 'quiet')] : [])];
}

const readingBody = (report: Report): Markup[] =>
  blocks([
    ...readingSentences(report),
    ...[readingTable(report), faultTable(report)].filter((one) => one !== undefined),
  ]);

function worstBody(report: Report, linkOf: BoardLink | undefined): Markup[] {
  const { worst } = report;
  if (worst.length === 0) return [];
  const shown = Math.min(worst.length, MAX_BOARDS);
  const more =
    worst.length > shown
      ? ` ${shown} of ${worst.length} boards are shown; --worst N sets the number per model, and the JSON report lists all.`
      : '';
  return [
    paragraph(
      `The boards furthest from the true position, a few per model. A cross marks an invented piece, a dashed ring a missing one, and a frame a wrong piece, with the true one in its corner.${more}`,
      'quiet',
    ),
    worstBoards(report, linkOf),
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WIDTH = 1000;
const HEIGHT = 34;
/** Gap between two verdicts, in units of the bar. */
const GAP = 2;
/** Width of a character of a number with its margins, in units of the bar. */
const CHARACTER = 10;

/**
 * Draws the verdicts of a model as one bar, the best on the left; a number is printed where there is room, all are in
 * the table.
 */
function verdictBar({ all, name, floor }: SeriesFigures, report: Report): Markup {
  const { verdicts } = all;
  const answers = all.answers + verdicts.unread;
  const present = BEST_FIRST.filter((verdict) => verdicts[verdict] > 0);
  const room = WIDTH - GAP * Math.max(0, present.length - 1);
  let x = 0;
  const parts = present.map((verdict) => {
    const count = verdicts[verdict];
    const width = (count / answers) * room;
    const label = formatShareSum(count);
    const title = `<title>${escape(`${verdictName(verdict, report.part)}: ${label} (${percent(count / answers, report.digits)})`)}</title>`;
    // A click lists the counted answers; answers of the report's own baselines are in no run.
    const brush = floor ? {} : { 'data-brush': JSON.stringify({ series: name, verdict }) };
    const rect = svg('rect', { x, y: 0, width, height: HEIGHT, class: verdictClass(verdict), ...brush }, title);
    const fits = width > CHARACTER * (label.length + 1);
    const middle = { x: x + width / 2, y: 22.5, 'text-anchor': 'middle', class: `${verdictClass(verdict)}-t` };
    x += width + GAP;
    return rect + (fits ? svg('text', middle, escape(label)) : '');
  });
  const label = `${name}: ${finding(all, report)}`;
  return `<svg class="bar" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(label)}">${parts.join('')}</svg>`;
}

/** Returns the legend of the bar colors, for the verdicts that occur. */
function verdictLegend({ series, part }: Report): Markup {
  const occurs = (verdict: Verdict): boolean => series.some(({ all }) => all.verdicts[verdict] > 0);
  const items = BEST_FIRST.filter(occurs).map((verdict) => {
    const swatch = svg('rect', { width: 14, height: 14, rx: 3, class: verdictClass(verdict) });
    return `<li><svg width="14" height="14" aria-hidden="true">${swatch}</svg>${escape(verdictName(verdict, part))}</li>`;
  });
  return `<ul class="legend" aria-label="Verdicts, best first">${items.join('')}</ul>`;
}

/** Returns the charts of a report with their tables. */
const charts = (report: Report): Markup[] =>
  reportCharts(report).map(({ title, text, chart, table: values }) => figure(title, text, chart, table(values)));
