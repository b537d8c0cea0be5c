import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { plural } from '../../core/base/text/counts.ts';
import type { ReportTable } from '../../core/evaluation/report/tables.ts';
import { leagueSvg } from '../../core/league/curves.ts';
import { LEAGUE_EVENT, leagueHtml, leagueJson, leagueMarkdown, leaguePgn } from '../../core/league/league-exports.ts';
import {
  endsSentence,
  leagueMethodNotes,
  leagueTitle,
  pairTable,
  ratingTable,
} from '../../core/league/league-tables.ts';
import type { GameRecord, LeagueFaults } from '../../core/league/play-game.ts';
import type { League } from '../../core/league/standings.ts';
import { attempt, EXIT, packageVersion, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { type Align, columns, type Style, type Terminal } from '../io/terminal.ts';
import type { LeagueFlags } from './league-options.ts';

/** Refuses outputs that would replace what must stay. */
export function checkLeagueOutputs({ html, svg, pgn, overwrite }: LeagueFlags, inputs: readonly string[]): void {
  checkOutput(html, { kind: 'league-html', inputs, overwrite });
  checkOutput(svg, { kind: 'svg', inputs, overwrite });
  checkOutput(pgn, { kind: 'pgn', inputs, overwrite });
  if (pgn !== undefined && overwrite !== true && !isOwnPgn(pgn))
    throw usageError(`${pgn} has other games; specify another file, or use --overwrite to replace it`);
}

/** Returns true if a PGN is missing, empty or of a league: other games are never replaced by the way. */
function isOwnPgn(file: string): boolean {
  if (!existsSync(file)) return true;
  const expected = Buffer.from(LEAGUE_EVENT);
  const head = Buffer.alloc(expected.length);
  const length = attempt(`cannot read ${file}`, () => {
    const handle = openSync(file, 'r');
    try {
      return readSync(handle, head, 0, head.length, 0);
    } finally {
      closeSync(handle);
    }
  });
  return length === 0 || head.equals(expected);
}

export async function writeLeague(
  terminal: Terminal,
  table: League,
  records: readonly GameRecord[],
  flags: LeagueFlags,
): Promise<void> {
  const { html, svg, json, markdown, pgn } = flags;
  if (html !== undefined) writeText(html, leagueHtml(table, `statelens ${packageVersion()}`));
  if (svg !== undefined) {
    const drawing = leagueSvg(table);
    if (drawing === undefined)
      terminal.note(`no curve to write to ${svg}: no model or reference has two rated budgets`);
    else writeText(svg, drawing);
  }
  if (pgn !== undefined) writeText(pgn, [...leaguePgn(table.header, records)].join(''));
  const text =
    json === true
      ? `${JSON.stringify(leagueJson(table))}\n`
      : markdown === true
        ? leagueMarkdown(table)
        : leagueText(table, terminal.style);
  await terminal.print(text);
}

export function exitStatus(
  terminal: Terminal,
  { games, scheduled }: League,
  { games: failed, message, isGivenUp }: LeagueFaults,
  isStopped: boolean,
  file: string | undefined,
): number {
  if (failed > 0)
    terminal.note(
      `${plural(failed, 'game')} could not be played to the end${isGivenUp ? '; gave up' : ''} (the last: ${message})`,
    );
  if (isStopped) {
    const next = file === undefined ? 'the games are lost without --out' : `continue with --resume ${file}`;
    terminal.note(`interrupted; ${next}`);
  }
  return games < scheduled ? EXIT.incomplete : EXIT.ok;
}

/** Returns the table of a league for a terminal. */
const leagueText = (league: League, style: Style): string =>
  [
    style.bold(leagueTitle(league)),
    '',
    ...tableLines(ratingTable(league)),
    '',
    ...tableLines(pairTable(league)),
    '',
    endsSentence(league),
    ...leagueMethodNotes(league).map((note) => style.dim(note)),
    '',
  ].join('\n');

function tableLines({ head, rows, texts = 1 }: ReportTable): string[] {
  const align = head.map((_, i): Align => (i < texts ? 'left' : 'right'));
  return columns([head, ...rows.map((row) => [row.head, ...row.cells])], align);
}
