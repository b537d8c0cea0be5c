import { holdsPredictions } from '../comment-words.ts';
import { linesIn } from '../format/spacing.ts';
import { COMMENT, isTrivia, LINE_COMMENT } from '../tokens.ts';
import { type GameTree, tokenEnd } from '../tree.ts';

/** A piece of movetext that can be moved. */
export interface Piece {
  /** The text without surrounding white space. */
  readonly text: string;
  /** The separator from the preceding text. */
  readonly gap: string;
  /** True if a line end must follow: it ends with a `;` comment, or with a prediction, which has its own line. */
  readonly endsLine: boolean;
}

export const NOTHING: Piece = { text: '', gap: '', endsLine: false };

/** The text of the tokens `[first, end)`, without surrounding white space. */
export function piece(text: string, { chunk, offset }: GameTree, first: number, end: number): Piece {
  const { kinds, starts } = chunk;
  let a = first;
  let b = end;
  while (a < b && isTrivia(kinds[a]!)) a++;
  while (b > a && isTrivia(kinds[b - 1]!)) b--;
  if (a === b) return NOTHING;
  let before = a;
  while (before > 0 && isTrivia(kinds[before - 1]!)) before--;
  const start = offset + starts[a]!;
  const last = text.slice(offset + starts[b - 1]!, offset + tokenEnd(chunk, b - 1));
  return {
    text: text.slice(start, offset + tokenEnd(chunk, b - 1)),
    gap: text.slice(offset + starts[before]!, start),
    endsLine: kinds[b - 1] === LINE_COMMENT || (kinds[b - 1] === COMMENT && holdsPredictions(last.slice(1, -1))),
  };
}

/** Joins pieces, each with its original gap or one space. */
export function joined(pieces: readonly Piece[], lineEnd: string): Piece {
  let all = NOTHING;
  for (const next of pieces) {
    if (next.text === '') continue;
    if (all.text === '') {
      all = next;
      continue;
    }
    const gap = all.endsLine && linesIn(next.gap) === 0 ? lineEnd : next.gap === '' ? ' ' : next.gap;
    all = { text: all.text + gap + next.text, gap: all.gap, endsLine: next.endsLine };
  }
  return all;
}

/** A line in parentheses. */
export const inParens = (line: Piece, gap: string, lineEnd: string): Piece => ({
  text: `(${line.text}${line.endsLine ? lineEnd : ''})`,
  gap,
  endsLine: false,
});
