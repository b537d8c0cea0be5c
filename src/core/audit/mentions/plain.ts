import { type MappedText, TextMap } from '../source/text-map.ts';

/** Labels of answers behind their questions (`A1:`), emphasis and code of Markdown, inline tags of HTML, and commands of TeX with their braces: `**f6**`, `<b>f6</b>`, `\textbf{f6}`. */
const MARK =
  /(?<!\*)\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?!\*)|(?<![\w`])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?!\w)|(?<!`)`{1,2}(?!`)|<\/?(?:b|i|u|em|strong|code|tt|kbd|mark|small|sub|sup|span)(?:\s[^<>]{0,80})?>|\\(?:textbf|textit|texttt|textsc|emph|underline|mbox)\{([^{}\n]{0,80})\}|&(?:#39|apos|rsquo|nbsp|#160);|(?<=(?:^|\n)[ \t>*_#-]{0,6}Q(?:uestion)?[ \t]?\d{1,3}[:.)][^\n]{0,400}\n\s{0,4}[*_>-]{0,4})A\d{1,3}(?=[:.)])/gi;
const MARKED = /[*_`<\\&]|\bA\d/i;

const RANKS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** A square as it is spoken. `a` is a word as well: it is a file only behind others that go with a square, and at the end of a line. */
const SPOKEN =
  /(?<![\w'’.])(?:[b-h]|(?<=\b(?:to|on|from|takes|captures|pawn|knight|bishop|rook|queen|king) )a|a(?=[ -][a-z]{3,5}[.!,]?[ \t]*(?:\r?\n|$)))[ -](?:one|two|three|four|five|six|seven|eight)(?![\w-])/gi;

/** A text with its spoken squares as they are written: `e four` as `e4`. */
export function inDigits(spoken: string, outer?: TextMap): MappedText {
  const square = ([all]: RegExpExecArray): string =>
    `${all.charAt(0).toLowerCase()}${RANKS.indexOf(all.slice(2).toLowerCase()) + 1}`;
  return replaced(spoken, SPOKEN, square, outer);
}

/** Takes the marks of emphasis out of a text, so that its words stand beside each other as they are read. */
export function plainText(marked: string): MappedText {
  if (!MARKED.test(marked)) return inDigits(marked);
  const { text, map } = replaced(
    marked,
    MARK,
    ([all, inner]) => inner ?? (all.startsWith('&') ? (/nbsp|160/i.test(all) ? ' ' : "'") : ''),
  );
  return inDigits(text, map);
}

/** Replaces parts of a text, with the way back. */
function replaced(from: string, pattern: RegExp, by: (match: RegExpExecArray) => string, outer?: TextMap): MappedText {
  /** Where the pieces begin, in the new text and in the old one. */
  const decoded: number[] = [];
  const source: number[] = [];
  let text = '';
  let end = 0;
  const add = (piece: string, at: number): void => {
    decoded.push(text.length);
    source.push(at);
    text += piece;
  };
  for (const match of from.matchAll(pattern)) {
    const [all, inner] = match;
    const { index } = match;
    const piece = by(match);
    add(from.slice(end, index), end);
    end = index + all.length;
    // what a command of TeX holds stays where it is; else the last character stands for the rest
    if (inner !== undefined) add(piece, end - 1 - inner.length);
    else if (piece !== '') {
      add(piece.slice(0, -1), index);
      add(piece.slice(-1), end - 1);
    }
  }
  if (end === 0) return { text: from, map: outer ?? new TextMap(0) };
  add(from.slice(end), end);
  return { text, map: new TextMap(0, decoded, source, outer) };
}
