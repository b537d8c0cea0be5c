import type { MavSection } from './syntax.ts';

/** The comment of a prompt's source: `# games.pgn game 3 ply 12`. */
export const sourceComment = (source: string, ply: number): string => `# ${source} ply ${ply}\n`;

const SOURCE = /^[ \t]*#[ \t]*(\S.*?)[ \t]+ply[ \t]+(\d{1,9})[ \t]*$/;
const GAME = /^[ \t]*#[ \t]*(?:source[ _-]?)?game(?:[ _-]?id)?[ \t]*[:=][ \t]*(\S.*?)[ \t]*$/i;
/** Longer lines name no game. */
const MAX_LINE = 500;

/** Where an example comes from. */
export interface SourcePlace {
  /** Name of the game: `games.pgn game 3`. */
  readonly game: string;
  /** Undefined where it is not named. */
  readonly ply: number | undefined;
}

/**
 * The game that an example or trace was made from, as the comments above it name it: `# games.pgn game 3 ply 12`, which `mav make`
 * and `mav dataset` write, or `# game: 17`. Undefined where they name none.
 *
 * @param offset of the section in the text
 */
export function sourceOf(text: string, { item }: MavSection, offset: number): SourcePlace | undefined {
  if (item === undefined) return undefined;
  let found: SourcePlace | undefined;
  for (const line of text.slice(offset, item.range.start).split(/\r\n?|\n/)) {
    if (line.length > MAX_LINE) continue;
    const [, game, ply] = SOURCE.exec(line) ?? GAME.exec(line) ?? [];
    if (game !== undefined) found = { game, ply: ply === undefined ? undefined : Number(ply) };
  }
  return found;
}
