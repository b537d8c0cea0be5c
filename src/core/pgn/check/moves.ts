import { FRAME, FULLMOVES, TURN } from '../../games/chess/frame.ts';
import type { Range } from '../../text/range.ts';
import { FAILED, failureReason, MOST_MOVES, moveText, type Replay, UNCHECKED } from '../replay.ts';
import { NULL_MOVE } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/** What is wrong with the moves of all lines. A move that cannot be played ends the check of its line. */
export function checkMoves(text: string, replayed: Replay, findings: GameFindings): void {
  const { tree, status, start } = replayed;
  if (start.state !== undefined && status.length > MOST_MOVES) {
    const range = tokenRange(tree, tree.moveToken[MOST_MOVES]);
    findings.add('PGN_TOO_MANY_MOVES', range, `moves after the first ${MOST_MOVES} of a game are not checked`);
  }
  for (let m = 0; m < status.length; m++) {
    const token = tree.moveToken[m];
    const ply = tree.movePly[m];
    if (tree.chunk.kinds[token] === NULL_MOVE && status[m] !== FAILED) {
      findings.add('PGN_NULL_MOVE', tokenRange(tree, token), 'a null move: the turn is passed', { ply });
    }
    if (status[m] !== FAILED) continue;
    const reason = failureReason(text, replayed, m);
    const code =
      reason.kind === 'ambiguous'
        ? 'PGN_AMBIGUOUS_MOVE'
        : reason.kind === 'over'
          ? 'PGN_MOVE_AFTER_END'
          : 'PGN_ILLEGAL_MOVE';
    const what = reason.kind === 'ambiguous' ? '' : 'illegal move ';
    const related = uncheckedAfter(tree, status, m);
    findings.add(code, tokenRange(tree, token), `${what}${numbered(replayed, text, m)}: ${reason.message}`, {
      ply,
      ...(related === undefined
        ? {}
        : { related: [{ range: related, message: 'not checked, since the position here is not known' }] }),
    });
  }
}

/** The moves behind a failed one in its line. */
function uncheckedAfter(tree: GameTree, status: Uint8Array, failed: number): Range | undefined {
  let first = -1;
  let last = -1;
  for (let m = failed + 1; m < status.length && tree.moveToken[m] < tree.nodeEnd[tree.moveNode[failed]]; m++) {
    if (tree.moveNode[m] !== tree.moveNode[failed] || status[m] !== UNCHECKED) continue;
    if (first < 0) first = m;
    last = m;
  }
  return first < 0
    ? undefined
    : { start: tokenRange(tree, tree.moveToken[first]).start, end: tokenRange(tree, tree.moveToken[last]).end };
}

/** A move with its number by the position: `12... Nf6`. */
function numbered({ tree, frames: words }: Replay, text: string, move: number): string {
  const at = (tree.movePrevious[move] + 1) * FRAME;
  return `${words[at + FULLMOVES]}${words[at + TURN] === 0 ? '.' : '...'} ${moveText(text, tree, move)}`;
}
