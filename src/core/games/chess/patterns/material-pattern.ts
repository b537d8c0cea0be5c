import { err, ok, type Result } from '../../../base/result.ts';
import { WHITE } from '../frame.ts';
import { popcount } from '../geometry.ts';
import type { FrameTest, PatternFault } from './position-pattern.ts';

/** Roles in the order of the frame, without kings. */
const ROLES = 'PNBRQ';

/** How many pieces of a role a side has, at least and at most. */
interface Bounds {
  least: number;
  most: number;
}

/**
 * Reads a balance of material such as `QR v qrr`: the pieces of one side, `v`, and those of the other. Capitals before and small
 * letters after the `v` are White and Black; where both sides have capitals, either may be White. Kings may be left out. `P*` is any
 * number of pawns, `P+` one or more; pieces that are not named are not on the board.
 */
export function readMaterialPattern(text: string): Result<FrameTest, PatternFault> {
  const sides = /^(.*?)\s*\bv\b\s*(.*)$/s.exec(text);
  if (sides === null)
    return err({
      message: 'material is given as two sides with v between, such as QR v qrr',
      start: 0,
      end: text.length,
    });
  const [, one = '', other = ''] = sides;
  const first = readSide(one, text, 0);
  if (!first.ok) return first;
  const second = readSide(other, text, text.length - other.length);
  if (!second.ok) return second;
  const isFixed = isSmall(one) !== isSmall(other) || one.trim() === '' || other.trim() === '';
  const [white, black] =
    isSmall(one) || (one.trim() === '' && !isSmall(other)) ? [second.value, first.value] : [first.value, second.value];
  return ok(
    (words, at) =>
      (fits(words, at, 0, white) && fits(words, at, 1, black)) ||
      (!isFixed && fits(words, at, 0, black) && fits(words, at, 1, white)),
  );
}

const isSmall = (side: string): boolean => /[a-z]/.test(side);

function readSide(side: string, text: string, start: number): Result<readonly Bounds[], PatternFault> {
  const bounds = Array.from(ROLES, () => ({ least: 0, most: 0 }));
  const fault = (message: string, at: number): Result<never, PatternFault> =>
    err({ message, start: start + at, end: Math.min(text.length, start + at + 1) });
  if (/[a-z]/.test(side) && /[A-Z]/.test(side)) return fault('a side has capitals or small letters, not both', 0);
  let last: Bounds | undefined;
  for (const [at, sign] of Array.from(side).entries()) {
    if (/\s/.test(sign)) continue;
    if (sign === '*' || sign === '+') {
      if (last === undefined) return fault(`${sign} must follow a piece`, at);
      last.most = Number.POSITIVE_INFINITY;
      if (sign === '*') last.least--;
      last = undefined;
      continue;
    }
    const role = ROLES.indexOf(sign.toUpperCase());
    last = bounds[role];
    if (last === undefined) {
      if (sign.toUpperCase() === 'K') continue;
      return fault(`${sign} is no piece`, at);
    }
    last.least++;
    last.most++;
  }
  return ok(bounds);
}

function fits(words: Int32Array, at: number, color: number, bounds: readonly Bounds[]): boolean {
  const low = words[at + WHITE + 2 * color];
  const high = words[at + WHITE + 2 * color + 1];
  for (const [role, { least, most }] of bounds.entries()) {
    const count = popcount(words[at + 2 * role] & low, words[at + 2 * role + 1] & high);
    if (count < least || count > most) return false;
  }
  return true;
}
