import type { ReportTable } from '../../core/evaluation/report/tables.ts';
import { pairTable, ratingTable } from '../../core/league/league-tables.ts';
import type { League } from '../../core/league/standings.ts';
import { endsSentence, leagueTitle, methodNotes } from '../../core/league/words.ts';
import { type Align, columns } from '../io/columns.ts';
import type { Style } from '../io/terminal.ts';

/** The table of a league for a terminal. */
export const leagueText = (league: League, style: Style): string =>
  [
    style.bold(leagueTitle(league)),
    '',
    ...tableLines(ratingTable(league)),
    '',
    ...tableLines(pairTable(league)),
    '',
    endsSentence(league),
    ...methodNotes(league).map((note) => style.dim(note)),
    '',
  ].join('\n');

function tableLines({ head, rows, texts = 1 }: ReportTable): string[] {
  const align = head.map((_, i): Align => (i < texts ? 'left' : 'right'));
  return columns([head, ...rows.map((row) => [row.head, ...row.cells])], align);
}
