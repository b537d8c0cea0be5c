/** Squares of a rank. */
const FILES = 8;

/** A board, one character a square from a8 to h1, as the first field of a FEN. */
export function placementOf(board: string): string {
  let text = '';
  let empty = 0;
  for (let at = 0; at < board.length; at++) {
    if (at > 0 && at % FILES === 0) {
      if (empty > 0) text += empty;
      empty = 0;
      text += '/';
    }
    if (board[at] === '.') empty++;
    else {
      if (empty > 0) text += empty;
      empty = 0;
      text += board[at];
    }
  }
  return empty > 0 ? text + empty : text;
}
