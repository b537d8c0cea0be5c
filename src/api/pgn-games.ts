import { FRAME } from '../core/games/chess/frame.ts';
import { printSan } from '../core/games/chess/san-print.ts';
import { type GameChunk, isGame, readPgn } from '../core/notation/pgn/document.ts';
import { FAILED, failureReason, fenAfter, moveText, PLAYED, wholeGame } from '../core/notation/pgn/replay.ts';
import { inkRange } from '../core/notation/pgn/tags.ts';
import { NULL_MOVE } from '../core/notation/pgn/tokens.ts';
import { MOVETEXT, tokenEnd } from '../core/notation/pgn/tree.ts';

/** Returns the games of a PGN in plain fields, replayed. */
export function pgnGames(text: string) {
  const { chunks, offsets } = readPgn(text);
  return chunks.flatMap((chunk, c) => (isGame(chunk) ? [plainGame(text, chunk, offsets[c] ?? 0)] : []));
}

function plainGame(text: string, chunk: GameChunk, offset: number) {
  const { tags, replay } = wholeGame(text, chunk, offset);
  const { tree, start, status, frames, moves } = replay;
  const place = (token: number) => ({
    start: offset + (chunk.starts[token] ?? 0),
    end: offset + tokenEnd(chunk, token),
  });
  const plainMove = (token: number, m: number) => {
    const written = moveText(text, tree, m);
    const previous = tree.movePrevious[m] ?? -1;
    const isPlayed = status[m] === PLAYED;
    const isNull = chunk.kinds[token] === NULL_MOVE;
    const san = isNull ? written : isPlayed ? printSan(frames, (previous + 1) * FRAME, moves[m] ?? 0) : null;
    return {
      written,
      ...place(token),
      san: isPlayed ? san : null,
      ply: tree.movePly[m] ?? 0,
      previous,
      isMainLine: tree.nodeKind[tree.moveNode[m] ?? -1] === MOVETEXT,
      fen: fenAfter(replay, m) ?? null,
      illegal: status[m] === FAILED ? failureReason(text, replay, m).message : null,
    };
  };
  const result = tree.result < 0 ? undefined : place(tree.result);
  return {
    ...inkRange(chunk, offset),
    tags: tags.map(({ name, value, valueRange }) => ({ name, value, ...valueRange })),
    variant: start.variant,
    startFen: fenAfter(replay, -1) ?? null,
    moves: Array.from(tree.moveToken, plainMove),
    result: result === undefined ? null : text.slice(result.start, result.end),
  };
}
