import { cutOf } from '../../core/languages/cuts.ts';
import { kitOf } from '../../core/languages/kits.ts';
import type { Language } from '../../core/notation/language.ts';

/** Minimum UTF-16 code units of a part of several records; the last one may be shorter. */
const SIZE = 1 << 14;

/** The parts of a text that are fixed one by one: the games of a PGN, or some records. Together they are the text. */
export function* sectionsOf(text: string, language: Language): Generator<string, void> {
  const { repairs } = kitOf(language);
  for (let at = 0; at < text.length; ) {
    const length = repairs?.pieceLength(text, at) ?? recordsLength(text, at, language);
    yield text.slice(at, at + length);
    at += length;
  }
}

/** The length of some whole records at an offset. */
function recordsLength(text: string, at: number, language: Language): number {
  for (let size = SIZE; at + size < text.length; size *= 2) {
    const length = cutOf(language)(text.slice(at, at + size));
    if (length > 0) return length;
  }
  return text.length - at;
}
