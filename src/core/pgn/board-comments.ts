import type { Range } from '../text/range.ts';
import { commandsIn } from './commands.ts';
import { GLYPH, isTrivia, NAG, SUFFIX } from './tokens.ts';
import { type GameTree, tokenRange } from './tree.ts';

/** A circle on a square, or an arrow, that a comment draws with `[%csl]` or `[%cal]`. */
export interface BoardShape {
  readonly from: string;
  /** Missing for a circle. */
  readonly to?: string;
  readonly colour: 'green' | 'red' | 'yellow' | 'blue';
}

/** Characters of a comment that are shown. */
const LONGEST_COMMENT = 600;
/** More are not drawn: a board has 64 squares. */
const MOST_SHAPES = 64;

const COLOURS: Readonly<Record<string, BoardShape['colour']>> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** The six that have a sign of their own (PGN standard 8.2.3.8); others are shown by number. */
const SIGNS: Readonly<Record<string, string>> = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' };

/** What stands behind a move about it: signs and numbers, as far as they follow each other. */
export function glyphsOf(text: string, tree: GameTree, move: number): string {
  const { kinds } = tree.chunk;
  let signs = '';
  for (let t = tree.moveToken[move] + 1; t < kinds.length; t++) {
    if (isTrivia(kinds[t])) continue;
    if (kinds[t] !== SUFFIX && kinds[t] !== NAG && kinds[t] !== GLYPH) break;
    const { start, end } = tokenRange(tree, t);
    const word = text.slice(start, end);
    const sign = SIGNS[word] ?? word;
    signs += kinds[t] === SUFFIX || sign !== word ? sign : ` ${sign}`;
  }
  return signs;
}

/** The comments on a move (-1: on the start) without their commands, and what they draw. */
export function commentsOn(
  text: string,
  tree: GameTree,
  move: number,
): { readonly comment: string; readonly shapes: readonly BoardShape[] } {
  const words: string[] = [];
  const shapes: BoardShape[] = [];
  tree.commentToken.forEach((token, c) => {
    if (tree.commentMove[c] !== move) return;
    const range = tokenRange(tree, token);
    words.push(
      text
        .slice(range.start, range.end)
        .replace(/^[{;]|\}$/g, '')
        .replace(/\[%[^\]]*\]?/g, ' '),
    );
    for (const name of ['csl', 'cal'] as const) shapes.push(...shapesIn(text, name, range));
  });
  const comment = words.join(' ').replace(/\s+/g, ' ').trim();
  return {
    comment: comment.length > LONGEST_COMMENT ? `${comment.slice(0, LONGEST_COMMENT)}…` : comment,
    shapes: shapes.slice(0, MOST_SHAPES),
  };
}

/** `Gd4,Re5` of `[%csl]`, `Ge2e4` of `[%cal]`; what is none of them draws nothing. */
function shapesIn(text: string, name: 'csl' | 'cal', { start, end }: Range): BoardShape[] {
  return commandsIn(text, name, start, end).flatMap(({ valueStart, valueEnd }) =>
    text
      .slice(valueStart, valueEnd)
      .split(',')
      .flatMap((item): BoardShape[] => {
        const found = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/.exec(item.trim());
        if (found === null || (found[3] !== undefined) !== (name === 'cal')) return [];
        const [, letter, from, to] = found;
        return [{ from, colour: COLOURS[letter], ...(to !== undefined && { to }) }];
      }),
  );
}
