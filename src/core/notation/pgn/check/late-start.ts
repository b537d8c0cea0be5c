import { classOf, DIGIT } from '../characters.ts';
import { FAILED, type Replay } from '../replay.ts';
import { MOVE, MOVE_NUMBER, NULL_MOVE, OPEN_PAREN } from '../tokens.ts';
import { tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/**
 * Whether a game from the usual start begins with a later move number and cannot be played: its first moves are missing,
 * as where a file was torn apart or a result got among the moves. That is one fault, and is added to the findings.
 */
export function isLateStart(text: string, { tree, start, status }: Replay, findings: GameFindings): boolean {
  if (start.state === undefined || start.fen !== undefined || !status.includes(FAILED)) return false;
  const { kinds } = tree.chunk;
  let plies = 0;
  for (let t = 0; t < kinds.length && plies < 2 && kinds[t] !== OPEN_PAREN; t++) {
    if (kinds[t] === MOVE || kinds[t] === NULL_MOVE) plies++;
    const range = tokenRange(tree, t);
    if (kinds[t] !== MOVE_NUMBER || classOf(text.charCodeAt(range.start)) !== DIGIT) continue;
    const written = text.slice(range.start, range.end);
    if (Number.parseInt(written, 10) <= 1 + (plies >> 1)) return false;
    const message = `the game begins with ${written}: the moves before it are missing, so its moves are not checked`;
    findings.add('PGN_WRONG_MOVE_NUMBER', range, message, { ply: plies + 1 });
    return true;
  }
  return false;
}
