import { type LooseSan, readLoose } from '../../games/chess/san-loose.ts';

/** Spellings that are kept: those of whole transcripts are a few thousand. */
const MOST = 1 << 14;
const known = new Map<string, LooseSan | undefined>();

/** `Ng1-f3` and `e2xd3`: both squares with a sign between them. */
const LONG = /^([KQRBN♔-♞]?)([a-h][1-8])([-x:])([a-h][1-8])/;
const plainMove = (_: string, piece: string, from: string, sign: string, to: string): string =>
  `${piece}${from}${sign !== '-' && piece !== '' ? 'x' : ''}${to}`;

/** Reads a move as people write it. The same text gives the same object, by which positions keep where it leads. */
export function readMove(text: string): LooseSan | undefined {
  const before = known.get(text);
  if (before !== undefined || known.has(text)) return before;
  if (known.size >= MOST) known.clear();
  const loose = readLoose(text.replace(LONG, plainMove));
  known.set(text, loose);
  return loose;
}
