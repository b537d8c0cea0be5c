import { FileFacts, mergeFileHabits } from '../../mav/check/file-habits.ts';
import { checkMav, joinTextAround } from '../../mav/check-mav.ts';
import { readMavSection } from '../../mav/read-mav.ts';
import { checkRookText } from '../../mav/rookworld/check-rook.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../mav/syntax.ts';
import { type MavView, mavView, viewInDialect } from '../../mav/view.ts';
import { type Diagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import type { Check } from '../kit.ts';

/** Checks the examples and traces of a MAV file. */
export const checkMavFile: Check = (text, { mavDialect: dialect }, cancel) => {
  const found: Diagnostic[] = [];
  const facts = new FileFacts();
  let games = 0;
  let before: readonly Diagnostic[] = [];
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    const section = readMavSection(text, at);
    const view = mavView(text, section, dialect);
    facts.add(view);
    let own = checkMavView(view, dialect, games, at === 0);
    if (section.item === undefined) {
      const [joined, rest] = joinTextAround(before, own, 0);
      for (const [i, d] of joined.entries()) found[found.length - joined.length + i] = d;
      own = rest;
    }
    for (const d of own) found.push(d);
    before = own;
    if (section.item !== undefined) games++;
    at += section.length;
  }
  return { found: mergeFileHabits(found, facts), games };
};

/**
 * Returns the diagnostics of one section of a MAV text, sorted by position.
 *
 * @param game the index of its example or trace
 * @param isFirst true for the section that the text starts with
 */
export function checkMavView(
  view: MavView,
  dialect: MavDialect | undefined,
  game: number,
  isFirst: boolean,
): readonly Diagnostic[] {
  const { item } = view.section;
  return sortDiagnostics(checkMav(viewInDialect(view, dialect ?? PUBLISHED_DIALECT), dialect, isFirst)).map((d) =>
    item === undefined || d.range.start < item.range.start ? d : { ...d, game },
  );
}

/** Checks the lines of a file in the dialect of RookWorld. */
export const checkRookFile: Check = (text, _, cancel) => checkRookText(text, () => cancel.cancelled);
