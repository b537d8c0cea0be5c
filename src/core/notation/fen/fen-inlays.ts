import { plural } from '../../base/text/plural.ts';
import { inCheck } from '../../games/chess/attacks.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import type { Inlay } from '../authoring.ts';
import { readFenFile } from './fen-file.ts';
import { positionOf } from './position.ts';
import { readFen } from './read-fen.ts';

/** A note after each readable position: the side to move, and whether it is in check, mated or stalemated. */
export function fenInlays(text: string, epd: boolean): Inlay[] {
  const inlays: Inlay[] = [];
  for (const { range } of readFenFile(text).records) {
    const reading = readFen(text, range.start, range.end, { epd });
    const { state } = positionOf(text, reading);
    if (state === undefined) continue;
    const side = reading.turn === 1 ? 'Black' : 'White';
    const moves = legalMoves(state).length;
    const check = inCheck(state.words, 0);
    let label = `${side} to move`;
    if (moves === 0) label = `${side} is ${check ? 'mated' : 'stalemated'}`;
    else if (check) label += ', in check';
    inlays.push({ offset: reading.end, label, tooltip: plural(moves, 'legal move') });
  }
  return inlays;
}
