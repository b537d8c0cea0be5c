import type { TextEdit } from '../../base/text/range.ts';
import { commandsIn } from '../pgn/comment-commands.ts';
import type { WholeGame } from '../pgn/replay.ts';
import { COMMENT, isTrivia, LINE_COMMENT, MOVE, NAG, NULL_MOVE, WHITESPACE } from '../pgn/tokens.ts';
import { type GameTree, tokenRange } from '../pgn/tree.ts';
import { numberAfter } from './annotate-pgn.ts';
import { canStartLine, holdsOnly, lineEndLength, startsLine } from './annotation-form.ts';

/**
 * Returns edits that put each prediction of a game on a separate line, sorted; none if all are. Moves, comments and
 * their order are kept: white space becomes line ends, a comment with several predictions becomes several comments, and
 * Black's move after one gets its number (PGN standard 8.2.2.2). A comment with other words stays as it is.
 */
export function ownLineEdits({ text, replay }: WholeGame, lineEnd: string): TextEdit[] {
  const { tree, start } = replay;
  const { commentToken, commentMove } = tree;
  const { kinds } = tree.chunk;
  const edits: TextEdit[] = [];
  /** End of the last edit: the gap between two predictions belongs to the first. */
  let done = -1;
  const replace = (from: number, to: number, newText: string): void => {
    if (from < done || (to === done && from === to) || text.slice(from, to) === newText) return;
    edits.push({ range: { start: from, end: to }, newText });
    done = to;
  };
  for (const [i, token] of commentToken.entries()) {
    if (kinds[token] !== COMMENT) continue;
    const comment = tokenRange(tree, token);
    const commands = commandsIn(text, 'pfen', comment.start, comment.end);
    const isOnly = commands.length > 0 && commands.every(({ closed }) => closed);
    if (!isOnly || !holdsOnly(text, comment.start, comment.end, commands)) continue;
    const before = gapBefore(tree, token);
    if (!startsLine(text, comment.start)) replace(before, comment.start, lineEnd);
    for (const [k, { end }] of commands.entries()) {
      const next = commands[k + 1];
      if (next !== undefined) replace(end, next.start, ` }${lineEnd}{ `);
    }
    const after = gapAfter(tree, token);
    if (after === undefined || lineEndLength(text, comment.end) > 0) continue;
    const kind = kinds[after.token] ?? WHITESPACE;
    const isMove = kind === MOVE || kind === NULL_MOVE;
    const move = commentMove[i] ?? -1;
    const number = isMove && move >= 0 ? numberAfter(tree, start, move) : '';
    if (canStartLine(kind) || kind === COMMENT || kind === LINE_COMMENT || kind === NAG)
      replace(comment.end, after.start, lineEnd + (number === '' ? '' : `${number} `));
  }
  return edits;
}

/** Returns the start of the white space before a token. */
function gapBefore(tree: GameTree, token: number): number {
  const before = token - 1;
  return tree.chunk.kinds[before] === WHITESPACE ? tokenRange(tree, before).start : tokenRange(tree, token).start;
}

/** Returns the token after another and its start, past white space; undefined at the end. */
function gapAfter(tree: GameTree, token: number): { readonly token: number; readonly start: number } | undefined {
  const { kinds } = tree.chunk;
  let after = token + 1;
  while (kinds[after] === WHITESPACE) after++;
  const kind = kinds[after];
  return kind === undefined || isTrivia(kind) ? undefined : { token: after, start: tokenRange(tree, after).start };
}
