import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import { FRAME } from '../../games/chess/frame.ts';
import { playSan, readSan, sanCode } from '../../games/chess/san.ts';
import { readLoose } from '../../games/chess/san-loose.ts';
import { parseChess, printChess } from '../../games/chess/state.ts';
import { type HistoryPly, LineHistory } from '../../metrics/placement.ts';

/** Moves of a sample, as a run file has them. */
export interface SampleLine {
  /** FEN of the position before the first move. */
  readonly startFen: string;
  /** SAN of the plies up to the queried position. */
  readonly moves: readonly string[];
}

/** Maximum length of a line in plies: longer lines are no games, and blame would take minutes. */
const MAX_PLIES = 2000;

/**
 * Returns the positions of a line from its start to the queried one, for blame and lag. Undefined when the start is no
 * position, a move cannot be played, or the line is longer than 2,000 plies.
 */
export function sampleHistory({ startFen, moves }: SampleLine, variant: ChessVariant): LineHistory | undefined {
  const start = parseChess(startFen, variant === 'chess960');
  if (!start.ok || moves.length > MAX_PLIES) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set(start.value.words);
  const plies: HistoryPly[] = [{ ply: 0, fen: printChess(start.value) }];
  let at = 0;
  for (const [i, san] of moves.entries()) {
    const code = codeOf(san);
    const to = FRAME - at;
    if (code < 0 || playSan(words, at, to, code) < 0) return undefined;
    at = to;
    plies.push({ ply: i + 1, san, fen: printChess({ words: words.slice(at, at + FRAME) }) });
  }
  return new LineHistory(plies);
}

/** Returns the code of a move in export format, or of one in a common other spelling; negative for anything else. */
function codeOf(san: string): number {
  const code = readSan(san, 0, san.length);
  if (code >= 0) return code;
  const loose = readLoose(san);
  return loose === undefined || loose.unknownPiece !== undefined ? -1 : sanCode(loose);
}
