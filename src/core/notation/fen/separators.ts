import type { Range, TextEdit } from '../../base/text/range.ts';
import { isCastlingText } from './castling-field.ts';
import { FEN_FIELDS, type FenProblem } from './fields.ts';
import { placementEnd } from './placement.ts';

/** What may stand where a space belongs: spaces of other alphabets, and signs that tables and addresses have there. */
const GAP = String.raw`[\s\u200b_|,;:.+\\/]`;
/** The fields behind a board, whatever stands between them; then operations, a remark or nothing. */
const REST = new RegExp(
  String.raw`^(${GAP}*)([wb])(${GAP}*)(-|[KQA-Hkqa-h]{1,4})(${GAP}*)(-|[a-h][36])(?:(${GAP}*)(\d{1,4})(${GAP}+)(\d{1,4}))?(?:(${GAP}*)([a-z]\w{1,11})(?=[\s;])|(?=\s*$|\s*[;#]|\s*//|\s+[A-Za-z]))`,
);

/** The fields, and what follows them in EPD. */
const NAMES = [...FEN_FIELDS, 'first operation'] as const;

/** Maximum number of characters behind the board that are read. */
const MAX_REST = 200;

/**
 * The problem of a FEN whose fields are whole, but in at least one place not separated by spaces: `2K5b - -`, `KQkq-`,
 * `_w_`; undefined if that does not explain it.
 */
export function separatorProblem(text: string, start: number, end: number): FenProblem | undefined {
  const board = placementEnd(text, start, end);
  const match = board < 0 ? null : REST.exec(text.slice(board, Math.min(end, board + MAX_REST)));
  if (match === null || !isCastlingText(match[4]!)) return undefined;
  const edits: TextEdit[] = [];
  const places: (readonly [before: string, after: string])[] = [];
  let at = board;
  let before: string = NAMES[0];
  for (let group = 1; group < match.length; group += 2) {
    const gap = match[group];
    if (gap === undefined) continue;
    const after = NAMES[(group + 1) / 2]!;
    const range: Range = { start: at, end: at + gap.length };
    if (!/^[\t-\r ]+$/.test(gap)) {
      edits.push({ range, newText: ' ' });
      places.push([before, after]);
    }
    before = after;
    at = range.end + match[group + 1]!.length;
  }
  const first = edits[0]?.range;
  const [place] = places;
  if (first === undefined || place === undefined) return undefined;
  const more = edits.length === 1 ? '' : `, and ${edits.length - 1} more ${edits.length === 2 ? 'place' : 'places'}`;
  const isBare = first.start === first.end;
  const fields = `between the ${place[0]} and the ${place[1]}`;
  const sign = shown(text.slice(first.start, first.end));
  return {
    code: 'FEN_SEPARATOR',
    range: isBare ? { start: first.start - 1, end: first.end + 1 } : first,
    message: `${isBare ? `no space ${fields}` : `${sign} ${fields}, where only spaces belong`}${more}`,
    fixes: [{ title: edits.length === 1 ? 'Write a space' : 'Write spaces', edits, safe: true }],
  };
}

/** A separator without its spaces, in quotation marks; one that cannot be seen as its number. */
function shown(gap: string): string {
  const signs = gap.replace(/[\t-\r ]/g, '');
  const number = (c: string): string => `U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[!-~]+$/.test(signs) ? JSON.stringify(signs) : Array.from(signs, number).join(' ');
}
