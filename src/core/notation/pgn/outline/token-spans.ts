import { FAILED, PLAYED, type Replay } from '../replay.ts';
import {
  COMMENT,
  ESCAPE,
  GLYPH,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_COMMENT,
  OPEN_TAG_VALUE,
  RESULT,
  SUFFIX,
  TAG_NAME,
  TAG_VALUE,
} from '../tokens.ts';
import { MOVETEXT, tokenRange } from '../tree.ts';

/** The kind of a word of a game. */
export type SpanKind =
  | 'tagName'
  | 'tagValue'
  | 'comment'
  | 'command'
  | 'prediction'
  | 'moveNumber'
  | 'move'
  | 'illegalMove'
  | 'uncheckedMove'
  | 'glyph'
  | 'result';

/** A word with its kind; it may span lines. Spans are in text order and do not overlap. */
export interface TokenSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** True if it is a move of a variation. */
  readonly isVariation: boolean;
}

const KINDS: Readonly<Record<number, SpanKind>> = {
  [TAG_NAME]: 'tagName',
  [TAG_VALUE]: 'tagValue',
  [OPEN_TAG_VALUE]: 'tagValue',
  [ESCAPE]: 'comment',
  [LINE_COMMENT]: 'comment',
  [COMMENT]: 'comment',
  [OPEN_COMMENT]: 'comment',
  [MOVE_NUMBER]: 'moveNumber',
  [MOVE]: 'uncheckedMove',
  [NULL_MOVE]: 'uncheckedMove',
  [MOVE_MARK]: 'glyph',
  [SUFFIX]: 'glyph',
  [NAG]: 'glyph',
  [GLYPH]: 'glyph',
  [RESULT]: 'result',
};

/** Returns the words of a replayed game. Moves are distinguished by whether they could be played. */
export function tokenSpans(text: string, { tree, status }: Replay): TokenSpan[] {
  const spans: TokenSpan[] = [];
  let move = 0;
  tree.chunk.kinds.forEach((tokenKind, token) => {
    const kind = KINDS[tokenKind];
    if (kind === undefined) return;
    const { start, end } = tokenRange(tree, token);
    if (tree.moveToken[move] === token) {
      const became = status[move];
      spans.push({
        start,
        end,
        kind: became === PLAYED ? 'move' : became === FAILED ? 'illegalMove' : 'uncheckedMove',
        isVariation: tree.nodeKind[tree.moveNode[move]!] !== MOVETEXT,
      });
      move++;
    } else if (kind === 'comment' && tokenKind !== ESCAPE) spans.push(...commentSpans(text, start, end));
    else spans.push({ start, end, kind, isVariation: false });
  });
  return spans;
}

const COMMAND = /\[%(\w+)[^[\]]*(?:\[(?!%)[^[\]]*)*\]?/g;

/**
 * Returns a comment in pieces: its commands, which end at the first `]` or before the next command, and the text around
 * them.
 */
function commentSpans(text: string, start: number, end: number): TokenSpan[] {
  const spans: TokenSpan[] = [];
  const add = (from: number, to: number, kind: SpanKind) => {
    if (to > from) spans.push({ start: from, end: to, kind, isVariation: false });
  };
  let done = start;
  const comment = text.slice(start, end);
  for (const found of comment.matchAll(COMMAND)) {
    const from = start + found.index;
    // an unclosed command leaves the brace to the comment
    const to = Math.min(from + found[0].length, text.charAt(end - 1) === '}' ? end - 1 : end);
    add(done, from, 'comment');
    add(from, to, found[1] === 'pfen' ? 'prediction' : 'command');
    done = to;
  }
  add(done, end, 'comment');
  return spans;
}
