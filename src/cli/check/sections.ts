import type { Language } from '../../core/notation/language.ts';
import { readChunk } from '../../core/notation/pgn/document.ts';
import { CUTS } from './check-files.ts';

/** Minimum UTF-16 code units of the parts of a file other than a PGN; the last one may be shorter. */
const SIZE = 1 << 14;

/** The parts of a text that are fixed one by one: the games of a PGN, or some records. Together they are the text. */
export function* sectionsOf(text: string, language: Language): Generator<string, void> {
  for (let at = 0; at < text.length; ) {
    const length = language === 'pgn' ? readChunk(text, at).length : recordsLength(text, at, language);
    yield text.slice(at, at + length);
    at += length;
  }
}

/** The length of some whole records at an offset. */
function recordsLength(text: string, at: number, language: Language): number {
  for (let size = SIZE; at + size < text.length; size *= 2) {
    const length = CUTS[language](text.slice(at, at + size));
    if (length > 0) return length;
  }
  return text.length - at;
}
