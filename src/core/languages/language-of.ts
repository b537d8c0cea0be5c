import { looksLikeMav } from '../mav/read-mav.ts';
import type { MavDialect } from '../mav/syntax.ts';
import type { Language } from '../notation/language.ts';

const BY_ENDING: Readonly<Record<string, Language>> = {
  pgn: 'pgn',
  fen: 'fen',
  epd: 'epd',
  mav: 'mav',
  walk: 'walk',
  pddl: 'pddl',
};

/** Characters among which the first line is looked for. */
const HEAD = 10_000;

/** The first line of a text that is neither blank nor a comment (`# …`), as far as it tells the language. */
export const firstLine = (text: string): string =>
  /^(?:\s*#[^\r\n]*)*\s*([^\r\n]*)/.exec(text.slice(0, HEAD))?.[1] ?? '';

/** Placement, side, castling, en passant; then what follows. */
const FEN_LINE = /^[1-8pnbrqkPNBRQK]+(?:\/[1-8pnbrqkPNBRQK]+){7} [wb] [A-Ha-hKQkq-]+ (?:-|[a-h][36])(.*)$/;

/**
 * The language of a document by its file name's ending, else by its `firstLine` (standard input and
 * untitled documents have no ending); undefined when neither tells. What starts as MAV is MAV whatever its ending.
 *
 * @param dialect that was asked for; a text of RookWorld has no ending of its own
 */
export function languageOf(
  fileName: string,
  firstLine = '',
  dialect?: Pick<MavDialect, 'format'>,
): Language | undefined {
  // its lines begin as records do
  if (dialect?.format === 'rookworld' && !looksLikeMav(firstLine)) return languageOf(fileName) ?? 'mav';
  if (looksLikeMav(firstLine)) return 'mav';
  const dot = fileName.lastIndexOf('.');
  const ending = dot < 0 ? undefined : BY_ENDING[fileName.slice(dot + 1).toLowerCase()];
  if (ending !== undefined) return ending;
  const line = firstLine
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trim();
  const rest = FEN_LINE.exec(line)?.[1];
  if (rest !== undefined) return /^(?: \d+ \d+)?$/.test(rest) ? 'fen' : 'epd';
  if (/^world[ \t]+\S/.test(line)) return 'walk';
  if (/^\(\s*define\b/i.test(line)) return 'pddl';
  if (/^"?state"?\s*,\s*"?action"?\s*,\s*"?next\b/.test(line)) return 'table';
  return /^(?:\[\s*[A-Za-z]|%|1\s*\.)/.test(line) ? 'pgn' : undefined;
}
