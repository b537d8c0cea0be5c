import type { TextEdit } from '../../base/text/edits.ts';
import type { Language } from '../language.ts';
import { stripFen } from './annotate-fen.ts';
import { stripPgn } from './strip-pgn.ts';

export interface StripOptions {
  /** Encoded label, as it is written; default: all predictions. */
  readonly label?: string;
}

/** Edits that take predictions out of a document, and how many they are. Ill-formed ones stay. */
export function strip(
  text: string,
  language: Language,
  options: StripOptions = {},
): { readonly edits: readonly TextEdit[]; readonly removed: number } {
  if (language === 'mav') return { edits: [], removed: 0 };
  const { label } = options;
  const matches = (text: string): boolean => label === undefined || text === label;
  return language === 'pgn' ? stripPgn(text, matches) : stripFen(text, matches);
}
