import fs from 'node:fs';
import path from 'node:path';
import { games } from '../../test/support/pgn2fen.ts';

/** A file to be read by all contestants. */
export interface TextFile {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** Half-moves from which a truncated game of the fixtures is taken: 51 to 100, 75 on average. */
const MIN_HALF_MOVES = 50;
const SIZE = 20e6;

/** Real games without comments, repeated up to about 20 MB. */
export const plainGames = (): string =>
  repeated(
    games('world-cup')
      .trim()
      .split(/\n\n(?=\[Event )/)
      .slice(10 * MIN_HALF_MOVES)
      .join('\n\n'),
    SIZE,
  );

/** Games without comments, and games with a clock comment at every half-move, each about 20 MB. */
export function writeTexts(folder: string, pgn: string | undefined): TextFile[] {
  const annotated = fs.readFileSync(pgn ?? 'test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
  const texts = [
    ['plain', pgn === undefined ? plainGames() : repeated(withoutComments(annotated), SIZE)],
    ['with comments', repeated(annotated, SIZE)],
  ] as const;
  return texts.map(([name, text]) => {
    const file = path.join(folder, `${name.replaceAll(' ', '-')}.pgn`);
    fs.writeFileSync(file, text);
    return { name, file, text };
  });
}

/** Writes a text over and over until the file has at least so many bytes; gives its size. */
export function writeLarge(file: string, text: string, bytes: number): number {
  const once = Buffer.from(text);
  const handle = fs.openSync(file, 'w');
  let size = 0;
  for (; size < bytes; size += once.length) fs.writeSync(handle, once);
  fs.closeSync(handle);
  return size;
}

function repeated(once: string, size: number): string {
  const block = `${once.trim()}\n\n`;
  return block.repeat(Math.ceil(size / block.length));
}

/** Takes out comments, the move numbers behind them, and glyphs in letters. */
const withoutComments = (text: string): string =>
  text
    .replace(/\{[^}]*\}\s*/g, '')
    .replace(/\d+\.\.\.\s*/g, '')
    .replace(/[?!]+(?=\s)/g, '');
