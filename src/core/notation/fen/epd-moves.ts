import type { Range } from '../../base/text/range.ts';
import { FRAME } from '../../games/chess/frame.ts';
import { playSan } from '../../games/chess/san.ts';
import { readSan } from '../../games/chess/san-code.ts';
import { playLoose, readLoose } from '../../games/chess/san-loose.ts';
import { sanOf } from '../../games/chess/san-print.ts';
import { moveReason } from '../../games/chess/san-reason.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { type Fault, formFaults } from '../pgn/check/san-form.ts';
import type { Operand } from './epd.ts';
import type { FenProblem } from './fields.ts';
import { rewrite } from './fixes.ts';

/** Moves of a line that are checked. */
const MAX_MOVES = 1000;

const words = new Int32Array(2 * FRAME);

/**
 * Faults of the moves that an operation holds: moves that the position does not allow, and moves that are not SAN.
 * A check sign or `x` that is missing is none, since many test suites leave them out; a false one is.
 *
 * @param isLine whether each move follows the one before it; else all are of the same position
 */
export function moveProblems(
  text: string,
  operands: readonly Operand[],
  state: ChessState,
  isLine: boolean,
): FenProblem[] {
  const problems: FenProblem[] = [];
  for (let i = 0; i < FRAME; i++) words[i] = state.words[i];
  for (const { range } of operands.slice(0, MAX_MOVES)) {
    const at = moveRange(text, range);
    // a move number of its own
    if (at.start === at.end) continue;
    const written = text.slice(at.start, at.end);
    const code = readSan(text, at.start, at.end);
    const loose = readLoose(written);
    const move =
      code >= 0 ? playSan(words, 0, FRAME, code) : loose === undefined ? -1 : playLoose(words, 0, FRAME, loose);
    if (move < 0) {
      const reason = loose === undefined ? 'it has not the form of a move' : moveReason(words, 0, loose).message;
      const message = `${JSON.stringify(written.slice(0, 20))} cannot be played: ${reason}`;
      problems.push({ code: 'EPD_ILLEGAL_MOVE', range: at, message });
      if (isLine) break;
      continue;
    }
    const whole = { start: at.start, end: range.end };
    const san = sanOf(words, 0, move);
    const fixes = [rewrite(`Write ${san}`, whole, san, true)];
    if (code < 0 || at.end < range.end) {
      const message = `${text.slice(whole.start, whole.end)} is ${san} in SAN`;
      problems.push({ code: 'EPD_MOVE_FORM', range: whole, message, fixes });
    } else {
      const reason = falseSign(written, san);
      if (reason !== undefined)
        problems.push({ code: 'EPD_MOVE_FORM', range: whole, message: `${reason}: write ${san}`, fixes });
    }
    if (isLine) words.copyWithin(0, FRAME);
  }
  return problems;
}

/** What is wrong with a sign in a move that is else in SAN; `+` for mate is none, since old test suites write all checks so. */
function falseSign(written: string, san: string): string | undefined {
  const isFalse = ({ code, style, start, end }: Fault): boolean =>
    (code === 'PGN_WRONG_CHECK_SIGN' || code === 'PGN_WRONG_CAPTURE_SIGN') && style !== 'check for mate' && start < end;
  return formFaults(written, san).find(isFalse)?.reason;
}

/** A word without a move number in front and without commas and judgements behind. */
function moveRange(text: string, { start, end }: Range): Range {
  const word = text.slice(start, end);
  const number = /^\d+(?:\.+|$)/.exec(word)?.[0].length ?? 0;
  const rest = word.slice(number);
  const move = rest.replace(/[,!?]+$/, '');
  return { start: start + number, end: start + number + move.length };
}
