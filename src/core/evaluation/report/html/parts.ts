import { modelsOf, type Report, type SeriesFigures } from '../report.ts';
import { countInterval, depthName, finding, methodNotes, NOTHING, percentInterval, scoreInterval } from '../words.ts';
import { charts } from './charts.ts';
import { escape, type Markup, paragraph } from './markup.ts';
import {
  blameTables,
  conditionalTable,
  costTable,
  effortTable,
  errorTable,
  lengthTables,
  pairTables,
  rankingTables,
  verdictTable,
} from './tables.ts';
import { verdictBar, verdictLegend } from './verdict-bar.ts';
import { type LinkOf, MAX_BOARDS, worstBoards } from './worst-boards.ts';

/** A section of the report: what stands under its heading. */
export interface ReportPart {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Markup[];
}

/** The sections of a report, for the HTML file and the page in the editor; those without content are left out. */
export function reportParts(report: Report, linkOf?: LinkOf): ReportPart[] {
  const { series, m } = report;
  const models = modelsOf(report);
  const floors = series.filter((one) => !models.includes(one));
  return [
    {
      id: 'models',
      title: 'What the models know',
      body: [
        verdictLegend(series),
        ...models.map((one) => card(one, m)),
        ...floorCards(floors, m),
        verdictTable(report),
      ],
    },
    {
      id: 'length',
      title: 'Longer games, deeper lines',
      body: [...charts(report), ...lengthDetails(report)],
    },
    {
      id: 'ranking',
      title: 'Who is ahead',
      body: series.length < 2 ? [] : [...rankingTables(report), ...pairTables(report)],
    },
    {
      id: 'mistakes',
      title: 'What goes wrong',
      body: [conditionalTable(report), errorTable(report), ...blameTables(report)],
    },
    {
      id: 'requests',
      title: 'Requests',
      body: [effortTable(report), ...costTable(report)].filter((text) => text !== ''),
    },
    { id: 'worst', title: 'Worst answers', body: worstBody(report, linkOf) },
    { id: 'method', title: 'Method', body: methodNotes(report).map((text) => paragraph(text)) },
  ].filter(({ body }) => body.length > 0);
}

/** Verdict before number: the sentence, the bar, then the figures. */
const card = (one: SeriesFigures, m: number): Markup =>
  `<article class="model"><h3>${escape(one.name)}</h3><p class="finding">${escape(`${capital(finding(one.all))}.`)}</p>${one.all.scored > 0 ? verdictBar(one) : ''}${figures(one, m)}</article>`;

function figures({ all }: SeriesFigures, m: number): Markup {
  const entries: readonly (readonly [string, string])[] = [
    ['exact', percentInterval(all.exact)],
    ['same position', percentInterval(all.position)],
    ['right squares', percentInterval(all.accuracy)],
    [depthName('p', m), scoreInterval(all.p.at(-1))],
    [depthName('r', m), scoreInterval(all.r.at(-1))],
    ['edit distance', countInterval(all.edit)],
  ];
  const items = entries.map(([name, text]) => {
    const [value = NOTHING, ...interval] = text.split(' (');
    const rest = interval.length === 0 ? '' : ` <small>(${escape(interval.join(' ('))}</small>`;
    return `<div><dt>${escape(name)}</dt><dd>${escape(value)}${rest}</dd></div>`;
  });
  return `<dl class="figures">${items.join('')}</dl>`;
}

function lengthDetails(report: Report): Markup[] {
  if (report.groups.length < 2) return [];
  return [`<details><summary>All figures by length of game</summary>${lengthTables(report).join('\n')}</details>`];
}

function floorCards(floors: readonly SeriesFigures[], m: number): Markup[] {
  if (floors.length === 0) return [];
  return [
    `<details><summary>${escape(`What needs no model: ${floors.map(({ name }) => name).join(', ')}`)}</summary>${floors.map((one) => card(one, m)).join('\n')}</details>`,
  ];
}

function worstBody(report: Report, linkOf: LinkOf | undefined): Markup[] {
  const { worst } = report;
  if (worst.length === 0) return [];
  const shown = Math.min(worst.length, MAX_BOARDS);
  const more =
    worst.length > shown
      ? ` ${shown} of ${worst.length} boards are drawn; --worst N sets how many a model, and the JSON report has all.`
      : '';
  return [
    paragraph(
      `The answers with a board that are furthest from the truth, a few a model. A cross marks an invented piece, a dashed ring a missing one, a frame another piece than the true one in its corner.${more}`,
      'quiet',
    ),
    worstBoards(report, linkOf),
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
