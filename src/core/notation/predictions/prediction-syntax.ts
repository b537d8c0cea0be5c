import type { TextEdit } from '../../base/text/range.ts';
import { decodePercent, encodePercent, formatLabel, type Label, type Prediction, parseLabel } from './prediction.ts';

/** Written for an answer that contained no state. */
export const NO_STATE = '?';

/**
 * Returns a predicted FEN in file form. Single spaces between words stay; a space at either end or after another space
 * is encoded, since readers treat any run of white space as one space. Undefined and the empty text become `?`.
 */
export function encodeFen(fen: string | undefined): string {
  if (fen === undefined || fen === '') return NO_STATE;
  if (fen === NO_STATE) return '%3F';
  let out = '';
  const encoded = encodePercent(fen);
  for (let i = 0; i < encoded.length; i++) {
    const c = encoded.charAt(i);
    const kept = c !== ' ' || (i > 0 && i < encoded.length - 1 && encoded.charAt(i - 1) !== ' ');
    out += kept ? c : '%20';
  }
  return out;
}

/** Undoes `encodeFen`: white-space runs read as one space, at the ends as nothing; `?` is undefined. */
export function decodeFen(text: string): string | undefined {
  const words = text.replace(/[ \t\n\v\f\r]+/g, ' ').replace(/^ | $/g, '');
  return words === NO_STATE ? undefined : decodePercent(words);
}

/** Prints `[%pfen LABEL FEN]`, the comment command. */
export const printCommand = (label: Label, fen: string | undefined): string =>
  `[%pfen ${formatLabel(label)} ${encodeFen(fen)}]`;

/** Prints `# pfen LABEL FEN`, a line of a FEN file. */
export const printFenLine = (label: Label, fen: string | undefined): string =>
  `# pfen ${formatLabel(label)} ${encodeFen(fen)}`;

/** The value of a command: its label and predicted text, with offsets into the text it was read from. */
export interface CommandValue {
  readonly label: Label;
  readonly fen: string | undefined;
  readonly fenStart: number;
  readonly fenEnd: number;
}

const isSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);

/** Reads `LABEL FEN` in `text[start, end)`; a string names the missing part. */
export function readCommandValue(text: string, start: number, end: number): CommandValue | 'label' | 'fen' {
  let i = start;
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  const labelStart = i;
  while (i < end && !isSpace(text.charCodeAt(i))) i++;
  if (i === labelStart) return 'label';
  const label = text.slice(labelStart, i);
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  let fenEnd = end;
  while (fenEnd > i && isSpace(text.charCodeAt(fenEnd - 1))) fenEnd--;
  if (fenEnd === i) return 'fen';
  return { label: parseLabel(label), fen: decodeFen(text.slice(i, fenEnd)), fenStart: i, fenEnd };
}

/**
 * Returns the edit that replaces the state of a prediction by another one of the answer, chosen by a person; the label
 * gets the note `by-hand`.
 *
 * @param text document of the prediction as it was read
 */
export function manualStateEdit(
  text: string,
  { label, fenRange }: Pick<Prediction, 'label' | 'fenRange'>,
  state: string,
): TextEdit {
  const before = text.slice(0, fenRange.start).trimEnd();
  const start = before.length - (/\S*$/.exec(before.slice(-MAX_LABEL))?.[0].length ?? 0);
  return {
    range: { start, end: fenRange.end },
    newText: `${formatLabel({ ...label, note: 'by-hand' })}${text.slice(before.length, fenRange.start)}${encodeFen(state)}`,
  };
}

/** Longest replaced label, in UTF-16 units. */
const MAX_LABEL = 1000;
