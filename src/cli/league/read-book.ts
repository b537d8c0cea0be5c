import path from 'node:path';
import { plural } from '../../core/base/text/counts.ts';
import { isChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { LeagueHeader } from '../../core/league/league-file.ts';
import { OpeningBook } from '../../core/league/opening-book.ts';
import { usageError } from '../command.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import type { Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import type { LeagueFlags } from './league-options.ts';

/** Problems that are reported one by one; the rest is counted. */
const MAX_TOLD = 10;

/**
 * Reads the openings of `--book`. Games that are no openings are left out, each with its place.
 *
 * @param count maximum number of openings; undefined: all
 */
export async function readBook(
  terminal: Terminal,
  file: string,
  { game, openingPlies }: Pick<LeagueFlags, 'game' | 'openingPlies'>,
  count: number | undefined,
): Promise<NonNullable<LeagueHeader['book']>> {
  if (!isChessVariant(game))
    throw usageError(`--book has openings of chess, and the league is of ${game}; add --game chess`);
  const options = { command: 'league', accepted: ['pgn'], choices: ['pgn'] } as const;
  return TextSource.with(terminal, file, options, async (source) => {
    const book = new OpeningBook({ game, plies: openingPlies });
    for await (const { text } of wholeBlocks(source)) {
      book.add(text);
      if (count !== undefined && book.lines.length >= count) break;
    }
    const { problems, repeated, games, lines } = book;
    for (const { line, column, message } of problems.slice(0, MAX_TOLD))
      terminal.note(`${source.name}:${line}:${column}: ${message}; left out`);
    if (problems.length > MAX_TOLD)
      terminal.note(`${source.name}: ${plural(problems.length - MAX_TOLD, 'more game')} left out for such reasons`);
    if (repeated > 0)
      terminal.note(`${source.name}: ${plural(repeated, 'game')} left out that reach the position of an earlier one`);
    if (lines.length === 0)
      throw usageError(`${source.name}: none of ${plural(games, 'game')} is an opening of ${game}`);
    if (count !== undefined && lines.length < count)
      terminal.note(`${source.name} has ${plural(lines.length, 'opening')}, fewer than --openings ${count}`);
    return {
      file: path.basename(source.name),
      lines: lines.slice(0, count).map((one) => ({ ...one, actions: [...one.actions] })),
    };
  });
}
