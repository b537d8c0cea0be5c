import type { LspRange } from '../../protocol/lsp.ts';

/** The text of a document that is too long: where the channel can, it keeps no more of one. */
export interface LongText {
  /** Its first characters. */
  readonly head: string;
  /** UTF-16 code units of all of it. */
  readonly length: number;
}

export type DocumentText = string | LongText;

/** A change of a document: of a range, or without one a text in place of all of it. */
export interface TextChange {
  readonly range?: LspRange | null;
  readonly text: DocumentText;
}

/**
 * UTF-16 code units of a line that is read. Editors show far less of one (VS Code 10,000 characters), and what is asked about a
 * document costs with its lines.
 */
const MAX_LINE = 300_000;

/** Excessive length of a document, or of one of its lines. */
export interface TooLong {
  /** UTF-16 code units of all of it. */
  readonly length: number;
  readonly line?: LongLine;
}

/** A line that is too long. */
interface LongLine {
  /** From 1 on. */
  readonly number: number;
  readonly length: number;
}

/** The first line of a text that is too long; lines end at LF, CRLF or a lone CR. */
export function longLine(text: string): LongLine | undefined {
  if (text.length <= MAX_LINE) return undefined;
  let number = 1;
  for (let at = 0; at < text.length; number++) {
    const found = /[\r\n]/g;
    found.lastIndex = at;
    const end = found.exec(text)?.index ?? text.length;
    if (end - at > MAX_LINE) return { number, length: end - at };
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return undefined;
}

/** Says why a document is not read, and what can be done. */
export function tooLongText({ length, line }: TooLong, limit: number): string {
  const millions = (characters: number): string =>
    (characters / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 });
  const count = (characters: number): string => characters.toLocaleString('en');
  if (line !== undefined)
    return (
      `Line ${count(line.number)} of this file has ${count(line.length)} characters, and the file is not read here: a line has at most ${count(MAX_LINE)}. ` +
      'In a terminal, "statelens check" reads files with lines of any length, and "statelens format" breaks the lines of a PGN. ' +
      'To read it here, break the line, and open it again.'
    );
  return (
    `This file has ${millions(length)} million characters and is not read here: the limit is ${millions(limit)} million. ` +
    'In a terminal, "statelens check" reads files of any size, and "Query Games…" in VS Code lists the games of a PGN of any size. ' +
    'To read it here, raise the setting "statelens.maxFileSize", or make it shorter, and open it again.'
  );
}
