import type { Range } from '../../core/base/text/range.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import { FRAME } from '../../core/games/chess/frame.ts';
import { printSan } from '../../core/games/chess/san-print.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { isGame, readPgn } from '../../core/notation/pgn/document.ts';
import { fenAfter, PLAYED, type Replay, replay } from '../../core/notation/pgn/replay.ts';
import { gameStart, readTags, tagNamed } from '../../core/notation/pgn/tags.ts';
import { NULL_MOVE } from '../../core/notation/pgn/tokens.ts';
import { buildTree, MOVETEXT, tokenRange } from '../../core/notation/pgn/tree.ts';

/** Main line of a game, as far as a model can be asked about it. */
export interface MainLine {
  /** 0-based index of the game in its file. */
  readonly game: number;
  readonly variant: ChessVariant;
  readonly startFen: string;
  /** SAN of the moves, up to the first that cannot be played or passes the turn. */
  readonly moves: readonly string[];
  /** True if the line stops before its end at such a move. */
  readonly cut: boolean;
  /** Returns the true state at a ply, 0 to `moves.length`. */
  fenAt(ply: number): string;
  /** Returns the range of the move that leads to a ply; undefined for 0. */
  rangeOf(ply: number): Range | undefined;
  /** Returns the value of a tag; undefined if the game has none of that name. */
  tag(name: string): string | undefined;
}

/**
 * Yields the main lines of a PGN; games whose start is not known are left out.
 *
 * @param games wanted games by their index in the file; the others are not replayed. Default: all
 */
export function* mainLines(text: string, games?: ReadonlySet<number>): Generator<MainLine> {
  for (const started of startedGames(text, games)) yield started.mainLine(started.game);
}

/** A game whose start is known. */
export interface StartedGame {
  /** 0-based index of the game in the text. */
  readonly game: number;
  /** Returns the value of a tag; undefined if the game has none of that name. */
  tag(name: string): string | undefined;
  /** Replays the game, which has this index in its file. */
  mainLine(game: number): MainLine;
}

/**
 * Yields the games of a PGN whose start is known, not yet replayed; `games` as in `mainLines`. Returns the number of all games.
 */
export function* startedGames(text: string, games?: ReadonlySet<number>): Generator<StartedGame, number, undefined> {
  const { chunks, offsets } = readPgn(text);
  let game = -1;
  for (const [i, chunk] of chunks.entries()) {
    if (!isGame(chunk)) continue;
    game++;
    if (games?.has(game) === false) continue;
    const tree = buildTree(chunk, offsets[i] ?? 0);
    const tags = readTags(text, tree);
    const start = gameStart(text, tags);
    const { state } = start;
    if (state === undefined) continue;
    const tag = (name: string): string | undefined => tagNamed(tags, name)?.value;
    const startFen = printChess(state);
    yield {
      game,
      tag,
      mainLine: (number) => ({ ...replayLine(replay(text, tree, start), startFen), game: number, tag }),
    };
  }
  return game + 1;
}

function replayLine(played: Replay, startFen: string): Omit<MainLine, 'game' | 'tag'> {
  const { tree, start } = played;
  const { nodes, moves, cut } = mainLine(played);
  const fenAt = (ply: number): string => fenAfter(played, nodes[ply - 1] ?? -1) ?? startFen;
  const rangeOf = (ply: number): Range | undefined => {
    const move = nodes[ply - 1];
    return move === undefined ? undefined : tokenRange(tree, tree.moveToken[move] ?? 0);
  };
  return { variant: start.variant, startFen, moves, cut, fenAt, rangeOf };
}

function mainLine(played: Replay): { nodes: number[]; moves: string[]; cut: boolean } {
  const { tree } = played;
  const nodes: number[] = [];
  const moves: string[] = [];
  let cut = false;
  for (let m = 0; m < tree.moveToken.length && !cut; m++) {
    if (tree.nodeKind[tree.moveNode[m] ?? 0] !== MOVETEXT) continue;
    const san = exportSan(played, m);
    cut = san === undefined;
    if (san === undefined) continue;
    nodes.push(m);
    moves.push(san);
  }
  return { nodes, moves, cut };
}

/**
 * Returns a move of a game as it is sent to a model: SAN in export format, whatever its spelling in the file. Undefined for a move that
 * cannot be played or passes the turn.
 */
export function exportSan({ tree, status, frames, moves }: Replay, move: number): string | undefined {
  if (status[move] !== PLAYED || tree.chunk.kinds[tree.moveToken[move] ?? 0] === NULL_MOVE) return undefined;
  return printSan(frames, ((tree.movePrevious[move] ?? -1) + 1) * FRAME, moves[move] ?? -1);
}
