import { findFens } from '../../answers/states/fens.ts';

/** A line that begins another text: `Puzzle 2`, `## Record 3 (line 8)`, `Position 2: White to move`. */
const HEADING =
  /^[\s>#*_`-]{0,12}(?:record|puzzle|problem|position|exercise)[ -](?:no\. ?|#)?\d{1,9}[\s*_`]*[:.)]?[\s*_`]*(?:\([^()]{0,80}\)|(?:white|black) to (?:move|play)\b.{0,40}|mate in .{1,20})?[\s*_`]*$/i;
/** Label of a position: a FEN right after it, at the start of a line, is stated and not only mentioned. */
const LABEL =
  /^[\s>#*_`"'([{-]{0,12}(?:(?:(?:puzzle|problem|position|exercise|record|no\.) ?#?\d{1,9}[.:)]?[\s*_`]*)?(?:[\w' ]{0,40}(?:fen|position|board|puzzle|problem|start|game)\b[^:=]{0,30})?[\s*_`]*[:=]?)[\s*_`"'([{]*$/i;
/** Words that make a position one of the search: `After Rd7 the FEN is:`. */
const DERIVED =
  /\b(?:after|result(?:s|ing)?|becom(?:es?|ing)|now|reach(?:es|ed|ing)?|arriv(?:es?|ing)|then|would|leads?|leading|updated|current|gives?|get|becomes|same|again|given|original)\b/i;

/**
 * Returns a test for the lines that begin another text: a heading with a number (`Puzzle 2`), and the statement of
 * another position than that of the text so far. A position that the words before it derive from moves begins none.
 */
export function openProseStarts(): (line: string, before: string | undefined) => boolean {
  let root: string | undefined;
  return (line, before) => {
    if (HEADING.test(line)) {
      const isNext = before !== undefined;
      root = undefined;
      return isNext;
    }
    const stated = statedPlacement(line);
    if (stated === undefined) return false;
    if (root === undefined) {
      root = stated.placement;
      return before === undefined;
    }
    const lead = `${before?.trimEnd().endsWith(':') === true ? before.slice(-200) : ''} ${stated.label}`;
    if (!stated.isAlone || stated.placement === root || DERIVED.test(lead)) return false;
    root = stated.placement;
    return true;
  };
}

/** Returns the placement of the first whole FEN of a line, and if the line states it and nothing before it. */
function statedPlacement(
  line: string,
): { readonly placement: string; readonly label: string; readonly isAlone: boolean } | undefined {
  if (!line.includes('/')) return undefined;
  for (const { fen, form, range } of findFens(line)) {
    if (form === 'malformed') continue;
    const label = line.slice(0, range.start);
    return { placement: fen.split(' ', 1)[0] ?? '', label, isAlone: label.length <= 120 && LABEL.test(label) };
  }
  return undefined;
}
