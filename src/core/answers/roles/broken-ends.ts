import type { ScannedState } from '../states/scan.ts';
import { findLead, readLead } from './cue-reading.ts';
import { WEIGHT_OF } from './cue-table.ts';

/** Returns true if a FEN breaks off at the end of the text. */
export const isCutOff = (text: string, { form, whole, range }: ScannedState): boolean =>
  (form === 'fragment' || form === 'fen') &&
  whole !== 'complete' &&
  text.length - range.end < 24 &&
  (form === 'fragment' ? /^[/\s1-8pnbrqk]*$/i : /^\s*$/).test(text.slice(range.end));

/** The first ranks of a FEN, up to the end of a text. */
const FIRST_RANKS = String.raw`(?:(?!K?Q?k?q?$)[1-8pnbrqk]{1,8}(?:\/[1-8pnbrqk]{0,8}){0,2})?$`;
const OPENING = String.raw`[\s\x60"'*_([]`;
/** The end of a text that breaks off after a label or a verb, or within the first ranks after it. */
const UNFINISHED = new RegExp(
  String.raw`(?:[:=]${OPENING}{0,8}|\b(?:is|are|becomes|reads|finally|gives|leaves)${OPENING}{1,8})${FIRST_RANKS}`,
  'i',
);
/** Characters at the end of a text in which a label is looked for. */
const REACH = 80;

/** Returns the weight of the label with which a text breaks off after its last state; 0 for other texts. */
export function findLabelAtEnd(text: string, floor: number): number {
  const from = Math.max(floor, text.length - REACH);
  const found = text.slice(from).search(UNFINISHED);
  if (found < 0) return 0;
  const verb = /^[a-z]+/i.exec(text.slice(from + found))?.[0].length ?? 0;
  const at = from + found + verb;
  const said = readLead(text, findLead(text, at, floor), floor === 0);
  return said === undefined ? 0 : WEIGHT_OF[said.meaning];
}

/** Signs after a state, at the end of the text, that a note about it was to follow. */
const OPENS_NOTE = /^["'`*]{0,4}[ \t]{0,8}(?:<-{1,3}|←|\(|[—–])[ \t]{0,8}$/;
/** Words by which a text begins to doubt what it wrote, at the beginning of a sentence. */
const HESITATES = /(?:^|[.!?…]["'`*)]{0,3}\s{1,8}|\n\s{0,8})(?:but |oh,? |no,? )?(?:wait|hmm+|hold on|actually)\b/i;
const ENDS = /[.!?)\]}`"'*|✓✅…]\s*$/u;

/**
 * Returns true if a text breaks off right after its last state, so that the words for the state may be missing: in its FEN, before a note
 * about it, in a list or a table, or in a sentence that begins to doubt it.
 */
export function breaksOff(text: string, { range: { start, end }, form, stated }: ScannedState): boolean {
  const rest = text.slice(end);
  if (
    form === 'fen' &&
    stated.length < 6 &&
    (/^[ \t]+$/.test(rest) || (rest === '' && stated.length === 3 && /[KQk]$/.test(text)))
  )
    return true;
  if (rest.length < 32 && OPENS_NOTE.test(rest)) return true;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const lastLine = rest.slice(rest.lastIndexOf('\n') + 1);
  if (
    /^[ \t]{0,4}\|/.test(line) &&
    rest !== lastLine &&
    /^[ \t]{0,4}\|/.test(lastLine) &&
    /[^|\s]$/.test(lastLine.trimEnd())
  )
    return true;
  if (/^[ \t]{0,4}1[.)][ \t]$/.test(line) && start > line.length && rest.trim() === '') return true;
  return HESITATES.test(rest) && !ENDS.test(text.slice(-8));
}
