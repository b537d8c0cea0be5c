import { escapeMarkdown } from '../base/text/escape.ts';
import { figure } from '../evaluation/report/html/line-chart.ts';
import { escape, type Markup, paragraph, table } from '../evaluation/report/html/markup.ts';
import { type PageSection, plainPage } from '../evaluation/report/html/plain-page.ts';
import { markdownBlocks } from '../evaluation/report/markdown.ts';
import { formatPoints, leagueCurves } from './curves.ts';
import { endsSentence, leagueMethodNotes, leagueTitle, pairTable, ratingTable } from './league-tables.ts';
import type { RatedElo } from './ratings.ts';
import type { League } from './standings.ts';

/** Returns the league as Markdown, for a paper or a README. */
export function leagueMarkdown(league: League): string {
  const curves = leagueCurves(league).flatMap(({ title, text, chart }) => [
    `**${escapeMarkdown(title)}** ${escapeMarkdown(text)}`,
    chart.lines.map((line) => `- ${escapeMarkdown(line.name)}: ${escapeMarkdown(formatPoints(line))}`).join('\n'),
  ]);
  const parts = [
    '# League',
    escapeMarkdown(`${leagueTitle(league)}. ${endsSentence(league)}`),
    ...markdownBlocks([ratingTable(league), pairTable(league)]),
    ...curves,
    leagueMethodNotes(league)
      .map((note) => `- ${escapeMarkdown(note)}`)
      .join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the sections of a league, for the HTML file and the view in the editor; empty ones are left out. */
export function leagueParts(league: League): PageSection[] {
  const curves = leagueCurves(league).map(({ title, text, chart }) =>
    figure(title, text, chart, list(chart.lines.map((line) => `${line.name}: ${formatPoints(line)}`))),
  );
  const parts: PageSection[] = [
    { id: 'ratings', title: 'Ratings', body: [table(ratingTable(league)), paragraph(endsSentence(league))] },
    { id: 'curves', title: 'Strength and budget', body: curves },
    { id: 'pairs', title: 'Head to head', body: [table(pairTable(league))] },
    { id: 'method', title: 'Method', body: [list(leagueMethodNotes(league))] },
  ];
  return parts.filter(({ body }) => body.length > 0);
}

/**
 * Returns the league as one HTML file without a script.
 *
 * @param tool name and version of the tool that wrote it
 */
export const leagueHtml = (league: League, tool: string): string =>
  plainPage({
    name: 'StateLens league',
    heading: 'League',
    lead: leagueTitle(league),
    sections: leagueParts(league),
    end: `${tool}, seed ${league.header.seed}.`,
  });

const list = (items: readonly string[]): Markup =>
  `<ul>${items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`;

/** Returns an end of an interval for JSON, which has no infinity. */
const end = (value: number | null): number | string | null =>
  value === null || Number.isFinite(value) ? value : value > 0 ? 'unbounded' : '-unbounded';

const rated = ({ elo, low, high, none }: RatedElo): object => ({
  elo,
  low: end(low),
  high: end(high),
  ...(none !== undefined && { noInterval: none }),
});

/** Returns the league as plain data (docs/search.md). */
export const leagueJson = (league: League): object => {
  const { header, anchors, scale, rows, pairs, games, scheduled, unpaired, ends } = league;
  const { book, ...settings } = header;
  return {
    schema: 2,
    kind: 'league',
    ...settings,
    ...(book !== undefined && { book: book.file }),
    anchors,
    scale,
    games,
    scheduled,
    unpaired,
    ends,
    ratings: rows.map(({ elo, low, high, none, standing, external, ...row }) => ({
      ...row,
      ...rated({ elo, low, high, none }),
      ...(standing !== undefined && { standing }),
      ...(external !== undefined && { external: rated(external) }),
    })),
    pairs: pairs.map(({ low, high, ...pair }) => ({ ...pair, low: end(low), high: end(high) })),
    curves: leagueCurves(league).map(({ title, chart }) => ({
      title,
      budgets: chart.categories,
      lines: chart.lines.map(({ name, points }) => ({ name, elo: points.map((point) => point?.value ?? null) })),
    })),
  };
};
