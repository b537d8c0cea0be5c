import { escapeMarkdown } from '../base/text/escape.ts';
import { figure } from '../evaluation/report/html/line-chart.ts';
import { escape, type Markup, paragraph, table } from '../evaluation/report/html/markup.ts';
import { type PageSection, plainPage } from '../evaluation/report/html/plain-page.ts';
import { markdownBlocks } from '../evaluation/report/markdown.ts';
import { isChessVariant } from '../games/chess/chess-variants.ts';
import { printSan } from '../games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN } from '../games/chess/state.ts';
import { parseTypedMove } from '../games/chess/typed-move.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import { printMovetext, printTag } from '../notation/pgn/print-movetext.ts';
import { formatPoints, leagueCurves } from './curves.ts';
import type { LeagueHeader } from './league-file.ts';
import { endsSentence, gameEndWords, leagueMethodNotes, leagueTitle, pairTable, ratingTable } from './league-tables.ts';
import { headerOpenings } from './opening-book.ts';
import type { GameRecord } from './play-game.ts';
import type { RatedElo } from './ratings.ts';
import { gameKey, type LeagueOpening, makeSchedule } from './schedule.ts';
import { stateAfterAction } from './seats.ts';
import type { League } from './standings.ts';

const EVENT = 'StateLens league';

/** Beginning of every game that is written. */
export const LEAGUE_EVENT = printTag('Event', EVENT);

/** Returns true for a league whose games have a PGN. */
export const hasPgn = ({ game }: Pick<LeagueHeader, 'game'>): boolean => isChessVariant(game);

/**
 * Yields the games of a league of chess in PGN, in the order of its schedule, each with an empty line after it. `Round`
 * is the number of the opening, and an answer that lost is a comment.
 */
export function* leaguePgn(header: LeagueHeader, records: readonly GameRecord[]): Generator<string> {
  const openings = headerOpenings(header);
  const byKey = new Map(records.map((record) => [gameKey(record), record]));
  for (const scheduled of makeSchedule(header.players, header.openings, header)) {
    const record = byKey.get(gameKey(scheduled));
    const opening = openings[scheduled.opening];
    if (record !== undefined && opening !== undefined) yield `${gamePgn(header, record, opening)}\n`;
  }
}

function gamePgn({ game, maxPlies }: LeagueHeader, record: GameRecord, opening: LeagueOpening): string {
  const { start, name } = opening;
  const { first, second, result, end, said } = record;
  const tags: [string, string][] = [
    ['Event', EVENT],
    ['Site', '?'],
    ['Date', '????.??.??'],
    ['Round', String(record.opening + 1)],
    ['White', first],
    ['Black', second],
    ['Result', result],
    ...(game === 'chess960' ? [['Variant', 'Chess960'] as [string, string]] : []),
    ...(start === INITIAL_FEN
      ? []
      : ([
          ['SetUp', '1'],
          ['FEN', start],
        ] as [string, string][])),
    ...(name === undefined ? [] : [['Opening', name] as [string, string]]),
    ['PlyCount', String(opening.actions.length + record.actions.length)],
    ['Termination', end === 'illegal' || end === 'unreadable' ? 'rules infraction' : 'normal'],
  ];
  const comment =
    end === 'rules'
      ? ''
      : `{${`${gameEndWords(end, maxPlies)}${said === undefined ? '' : `: ${said}`}`.replace(/[{}\s]+/g, ' ').trim()}} `;
  const moves = printMovetext(start, sansOf(game, opening, record.actions), `${comment}${result}`);
  return `${tags.map(([tag, value]) => printTag(tag, value)).join('')}\n${moves}`;
}

/** Returns the moves of a game in SAN, from the start of its opening. */
function sansOf(game: LeagueHeader['game'], opening: LeagueOpening, played: readonly string[]): string[] {
  const parsed = knownGame(game).automaton.parse(opening.start);
  if (!parsed.ok) throw new Error(parsed.error);
  let state: unknown = parsed.value;
  return [...opening.actions, ...played].map((action) => {
    const position = state as ChessState;
    const move = parseTypedMove(position, action);
    state = stateAfterAction({ game, state }, action);
    return move.ok ? printSan(position.words, 0, move.value) : action;
  });
}

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
