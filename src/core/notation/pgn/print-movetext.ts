import { wrapWords } from '../../base/text/lines.ts';

/** Longest line of movetext, in characters (PGN standard 4.3). */
const LINE = 79;

/**
 * Prints moves as lines of movetext with numbers, and a line end.
 *
 * @param start FEN before the first move
 * @param sans moves in export format
 * @param end words after the last move: the result, with comments before it
 */
export function printMovetext(start: string, sans: readonly string[], end: string): string {
  const [, side = 'w', , , , full = '1'] = start.split(' ');
  const first = 2 * (Number(full) - 1) + (side === 'b' ? 1 : 0);
  const words = sans.flatMap((san, i) => {
    const ply = first + i;
    const number = `${Math.floor(ply / 2) + 1}.`;
    if (ply % 2 === 0) return [number, san];
    return i === 0 ? [`${number}..`, san] : [san];
  });
  return `${wrapWords([...words, end].join(' '), (line) => line.length <= LINE).join('\n')}\n`;
}

/** Prints a tag pair with its line end (PGN standard 8.1); a value is one line of printable characters. */
export const printTag = (name: string, value: string): string =>
  `[${name} "${value.replace(/[\\"]/g, '\\$&').replace(/[^\x20-\x7e\xa0-\u{10ffff}]+/gu, ' ')}"]\n`;
