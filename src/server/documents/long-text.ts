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

/** Why a document is not read, and what can be done. */
export function tooLongText(length: number, limit: number): string {
  const millions = (characters: number): string =>
    (characters / 1e6).toLocaleString('en', { maximumSignificantDigits: 3 });
  return (
    `This file has ${millions(length)} million characters and is not read here: the limit is ${millions(limit)} million. ` +
    'In a terminal, "statelens check" reads files of any size, and "Query Games…" in VS Code lists the games of a PGN of any size. ' +
    'To read it here, raise the setting "statelens.maxFileSize", or make it shorter, and open it again.'
  );
}
