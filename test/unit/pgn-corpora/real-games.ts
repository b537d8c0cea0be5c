import { readFileSync } from 'node:fs';
import { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import type { Move } from 'chessops/types';
import { games } from '../../support/pgn2fen.ts';

/** A clean game of chess without variations. */
export interface RealGame {
  /** With one line end behind its result. */
  readonly text: string;
  /** Its moves as they are written. */
  readonly words: readonly { readonly text: string; readonly at: number }[];
  /** The position before each move, and the one at the end. */
  readonly positions: readonly Chess[];
  readonly result: string;
  /** Offset of the result behind the moves. */
  readonly resultAt: number;
}

function readGame(text: string): RealGame | undefined {
  const blank = text.replace(/\{[^}]*\}|\[[^\n]*\]/g, (comment) => ' '.repeat(comment.length));
  const last = /(1-0|0-1|1\/2-1\/2|\*)\s*$/.exec(blank);
  if (last === null || blank.includes('(') || text.includes('[FEN')) return undefined;
  const moves = [...blank.slice(0, last.index).matchAll(/(?<=\s)[a-hKQRBNO][^\s!?]*/g)];
  const pos = Chess.default();
  const positions = [pos.clone()];
  for (const [san] of moves) {
    const move: Move | undefined = parseSan(pos, san);
    if (move === undefined) throw new Error(`${san} in ${text}`);
    pos.play(move);
    positions.push(pos.clone());
  }
  const words = moves.map((match) => ({ text: match[0], at: match.index }));
  return { text: `${text.trimEnd()}\n`, words, positions, result: last[1], resultAt: last.index };
}

/** Games of Lichess, with clocks and evaluations, and of the World Cup, up to 100 half-moves. */
export function realGames(): RealGame[] {
  const lichess = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
  return [lichess, games('world-cup')]
    .flatMap((text) => text.split(/\n\n(?=\[Event )/).slice(-120))
    .map(readGame)
    .filter((game): game is RealGame => game !== undefined);
}
