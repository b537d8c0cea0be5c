import type { Range } from '../base/text/range.ts';
import { boardSvg, escapeXml, svgDataUri } from '../board/board-svg.ts';
import { parseChess } from '../games/chess/state.ts';
import { checkText } from '../languages/check.ts';
import { type Diagnostic, shiftDiagnostic } from '../notation/diagnostic.ts';
import { failureReason, fenAfter, moveText, PLAYED, readGame } from '../notation/pgn/replay.ts';
import { MOVETEXT } from '../notation/pgn/tree.ts';

/** Maximum number of fences of one text that are read. */
const MAX_FENCES = 500;
/** Maximum length of a fence with a board. */
const MAX_LENGTH = 100_000;

/** Returns the contents of the `chess` fences of a Markdown text, without their first and last lines. */
export function chessFences(text: string): Range[] {
  const found: Range[] = [];
  let open: { readonly mark: string; readonly start: number; readonly isChess: boolean } | undefined;
  for (let at = 0; at < text.length && found.length < MAX_FENCES; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/.exec(text.slice(at, Math.min(next, at + 200)));
    const [, mark = '', info = ''] = fence ?? [];
    if (open === undefined) {
      if (mark !== '') open = { mark, start: next, isChess: info.toLowerCase() === 'chess' };
    } else if (mark.startsWith(open.mark) && info === '') {
      if (open.isChess) found.push({ start: open.start, end: at });
      open = undefined;
    }
    at = next;
  }
  return found;
}

/** Returns true for a fence that holds a FEN; otherwise it holds moves. */
const isFen = (text: string): boolean => /^\s*[pnbrqkPNBRQK1-8~]+(?:\/[pnbrqkPNBRQK1-8~]*){3,}/.test(text);

/** Position of a fence, or the reason why it shows none. */
export type FencePosition =
  | { readonly fen: string; readonly lastMove: string | undefined }
  | { readonly problem: string };

/** Returns the position of a fence: its FEN, or the one after the last move of its main line. */
export function fencePosition(text: string): FencePosition {
  if (text.trim() === '') return { problem: 'the fence is empty' };
  if (text.length > MAX_LENGTH)
    return { problem: `the fence is longer than ${MAX_LENGTH.toLocaleString('en-US')} characters` };
  if (isFen(text)) {
    const [line = ''] = text.trim().split('\n', 1);
    const [board = '', side = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmoves = '1'] = line
      .trim()
      .split(/\s+/);
    const fen = [board, side, castling, enPassant, halfmoves, fullmoves].join(' ');
    const parsed = parseChess(fen, true);
    return parsed.ok ? { fen, lastMove: undefined } : { problem: parsed.error };
  }
  const { replay } = readGame(text);
  const { tree, status } = replay;
  if (replay.start.state === undefined) return { problem: 'the start position is invalid' };
  let last = -1;
  for (let move = 0; move < tree.moveToken.length; move++) {
    if (tree.nodeKind[tree.moveNode[move] ?? -1] !== MOVETEXT) continue;
    if (status[move] !== PLAYED)
      return { problem: `${moveText(text, tree, move)}: ${failureReason(text, replay, move).message}` };
    last = move;
  }
  const fen = fenAfter(replay, last);
  if (fen === undefined || (last < 0 && !/\[\s*FEN\b/i.test(text)))
    return { problem: 'there is neither a FEN nor a move' };
  return { fen, lastMove: last < 0 ? undefined : moveText(text, tree, last) };
}

/** Returns the errors of all `chess` fences of a Markdown text. A fence need not be a whole game. */
export function fenceFindings(text: string): Diagnostic[] {
  return chessFences(text).flatMap(({ start, end }) => {
    const inside = text.slice(start, end);
    if (inside.trim() === '' || inside.length > MAX_LENGTH) return [];
    return checkText(inside, isFen(inside) ? 'fen' : 'pgn', {})
      .filter(({ severity }) => severity === 'error')
      .map((found) => shiftDiagnostic(found, start, 0));
  });
}

const SIZE = 320;

/**
 * Returns a `chess` fence as HTML for a Markdown preview: its board as an image that needs neither scripts nor the
 * network, otherwise its text and the reason why there is no board.
 *
 * @param line of the fence in its document, from 0: previews scroll by it
 */
export function fenceHtml(text: string, line: number | undefined): string {
  const place = line === undefined ? '' : ` class="code-line" data-line="${line}"`;
  const position = fencePosition(text);
  if ('problem' in position) {
    return `<pre${place}><code>${text.split(/\r?\n/).map(escapeXml).join('\n')}</code></pre><p><em>StateLens: ${escapeXml(position.problem)}</em></p>\n`;
  }
  const { fen, lastMove } = position;
  const side = fen.split(' ')[1] === 'b' ? 'black' : 'white';
  const image = svgDataUri(boardSvg({ fen, size: SIZE }));
  const after = lastMove === undefined ? '' : `after ${lastMove}, `;
  const caption = escapeXml(`${after}${side} to move: ${fen}`);
  return `<p${place}><img src="${image}" alt="${caption}" title="${caption}" width="${SIZE}" height="${SIZE}"></p>\n`;
}
