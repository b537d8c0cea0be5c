import type { TextEdit } from '../../../base/text/range.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import type { LineRepairs } from './repairs.ts';

/** Findings that a repair of their line may explain. */
const REPAIRABLE: ReadonlySet<Code> = new Set<Code>([
  'PGN_ILLEGAL_MOVE',
  'PGN_AMBIGUOUS_MOVE',
  'PGN_MOVE_AFTER_END',
  'PGN_MISSING_PROMOTION',
  'PGN_WRONG_MOVE_NUMBER',
  'PGN_STRAY_TEXT',
]);

export const isRepairable = ({ code }: Diagnostic): boolean => REPAIRABLE.has(code);

/** A fix as it is offered. */
export interface OfferedFix extends Fix {
  /** True for the one that is most likely right: a safe one, or a preferred repair. */
  readonly preferred: boolean;
}

/** The fixes of a finding without repairs of its line. */
export const ownFixes = ({ fixes = [] }: Diagnostic): OfferedFix[] =>
  fixes.map((fix, i) => ({ ...fix, preferred: fix.safe && i === 0 }));

/**
 * The fixes of a finding, the likelier first: the repairs of its line, and its own where they are others. A guess for an
 * illegal move is left out where something else lets the whole line be played.
 *
 * @param d a finding in the line, in offsets of the game's text
 */
export function withRepairs(d: Diagnostic, { offers, isUndecided }: LineRepairs): readonly OfferedFix[] {
  const own = ownFixes(d);
  if (own.some(({ safe }) => safe)) return own;
  const touching =
    d.code === 'PGN_STRAY_TEXT'
      ? offers.filter(({ edits }) =>
          edits.some(({ range }) => range.start <= d.range.end && d.range.start <= range.end),
        )
      : offers.filter(({ edits }) => !isLeftOut(d, own, edits));
  const isGuess = d.code === 'PGN_ILLEGAL_MOVE' && (isUndecided || offers.some(({ isWhole }) => isWhole));
  const others = isGuess ? [] : own.filter((fix) => offers.every(({ edits }) => !isSame(edits, fix.edits)));
  return [...touching.map(({ title, edits, preferred }) => ({ title, edits, safe: false, preferred })), ...others];
}

/** True for a promotion that is not among those that a finding has chosen by what follows. */
const isLeftOut = ({ code, range }: Diagnostic, own: readonly Fix[], edits: readonly TextEdit[]): boolean =>
  code === 'PGN_MISSING_PROMOTION' &&
  own.length > 0 &&
  edits.length === 1 &&
  edits[0]?.range.start === range.start &&
  edits[0].newText.includes('=') &&
  !own.some((fix) => isSame(fix.edits, edits));

const isSame = (a: readonly TextEdit[], b: readonly TextEdit[]): boolean =>
  a.length === b.length &&
  a.every(({ range, newText }, i) => {
    const other = b[i];
    return other?.range.start === range.start && other.range.end === range.end && other.newText === newText;
  });
