import { err, ok, type Result } from '../base/result.ts';
import { INITIAL_FEN } from '../games/chess/state.ts';
import { TAG_NAMES } from '../notation/pgn/tag-syntax.ts';
import { standardResult } from '../notation/pgn/words.ts';

/** Columns with the moves of a game, the best first: a whole PGN game, movetext, or moves with spaces between. */
const MOVES = ['pgn', 'movetext', 'moves', 'san', 'uci', 'transcript'] as const;

/** Columns that are tags under other names. */
const OTHER_NAMES: Readonly<Record<string, string>> = { start: 'FEN', fen: 'FEN' };

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');
const TAGS: ReadonlyMap<string, string> = new Map(TAG_NAMES.map((name) => [plain(name), name]));

const SECONDS_OF_DAY = 86_400;

/** Returns the PGN text of a game from the values of a row. */
export type RowGame = (values: readonly unknown[]) => string;

/**
 * Returns the conversion of a table's rows to games: one column has the moves; those with names of tags, in any
 * spelling (`white_elo`), or with a capital initial, become tags; all others are left out.
 *
 * @returns the names of the used columns, and the function from their values in that order to a game
 */
export function rowGames(
  names: readonly string[],
): Result<{ readonly columns: readonly string[]; readonly gameOf: RowGame }, string> {
  if (names.some((name) => plain(name) === 'ply')) return err('its rows are positions');
  const moves = MOVES.flatMap((wanted) => names.filter((name) => plain(name) === wanted)).at(0);
  if (moves === undefined)
    return err(`it has no column ${MOVES.slice(0, -1).join(', ')} or ${MOVES.at(-1)}; it has ${names.join(', ')}`);
  if (plain(moves) === 'pgn') return ok({ columns: [moves], gameOf: ([game]) => `${textOf(game)?.trim() ?? '*'}\n\n` });
  const tags = new Map<string, string>();
  for (const name of names) {
    const tag = OTHER_NAMES[plain(name)] ?? TAGS.get(plain(name)) ?? (/^[A-Z]\w*$/.test(name) ? name : undefined);
    if (name !== moves && tag !== undefined && ![...tags.values()].includes(tag)) tags.set(name, tag);
  }
  const order = [...tags.values()];
  return ok({
    columns: [moves, ...tags.keys()],
    gameOf: ([line, ...values]) =>
      gameText(
        line,
        values.map((value, i) => [order[i] ?? '', value] as const),
      ),
  });
}

function gameText(line: unknown, values: readonly (readonly [tag: string, value: unknown])[]): string {
  const lines: string[] = [];
  let result: string | undefined;
  for (const [tag, value] of values) {
    const text = valueOf(tag, value);
    if (text === undefined || (tag === 'FEN' && text === INITIAL_FEN)) continue;
    if (tag === 'Result') result = standardResult(text);
    if (tag === 'FEN' && !values.some(([name]) => name === 'SetUp')) lines.push('[SetUp "1"]');
    lines.push(`[${tag} "${text.replace(/["\\]/g, '\\$&')}"]`);
  }
  const written = (Array.isArray(line) ? line.map(textOf).join(' ') : (textOf(line) ?? '')).trim();
  const numbered = /\d\./.test(written) ? written : withNumbers(written, values.find(([tag]) => tag === 'FEN')?.[1]);
  const isEnded = /(?:^|\s)(?:1-0|0-1|1\/2-1\/2|\*)$/.test(numbered);
  const moves = isEnded ? numbered : `${numbered} ${result ?? '*'}`.trim();
  return `${lines.map((one) => `${one}\n`).join('')}${lines.length > 0 ? '\n' : ''}${moves}\n\n`;
}

/** Adds move numbers (PGN standard 8.2.2) to moves, from those of the start position on. */
function withNumbers(line: string, start: unknown): string {
  const [, side = 'w', , , , number = '1'] = typeof start === 'string' ? start.split(' ') : [];
  let ply = 2 * (Number(number) || 1) - (side === 'b' ? 1 : 2);
  const words = line.split(/\s+/).filter((word) => word !== '');
  return words
    .map((word, i) => {
      if (/^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(word)) return word;
      const move = (ply >> 1) + 1;
      const isBlack = ply++ % 2 === 1;
      return isBlack ? (i === 0 ? `${move}... ${word}` : word) : `${move}. ${word}`;
    })
    .join(' ');
}

/** Returns the value of a tag on one line; undefined for an absent one. */
function valueOf(tag: string, value: unknown): string | undefined {
  if (tag.endsWith('Time') && typeof value === 'number') return clock(value / 1000);
  if (tag.endsWith('Time') && typeof value === 'bigint') return clock(Number(value / 1000n) / 1000);
  return textOf(value)?.replace(/\s+/g, ' ').trim();
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds) % SECONDS_OF_DAY;
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
