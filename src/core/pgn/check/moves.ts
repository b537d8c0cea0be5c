import type { Code } from '../../diagnostics/codes.ts';
import { inCheck } from '../../games/chess/attacks.ts';
import { FRAME, FULLMOVES, hasPiece, TURN } from '../../games/chess/frame.ts';
import { hasNoMove } from '../../games/chess/mate.ts';
import { AMBIGUOUS, playSan } from '../../games/chess/san.ts';
import {
  sanCapture,
  sanCastling,
  sanCheck,
  sanFile,
  sanRank,
  sanRole,
  withoutFile,
} from '../../games/chess/san-code.ts';
import { sanOf } from '../../games/chess/san-print.ts';
import type { MoveReason } from '../../games/chess/san-reason.ts';
import type { Range } from '../../text/range.ts';
import { FAILED, failureReason, MOST_MOVES, moveText, PLAYED, type Replay, UNCHECKED } from '../replay.ts';
import { bitsOf, EN_PASSANT_MARK, MOVE, NULL_MOVE, WHITESPACE } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';
import { FormFindings } from './habits.ts';
import { repairs } from './repairs.ts';
import { formFaults } from './san-form.ts';

/** Repairs cost a list of all moves each; a game has no more than this. */
const MOST_REPAIRED = 100;

const FAILURES: Readonly<Record<MoveReason['kind'], Code>> = {
  illegal: 'PGN_ILLEGAL_MOVE',
  ambiguous: 'PGN_AMBIGUOUS_MOVE',
  over: 'PGN_MOVE_AFTER_END',
  promotion: 'PGN_MISSING_PROMOTION',
};

const trial = new Int32Array(2 * FRAME);

/**
 * What is wrong with the moves of all lines. A move that cannot be played ends the check of its line; one that can is
 * held to export format (PGN standard 8.2.3), `strict` also where another form says as much.
 */
export function checkMoves(text: string, replayed: Replay, strict: boolean, findings: GameFindings): void {
  const { tree, status, start, moves, codes, frames, letters } = replayed;
  const { chunk } = tree;
  if (start.state !== undefined && status.length > MOST_MOVES) {
    const range = tokenRange(tree, tree.moveToken[MOST_MOVES]);
    findings.add('PGN_TOO_MANY_MOVES', range, `moves after the first ${MOST_MOVES} of a game are not checked`);
  }
  let forms: FormFindings | undefined;
  let failed = 0;
  for (let m = 0; m < status.length; m++) {
    const token = tree.moveToken[m];
    if (chunk.kinds[token] === NULL_MOVE && status[m] !== FAILED) {
      const ply = tree.movePly[m];
      findings.add('PGN_NULL_MOVE', tokenRange(tree, token), 'a null move: the turn is passed', { ply });
    } else if (status[m] === PLAYED) {
      const from = (tree.movePrevious[m] + 1) * FRAME;
      if (codes[m] >= 0 && isExport(frames, from, (m + 1) * FRAME, codes[m], moves[m])) continue;
      forms ??= new FormFindings(text, replayed);
      forms.add(formFaults(moveText(text, tree, m), sanOf(frames, from, moves[m]), letters), m);
    } else if (status[m] === FAILED) addFailure(text, replayed, m, failed++ < MOST_REPAIRED, findings);
  }
  forms?.report(findings, strict);
  if ((chunk.has & bitsOf(EN_PASSANT_MARK)) !== 0) addMarks(text, tree, findings);
}

/** Whether a move that was played is surely in export format; false where it takes a closer look. */
function isExport(words: Int32Array, from: number, to: number, code: number, move: number): boolean {
  const sign = inCheck(words, to) ? (hasNoMove(words, to) ? 2 : 1) : 0;
  if (sanCheck(code) !== sign) return false;
  if (sanCastling(code) !== 0) return true;
  const target = (move >>> 6) & 63;
  if (sanRole(code) === 0) return sanCapture(code) === (((move ^ target) & 7) !== 0);
  if (sanCapture(code) !== hasPiece(words, from, words[from + TURN] ^ 1, target)) return false;
  if (sanRank(code) >= 0) return false;
  if (sanFile(code) < 0) return true;
  // a file is needed where the move would be ambiguous without it
  for (let i = 0; i < FRAME; i++) trial[i] = words[from + i];
  return playSan(trial, 0, FRAME, withoutFile(code)) === AMBIGUOUS;
}

function addFailure(text: string, replayed: Replay, m: number, repaired: boolean, findings: GameFindings): void {
  const { tree, status } = replayed;
  const reason = failureReason(text, replayed, m);
  const what = reason.kind === 'illegal' || reason.kind === 'over' ? 'illegal move ' : '';
  const related = uncheckedAfter(tree, status, m);
  const range = tokenRange(tree, tree.moveToken[m]);
  const fixes = repaired
    ? repairs(text, replayed, m, reason.kind).map((san) => ({
        title: `Write ${san}`,
        edits: [{ range, newText: san }],
        safe: false,
      }))
    : [];
  findings.add(FAILURES[reason.kind], range, `${what}${numbered(replayed, text, m)}: ${reason.message}`, {
    ply: tree.movePly[m],
    ...(fixes.length > 0 && { fixes }),
    ...(related !== undefined && {
      related: [{ range: related, message: 'not checked, since the position here is not known' }],
    }),
  });
}

/** Marks of en passant captures that stand alone: `exd6 e.p.` */
function addMarks(text: string, tree: GameTree, findings: GameFindings): void {
  const { chunk } = tree;
  chunk.kinds.forEach((kind, t) => {
    if (kind !== EN_PASSANT_MARK) return;
    const range = tokenRange(tree, t);
    const gap = t > 0 && chunk.kinds[t - 1] === WHITESPACE ? t - 1 : t;
    const start = tokenRange(tree, gap).start;
    const title = `Delete ${text.slice(range.start, range.end)}`;
    const fix = { title, edits: [{ range: { start, end: range.end }, newText: '' }], safe: true };
    const followsMove = gap > 0 && chunk.kinds[gap - 1] === MOVE;
    const message = followsMove
      ? 'SAN has no mark for en passant captures'
      : 'a mark for en passant that follows no move';
    findings.add('PGN_EN_PASSANT_MARK', range, message, followsMove ? { fixes: [fix] } : {});
  });
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
